"""What may be known: by both players, and by one side (rules 10). Nothing that talks sees more than this."""

from __future__ import annotations

from dataclasses import dataclass

from voiceduet.engine.events import Outcome
from voiceduet.engine.key import AGENTS, Identity, KeyCard
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import GiveClue
from voiceduet.engine.side import Side
from voiceduet.engine.state import (
    SIDES,
    GameState,
    Phase,
    available,
    hidden_indices,
    next_givers,
    visible_indices,
    who_may_guess,
)

__all__ = ["Phase", "PublicView", "SideView", "public_view", "revealed_key", "side_view"]


@dataclass(frozen=True, slots=True)
class PublicView:
    """What both players know. Two games that differ only in untouched colours give equal views."""

    words: tuple[str, ...]
    """The 25 words of the board, row by row."""
    mission: Mission
    key_on_table: bool
    """The giver says the colours (rules 11)."""
    phase: Phase
    first_clue: bool
    """No clue was given yet, so either side may begin (rules 1.4)."""
    next_givers: tuple[Side, ...]
    """Who may give the clue that is awaited; empty in other phases."""
    guessers: tuple[Side, ...]
    """Who may touch now; empty while a clue is awaited and after the end."""
    clue: GiveClue | None
    """The clue of the running turn; `by` is the giver."""
    past_clues: tuple[GiveClue, ...]
    """Every clue so far, the running one last."""
    found_this_turn: int
    """Agents found in the running turn; 0 outside a turn."""
    penalized: bool
    """The running clue was paid for as illegal (rules 7.1)."""
    tokens_left: int
    """Tokens in the supply."""
    mistakes_left: int
    """How many of them lie bystander side up: mistakes at the ordinary price (rules 5.3)."""
    checkmarks_left: int
    """How many of them lie checkmark side up."""
    stops: int
    """Tokens taken at stops."""
    agents_found: int
    """Covered words, of 15."""
    covered: tuple[int, ...]
    """Indices covered by an agent, ascending."""
    marks: tuple[tuple[Side, ...], ...]
    """For each of the 25 words the sides that the marks on it point at; a mark stays under an agent (rules 3.2)."""
    hidden: tuple[int, ...]
    """Words closed to both by marks (rules 3.4), ascending."""
    visible: tuple[int, ...]
    """Words whose forms are forbidden as clues (rules 3.4), ascending."""
    touchable_a: tuple[int, ...]
    """Words neither covered nor marked for side `a` (rules 3.3), whoever's turn it is."""
    touchable_b: tuple[int, ...]
    completed: tuple[Side, ...]
    """Sides announced as complete (rules 4.2)."""
    outcome: Outcome | None
    """How the game ended; `None` while it runs."""

    @property
    def giver(self) -> Side | None:
        """Who gave the clue of the running turn."""
        return None if self.clue is None else self.clue.by

    @property
    def agents_left(self) -> int:
        """Agents to be found yet, on both sides together."""
        return AGENTS - self.agents_found

    @property
    def visible_words(self) -> tuple[str, ...]:
        """The visible words in table order."""
        return tuple(self.words[index] for index in self.visible)

    @property
    def may_stop(self) -> bool:
        """Whether the guesser may end the turn now (rules 2.5)."""
        return self.found_this_turn > 0

    def touchable(self, side: Side) -> tuple[int, ...]:
        """Return the words that this side could touch."""
        return self.touchable_a if side is Side.A else self.touchable_b

    def marked_for(self, side: Side) -> tuple[int, ...]:
        """Return the words marked for this side, ascending."""
        return tuple(index for index, sides in enumerate(self.marks) if side in sides)


@dataclass(frozen=True, slots=True)
class SideView:
    """What one side knows: what both know, and its own side of the key."""

    public: PublicView
    side: Side
    own_key: tuple[Identity, ...] | None
    """25 identities; `None` with the key on the table, where the players look at the card."""


def public_view(state: GameState) -> PublicView:
    """Return what both players may know."""
    setup, table, turn = state.setup, state.table, state.turn
    return PublicView(
        words=setup.board.words,
        mission=setup.mission,
        key_on_table=setup.key is None,
        phase=state.phase,
        first_clue=state.last_giver is None,
        next_givers=next_givers(state),
        guessers=who_may_guess(state),
        clue=state.clue,
        past_clues=tuple(move for move in state.moves if isinstance(move, GiveClue)),
        found_this_turn=0 if turn is None else turn.found,
        penalized=turn is not None and turn.penalized,
        tokens_left=state.tokens,
        mistakes_left=state.supply.bystander,
        checkmarks_left=state.supply.checkmark,
        stops=state.stops,
        agents_found=state.agents_found,
        covered=tuple(sorted(state.covered)),
        marks=tuple(
            tuple(side for side in SIDES if index in table.marked_for(side)) for index in range(len(setup.board.words))
        ),
        hidden=hidden_indices(state),
        visible=visible_indices(state),
        touchable_a=available(state, Side.A),
        touchable_b=available(state, Side.B),
        completed=state.completed,
        outcome=state.outcome,
    )


def side_view(state: GameState, side: Side) -> SideView:
    """Return what this side may know."""
    key = state.setup.key
    return SideView(public_view(state), side, None if key is None else key.side(side))


def revealed_key(state: GameState) -> KeyCard | None:
    """Return the whole key after the game (rules 10); `None` while it runs or when the referee does not know it."""
    return state.setup.key if state.is_over else None
