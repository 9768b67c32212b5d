from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from tests.engine.games import courses, setup_of
from voiceduet.engine.events import Outcome
from voiceduet.engine.game import GameState, Phase, Transition, new_game
from voiceduet.engine.mission import STANDARD
from voiceduet.engine.score import score
from voiceduet.engine.setup import Edition
from voiceduet.engine.supply import Supply

pytestmark = pytest.mark.logic


def won(tokens: int, stops: int, *, sudden_death: bool = False, mission: str = "9-9") -> GameState:
    return replace(
        new_game(setup_of(mission)),
        phase=Phase.OVER,
        outcome=Outcome.WIN,
        supply=Supply(tokens, 0, stops),
        sudden_death_began=sudden_death,
    )


@pytest.mark.parametrize(
    ("tokens", "stops", "sudden_death", "ru_ko", "en"),
    [(8, 1, False, 25, 9), (1, 1, False, 4, 2), (3, 4, False, 13, 7), (0, 4, True, 3, 3), (0, 0, True, -1, -1)],
)
def test_points(tokens: int, stops: int, sudden_death: bool, ru_ko: int, en: int) -> None:
    state = won(tokens, stops, sudden_death=sudden_death)
    assert [score(state, edition) for edition in Edition] == [ru_ko, ru_ko, en]


@pytest.mark.parametrize("mission", ["9-5", "10-10", "11-11", "8-8"])
def test_only_the_standard_game_has_points(mission: str) -> None:
    assert score(won(3, 1, mission=mission), Edition.RU) is None


@given(courses)
def test_only_a_won_game_has_points(course: list[Transition]) -> None:
    state = course[-1].state
    has_points = state.outcome is Outcome.WIN and state.setup.mission == STANDARD
    for edition in Edition:
        assert (score(state, edition) is not None) == has_points
