"""Rule cases as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from voiceduet.engine.grid import Board
from voiceduet.engine.key import KeyCard
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import Move
from voiceduet.engine.setup import Edition
from voiceduet.table.cases.fields import Expectations


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a player does."""

    move: Move
    text: str
    """As it is shown: `b touch 1:5 ПИЛА`."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What should come of the actions."""

    steps: tuple[Expectations, ...] | None
    """One entry an action; `None` when the steps are not asserted."""
    final: Expectations
    refused: Expectations | None
    """The state when the last clue, an illegal one, is not accepted."""
    punished: Expectations | None
    """The state when it stands and a token is paid for it (rules 7.1)."""


@dataclass(frozen=True, slots=True)
class Case:
    """A situation and its expected course."""

    id: str
    title: str
    board: Board
    key: KeyCard | None
    mission: Mission
    free_order: bool
    editions: tuple[Edition, ...]
    actions: tuple[Action, ...]
    readings: dict[str, Expected]
    """By the name of the reading; "" when there is only one."""
    remarks: tuple[str, ...] = ()
    """What in the file was not understood and does not matter."""


@dataclass(frozen=True, slots=True)
class KeyCase:
    """A key that is right or wrong."""

    id: str
    title: str
    text: str
    """Two lines of letters."""
    valid: bool


@dataclass(frozen=True, slots=True)
class BadCase:
    """A case that cannot be used."""

    id: str
    title: str
    problem: str


AnyCase: TypeAlias = Case | KeyCase | BadCase
