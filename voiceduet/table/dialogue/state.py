"""The values that go through a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from voiceduet.engine.events import Event
from voiceduet.engine.moves import Move
from voiceduet.engine.state import GameState
from voiceduet.grammar.judge.verdict import ClueQuestion, Relaxation, Ruling
from voiceduet.grammar.scopes import TableWords
from voiceduet.table.dialogue.memory import Memory
from voiceduet.table.wording import Wording
from voiceduet.tts.ports import Announcement


class IllegalClueWay(StrEnum):
    """What happens when the judge finds a clue illegal (rules 7.3)."""

    ASK = "ask"
    """The table picks one of the ways."""
    PENALTY = "penalty"
    RETAKE = "retake"


class ClueChecker(Protocol):
    """The clue judge as the dialogue needs it."""

    def check(self, question: ClueQuestion) -> Ruling:
        """Rule on one clue; pure for the dialogue's purposes."""

    def remember(self, clue: str, *, allowed: bool) -> None:
        """Keep what the players ruled about a clue word, for this and later games. May raise `OSError`."""


class Speller(Protocol):
    """What is known about words and their letters."""

    def words(self, heard: Sequence[Sequence[str]], refused: Sequence[str]) -> tuple[str, ...]:
        """Words that heard letters make, likeliest first; at least one.

        `heard` has for each utterance what it may have been, likeliest first; `refused` are words that it was not.
        """

    def letters(self, word: str) -> str:
        """A word as it is spelled aloud."""


class PlainSpeller:
    """Takes every letter for what it was heard as first."""

    def words(self, heard: Sequence[Sequence[str]], refused: Sequence[str]) -> tuple[str, ...]:
        """The letters side by side."""
        del refused
        return ("".join(readings[0] for readings in heard),)

    def letters(self, word: str) -> str:
        """The letters themselves."""
        return ", ".join(word)


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for a whole game."""

    words: TableWords
    wording: Wording
    judge: ClueChecker
    illegal_clue: IllegalClueWay = IllegalClueWay.ASK
    relaxed: frozenset[Relaxation] = field(default_factory=frozenset)
    speller: Speller = field(default_factory=PlainSpeller)


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The whole state of a table: the game and the conversation about it."""

    game: GameState
    memory: Memory = field(default_factory=Memory)


class Signal(StrEnum):
    """What a step asks of the session beyond speaking."""

    NEW_GAME = "new_game"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class WordDecision:
    """What the table answered when the judge doubted a word by itself (rules 9.6)."""

    word: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What one input led to. The session writes it down, then speaks it."""

    state: Dialogue
    moves: tuple[Move, ...] = ()
    """Moves made, in order, after `undone` were taken back."""
    undone: tuple[Move, ...] = ()
    """Moves taken back, last first."""
    events: tuple[Event, ...] = ()
    says: tuple[Announcement, ...] = ()
    ruling: Ruling | None = None
    """The judge's answer, when a clue was judged."""
    decided: WordDecision | None = None
    """What the players ruled about a word; the session keeps it for later games."""
    refused: str | None = None
    """Machine-readable reason of a refusal, when something was refused."""
    signal: Signal | None = None
