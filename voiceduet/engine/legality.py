"""Which moves are allowed now, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from voiceduet.engine.errors import Refusal
from voiceduet.engine.grid import SIZE
from voiceduet.engine.key import AGENTS_PER_SIDE, Identity
from voiceduet.engine.moves import DeclareComplete, GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.side import Side
from voiceduet.engine.state import SIDES, GameState, Phase, available, next_givers, who_may_guess
from voiceduet.engine.table_key import can_be_complete, is_possible

Objection: TypeAlias = tuple[Refusal, str]
"""Why a move is refused, for programs and in words that give nothing of the key away."""

NUMBERS = range(10)
"""The numbers of a clue (rules 2.2)."""


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """Every move that `apply` accepts now; words and colours of clues and touches are open."""

    givers: tuple[Side, ...] = ()
    """Sides that may give a clue, of any word and a number 0–9."""
    touches_a: tuple[int, ...] = ()
    """Indices that side `a` may touch."""
    touches_b: tuple[int, ...] = ()
    stop: Side | None = None
    """The side that may stop."""
    penalize: Side | None = None
    """The giver whose clue may still be ruled illegal (rules 7.1)."""
    declare: tuple[Side, ...] = ()
    """Sides that may be declared complete, with the key on the table (rules 11)."""

    def touches(self, side: Side) -> tuple[int, ...]:
        """Return the indices that this side may touch."""
        return self.touches_a if side is Side.A else self.touches_b


def legal_moves(state: GameState) -> LegalMoves:
    """Return what may be done now."""
    guessers = who_may_guess(state)
    turn = state.turn
    return LegalMoves(
        givers=next_givers(state),
        touches_a=available(state, Side.A) if Side.A in guessers else (),
        touches_b=available(state, Side.B) if Side.B in guessers else (),
        stop=turn.clue.by.other if turn is not None and turn.found else None,
        penalize=turn.clue.by if turn is not None and not turn.penalized else None,
        declare=tuple(side for side in SIDES if _declare_objection(state, DeclareComplete(side)) is None),
    )


def is_legal(state: GameState, move: Move) -> bool:
    """Whether `apply` accepts the move."""
    return objection(state, move) is None


def why_not_touch(state: GameState, index: int, by: Side) -> Refusal | None:
    """Return why this side may not touch the word now, whatever its colour; `None` when it may."""
    refused = _toucher_objection(state, by) or _word_objection(state, Touch(by, index))
    return None if refused is None else refused[0]


def objection(state: GameState, move: Move) -> Objection | None:
    """Return why the move is refused, `None` when it is allowed."""
    if isinstance(move, Touch):
        return _touch_objection(state, move)
    if isinstance(move, GiveClue):
        return _clue_objection(state, move)
    if isinstance(move, Stop):
        return _stop_objection(state, move)
    if isinstance(move, Penalize):
        return _penalty_objection(state, move)
    return _declare_objection(state, move)


_OVER: Objection = (Refusal.GAME_OVER, "the game is over")
_NO_CLUE: Objection = (Refusal.NO_CLUE_YET, "no clue was given yet")


def _clue_objection(state: GameState, move: GiveClue) -> Objection | None:
    if state.phase is not Phase.AWAIT_CLUE:
        return _clue_phase_objection(state)
    if move.by not in next_givers(state):
        return _giver_objection(state, move.by)
    if move.number not in NUMBERS:
        return Refusal.NUMBER_OUT_OF_RANGE, f"the number of a clue is 0-9, not {move.number}"
    if not any(map(str.isalnum, move.word)):
        return Refusal.NO_CLUE_WORD, "a clue has one word before its number"
    return None


def _giver_objection(state: GameState, by: Side) -> Objection:
    """Say why this side may not give the clue that is awaited (rules 4)."""
    if by in state.completed:
        return Refusal.SIDE_DONE, f"all agents of side {by} are found: it gives no more clues"
    if state.setup.options.free_order:
        return Refusal.THIRD_IN_A_ROW, f"side {by} gave the last two clues: side {by.other} gives now"
    return Refusal.NOT_YOUR_TURN, f"side {by.other} gives the clue now"


def _clue_phase_objection(state: GameState) -> Objection:
    if state.phase is Phase.GUESSING:
        return Refusal.CLUE_ALREADY_GIVEN, "a clue was given in this turn: the partner guesses now"
    if state.phase is Phase.SUDDEN_DEATH:
        return Refusal.NO_CLUES_IN_SUDDEN_DEATH, "there are no more clues in sudden death"
    return _OVER


def _touch_objection(state: GameState, move: Touch) -> Objection | None:
    """Say why this side may not touch this word, first by turn, then by word, then by colour."""
    refused = _toucher_objection(state, move.by) or _word_objection(state, move)
    if refused is not None:
        return refused
    if state.setup.key is None:
        return _colour_objection(state, move)
    if move.shown is not None:
        return Refusal.COLOUR_NOT_EXPECTED, "the key is known: a touch brings no colour"
    return None


def _toucher_objection(state: GameState, by: Side) -> Objection | None:
    if state.turn is not None:
        if by is state.turn.clue.by:
            return Refusal.NOT_YOUR_TURN, f"side {by} gave the clue: side {by.other} guesses"
        return None
    if state.phase is not Phase.SUDDEN_DEATH:
        return _OVER if state.phase is Phase.OVER else _NO_CLUE
    if by.other in state.completed:
        return Refusal.NOTHING_LEFT_TO_GUESS, f"side {by} has nothing left to guess: side {by.other} guesses"
    return None


def _word_objection(state: GameState, move: Touch) -> Objection | None:
    """Say why the word is not available to this side (rules 3.3, 3.5)."""
    by, index = move.by, move.index
    if not 0 <= index < SIZE:
        return Refusal.NO_SUCH_WORD, f"index {index}: the words are 0-{SIZE - 1}"
    if state.table.is_covered(index):
        return Refusal.WORD_COVERED, f"{_word(state, index)} is covered by an agent"
    if index in state.table.marked_for(by):
        return Refusal.WORD_MARKED_FOR_YOU, f"{_word(state, index)} is marked for side {by}"
    return None


def _colour_objection(state: GameState, move: Touch) -> Objection | None:
    giver = move.by.other
    if move.shown is None:
        return Refusal.COLOUR_MISSING, f"the key is on the table: side {giver} says the colour"
    if move.shown is Identity.AGENT and giver in state.completed:
        return Refusal.TOO_MANY_AGENTS, f"all nine agents of side {giver} are covered: this cannot be one more"
    if not is_possible(state, giver, move.index, move.shown):
        what = f"{_word(state, move.index)} as {move.shown.label} on side {giver}"
        return Refusal.CONTRADICTS_THE_CARD, f"no key card has {what} after what was shown before: look again"
    return None


def _stop_objection(state: GameState, move: Stop) -> Objection | None:
    turn = state.turn
    if turn is None:
        if state.phase is Phase.SUDDEN_DEATH:
            return Refusal.NO_STOP_IN_SUDDEN_DEATH, "there is no stop in sudden death"
        return _OVER if state.phase is Phase.OVER else _NO_CLUE
    if move.by is turn.clue.by:
        return Refusal.NOT_YOUR_TURN, f"side {move.by} gave the clue: only side {move.by.other} can stop"
    if not turn.found:
        return Refusal.NEED_A_GUESS_FIRST, f"side {move.by} must touch a word before it stops"
    return None


def _penalty_objection(state: GameState, move: Penalize) -> Objection | None:
    if state.phase is Phase.OVER:
        return _OVER
    if state.turn is None or state.turn.clue.by is not move.by:
        return Refusal.NO_CLUE_TO_RULE_ON, f"side {move.by} has no clue in this turn"
    if state.turn.penalized:
        return Refusal.NO_CLUE_TO_RULE_ON, "this clue was paid for already"
    return None


def _declare_objection(state: GameState, move: DeclareComplete) -> Objection | None:
    side = move.by
    if state.phase is Phase.OVER:
        return _OVER
    if state.setup.key is not None:
        return Refusal.KEY_IS_KNOWN, "the key is known: a complete side is announced by itself"
    if side in state.completed:
        return Refusal.SIDE_DONE, f"side {side} is complete already"
    if state.agents_found < AGENTS_PER_SIDE:
        message = f"side {side} cannot be complete: it has nine agents and {state.agents_found} are covered in all"
        return Refusal.CANNOT_BE_COMPLETE, message
    if not can_be_complete(state, side):
        return Refusal.CANNOT_BE_COMPLETE, f"side {side} cannot be complete after what was shown: look again"
    return None


def _word(state: GameState, index: int) -> str:
    return state.setup.board.words[index]
