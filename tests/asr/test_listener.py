from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.asr.doubles import LoudnessDetector, ScriptedRecognizer, frames_of, phrase_set
from voiceduet.asr.endpointing import Endpointer, EndpointSettings
from voiceduet.asr.gate import MicGate
from voiceduet.asr.halves import END_FOLLOWS_S
from voiceduet.asr.listener import Listener, ListenEvent, PartialHypothesis, SpeechPaused, SpeechStarted
from voiceduet.asr.ports import AudioFrame, Ear, Endpoint, Hypothesis, PhraseSet, Utterance

pytestmark = pytest.mark.logic


class SilentRecognizer(ScriptedRecognizer):
    """Writes nothing before the end."""

    def accept(self, frame: AudioFrame) -> str | None:
        super().accept(frame)
        return None


def listener_of(*recognizers: ScriptedRecognizer, settings: EndpointSettings | None = None) -> Listener:
    return Listener(recognizers, Endpointer(settings or EndpointSettings()), LoudnessDetector(), MicGate())


def hear(listener: Listener, frames: Iterable[AudioFrame]) -> list[ListenEvent]:
    return [event for frame in frames for event in listener.feed(frame)]


def utterances(events: Iterable[ListenEvent]) -> list[Utterance]:
    return [event for event in events if isinstance(event, Utterance)]


def test_an_utterance_carries_both_ears_times_scope_and_level() -> None:
    listener = listener_of(ScriptedRecognizer(["стоп"]), ScriptedRecognizer(["стол"], Ear.OPEN))
    listener.set_phrases(phrase_set("guess"))
    events = hear(listener, frames_of("." * 50 + "#" * 20 + "." * 30))
    (utterance,) = utterances(events)
    assert [(each.text, each.ear) for each in utterance.n_best] == [("стоп", Ear.LIMITED), ("стол", Ear.OPEN)]
    assert utterance.start_s == pytest.approx(1.5)
    assert utterance.end_s == pytest.approx(2.1)
    assert utterance.endpoint is Endpoint.SILENCE
    assert utterance.scope == "guess"
    assert utterance.level_db == pytest.approx(-6.0, abs=0.1)


def test_events_come_in_order_start_partials_utterance() -> None:
    listener = listener_of(ScriptedRecognizer(["стоп"]))
    kinds = [type(event) for event in hear(listener, frames_of("#" * 10 + "." * 20))]
    assert kinds[0] is SpeechStarted
    assert kinds[-1] is Utterance
    assert set(kinds[1:-1]) == {PartialHypothesis, SpeechPaused}


def test_the_pre_roll_reaches_the_recogniser() -> None:
    recognizer = ScriptedRecognizer(["стоп"])
    hear(listener_of(recognizer), frames_of("." * 50 + "#" * 5))
    assert recognizer.frames[0].start_s <= 50 * 0.03 - 0.4


def test_phrases_change_only_between_utterances() -> None:
    recognizer = ScriptedRecognizer(["стоп", "стоп"])
    listener = listener_of(recognizer)
    listener.set_phrases(phrase_set("guess"))
    hear(listener, frames_of("#" * 10))
    listener.set_phrases(phrase_set("clue"))
    assert recognizer.phrase_sets == ["guess"]
    first = utterances(hear(listener, frames_of("." * 20, 0.3)))
    second = utterances(hear(listener, frames_of("#" * 10 + "." * 20, 0.9)))
    assert [each.scope for each in first + second] == ["guess", "clue"]
    assert recognizer.phrase_sets == ["guess", "clue"]


TOUCHES = PhraseSet(
    "guess", (*(f"касаюсь {card}" for card in ("сыр", "мост", "дом", "ключ", "ёж")), "ряд один", "стоп")
)
SPOKEN = "#" * 20 + "." * 20


class NotingRecognizer(ScriptedRecognizer):
    """Keeps the phrases that it is offered."""

    def set_phrases(self, phrases: PhraseSet) -> None:
        super().set_phrases(phrases)
        self.offered = phrases.phrases


def after(listener: Listener, *pauses_and_speech: str) -> list[tuple[float, str, str]]:
    """When each utterance came out, what it is, and what it may be the end of."""
    found = []
    for frame in frames_of("".join(pauses_and_speech)):
        for each in utterances(listener.feed(frame)):
            begun = each.after.n_best[0].text if each.after else ""
            found.append((round(frame.start_s, 1), each.n_best[0].text, begun))
    return found


@pytest.mark.parametrize("text", ["касаюсь сыр", "стоп", "ряд"])
def test_what_is_no_beginning_comes_out_at_once(text: str) -> None:
    listener = listener_of(ScriptedRecognizer([text]))
    listener.set_phrases(TOUCHES)
    assert after(listener, SPOKEN) == [(1.1, text, "")]


