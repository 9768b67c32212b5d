"""The score of a won game (rules 8)."""

from __future__ import annotations

from voiceduet.engine.events import Outcome
from voiceduet.engine.mission import STANDARD
from voiceduet.engine.setup import Edition
from voiceduet.engine.state import GameState

POINTS_PER_TOKEN_LEFT = {Edition.RU: 3, Edition.KO: 3, Edition.EN: 1}
"""Points for each token left in the supply."""


def score(state: GameState, edition: Edition) -> int | None:
    """Return the points, `None` unless a standard 9-9 game was won.

    A stop earns one point; sudden death costs one. The token of the winning turn (rules 5.5) was not taken at a
    stop, so it earns nothing. Penalty tokens (rules 7.1) earn nothing either.
    """
    if state.outcome is not Outcome.WIN or state.setup.mission != STANDARD:
        return None
    return state.tokens * POINTS_PER_TOKEN_LEFT[edition] + state.stops - state.sudden_death_began
