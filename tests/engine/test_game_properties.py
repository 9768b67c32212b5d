from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.games import courses, every_move, keys, open_moves, random_course, setup_of, setups, states
from voiceduet.engine.errors import IllegalMove
from voiceduet.engine.events import (
    BystanderHit,
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
from voiceduet.engine.game import (
    GameSetup,
    GameState,
    Phase,
    Transition,
    apply,
    available,
    hidden_indices,
    is_legal,
    legal_moves,
    new_game,
    next_givers,
    replay,
    undo,
    visible_indices,
    who_may_guess,
    why_not_touch,
)
from voiceduet.engine.key import Identity
from voiceduet.engine.moves import GiveClue, Touch
from voiceduet.engine.side import Side
from voiceduet.engine.state import agents_left

pytestmark = pytest.mark.logic


@given(courses)
def test_every_token_is_in_the_supply_or_was_used_for_one_reason(course: list[Transition]) -> None:
    state = course[-1].state
    events = [event for transition in course for event in transition.events]
    kinds = Counter(type(event) for event in events)
    on_words = sum(event.tokens_used for event in events if isinstance(event, BystanderHit))
    used = kinds[StopTokenTaken] + on_words + kinds[TokenRemoved] + kinds[WinningTurnTokenTaken]
    assert state.setup.mission.tokens == state.tokens + used
    assert state.stops == kinds[StopTokenTaken]
    assert on_words == len(state.table.marked_a) + len(state.table.marked_b) + kinds[TwoTokenPenalty]
    assert state.supply.bystander >= 0
    assert state.supply.checkmark >= 0


@given(courses)
def test_each_ended_turn_used_one_token_or_two_for_a_dear_mistake(course: list[Transition]) -> None:
    for before, after in pairwise([new_game(course[0].state.setup), *(each.state for each in course)]):
        spent = before.tokens - after.tokens
        kinds = {type(event) for transition in course if transition.state is after for event in transition.events}
        if TurnEnded in kinds:
            assert spent == (2 if TwoTokenPenalty in kinds else 1)
        else:
            assert spent == (TokenRemoved in kinds) + (WinningTurnTokenTaken in kinds)


@given(courses)
def test_the_game_is_won_with_the_fifteenth_agent_and_never_otherwise(course: list[Transition]) -> None:
    state = course[-1].state
    assert (state.outcome is Outcome.WIN) == (state.agents_found == 15)
    assert (state.outcome is None) == (state.phase is not Phase.OVER)
    for side in Side:
        assert (agents_left(state, side) == 0) == (side in state.completed)
    endings = [event for transition in course for event in transition.events if isinstance(event, GameWon | GameLost)]
    assert len(endings) == int(state.is_over)
    completions = [each for transition in course for each in transition.events if isinstance(each, SideCompleted)]
    assert sorted(each.side for each in completions) == list(state.completed)


@given(courses)
def test_a_touch_is_judged_by_the_givers_side_only(course: list[Transition]) -> None:
    before = new_game(course[0].state.setup)
    for transition in course:
        after, move = transition.state, transition.state.moves[-1]
        if isinstance(move, Touch):
            key = after.setup.key
            assert key is not None
            shown = key.of(move.by.other, move.index)
            assert (move.index in after.covered) == (shown is Identity.AGENT)
            assert (after.outcome is Outcome.LOSS_ASSASSIN) == (shown is Identity.ASSASSIN)
            # A mistake that loses at once leaves no mark.
            marked = shown is Identity.BYSTANDER and not after.is_over
            assert (move.index in after.table.marked_for(move.by)) == marked
            hidden = [event.index for event in transition.events if isinstance(event, WordHidden)]
            assert hidden == sorted(set(hidden_indices(after)) - set(hidden_indices(before)))
        before = after


@given(states)
def test_every_word_is_covered_hidden_or_visible(state: GameState) -> None:
    covered, hidden, visible = state.covered, set(hidden_indices(state)), set(visible_indices(state))
    assert covered | hidden | visible == set(range(25))
    assert len(covered) + len(hidden) + len(visible) == 25
    for side in Side:
        free = set(available(state, side))
        assert free == set(range(25)) - covered - state.table.marked_for(side)
        assert free <= visible | state.table.marked_for(side.other)


@given(states)
def test_legal_moves_are_the_moves_that_apply_accepts(state: GameState) -> None:
    legal = legal_moves(state)
    for move in every_move():
        if isinstance(move, GiveClue):
            listed = move.by in legal.givers and 0 <= move.number <= 9
        elif isinstance(move, Touch):
            listed = move.index in legal.touches(move.by) and move.shown is None
            assert (why_not_touch(state, move.index, move.by) is None) == (move.index in legal.touches(move.by))
        else:
            listed = move.by in {"Stop": (legal.stop,), "Penalize": (legal.penalize,)}.get(
                type(move).__name__, legal.declare
            )
        assert is_legal(state, move) == listed, move
        if listed:
            assert apply(state, move).state.moves == (*state.moves, move)
        else:
            with pytest.raises(IllegalMove):
                apply(state, move)


@given(states)
def test_somebody_can_always_go_on_until_the_end(state: GameState) -> None:
    assert bool(open_moves(state)) != state.is_over
    if state.phase is Phase.SUDDEN_DEATH:
        assert state.tokens == 0
        assert who_may_guess(state)
    elif not state.is_over:
        assert state.tokens > 0
        assert bool(next_givers(state)) == (state.phase is Phase.AWAIT_CLUE)
        assert len(who_may_guess(state)) == int(state.phase is Phase.GUESSING)


@given(courses)
def test_undo_is_replay_without_the_last_move(course: list[Transition]) -> None:
    start = new_game(course[0].state.setup)
    for before, after in pairwise([start, *(transition.state for transition in course)]):
        assert undo(after) == before
        assert replay(after.setup, after.moves) == after
    with pytest.raises(IllegalMove, match="no move to take back"):
        undo(start)


@given(courses)
def test_sudden_death_begins_once_and_only_with_the_last_token(course: list[Transition]) -> None:
    began = [
        transition.state
        for transition in course
        if any(isinstance(event, SuddenDeathBegan) for event in transition.events)
    ]
    assert len(began) == int(course[-1].state.sudden_death_began)
    assert all(state.tokens == 0 and state.phase is Phase.SUDDEN_DEATH for state in began)


@given(setups, st.integers(0, 2**32))
def test_nobody_gives_three_clues_in_a_row_while_the_partner_has_agents(setup: GameSetup, seed: int) -> None:
    longest = 2 if setup.options.free_order else 1
    row: list[Side] = []
    for transition in random_course(setup, random.Random(seed)):
        move = transition.state.moves[-1]
        if isinstance(move, GiveClue):
            row = [*row, move.by] if row[:1] == [move.by] else [move.by]
            assert len(row) <= longest or move.by.other in transition.state.completed


@settings(max_examples=25)
@given(keys)
def test_the_state_is_hashable_and_never_changes(key: object) -> None:
    state = new_game(setup_of(key=key))  # type: ignore[arg-type]
    before = hash(state)
    apply(state, GiveClue(Side.A, "слово", 1))
    assert hash(state) == before
    assert state == new_game(setup_of(key=key))  # type: ignore[arg-type]