def test_the_beginning_of_a_phrase_waits_for_its_end() -> None:
    recognizer = NotingRecognizer(["касаюсь", "сыр", "мост"])
    listener = listener_of(recognizer)
    listener.set_phrases(TOUCHES)
    assert after(listener, SPOKEN) == []
    assert {"касаюсь сыр", "стоп", "сыр", "мост"} <= set(recognizer.offered)
    assert after(listener, SPOKEN, SPOKEN) == [(1.1, "сыр", "касаюсь"), (2.3, "мост", "касаюсь")]


def test_a_beginning_that_nothing_follows_comes_out_at_last() -> None:
    recognizer = NotingRecognizer(["касаюсь", "сыр"])
    listener = listener_of(recognizer)
    listener.set_phrases(TOUCHES)
    ((at_s, text, begun),) = after(listener, "#" * 20, "." * 150)
    assert at_s == pytest.approx(0.6 + END_FOLLOWS_S, abs=0.1)
    assert (text, begun) == ("касаюсь", "")
    assert recognizer.offered == TOUCHES.phrases
    assert after(listener, SPOKEN) == [(1.1, "сыр", "")]


def test_a_beginning_that_was_followed_by_something_does_not_come_out() -> None:
    listener = listener_of(ScriptedRecognizer(["касаюсь", "[unk]", "стоп"]))
    listener.set_phrases(TOUCHES)
    assert after(listener, SPOKEN, SPOKEN, "." * 150) == [(2.3, "[unk]", "касаюсь")]


def test_what_was_said_in_the_pause_is_known() -> None:
    listener = listener_of(ScriptedRecognizer(["касаюсь", "не", "сыр"]))
    listener.set_phrases(TOUCHES)
    first, second = utterances(hear(listener, frames_of(SPOKEN * 3)))
    assert first.between == ()
    assert [each.n_best[0].text for each in second.between] == ["не"]


def test_of_two_beginnings_both_are_remembered() -> None:
    recognizer = NotingRecognizer(["касаюсь", "трогаю", "трогаю", "сыр"])
    listener = listener_of(recognizer)
    listener.set_phrases(PhraseSet("guess", (*TOUCHES.phrases, *(f"трогаю {place}" for place in "абвгд"))))
    events = hear(listener, frames_of(SPOKEN * 2))
    assert utterances(events) == []
    assert {"сыр", "а"} <= set(recognizer.offered)
    (found,) = utterances(hear(listener, frames_of(SPOKEN * 2, 2.4)))
    chain = [found.after, found.after and found.after.after]
    assert [each and each.n_best[0].text for each in chain] == ["трогаю", "трогаю"]
    assert chain[1] is not None
    assert chain[1].after is None


@pytest.mark.parametrize("how", ["gate", "phrases", "end"])
def test_what_puts_an_end_to_a_beginning(how: str) -> None:
    recognizer = NotingRecognizer(["касаюсь", "сыр"])
    listener = listener_of(recognizer)
    listener.set_phrases(TOUCHES)
    assert after(listener, SPOKEN) == []
    if how == "gate":
        listener.gate = listener.gate.started("referee", 1.2).finished("referee", 1.2)
        hear(listener, frames_of("...", 1.2))
        assert recognizer.offered == TOUCHES.phrases
    elif how == "phrases":
        listener.set_phrases(phrase_set("clue"))
        assert recognizer.offered == ("стоп",)
    else:
        assert [each.n_best[0].text for each in utterances(listener.finish())] == ["касаюсь"]
    (found,) = utterances(hear(listener, frames_of("." * 30 + SPOKEN, 1.3)))
    assert found.after is None


CLUES = PhraseSet("clue", ("стоп",), True, ("море",), ("один", "два"), ("* один", "* два"))


class OpenRecognizer(ScriptedRecognizer):
    """Notes the sound of each utterance."""

    def finish(self) -> tuple[Hypothesis, ...]:
        self.sounds = [*getattr(self, "sounds", []), b"".join(frame.samples for frame in self.frames)]
        return super().finish()


def test_a_clue_and_its_number_after_a_pause_are_heard_once_more_as_one() -> None:
    recognizer = OpenRecognizer(["море", "два", "море два"], Ear.OPEN)
    listener = listener_of(recognizer)
    listener.set_phrases(CLUES)
    (found,) = utterances(hear(listener, frames_of(SPOKEN * 2)))
    assert (found.n_best[0].text, found.after and found.after.n_best[0].text) == ("два", "море")
    assert found.joined is not None
    assert found.joined.n_best[0].text == "море два"
    assert recognizer.sounds[2] == recognizer.sounds[0] + recognizer.sounds[1] == found.joined.sound
    assert found.joined.spoken.endswith(found.spoken)
    assert found.joined.start_s == found.after.start_s if found.after else False


