"""How a new table is laid: what options, or the players by voice, have chosen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from voiceduet.grammar.setup.scopes import Stage


@dataclass(frozen=True, slots=True)
class Team:
    """Whose campaign a game belongs to."""

    name: str
    mission: str
    """The mission's name in the campaign."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """How a new table is laid."""

    board: str
    """FILE or "deck"."""
    key: str
    """FILE, "draw" or "table"."""
    first: str | None = None
    """Side that gives the first clue: "a" or "b"."""
    journal: Path | None = None
    """Where the game is saved; a new file in the usual place when not given."""
    team: Team | None = None
    words: tuple[str, ...] = ()
    """The 25 words when they were dictated; then `board` is not looked at."""
    asked: tuple[Stage, ...] | None = None
    """Set up by voice: the questions to ask; `None` for what the options say."""
