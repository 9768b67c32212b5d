"""What players do. Every move names who makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from voiceduet.engine.key import Identity
from voiceduet.engine.side import Side


@dataclass(frozen=True, slots=True)
class GiveClue:
    """One word and one number (rules 2.2). The engine does not judge the word (rules 7.3)."""

    by: Side
    word: str
    number: int


@dataclass(frozen=True, slots=True)
class Touch:
    """A final guess (rules 2.3)."""

    by: Side
    index: int
    """0–24, row by row, as side `a` sees the table."""
    shown: Identity | None = None
    """The colour that the giver said; only, and always, with the key on the table (rules 11)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn after at least one agent (rules 2.5)."""

    by: Side


@dataclass(frozen=True, slots=True)
class Penalize:
    """The clue just given by `by` was illegal: a token leaves the supply (rules 7.1)."""

    by: Side


@dataclass(frozen=True, slots=True)
class DeclareComplete:
    """With the key on the table: all agents of this side's card are covered (rules 4.2, 11)."""

    by: Side


Move: TypeAlias = GiveClue | Touch | Stop | Penalize | DeclareComplete
