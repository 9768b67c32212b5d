"""The state of one game and what can be asked about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from voiceduet.engine.events import Event, Outcome
from voiceduet.engine.grid import SIZE
from voiceduet.engine.moves import GiveClue, Move
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.side import Side
from voiceduet.engine.supply import Supply

SIDES = (Side.A, Side.B)


class Phase(StrEnum):
    """What the game waits for."""

    AWAIT_CLUE = "await_clue"
    GUESSING = "guessing"
    SUDDEN_DEATH = "sudden_death"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TableTop:
    """What lies on the words."""

    shown_a: frozenset[int] = frozenset()
    """Agents covered by clues of side `a`."""
    shown_b: frozenset[int] = frozenset()
    """Agents covered by clues of side `b`."""
    marked_a: frozenset[int] = frozenset()
    """Words marked for side `a`: it touched a bystander there (rules 3.1)."""
    marked_b: frozenset[int] = frozenset()
    """Words marked for side `b`."""

    @property
    def covered(self) -> frozenset[int]:
        """Indices covered by an agent."""
        return self.shown_a | self.shown_b

    @property
    def agents_found(self) -> int:
        """Agents found, of 15."""
        return len(self.shown_a) + len(self.shown_b)

    def is_covered(self, index: int) -> bool:
        """Whether an agent lies on the word."""
        return index in self.shown_a or index in self.shown_b

    def shown_by(self, side: Side) -> frozenset[int]:
        """Agents covered by this side's clues."""
        return self.shown_a if side is Side.A else self.shown_b

    def marked_for(self, side: Side) -> frozenset[int]:
        """Words that this side can never touch again."""
        return self.marked_a if side is Side.A else self.marked_b

    def cover(self, giver: Side, index: int) -> TableTop:
        """Cover a word with an agent, by a clue of this giver."""
        if giver is Side.A:
            return TableTop(self.shown_a | {index}, self.shown_b, self.marked_a, self.marked_b)
        return TableTop(self.shown_a, self.shown_b | {index}, self.marked_a, self.marked_b)

    def mark(self, guesser: Side, index: int) -> TableTop:
        """Mark a word for this guesser."""
        if guesser is Side.A:
            return TableTop(self.shown_a, self.shown_b, self.marked_a | {index}, self.marked_b)
        return TableTop(self.shown_a, self.shown_b, self.marked_a, self.marked_b | {index})


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn between its clue and its end."""

    clue: GiveClue
    found: int = 0
    """Agents found in it."""
    penalized: bool = False
    """Its clue was paid for (rules 7.1)."""


@dataclass(frozen=True, slots=True)
class GameState:
    """One moment of a game, built by `new_game` and `apply` only.

    It holds the secret key, so nothing that talks sees it: that is what `observation` is for.
    """

    setup: GameSetup
    moves: tuple[Move, ...]
    """Every move so far, first to last; replaying them gives this state."""
    phase: Phase
    supply: Supply
    table: TableTop = field(default_factory=TableTop)
    completed: tuple[Side, ...] = ()
    """Sides whose nine agents are covered, as far as it is announced (rules 4.2)."""
    turn: Turn | None = None
    """The running turn; `None` between turns, in sudden death and after the end."""
    last_giver: Side | None = None
    """Who gave the latest clue."""
    run: int = 0
    """How many clues in a row `last_giver` gave."""
    sudden_death_began: bool = False
    """Whether sudden death was needed (rules 8)."""
    outcome: Outcome | None = None

    @property
    def tokens(self) -> int:
        """Tokens left in the supply."""
        return self.supply.tokens

    @property
    def stops(self) -> int:
        """Tokens taken at stops."""
        return self.supply.stops

    @property
    def clue(self) -> GiveClue | None:
        """The clue of the running turn."""
        return None if self.turn is None else self.turn.clue

    @property
    def covered(self) -> frozenset[int]:
        """Indices covered by an agent."""
        return self.table.covered

    @property
    def agents_found(self) -> int:
        """Agents found, of 15."""
        return self.table.agents_found

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER


@dataclass(frozen=True, slots=True)
class Transition:
    """What a move led to."""

    state: GameState
    events: tuple[Event, ...]
    """In the order in which they happened."""


def new_game(setup: GameSetup) -> GameState:
    """Return the state before the first clue."""
    mission = setup.mission
    return GameState(setup, (), Phase.AWAIT_CLUE, Supply(mission.mistakes, mission.tokens - mission.mistakes))


def who_may_guess(state: GameState) -> tuple[Side, ...]:
    """Return the sides that may touch now (rules 2.3, 6.2), `a` before `b`."""
    if state.turn is not None:
        return (state.turn.clue.by.other,)
    if state.phase is Phase.SUDDEN_DEATH:
        return tuple(side for side in SIDES if side.other not in state.completed)
    return ()


def next_givers(state: GameState) -> tuple[Side, ...]:
    """Return the sides that may give a clue now (rules 1.4, 4), `a` before `b`; empty while no clue is awaited."""
    if state.phase is not Phase.AWAIT_CLUE:
        return ()
    if state.completed:
        return tuple(side for side in SIDES if side not in state.completed)
    if state.last_giver is None or (state.setup.options.free_order and state.run < 2):
        return SIDES
    return (state.last_giver.other,)


def available(state: GameState, side: Side) -> tuple[int, ...]:
    """Return the indices of the words that this side could touch, whoever's turn it is (rules 3.3)."""
    closed = state.covered | state.table.marked_for(side)
    return tuple(index for index in range(SIZE) if index not in closed)


def hidden_indices(state: GameState) -> tuple[int, ...]:
    """Return the words closed to both sides by marks (rules 3.4)."""
    return tuple(sorted(state.table.marked_a & state.table.marked_b))


def visible_indices(state: GameState) -> tuple[int, ...]:
    """Return the words that are neither covered nor closed to both sides (rules 3.4)."""
    closed = state.covered | (state.table.marked_a & state.table.marked_b)
    return tuple(index for index in range(SIZE) if index not in closed)


def visible_words(state: GameState) -> tuple[str, ...]:
    """Return the visible words in table order; their forms are forbidden as clues (rules 3.4)."""
    words = state.setup.board.words
    return tuple(words[index] for index in visible_indices(state))


def agents_left(state: GameState, side: Side) -> int | None:
    """Return how many agents of this side are uncovered: a secret (rules 4.3). `None` with the key on the table."""
    key = state.setup.key
    if key is None:
        return None
    return len(key.agents_of(side) - state.covered)
