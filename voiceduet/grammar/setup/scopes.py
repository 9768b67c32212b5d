"""The steps of setting up, and what may be said in each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """The closed grammars of setting up; each but the last is also a step of the conversation."""

    RESUME = "resume"
    """Whether to go on with a set-up that was broken off."""
    NAMES = "names"
    MISSION = "mission"
    MISTAKES = "mistakes"
    """How many mistakes the mission allows, where only its tokens are known (rules 1.3)."""
    KEY = "key"
    FIRST = "first"
    EDITION = "edition"
    BOARD = "board"
    ROW = "row"
    """Words of a row are dictated."""
    CHECK = "check"
    """A row was read back and waits for "yes" or a correction."""
    WORD = "word"
    """One card is asked for."""
    SUMMARY = "summary"
    """All was read back and waits for "yes"."""
    PAUSED = "paused"


CHANGEABLE = (Stage.NAMES, Stage.MISSION, Stage.KEY, Stage.FIRST, Stage.EDITION, Stage.BOARD)
"""What can be asked for by name: «поменяй миссию»."""


@dataclass(frozen=True, slots=True)
class SetupScope:
    """One closed grammar on one table that is being laid."""

    stage: Stage
    names: tuple[str, str] = ("", "")
    cities: tuple[tuple[str, str], ...] = ()
    """Spoken name and key of every mission that has a name."""
    card_words: tuple[str, ...] = ()
    """Words that often stand on cards, lower case; likelier than others when a row is dictated."""
