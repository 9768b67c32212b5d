"""What happened, in the order in which it happened. The names are those of the record format."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from voiceduet.engine.side import Side


class Outcome(StrEnum):
    """How a game ended."""

    WIN = "win"
    LOSS_ASSASSIN = "loss_assassin"
    LOSS_SUDDEN_DEATH = "loss_sudden_death"
    """A bystander in sudden death (rules 6.3)."""
    LOSS_NO_TOKENS = "loss_no_tokens"
    """Two tokens were due and one was left (rules 5.3)."""


@dataclass(frozen=True, slots=True)
class ClueGiven:
    """A clue stands; the other side guesses."""

    name: ClassVar[str] = "clue_given"
    by: Side
    word: str
    number: int


@dataclass(frozen=True, slots=True)
class AgentFound:
    """A touched word is an agent for the giver and is covered for good (rules 2.3)."""

    name: ClassVar[str] = "agent_found"
    by: Side
    """The side that touched."""
    index: int
    over_mark: bool = False
    """The word carried a mark, which stays as a record (rules 3.2)."""


@dataclass(frozen=True, slots=True)
class BystanderHit:
    """A touched word is a bystander for the giver; it is marked for the toucher (rules 3.1)."""

    name: ClassVar[str] = "bystander_hit"
    by: Side
    index: int
    tokens_used: int
    """1; 2 for the mission penalty (rules 5.3); 0 in sudden death, or when two were due and one was left."""


@dataclass(frozen=True, slots=True)
class AssassinHit:
    """A touched word is an assassin for the giver."""

    name: ClassVar[str] = "assassin_hit"
    by: Side
    index: int


@dataclass(frozen=True, slots=True)
class WordHidden:
    """The second side's mark closes the word to both (rules 3.2, 3.4)."""

    name: ClassVar[str] = "word_hidden"
    index: int


@dataclass(frozen=True, slots=True)
class TwoTokenPenalty:
    """The mistake cost two checkmark tokens (rules 5.3)."""

    name: ClassVar[str] = "two_token_penalty"


@dataclass(frozen=True, slots=True)
class StopTokenTaken:
    """The guesser stopped and took one token (rules 5.1)."""

    name: ClassVar[str] = "stop_token"
    by: Side


@dataclass(frozen=True, slots=True)
class WinningTurnTokenTaken:
    """The winning turn used a token (edition option, rules 5.5)."""

    name: ClassVar[str] = "winning_turn_token"


@dataclass(frozen=True, slots=True)
class TokenRemoved:
    """The penalty for an illegal clue took a token (rules 7.1)."""

    name: ClassVar[str] = "token_removed"
    by: Side
    """The side whose clue it was."""


@dataclass(frozen=True, slots=True)
class SideCompleted:
    """All nine agents of this side are covered: it gives no more clues (rules 4.2). Named `side_done_a|b`."""

    side: Side

    @property
    def name(self) -> str:
        """The name in the record format."""
        return f"side_done_{self.side}"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over; who gives next is in the observation."""

    name: ClassVar[str] = "turn_end"


@dataclass(frozen=True, slots=True)
class SuddenDeathBegan:
    """No tokens are left and agents are (rules 5.4)."""

    name: ClassVar[str] = "sudden_death"


@dataclass(frozen=True, slots=True)
class GameWon:
    """All 15 agents are covered."""

    name: ClassVar[str] = "win"


@dataclass(frozen=True, slots=True)
class GameLost:
    """The game is lost."""

    name: ClassVar[str] = "loss"
    outcome: Outcome


Event: TypeAlias = (
    ClueGiven
    | AgentFound
    | BystanderHit
    | AssassinHit
    | WordHidden
    | TwoTokenPenalty
    | StopTokenTaken
    | WinningTurnTokenTaken
    | TokenRemoved
    | SideCompleted
    | TurnEnded
    | SuddenDeathBegan
    | GameWon
    | GameLost
)


def event_names(event: Event) -> tuple[str, ...]:
    """Return the names in the record format; an agent over a mark has a second one (rules 3.2)."""
    if isinstance(event, AgentFound) and event.over_mark:
        return (event.name, "agent_over_mark")
    return (event.name,)
