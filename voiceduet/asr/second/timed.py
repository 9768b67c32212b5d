"""A second ear with a stopwatch."""

from __future__ import annotations

import time
from collections.abc import Sequence

from voiceduet.asr.second.ports import SecondEar


class TimedEar:
    """Passes everything on and remembers how long the answers took."""

    def __init__(self, ear: SecondEar) -> None:
        self._ear = ear
        self.took_s: list[float] = []
        """Seconds for each utterance that it was asked about."""

    def listen(self, sound: bytes) -> str:
        """Hear an utterance."""
        began_s = time.perf_counter()
        text = self._ear.listen(sound)
        self.took_s.append(time.perf_counter() - began_s)
        return text

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        """Weigh texts."""
        began_s = time.perf_counter()
        scores = self._ear.weigh(texts)
        self.took_s[-1] += time.perf_counter() - began_s
        return scores

    def close(self) -> None:
        """Let go of it."""
        self._ear.close()
