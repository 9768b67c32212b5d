"""The engine against the second model, move by move, legal and illegal ones, in games of every mission."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine import simple_model
from tests.engine.games import BOARD, choose, for_model, keys, missions
from voiceduet.engine.game import GameOptions, GameSetup, GameState, apply, is_legal, new_game
from voiceduet.engine.key import KeyCard, format_key
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.side import Side

pytestmark = pytest.mark.logic


def any_move(rng: random.Random) -> Move:
    side = rng.choice(list(Side))
    touch = Touch(side, rng.randrange(25))
    return rng.choice((GiveClue(side, "слово", 1), touch, touch, Stop(side), Penalize(side)))


def assert_same(state: GameState, game: simple_model.Game) -> None:
    assert state.outcome == game["result"]
    assert state.covered == game["agents"]
    assert [state.table.marked_a, state.table.marked_b] == game["arrow_at"]
    assert (state.supply.bystander, state.supply.checkmark) == (game["tan_side_up"], game["green_side_up"])
    assert [side in state.completed for side in Side] == [simple_model.finished(game, number) for number in (0, 1)]


@given(keys, missions, st.booleans(), st.integers(0, 2**32))
def test_both_accept_the_same_moves_with_the_same_result(
    key: KeyCard, mission: Mission, free_order: bool, seed: int
) -> None:
    rng = random.Random(seed)
    state = new_game(GameSetup(BOARD, key, mission, GameOptions(free_order=free_order)))
    key_a, key_b = format_key(key).split()
    game = simple_model.start(key_a, key_b, mission.tokens, mission.mistakes, free_order)
    for _ in range(150):
        move = any_move(rng) if state.is_over or rng.random() < 0.5 else choose(state, rng)
        after = simple_model.play(game, *for_model(move))
        assert is_legal(state, move) == (after is not None), move
        if after is not None:
            state, game = apply(state, move).state, after
            assert_same(state, game)
        if state.is_over and rng.random() < 0.1:
            break
