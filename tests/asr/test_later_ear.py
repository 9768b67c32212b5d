"""An ear that is made in the background."""

from __future__ import annotations

import threading

import pytest

from voiceduet.asr.errors import ModelError
from voiceduet.asr.later_ear import LaterEar
from voiceduet.asr.ports import AudioFrame, Ear, Hypothesis, PhraseSet

pytestmark = pytest.mark.logic
FRAME = AudioFrame(bytes(960), 0.0)


class Counting:
    """Says how many frames it heard, and under which phrases."""

    def __init__(self) -> None:
        self.scope = ""
        self.frames = 0

    def set_phrases(self, phrases: PhraseSet) -> None:
        self.scope = phrases.scope

    def accept(self, frame: AudioFrame) -> str | None:
        del frame
        self.frames += 1
        return None

    def finish(self) -> tuple[Hypothesis, ...]:
        heard = Hypothesis(f"{self.scope} {self.frames}", Ear.OPEN)
        self.frames = 0
        return (heard,)

    def reset(self) -> None:
        self.frames = 0


def test_what_came_before_it_was_there_is_heard_too() -> None:
    may_begin = threading.Event()

    def make() -> Counting:
        may_begin.wait(5.0)
        return Counting()

    ear = LaterEar(make)
    ear.set_phrases(PhraseSet("clue", ()))
    ear.accept(FRAME)
    ear.accept(FRAME)
    may_begin.set()
    assert [each.text for each in ear.finish()] == ["clue 2"]
    ear.accept(FRAME)
    ear.reset()
    ear.set_phrases(PhraseSet("guess", ()))
    ear.accept(FRAME)
    assert [each.text for each in ear.finish()] == ["guess 1"]


def test_what_went_wrong_is_raised_when_an_utterance_is_closed() -> None:
    def make() -> Counting:
        raise ModelError("damaged")

    ear = LaterEar(make)
    ear.set_phrases(PhraseSet("clue", ()))
    with pytest.raises(ModelError, match="damaged"):
        ear.finish()
