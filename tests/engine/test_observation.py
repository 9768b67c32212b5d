from __future__ import annotations

import pytest
from hypothesis import given

from tests.engine.games import BOARD, KEY, A, B, setup_of, states
from voiceduet.engine.game import GameState, Phase, available, new_game, replay, visible_words, who_may_guess
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.observation import public_view, revealed_key, side_view
from voiceduet.engine.side import Side

pytestmark = pytest.mark.logic


def test_the_first_view_says_that_either_side_may_begin() -> None:
    view = public_view(new_game(setup_of("9-5")))
    assert view.words == BOARD.words
    assert view.mission == Mission(9, 5)
    assert (view.phase, view.first_clue, view.next_givers, view.guessers) == (Phase.AWAIT_CLUE, True, (A, B), ())
    assert (view.tokens_left, view.mistakes_left, view.checkmarks_left) == (9, 5, 4)
    assert (view.agents_found, view.agents_left, view.clue, view.giver) == (0, 15, None, None)
    assert view.visible_words == BOARD.words
    assert not view.may_stop


def test_a_view_in_the_middle_of_a_turn() -> None:
    clue_a, clue_b = GiveClue(A, "ПОЛЁТ", 2), GiveClue(B, "МУЗЫКА", 1)
    view = public_view(
        replay(setup_of(), [clue_a, Touch(B, 2), Touch(B, 7), clue_b, Penalize(B), Touch(A, 7), Touch(A, 1)])
    )
    assert (view.clue, view.giver, view.guessers, view.penalized) == (clue_b, B, (A,), True)
    assert view.past_clues == (clue_a, clue_b)
    assert (view.found_this_turn, view.may_stop, view.first_clue) == (2, True, False)
    assert view.covered == (1, 2, 7)
    assert view.marks[7] == (B,)
    assert (view.marked_for(A), view.marked_for(B)) == ((), (7,))
    assert 7 not in view.touchable(A)
    assert view.tokens_left == 7


def test_a_view_counts_stops_and_hidden_words() -> None:
    moves: list[Move] = [GiveClue(A, "x", 1), Touch(B, 3), GiveClue(B, "y", 1), Touch(A, 3)]
    view = public_view(replay(setup_of(), [*moves, GiveClue(A, "z", 1), Touch(B, 0), Stop(B)]))
    assert (view.hidden, view.stops, view.marks[3]) == ((3,), 1, (A, B))
    assert view.next_givers == (B,)


@given(states)
def test_views_agree_with_the_questions_to_the_state(state: GameState) -> None:
    view = public_view(state)
    assert view.guessers == who_may_guess(state)
    assert view.visible_words == visible_words(state)
    assert view.outcome == state.outcome
    for side in Side:
        assert view.touchable(side) == available(state, side)
        assert set(view.marked_for(side)) == state.table.marked_for(side)
        own = side_view(state, side)
        assert (own.public, own.side, own.own_key) == (view, side, state.setup.key and state.setup.key.side(side))


def test_with_the_card_on_the_table_there_is_no_key_to_see() -> None:
    state = new_game(setup_of(key=None))
    assert public_view(state).key_on_table
    assert side_view(state, A).own_key is None
    over = replay(setup_of(), [GiveClue(A, "x", 1), Touch(B, 4)])
    assert revealed_key(over) == KEY
