"""The key on the table: what the referee accepts is exactly what some Duet key could show (rules 1.2, 11)."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.games import A, B, courses, setup_of, with_colours
from voiceduet.engine.errors import IllegalMove, Refusal
from voiceduet.engine.events import SideCompleted
from voiceduet.engine.game import GameState, Transition, apply, is_legal, legal_moves, new_game, replay
from voiceduet.engine.key import Identity
from voiceduet.engine.moves import DeclareComplete, GiveClue, Move, Stop, Touch
from voiceduet.engine.side import Side
from voiceduet.engine.state import agents_left
from voiceduet.engine.table_key import can_be_complete, is_possible

pytestmark = pytest.mark.logic

PAIRS = ("GG", "GA", "AG", "AA", "AB", "BA", "GB", "BG", "BB")
COUNTS = (3, 1, 1, 1, 1, 1, 5, 5, 7)


@given(courses)
def test_true_colours_are_never_refused_and_lead_to_the_same_end(course: list[Transition]) -> None:
    """The sides say "complete" when they are; everything else is as with a known key."""
    key = course[0].state.setup.key
    assert key is not None
    blind = new_game(replace(course[0].state.setup, key=None))
    for transition in course:
        known = transition.state
        blind = apply(blind, with_colours(known.moves[-1], key)).state
        for side in known.completed:
            if side not in blind.completed:
                blind = apply(blind, DeclareComplete(side)).state
        assert (blind.phase, blind.supply, blind.table) == (known.phase, known.supply, known.table)
        assert (blind.completed, blind.outcome) == (known.completed, known.outcome)


def some_key_fits(on_a: list[str], on_b: list[str]) -> bool:
    """Try word after word; `on_a` and `on_b` hold the letters that are possible there."""

    @cache
    def fits(at: int, left: tuple[int, ...]) -> bool:
        if at == len(words):
            return True
        for which, pair in enumerate(PAIRS):
            if left[which] and pair[0] in words[at][0] and pair[1] in words[at][1]:
                rest = (*left[:which], left[which] - 1, *left[which + 1 :])
                if fits(at + 1, rest):
                    return True
        return False

    words = sorted(zip(on_a, on_b, strict=True))
    return fits(0, COUNTS)


def letters(state: GameState, side: Side) -> list[str]:
    """What every word may be on one side, from the moves alone."""
    possible = ["GBA"] * 25
    for move in state.moves:
        if isinstance(move, Touch) and move.by is side.other and move.shown:
            possible[move.index] = str(move.shown)
    return possible


def expected_answer(state: GameState, move: Touch | DeclareComplete) -> bool:
    """Whether a touch colour or a declaration agrees with some key, by trying."""
    # A touch that covers the word takes it out of what "complete" speaks about.
    after = [*state.moves, move]
    covered = {each.index for each in after if isinstance(each, Touch) and each.shown is Identity.AGENT}
    complete = {*state.completed, *([move.by] if isinstance(move, DeclareComplete) else [])}
    sides = []
    for side in (A, B):
        possible = letters(state, side)
        if isinstance(move, Touch) and move.by is side.other:
            possible[move.index] = str(move.shown)
        if side in complete:
            possible = [
                each if index in covered or len(each) == 1 else each.replace("G", "")
                for index, each in enumerate(possible)
            ]
        sides.append(possible)
    return some_key_fits(*sides)


def careless_course(rng: random.Random, longest: int) -> GameState:
    """A game in which the colours are said at random, mostly agents and bystanders, as far as they are accepted."""
    state = new_game(setup_of(rng.choice(("9-9", "11-11", "11-5")), key=None, free_order=True))
    for _ in range(longest):
        legal = legal_moves(state)
        moves: list[Move] = [GiveClue(side, "слово", 1) for side in legal.givers]
        moves += [
            Touch(side, rng.choice(legal.touches(side)), rng.choice((Identity.AGENT, Identity.BYSTANDER)))
            for side in Side
            if legal.touches(side)
        ]
        moves += [Stop(legal.stop)] if legal.stop else []
        moves += [DeclareComplete(side) for side in legal.declare]
        moves = [move for move in moves if is_legal(state, move)]
        if state.is_over or not moves:
            break
        state = apply(state, rng.choice(moves)).state
    return state


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.sampled_from((4, 10, 25, 60)))
def test_a_colour_is_accepted_exactly_when_some_key_has_it(seed: int, longest: int) -> None:
    rng = random.Random(seed)
    state = careless_course(rng, longest)
    for giver in Side:
        for index in rng.sample(range(25), 5):
            if state.table.is_covered(index) or index in state.table.marked_for(giver.other):
                continue
            for identity in Identity:
                move = Touch(giver.other, index, identity)
                assert is_possible(state, giver, index, identity) == expected_answer(state, move), move
        if giver not in state.completed:
            assert can_be_complete(state, giver) == expected_answer(state, DeclareComplete(giver))


def test_nothing_secret_can_be_asked_of_a_card_on_the_table() -> None:
    state = new_game(setup_of(key=None))
    assert agents_left(state, A) is None


def test_a_declaration_is_an_event_and_the_side_gives_no_more() -> None:
    state = new_game(setup_of("9-9", key=None))
    moves: list[Move] = [GiveClue(B, "слово", 3), *(Touch(A, index, Identity.AGENT) for index in range(3)), Stop(A)]
    moves += [GiveClue(A, "слово", 6), *(Touch(B, index, Identity.AGENT) for index in range(3, 9)), Stop(B)]
    state = replay(state.setup, [*moves, GiveClue(B, "слово", 1), Touch(A, 9, Identity.AGENT), Stop(A)])
    assert legal_moves(state).declare == (A,)
    transition = apply(state, DeclareComplete(A))
    assert transition.events == (SideCompleted(A),)
    with pytest.raises(IllegalMove) as refused:
        apply(transition.state, GiveClue(A, "слово", 1))
    assert refused.value.reason is Refusal.SIDE_DONE
