"""The values that go through a step of setting up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from voiceduet.engine.grid import COLUMNS, SIZE
from voiceduet.engine.mission import STANDARD, Mission
from voiceduet.engine.setup import Edition
from voiceduet.engine.side import Side
from voiceduet.grammar.setup.scopes import Stage
from voiceduet.tts.ports import Announcement

ROWS = SIZE // COLUMNS
NO_WORDS = ("",) * SIZE


class BoardSource(StrEnum):
    """Where the 25 words come from."""

    DECK = "deck"
    DICTATED = "dictated"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been agreed on so far."""

    names: tuple[str, str] = ("", "")
    edition: Edition = Edition.RU
    mission: Mission = STANDARD
    city: str = ""
    """Key of the mission's name; empty when it was given by its numbers."""
    key_on_table: bool = False
    first: Side | None = None
    """`None`: either side may begin (rules 1.4)."""
    board: BoardSource = BoardSource.DECK
    words: tuple[str, ...] = NO_WORDS
    """Dictated words by place, empty where none was said yet."""
    checked: tuple[int, ...] = ()
    """Rows, 1-5, that the players have found right."""

    def row(self, number: int) -> tuple[str, ...]:
        """The five words of a row, 1-5."""
        return self.words[(number - 1) * COLUMNS : number * COLUMNS]

    @property
    def open_row(self) -> int | None:
        """The first row that is not checked; `None` when all are."""
        return next((row for row in range(1, ROWS + 1) if row not in self.checked or not all(self.row(row))), None)


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that "undo" brings back, and that survives an interruption."""

    draft: Draft = field(default_factory=Draft)
    stage: Stage = Stage.NAMES
    row: int = 1
    """The row at hand."""
    place: int | None = None
    """0-24: the one card that is asked for."""
    tokens: int = 0
    """Tokens of the mission whose mistakes are asked for."""
    city: str = ""
    """Its key, when it was named."""
    returning: bool = False
    """The step was asked again: the summary comes after it."""
    corrections: int = 0
    """How often the row at hand was found wrong."""


@dataclass(frozen=True, slots=True)
class SetupState:
    """The whole state of the conversation."""

    moment: Moment
    before: tuple[Moment, ...] = ()
    """What "undo" goes back to, the latest last."""
    broken_off: Moment | None = None
    """A set-up of another time that may be taken up again."""
    paused: bool = False
    misheard: int = 0
    last_said: tuple[Announcement, ...] = ()
    told: tuple[str, ...] = ()
    """Remarks about words and names that were made already."""


@dataclass(frozen=True, slots=True)
class City:
    """A mission that has a name."""

    name: str
    tokens: int
    mistakes: int | None
    """`None` where only the printed map says it (rules 1.3)."""


class Remarks(Protocol):
    """What about words and names will be hard to hear, as sentences ready to be said."""

    def about_names(self, names: tuple[str, str]) -> tuple[str, ...]:
        """Names that mislead or cannot be heard."""

    def about_row(self, words: tuple[str, ...], row: int) -> tuple[str, ...]:
        """Words of a row that cannot be heard, or sound like others of `words`."""


@dataclass(frozen=True, slots=True)
class SetupTable:
    """What stays the same while a table is set up."""

    language: str
    asked: tuple[Stage, ...]
    """The steps that are asked, in order; all others keep what the options say."""
    cities: Mapping[str, City]
    """By key."""
    remarks: Remarks
    may_switch: bool = True
    """Whether the ears can be opened again in another language."""


class SetupSignal(StrEnum):
    """What a step asks of the session beyond speaking."""

    BEGIN = "begin"
    QUIT = "quit"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class SetupStep:
    """What one input led to."""

    state: SetupState
    says: tuple[Announcement, ...] = ()
    signal: SetupSignal | None = None
    language: str = ""
    """Which, with `LANGUAGE`."""
