"""Boards, keys and random games for the tests of the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import strategies as st

from voiceduet.engine.game import (
    Edition,
    GameOptions,
    GameSetup,
    GameState,
    Transition,
    apply,
    legal_moves,
    new_game,
)
from voiceduet.engine.grid import SIZE, parse_board
from voiceduet.engine.key import Identity, KeyCard, draw_key, parse_key
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import DeclareComplete, GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.side import Side

_ROWS = """
САД ГРЯДКА ЛОПАТА ДОЖДЬ ЗАБОР
КОЛОДЕЦ ЯБЛОКО ПЧЕЛА ВЕДРО ТЕНЬ
КРОТ СОСЕД СКАМЕЙКА ТЮЛЬПАН СЕТКА
ВИШНЯ ВОРОНА ТЕПЛИЦА КАМЕНЬ ШЛАНГ
РОСА УЖИН ВЕТЕР МУРАВЕЙ ГРАБЛИ
"""
BOARD = parse_board("\n".join(_ROWS.split()))
KEY = parse_key("GBGBABGBGBBBBGBGBABGGBGBA\nBGGBBBAGBBGABGBBGGBBBGGBA\n")
"""On both sides agents: 2 13 22; only on a: 0 6 8 15 19 20; only on b: 1 7 10 16 17 21. Assassins of a: 4 17 24, of b:
6 11 24. Bystanders on both sides: 3 5 9 12 14 18 23."""
A, B = Side.A, Side.B


def setup_of(mission: str = "9-9", *, key: KeyCard | None = KEY, **options: object) -> GameSetup:
    tokens, mistakes = map(int, mission.split("-"))
    return GameSetup(BOARD, key, Mission(tokens, mistakes), GameOptions(**options))  # type: ignore[arg-type]


def every_move(numbers: range = range(-1, 11)) -> Iterator[Move]:
    """Every move that has a meaning on this table, legal or not."""
    for side in Side:
        yield from (GiveClue(side, "слово", number) for number in numbers)
        for index in range(-1, SIZE + 1):
            yield Touch(side, index)
            yield from (Touch(side, index, identity) for identity in Identity)
        yield from (Stop(side), Penalize(side), DeclareComplete(side))


def open_moves(state: GameState) -> list[Move]:
    """The legal moves of a game whose key is known, with one clue a giver."""
    legal = legal_moves(state)
    moves: list[Move] = [GiveClue(side, "слово", 1) for side in legal.givers]
    moves += [Touch(side, index) for side in Side for index in legal.touches(side)]
    moves += [Stop(legal.stop)] if legal.stop else []
    moves += [Penalize(legal.penalize)] if legal.penalize else []
    return moves


def identity_of(state: GameState, move: Move) -> Identity | None:
    """What a touch would show, with a known key."""
    key = state.setup.key
    return key.of(move.by.other, move.index) if key and isinstance(move, Touch) else None


def choose(state: GameState, rng: random.Random) -> Move:
    """A move of a lucky random player, who often sees the assassin and rarely pays a penalty."""
    moves = open_moves(state)
    if rng.random() < 0.95:
        moves = [move for move in moves if identity_of(state, move) is not Identity.ASSASSIN] or moves
    if rng.random() < 0.9:
        moves = [move for move in moves if not isinstance(move, Penalize)] or moves
    if rng.random() < 0.7:
        moves = [move for move in moves if identity_of(state, move) is Identity.AGENT] or moves
    return rng.choice(moves)


def random_course(setup: GameSetup, rng: random.Random, longest: int = 200) -> list[Transition]:
    """The transitions of one random game, to its end or to `longest` moves."""
    state = new_game(setup)
    course: list[Transition] = []
    while not state.is_over and len(course) < longest:
        transition = apply(state, choose(state, rng))
        course.append(transition)
        state = transition.state
    return course


def with_colours(move: Move, key: KeyCard) -> Move:
    """The same move as it is with this key on the table: a touch brings the giver's colour."""
    return replace(move, shown=key.of(move.by.other, move.index)) if isinstance(move, Touch) else move


def for_model(move: Move) -> tuple[int, str, int]:
    """The move as `simple_model.play` takes it: side, what, place."""
    what = {"GiveClue": "clue", "Touch": "touch", "Stop": "stop", "Penalize": "penalty"}[type(move).__name__]
    return list(Side).index(move.by), what, move.index if isinstance(move, Touch) else -1


missions = st.integers(1, 11).flatmap(lambda tokens: st.builds(Mission, st.just(tokens), st.integers(0, tokens)))
keys = st.integers(0, 2**32).map(lambda seed: draw_key(random.Random(seed)))
options = st.builds(GameOptions, st.sampled_from(Edition), st.booleans(), st.sampled_from((None, True, False)))
setups = st.builds(
    GameSetup, st.just(BOARD), keys, st.one_of(missions, st.sampled_from((Mission(9, 9), Mission(9, 5)))), options
)
courses = st.builds(
    random_course, setups, st.integers(0, 2**32).map(random.Random), st.sampled_from((3, 12, 30, 200))
).filter(bool)
states = st.one_of(courses.map(lambda course: course[-1].state), setups.map(new_game))
