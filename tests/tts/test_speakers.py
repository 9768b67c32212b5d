"""Speakers with scripted outputs: `PlaybackFinished` always comes, once."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from voiceduet.tts.faults import FaultCode, SpeechFault
from voiceduet.tts.patience import Patience
from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished, PlaybackStarted, Priority
from voiceduet.tts.pronunciation import Pronunciation
from voiceduet.tts.speakers import PrintSpeaker, QueueSpeaker

pytestmark = pytest.mark.logic


class ScriptedOutput:
    """Holds every phrase until it is released or cut; a phrase with "fault" or "crash" in it fails."""

    def __init__(self, *, held: bool = False) -> None:
        self.said: list[str] = []
        self.begun = threading.Event()
        self.release = threading.Event()
        self.closed = 0
        if not held:
            self.release.set()

    def perform(self, text: str, started: Callable[[], None], cut: threading.Event) -> float:
        self.said.append(text)
        if "fault" in text:
            raise SpeechFault(FaultCode.NO_SOUND, why=text)
        if "crash" in text:
            raise OSError("disk full")
        started()
        self.begun.set()
        while not cut.wait(0.005) and not self.release.is_set():
            pass
        return 1.5

    def close(self) -> None:
        self.closed += 1


def speaker(output: ScriptedOutput) -> tuple[QueueSpeaker, list[PlaybackEvent]]:
    events: list[PlaybackEvent] = []
    made = QueueSpeaker(output, Pronunciation({"лиса": "лисаа"}))
    made.start(events.append)
    return made, events


def finished(events: list[PlaybackEvent]) -> list[PlaybackFinished]:
    return [event for event in events if isinstance(event, PlaybackFinished)]


def test_announcements_are_said_in_order_and_reported() -> None:
    output = ScriptedOutput()
    made, events = speaker(output)
    said = [Announcement("Сыр — агент."), Announcement("Четыре из пятнадцати.")]
    for announcement in said:
        made.say(announcement)
    made.close()
    expected: list[PlaybackEvent] = []
    for announcement in said:
        expected += [PlaybackStarted(announcement), PlaybackFinished(announcement, 1.5)]
    assert events == expected
    assert output.closed == 1


def test_the_voice_gets_the_respelling_and_the_event_the_text() -> None:
    output = ScriptedOutput()
    made, events = speaker(output)
    made.say(Announcement("Лиса — агент."))
    made.close()
    assert output.said == ["Лисаа — агент."]
    assert finished(events)[0].announcement.text == "Лиса — агент."


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("fault", ("the engine wrote no readable sound", "fault")),
        ("crash", ("the voice failed", "OSError: disk full")),
    ],
)
def test_a_failure_is_reported_and_the_next_one_is_said(text: str, fault: tuple[str, str]) -> None:
    made, events = speaker(ScriptedOutput())
    made.say(Announcement(text))
    made.say(Announcement("сыр"))
    made.close()
    ends = [((end.fault, end.detail), end.duration_s) for end in finished(events)]
    assert ends == [(fault, 0.0), ((None, ""), 1.5)]


def test_a_dead_voice_is_left_alone_but_tried_again() -> None:
    output = ScriptedOutput()
    made, events = speaker(output)
    for n in range(14):
        made.say(Announcement(f"fault {'а' * n}"))
    made.close()
    assert len(output.said) == 5
    assert len(finished(events)) == 14
    assert finished(events)[6].fault == "the voice is switched off: the engine wrote no readable sound"


def test_patience_comes_back() -> None:
    patience = Patience()
    for _ in range(3):
        assert patience.is_worth_a_try
        patience = patience.after_loss()
    assert [patience.is_worth_a_try, patience.after_loss().is_worth_a_try] == [True, False]
    assert patience.after_success() == Patience()


def test_stop_cuts_the_present_one_and_drops_what_may_be_dropped() -> None:
    output = ScriptedOutput(held=True)
    made, events = speaker(output)
    present, row = Announcement("Ряд один."), Announcement("Ряд два.", Priority.LOW)
    warning = Announcement("Внимание: остался последний жетон.", interruptible=False)
    made.say(present)
    assert output.begun.wait(5)
    made.say(row)
    made.say(warning)
    made.stop()
    output.release.set()
    made.close()
    ends = {end.announcement: end for end in finished(events)}
    assert (ends[present].stopped, ends[row].stopped, ends[warning].stopped) == (True, True, False)
    assert output.said == [present.text, warning.text]
    assert PlaybackStarted(row) not in events


def test_a_warning_that_plays_is_not_cut() -> None:
    output = ScriptedOutput(held=True)
    made, events = speaker(output)
    made.say(Announcement("Внимание: осталось два жетона.", interruptible=False))
    assert output.begun.wait(5)
    made.stop()
    assert finished(events) == []
    output.release.set()
    made.close()
    assert [end.stopped for end in finished(events)] == [False]


def test_stop_does_not_cut_what_comes_after_it() -> None:
    output = ScriptedOutput(held=True)
    made, events = speaker(output)
    made.say(Announcement("сыр"))
    assert output.begun.wait(5)
    made.stop()
    made.say(Announcement("салат"))
    output.release.set()
    made.close()
    assert [(end.announcement.text, end.stopped) for end in finished(events)] == [("сыр", True), ("салат", False)]


def test_a_replaced_announcement_is_finished_too() -> None:
    output = ScriptedOutput(held=True)
    made, events = speaker(output)
    made.say(Announcement("сыр"))
    assert output.begun.wait(5)
    made.say(Announcement("пять", topic="tokens"))
    made.say(Announcement("четыре", topic="tokens"))
    output.release.set()
    made.close()
    assert {end.announcement.text: end.stopped for end in finished(events)} == {
        "сыр": False,
        "пять": True,
        "четыре": False,
    }


def test_an_empty_text_never_reaches_the_voice() -> None:
    output = ScriptedOutput()
    made, events = speaker(output)
    made.say(Announcement("  "))
    made.close()
    assert output.said == []
    assert [end.fault for end in finished(events)] == [None]


def test_what_comes_after_the_end_is_reported() -> None:
    made, events = speaker(ScriptedOutput())
    made.close()
    made.close()
    made.say(Announcement("сыр"))
    assert [end.fault for end in finished(events)] == ["the speaker is closed"]


def test_closing_does_not_wait_for_a_long_read_out() -> None:
    output = ScriptedOutput(held=True)
    events: list[PlaybackEvent] = []
    made = QueueSpeaker(output, close_limit_s=0.1)
    made.start(events.append)
    for text in ("Ряд один.", "Ряд два.", "Ряд три."):
        made.say(Announcement(text, interruptible=False))
    assert output.begun.wait(5)
    made.close()
    assert sorted(end.announcement.text for end in finished(events)) == ["Ряд два.", "Ряд один.", "Ряд три."]
    assert all(end.stopped for end in finished(events))
    assert output.said == ["Ряд один."]


def test_print_speaker_is_done_at_once() -> None:
    events: list[PlaybackEvent] = []
    made = PrintSpeaker()
    made.start(events.append)
    said = Announcement("Сыр — агент.")
    made.say(said)
    made.stop()
    made.close()
    assert events == [PlaybackStarted(said), PlaybackFinished(said, 0.0)]
