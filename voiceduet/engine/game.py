"""The game of Duet: a state, a move, the next state and what happened (rules 2–7).

Pure and immutable: `apply` never changes its arguments and reads no clock, chance or file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from voiceduet.engine.errors import IllegalMove, Refusal
from voiceduet.engine.events import (
    AgentFound,
    AssassinHit,
    BystanderHit,
    ClueGiven,
    Event,
    GameLost,
    GameWon,
    Outcome,
    SideCompleted,
    StopTokenTaken,
    SuddenDeathBegan,
    TokenRemoved,
    TurnEnded,
    TwoTokenPenalty,
    WinningTurnTokenTaken,
    WordHidden,
)
from voiceduet.engine.key import AGENTS, AGENTS_PER_SIDE, Identity
from voiceduet.engine.legality import LegalMoves, is_legal, legal_moves, objection, why_not_touch
from voiceduet.engine.moves import DeclareComplete, GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.setup import Edition, GameOptions, GameSetup
from voiceduet.engine.side import Side
from voiceduet.engine.state import (
    SIDES,
    GameState,
    Phase,
    TableTop,
    Transition,
    Turn,
    available,
    hidden_indices,
    new_game,
    next_givers,
    visible_indices,
    visible_words,
    who_may_guess,
)
from voiceduet.engine.supply import Supply

__all__ = [
    "Edition",
    "GameOptions",
    "GameSetup",
    "GameState",
    "LegalMoves",
    "Phase",
    "TableTop",
    "Transition",
    "Turn",
    "apply",
    "available",
    "hidden_indices",
    "is_legal",
    "legal_moves",
    "new_game",
    "next_givers",
    "replay",
    "undo",
    "visible_indices",
    "visible_words",
    "who_may_guess",
    "why_not_touch",
]


def apply(state: GameState, move: Move) -> Transition:
    """Make one move. Raise `IllegalMove` with a reason when it is not allowed; the state stays as it is."""
    refused = objection(state, move)
    if refused is not None:
        raise IllegalMove(*refused)
    moves = (*state.moves, move)
    if isinstance(move, Touch):
        return _touch(state, moves, move)
    if isinstance(move, GiveClue):
        return _give_clue(state, moves, move)
    if isinstance(move, Stop):
        return _stop(state, moves, move)
    if isinstance(move, Penalize):
        return _penalize(state, moves, move)
    return _declare(state, moves, move)


def replay(setup: GameSetup, moves: Iterable[Move]) -> GameState:
    """Play the moves from the start and return where they lead. Raise `IllegalMove` at the first one refused."""
    state = new_game(setup)
    for move in moves:
        state = apply(state, move).state
    return state


def undo(state: GameState) -> GameState:
    """Return the state before the last move. Raise `IllegalMove` (nothing_to_undo) at the start."""
    if not state.moves:
        raise IllegalMove(Refusal.NOTHING_TO_UNDO, "there is no move to take back")
    return replay(state.setup, state.moves[:-1])


def _next(
    state: GameState,
    moves: tuple[Move, ...],
    phase: Phase,
    turn: Turn | None,
    supply: Supply,
    table: TableTop,
    completed: tuple[Side, ...],
) -> GameState:
    """Return the state after a move that neither gives a clue nor ends the game.

    The constructor is called once and by place: that is most of the time of a move.
    """
    return GameState(
        state.setup,
        moves,
        phase,
        supply,
        table,
        completed,
        turn,
        state.last_giver,
        state.run,
        state.sudden_death_began or phase is Phase.SUDDEN_DEATH,
    )


def _give_clue(state: GameState, moves: tuple[Move, ...], move: GiveClue) -> Transition:
    after = GameState(
        state.setup,
        moves,
        Phase.GUESSING,
        state.supply,
        state.table,
        state.completed,
        Turn(move),
        move.by,
        state.run + 1 if move.by is state.last_giver else 1,
    )
    return Transition(after, (ClueGiven(move.by, move.word, move.number),))


def _touch(state: GameState, moves: tuple[Move, ...], move: Touch) -> Transition:
    """Judge a touch by the giver's side of the key only (rules 2.3)."""
    key = state.setup.key
    identity = move.shown if key is None else key.of(move.by.other, move.index)
    if identity is Identity.AGENT:
        return _agent(state, moves, move)
    if identity is Identity.BYSTANDER:
        return _bystander(state, moves, move)
    return _lose(state, moves, Outcome.LOSS_ASSASSIN, AssassinHit(move.by, move.index))


