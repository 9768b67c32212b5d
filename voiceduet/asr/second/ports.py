"""What a second ear is asked, and what it answers. It knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from voiceduet.asr.errors import AsrError


class SecondEarFault(AsrError):  # noqa: N818 - a fault of the outside world, not a programming error
    """It is late, or its process is gone: there is no second opinion on this utterance."""


class SecondEar(Protocol):
    """A recogniser over whole utterances, for one language. Both methods raise `SecondEarFault`."""

    def listen(self, sound: bytes) -> str:
        """Hear an utterance (sound as an `AudioFrame` has it); return what it would write, lower case, bare words.

        Speech must have been found before: on noise it invents sentences.
        """

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each text is to be what `listen` heard last: natural logarithm of its probability, end included.

        Only comparable within one utterance.
        """

    def close(self) -> None:
        """Let go of it; safe to call twice."""
