"""Nothing that both players see depends on a colour that no touch has shown (rules 10)."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.games import courses, every_move
from voiceduet.engine.errors import IllegalMove
from voiceduet.engine.game import GameState, Transition, apply, new_game
from voiceduet.engine.key import Identity, KeyCard
from voiceduet.engine.moves import Touch
from voiceduet.engine.observation import PublicView, SideView, public_view, revealed_key, side_view
from voiceduet.engine.side import Side

pytestmark = pytest.mark.logic


def touched(course: list[Transition]) -> set[int]:
    return {move.index for move in course[-1].state.moves if isinstance(move, Touch)}


def swapped(key: KeyCard, first: int, second: int, sides: str = "ab") -> KeyCard:
    """The key with the colours of two words exchanged on the sides given."""

    def swap(identities: tuple[Identity, ...]) -> tuple[Identity, ...]:
        changed = list(identities)
        changed[first], changed[second] = changed[second], changed[first]
        return tuple(changed)

    return KeyCard(swap(key.a) if "a" in sides else key.a, swap(key.b) if "b" in sides else key.b)


def both_games(course: list[Transition], key: KeyCard) -> list[tuple[GameState, GameState]]:
    """The states of the course, each with the state of the same moves under another key. Events must be equal."""
    state = new_game(replace(course[0].state.setup, key=key))
    pairs = [(new_game(course[0].state.setup), state)]
    for transition in course:
        twin = apply(state, transition.state.moves[-1])
        assert twin.events == transition.events
        state = twin.state
        pairs.append((transition.state, state))
    return pairs


def refusals(state: GameState) -> list[str]:
    """What is answered to every move that is refused."""
    answers = []
    for move in every_move(range(2)):
        if isinstance(move, Touch) and move.shown is None:
            continue
        try:
            apply(state, move)
        except IllegalMove as error:
            answers.append(f"{move}: {error.reason} {error}")
    return answers


@given(courses, st.data())
def test_games_that_differ_in_untouched_colours_look_alike(course: list[Transition], data: st.DataObject) -> None:
    free = sorted(set(range(25)) - touched(course))
    assume(len(free) > 1)
    first, second = data.draw(st.permutations(free))[:2]
    key = course[0].state.setup.key
    assert key is not None
    for one, other in both_games(course, swapped(key, first, second)):
        assert public_view(one) == public_view(other)
    assert refusals(one) == refusals(other)


@given(courses, st.data())
def test_a_side_sees_no_difference_on_the_other_side(course: list[Transition], data: st.DataObject) -> None:
    """Two untouched words that look the same to a side may be exchanged on the other one."""
    key = course[0].state.setup.key
    assert key is not None
    side = data.draw(st.sampled_from(Side))
    own = key.side(side)
    free = sorted(set(range(25)) - touched(course))
    alike = [(i, j) for i in free for j in free if i < j and own[i] is own[j]]
    assume(alike)
    twin_key = swapped(key, *data.draw(st.sampled_from(alike)), sides=side.other)
    for one, other in both_games(course, twin_key):
        assert side_view(one, side) == side_view(other, side)


@given(courses)
def test_the_whole_key_is_shown_only_after_the_end(course: list[Transition]) -> None:
    for transition in course:
        state = transition.state
        assert revealed_key(state) == (state.setup.key if state.is_over else None)


def test_no_view_has_a_place_for_the_key() -> None:
    kinds = {field.name: str(field.type) for view in (PublicView, SideView) for field in fields(view)}
    assert [name for name, kind in kinds.items() if "Key" in kind or "GameState" in kind] == []
    assert [name for name, kind in kinds.items() if "Identity" in kind] == ["own_key"]
