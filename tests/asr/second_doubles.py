"""A second ear that follows a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from voiceduet.asr.second.ports import SecondEarFault


class ScriptedEar:
    """Hears one text and knows the scores of some; all others are impossible."""

    def __init__(self, freely: str, scores: Mapping[str, float]) -> None:
        self._freely = freely
        self._scores = scores

    def listen(self, sound: bytes) -> str:
        return self._freely

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        return tuple(self._scores.get(text, -60.0) for text in texts)

    def close(self) -> None:
        pass


class LateEar:
    """Never has an answer in time."""

    def listen(self, sound: bytes) -> str:
        raise SecondEarFault("no answer within 1.5 s")

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        raise SecondEarFault("no answer within 1.5 s")

    def close(self) -> None:
        pass
