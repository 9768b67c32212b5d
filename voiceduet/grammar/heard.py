"""What the ears hand to interpretation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Source: TypeAlias = Literal["limited", "open", "spelled", "typed"]


@dataclass(frozen=True, slots=True)
class HeardText:
    """One hypothesis of one ear over one utterance."""

    text: str
    source: Source
    """`limited` to the scope's phrases, `open` to all words the model knows, `spelled` to letters, or `typed`, which is
    exact."""
    confidences: tuple[float | None, ...] = ()
    """One a word, 0–1; empty or `None` where the ear gives none."""
    score: float | None = None
    """The recogniser's own figure, higher is better; only compared within one utterance and one source."""
