"""The ear for spelled words, over whole utterances."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from voiceduet.asr.errors import AsrError
from voiceduet.asr.ports import AudioFrame, Ear, Hypothesis
from voiceduet.asr.spelling.letter_graph import SpelledWords
from voiceduet.asr.spelling.letter_model import letter_model
from voiceduet.asr.vosk_recognizer import Limit, VoskRecognizer, load_model

N_BEST = 30


class SpellingEarFault(AsrError):  # noqa: N818 - a fault of the outside world, not a programming error
    """It could not hear this utterance."""


class SpellingEar(Protocol):
    """Hears letters."""

    def wake(self) -> None:
        """Letters are about to come; returns at once."""

    def hear(self, sound: bytes) -> tuple[Hypothesis, ...]:
        """What was spelled in an utterance (sound as an `AudioFrame` has it), best first.

        Texts are letters as they were said, with what was said around them. Raise `SpellingEarFault`.
        """

    def close(self) -> None:
        """Let go of it; safe to call twice."""


class LetterEar:
    """The ear in this process."""

    def __init__(self, model: Path, spelled: SpelledWords, cache: Path) -> None:
        """Make the model for these words if there is none. Raise `ModelError`, `LexiconError`, `OSError`."""
        self._recognizer = VoskRecognizer(load_model(letter_model(model, spelled, cache)), Limit.NONE, N_BEST)

    def wake(self) -> None:
        """It is awake."""

    def hear(self, sound: bytes) -> tuple[Hypothesis, ...]:
        """What was spelled in an utterance, best first; texts once each."""
        self._recognizer.accept(AudioFrame(sound, 0.0))
        heard = self._recognizer.finish()
        best: dict[str, Hypothesis] = {}
        for each in heard:
            best.setdefault(each.text, Hypothesis(each.text, Ear.SPELLED, score=each.score))
        return tuple(best.values())

    def close(self) -> None:
        """Nothing to release."""