def _agent(state: GameState, moves: tuple[Move, ...], move: Touch) -> Transition:
    table = state.table.cover(move.by.other, move.index)
    completed = _completed(state, table)
    # A mark for the toucher itself would have refused the touch, so any mark is the other side's.
    over_mark = move.index in table.marked_for(move.by.other)
    events: list[Event] = [AgentFound(move.by, move.index, over_mark)]
    events += [SideCompleted(side) for side in completed if side not in state.completed]
    if table.agents_found == AGENTS:
        return _win(state, moves, table, events)
    turn = state.turn
    if turn is not None:
        turn = Turn(turn.clue, turn.found + 1, turn.penalized)
    after = _next(state, moves, state.phase, turn, state.supply, table, completed)
    return Transition(after, tuple(events))


def _completed(state: GameState, table: TableTop) -> tuple[Side, ...]:
    """Return the sides whose nine agents are covered, as far as the referee can know (rules 4.2, 11)."""
    if len(state.completed) == len(SIDES) or table.agents_found < AGENTS_PER_SIDE:
        return state.completed
    if table.agents_found == AGENTS:
        return SIDES
    key = state.setup.key
    if key is None:
        complete = tuple(side for side in SIDES if len(table.shown_by(side)) == AGENTS_PER_SIDE)
    else:
        covered = table.covered
        complete = tuple(side for side in SIDES if key.agents_of(side) <= covered)
    return tuple(side for side in SIDES if side in state.completed or side in complete)


def _win(state: GameState, moves: tuple[Move, ...], table: TableTop, events: list[Event]) -> Transition:
    """End the game at the fifteenth agent, in the middle of a turn too (rules 5.5)."""
    supply = state.supply
    if state.turn is not None and state.setup.options.charges_winning_turn:
        supply = supply.take()
        events.append(WinningTurnTokenTaken())
    after = replace(
        state,
        moves=moves,
        phase=Phase.OVER,
        supply=supply,
        table=table,
        completed=SIDES,
        turn=None,
        outcome=Outcome.WIN,
    )
    return Transition(after, (*events, GameWon()))


def _bystander(state: GameState, moves: tuple[Move, ...], move: Touch) -> Transition:
    by, index = move.by, move.index
    if state.turn is None:
        return _lose(state, moves, Outcome.LOSS_SUDDEN_DEATH, BystanderHit(by, index, tokens_used=0))
    price = state.supply.price_of_mistake()
    if price > state.supply.tokens:
        return _lose(state, moves, Outcome.LOSS_NO_TOKENS, BystanderHit(by, index, tokens_used=0))
    events: list[Event] = [BystanderHit(by, index, tokens_used=price)]
    if price == 2:
        events.append(TwoTokenPenalty())
    table = state.table.mark(by, index)
    if index in table.marked_for(by.other):
        events.append(WordHidden(index))
    return _end_turn(state, moves, events, state.supply.pay_mistake(), table)


def _stop(state: GameState, moves: tuple[Move, ...], move: Stop) -> Transition:
    return _end_turn(state, moves, [StopTokenTaken(move.by)], state.supply.take_at_stop(), state.table)


def _end_turn(
    state: GameState, moves: tuple[Move, ...], events: list[Event], supply: Supply, table: TableTop
) -> Transition:
    """End a turn whose token is paid out of the supply; the last token begins sudden death (rules 2.8, 5.4)."""
    events.append(TurnEnded())
    phase = Phase.AWAIT_CLUE
    if not supply.tokens:
        phase = Phase.SUDDEN_DEATH
        events.append(SuddenDeathBegan())
    return Transition(_next(state, moves, phase, None, supply, table, state.completed), tuple(events))


def _penalize(state: GameState, moves: tuple[Move, ...], move: Penalize) -> Transition:
    """Take a token for an illegal clue; the last one begins sudden death at once (rules 7.1, 7.2)."""
    supply = state.supply.take()
    if supply.tokens:
        turn = state.turn and replace(state.turn, penalized=True)
        after = _next(state, moves, state.phase, turn, supply, state.table, state.completed)
        return Transition(after, (TokenRemoved(move.by),))
    after = _next(state, moves, Phase.SUDDEN_DEATH, None, supply, state.table, state.completed)
    return Transition(after, (TokenRemoved(move.by), SuddenDeathBegan()))


def _declare(state: GameState, moves: tuple[Move, ...], move: DeclareComplete) -> Transition:
    completed = tuple(side for side in SIDES if side in state.completed or side is move.by)
    return Transition(replace(state, moves=moves, completed=completed), (SideCompleted(move.by),))


def _lose(state: GameState, moves: tuple[Move, ...], outcome: Outcome, last: Event) -> Transition:
    after = replace(state, moves=moves, phase=Phase.OVER, turn=None, outcome=outcome)
    return Transition(after, (last, GameLost(outcome)))
