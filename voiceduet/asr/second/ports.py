"""What a second ear is asked, and what it answers. It knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from voiceduet.asr.errors import AsrError


class SecondEarFault(AsrError):  # noqa: N818 - a fault of the outside world, not a programming error
    """It is late, or its process is gone: there is no second opinion on this utterance."""


class SecondEar(Protocol):
    """A recogniser over whole utterances, for one language. `listen`, `weigh`, `presume` raise `SecondEarFault`."""

    def foresee(self, sound: bytes) -> None:
        """Begin to hear an utterance that may be over, before anybody asks; returns at once and never fails."""

    def listen(self, sound: bytes) -> str:
        """Hear an utterance (sound as an `AudioFrame` has it); return what it would write, lower case, bare words.

        Speech must have been found before: on noise it invents sentences. What was foreseen costs little.
        """

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each text is to be what `listen` heard last: natural logarithm of its probability, end included.

        Only comparable within one utterance.
        """

    def presume(self, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each text is where nothing is said, as `weigh` counts; short and frequent ones are likelier."""

    def learn(self, texts: Sequence[str]) -> None:
        """Name texts that will be asked for, so that they can be presumed when there is time; returns at once."""

    def close(self) -> None:
        """Let go of it; safe to call twice."""
