"""What may be said now (voice.md, Listening 7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from voiceduet.engine.side import Side
from voiceduet.engine.words import fold
from voiceduet.grammar.forms import apart


class ScopeName(StrEnum):
    """The closed grammars. General commands are live in all but `PAUSED`."""

    CLUE = "clue"
    """A clue is awaited: an open word and a number."""
    GUESS = "guess"
    """Touches and stop."""
    SUDDEN_DEATH = "sudden_death"
    """Touches that say who touches (rules 6.2); no stop."""
    COLOUR = "colour"
    """Key on the table: the giver says the colour."""
    CONFIRM = "confirm"
    """A yes/no question is open."""
    NUMBER = "number"
    """The number of a clue is asked for."""
    SPELLING = "spelling"
    """A clue word is being spelled, letter by letter (voice.md, Listening 5)."""
    RULING = "ruling"
    """A clue was found illegal: penalty, another clue, it stands, new game (rules 7.3)."""
    PAUSED = "paused"
    """Only «продолжаем» is heard."""
    OVER = "over"
    """The game has ended: queries, new game, quit."""


@dataclass(frozen=True, slots=True)
class TableWords:
    """The words and names that sentences of this table may contain."""

    board: tuple[str, ...]
    """25 words, row by row, as on the cards."""
    names: tuple[str, str] = ("", "")
    """Names of side `a` and side `b`; empty when none were given."""
    bare_touch: bool = False
    """Option `touch = "bare"`: a board word alone counts (voice.md, Listening 1)."""

    def index_of(self, word: str) -> int | None:
        """Place of a word on the board, however it is spelled, with hyphen or space; `None` when it is not there."""
        key = apart(fold(word))
        return next((i for i, card in enumerate(self.board) if apart(fold(card)) == key), None)

    def name_of(self, side: Side) -> str:
        """The name given to a side, or an empty string."""
        return self.names[0 if side is Side.A else 1]


@dataclass(frozen=True, slots=True)
class Scope:
    """One closed grammar on one table."""

    name: ScopeName
    table: TableWords
    touchable: frozenset[int] = frozenset(range(25))
    """Indices a touch may name now; others are understood too, so that the refusal can say why."""
    clue_awaited: bool = True
    """While a clue is awaited one may be said at any question; else only with «подсказка» before it."""