@pytest.mark.parametrize(
    ("spoken", "heard", "then"),
    [
        (1, ["море"], [(1.9, "море", "")]),
        (2, ["море", "дай мне ещё немного подумать"], [(2.3, "дай мне ещё немного подумать", "море")]),
        (2, ["подсказка море", "ну", "подсказка море ну"], [(3.1, "подсказка море ну", "подсказка море")]),
        (2, ["я думаю", "что это", "я думаю что это море"], [(2.3, "я думаю", ""), (3.1, "что это", "")]),
        (
            3,
            ["моя подсказка", "море", "моя подсказка море", "два", "моя подсказка море два"],
            [(3.5, "два", "моя подсказка море")],
        ),
    ],
)
def test_what_is_kept_back_while_a_clue_is_awaited(
    spoken: int, heard: list[str], then: list[tuple[float, str, str]]
) -> None:
    """`heard`: with what is heard once more, as one, behind its second half."""
    listener = listener_of(ScriptedRecognizer(heard, Ear.OPEN))
    listener.set_phrases(CLUES)
    assert after(listener, SPOKEN * spoken, "." * 60) == then


def test_the_same_phrases_again_do_not() -> None:
    listener = listener_of(ScriptedRecognizer(["касаюсь", "сыр"]))
    listener.set_phrases(TOUCHES)
    assert after(listener, SPOKEN) == []
    listener.set_phrases(PhraseSet(TOUCHES.scope, TOUCHES.phrases))
    assert after(listener, SPOKEN) == [(1.1, "сыр", "касаюсь")]


def test_a_closed_gate_drops_the_utterance_under_way() -> None:
    recognizer = ScriptedRecognizer(["стоп"])
    listener = listener_of(recognizer)
    hear(listener, frames_of("#" * 10))
    listener.gate = listener.gate.started("referee", 0.3)
    assert hear(listener, frames_of("#" * 30 + "." * 30, 0.3)) == []
    assert recognizer.resets == 1
    assert not listener.is_in_utterance


def test_our_own_voice_during_and_after_an_announcement_is_not_heard() -> None:
    listener = listener_of(ScriptedRecognizer([]))
    listener.gate = listener.gate.started("referee", 0.0)
    assert hear(listener, frames_of("#" * 50)) == []
    listener.gate = listener.gate.finished("referee", 1.5)
    assert hear(listener, frames_of("#" * 13 + "." * 30, 1.5)) == []


def test_the_gate_can_run_on_another_clock() -> None:
    listener = listener_of(ScriptedRecognizer(["стоп"]))
    listener.gate = listener.gate.started("referee", 1000.0)
    (frame,) = frames_of("#")
    assert listener.feed(frame, now_s=1001.0) == ()
    assert not listener.is_in_utterance


def test_speech_without_end_is_cut() -> None:
    listener = listener_of(ScriptedRecognizer(["", ""]), settings=EndpointSettings(max_length_s=3.0))
    cut = utterances(hear(listener, frames_of("#" * 210)))
    assert [each.endpoint for each in cut] == [Endpoint.TOO_LONG, Endpoint.TOO_LONG]


def test_the_end_of_the_stream_closes_what_is_running() -> None:
    listener = listener_of(ScriptedRecognizer(["стоп"]))
    hear(listener, frames_of("#" * 10))
    (event,) = listener.finish()
    assert isinstance(event, Utterance)
    assert event.endpoint is Endpoint.END_OF_STREAM
    assert listener.finish() == ()


def test_silence_and_clicks_give_nothing() -> None:
    recognizer = ScriptedRecognizer([])
    assert hear(listener_of(recognizer), frames_of(("." * 40 + "###") * 20)) == []
    assert recognizer.frames == []


def test_a_pause_tells_what_the_utterance_will_be() -> None:
    events = hear(listener_of(ScriptedRecognizer(["стоп"])), frames_of("." * 50 + "#" * 20 + "." * 30))
    (paused,) = (event for event in events if isinstance(event, SpeechPaused))
    (utterance,) = utterances(events)
    assert paused.sound == utterance.spoken
    assert len(paused.sound) < len(utterance.sound)


def test_a_pause_is_told_though_the_recogniser_writes_nothing_yet() -> None:
    recognizer = SilentRecognizer(["стоп"])
    events = hear(listener_of(recognizer), frames_of("." * 50 + "#" * 20 + "." * 30))
    assert not any(isinstance(event, PartialHypothesis) for event in events)
    (paused,) = (event for event in events if isinstance(event, SpeechPaused))
    assert paused.sound == next(event for event in events if isinstance(event, Utterance)).spoken


def test_who_speaks_on_after_a_pause_has_not_been_foreseen() -> None:
    events = hear(listener_of(ScriptedRecognizer(["стоп"])), frames_of("#" * 10 + "." * 10 + "#" * 10 + "." * 30))
    first, last = (event.sound for event in events if isinstance(event, SpeechPaused))
    (utterance,) = utterances(events)
    assert utterance.spoken == last != first


def test_what_is_cut_off_in_speech_is_spoken_whole() -> None:
    listener = listener_of(ScriptedRecognizer(["стоп"]))
    hear(listener, frames_of("#" * 10 + "." * 10 + "#" * 3))
    (utterance,) = utterances(listener.finish())
    assert utterance.spoken == utterance.sound
