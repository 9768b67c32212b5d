from __future__ import annotations

import pytest

from tests.engine.games import A, B, setup_of
from voiceduet.engine.errors import IllegalMove, Refusal
from voiceduet.engine.game import apply, new_game, replay
from voiceduet.engine.moves import GiveClue, Move, Stop, Touch

pytestmark = pytest.mark.logic


@pytest.mark.parametrize(
    ("moves", "refused", "reason", "message"),
    [
        ([], GiveClue(A, " \u00ad", 1), Refusal.NO_CLUE_WORD, "a clue has one word before its number"),
        ([], GiveClue(A, "ПОЛЁТ", 10), Refusal.NUMBER_OUT_OF_RANGE, "0-9, not 10"),
        ([GiveClue(A, "x", 1)], Touch(A, 3), Refusal.NOT_YOUR_TURN, "side a gave the clue: side b guesses"),
        ([GiveClue(A, "x", 1), Touch(B, 3)], GiveClue(A, "y", 1), Refusal.NOT_YOUR_TURN, "side b gives the clue now"),
        ([GiveClue(A, "x", 1), Touch(B, 2)], Touch(B, 2), Refusal.WORD_COVERED, "ЛОПАТА is covered by an agent"),
        ([GiveClue(A, "x", 1)], Stop(B), Refusal.NEED_A_GUESS_FIRST, "side b must touch a word before it stops"),
    ],
)
def test_a_refusal_has_a_reason_and_words(moves: list[Move], refused: Move, reason: Refusal, message: str) -> None:
    state = replay(setup_of(), moves)
    with pytest.raises(IllegalMove) as error:
        apply(state, refused)
    assert error.value.reason is reason
    assert message in str(error.value)
    assert state == replay(setup_of(), moves)


def test_a_word_marked_for_one_side_is_refused_to_that_side_only() -> None:
    state = replay(setup_of(), [GiveClue(A, "x", 1), Touch(B, 7), GiveClue(B, "y", 1)])
    assert apply(state, Touch(A, 7)).state.agents_found == 1
    turn_of_b = replay(setup_of(), [*state.moves, Touch(A, 1), Stop(A), GiveClue(A, "z", 1)])
    with pytest.raises(IllegalMove, match="ПЧЕЛА is marked for side b") as error:
        apply(turn_of_b, Touch(B, 7))
    assert error.value.reason is Refusal.WORD_MARKED_FOR_YOU


def test_replay_stops_at_the_first_refused_move() -> None:
    with pytest.raises(IllegalMove, match="no clue was given yet"):
        replay(new_game(setup_of()).setup, [Touch(B, 1), GiveClue(A, "x", 1)])
