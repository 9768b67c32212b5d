"""What is agreed before the first clue."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from voiceduet.engine.grid import Board
from voiceduet.engine.key import KeyCard
from voiceduet.engine.mission import STANDARD, Mission


class Edition(StrEnum):
    """Whose rulebook is followed where they disagree (rules 8)."""

    RU = "ru"
    KO = "ko"
    EN = "en"


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Readings and variants that the table chooses."""

    edition: Edition = Edition.RU
    free_order: bool = False
    """The same side may give twice in a row, never three times (rules 4.1)."""
    winning_turn_uses_token: bool | None = None
    """Whether the winning turn uses a token (rules 5.5); `None` follows the edition."""

    @property
    def charges_winning_turn(self) -> bool:
        """Whether the winning turn uses a token: as given, else no in `ru`, yes in `ko` and `en`."""
        if self.winning_turn_uses_token is None:
            return self.edition is not Edition.RU
        return self.winning_turn_uses_token


@dataclass(frozen=True, slots=True)
class GameSetup:
    """Board, key, mission and options of one game."""

    board: Board
    key: KeyCard | None
    """`None`: the real card stands on the table and the referee does not know it (rules 11)."""
    mission: Mission = STANDARD
    options: GameOptions = field(default_factory=GameOptions)
