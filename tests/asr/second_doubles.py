"""Second ears that follow a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from voiceduet.asr.second.ports import SecondEarFault


class ScriptedEar:
    """Hears one text and knows the scores of some; all others are impossible, and beforehand -15 each."""

    def __init__(self, freely: str, scores: Mapping[str, float], presumed: Mapping[str, float] | None = None) -> None:
        self._freely = freely
        self._scores = scores
        self._presumed = presumed or {}
        self.foreseen: list[bytes] = []
        self.learned: list[str] = []

    def foresee(self, sound: bytes) -> None:
        self.foreseen.append(sound)

    def learn(self, texts: Sequence[str]) -> None:
        self.learned += texts

    def presume(self, texts: Sequence[str]) -> tuple[float, ...]:
        return tuple(self._presumed.get(text, -15.0) for text in texts)

    def listen(self, sound: bytes) -> str:
        return self._freely

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        return tuple(self._scores.get(text, -60.0) for text in texts)

    def close(self) -> None:
        pass


class LateEar:
    """Never has an answer in time."""

    def foresee(self, sound: bytes) -> None:
        pass

    def learn(self, texts: Sequence[str]) -> None:
        pass

    def presume(self, texts: Sequence[str]) -> tuple[float, ...]:
        raise SecondEarFault("no answer within 1.5 s")

    def listen(self, sound: bytes) -> str:
        raise SecondEarFault("no answer within 1.5 s")

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        raise SecondEarFault("no answer within 1.5 s")

    def close(self) -> None:
        pass
