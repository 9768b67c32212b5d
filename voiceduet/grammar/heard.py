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


@dataclass(frozen=True, slots=True)
class Share:
    """A phrase and how likely it is that it was said: a natural logarithm, 0 is certain.

    Of what may have been said in place of a phrase: how much likelier it is than that, above 0.
    """

    text: str
    share: float
    lag: float | None = None
    """How much likelier other words are in place of those that all phrases of its kind have; a natural logarithm.
    `None` where that is not known."""
