from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.asr.doubles import LoudnessDetector, ScriptedRecognizer, frames_of, phrase_set
from voiceduet.asr.endpointing import Endpointer, EndpointSettings
from voiceduet.asr.gate import MicGate
from voiceduet.asr.listener import Listener, ListenEvent, PartialHypothesis, SpeechPaused, SpeechStarted
from voiceduet.asr.ports import AudioFrame, Ear, Endpoint, PhraseSet, Utterance

pytestmark = pytest.mark.logic


class SilentRecognizer(ScriptedRecognizer):
    """Writes nothing before the end."""

    def accept(self, frame: AudioFrame) -> str | None:
        super().accept(frame)
        return None


class ForeseeingRecognizer(ScriptedRecognizer):
    """Writes its text from the first frame on."""

    def accept(self, frame: AudioFrame) -> str | None:
        super().accept(frame)
        return self.texts[self.finished]


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


@pytest.mark.parametrize(("text", "ends_s"), [("касаюсь", 2.4), ("касаюсь сыр", 1.41), ("стоп", 1.41), ("ряд", 1.41)])
def test_somebody_who_announced_a_touch_may_look_for_the_card(text: str, ends_s: float) -> None:
    listener = listener_of(ForeseeingRecognizer([text]))
    touches = tuple(f"касаюсь {card}" for card in ("сыр", "мост", "дом", "ключ", "ёж"))
    listener.set_phrases(PhraseSet("guess", (*touches, "ряд один", "ряд два", "стоп")))
    ended = [
        frame.start_s
        for frame in frames_of("#" * 30 + "." * 80)
        if any(isinstance(event, Utterance) for event in listener.feed(frame))
    ]
    assert ended == [pytest.approx(ends_s, abs=0.04)]


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
