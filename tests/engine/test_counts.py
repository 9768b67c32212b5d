"""All games to some depth, counted by the engine and by a second model, and compared with `counts.txt`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.engine import simple_model
from tests.engine.games import BOARD, KEY, for_model, setup_of
from voiceduet.engine.game import GameState, apply, is_legal, legal_moves, replay
from voiceduet.engine.grid import index_at
from voiceduet.engine.key import format_key
from voiceduet.engine.moves import GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.record import parse_move
from voiceduet.engine.side import Side

pytestmark = pytest.mark.logic

COUNTS = Path(__file__).parent / "counts.txt"


@dataclass
class Position:
    name: str
    mission: str = "9-9"
    order: str = "strict"
    penalty: bool = False
    words: list[int] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    depths: dict[int, str] = field(default_factory=dict)

    def alphabet(self) -> Iterator[Move]:
        for side in Side:
            yield GiveClue(side, "слово", 1)
            yield from (Touch(side, index) for index in self.words)
            yield Stop(side)
            if self.penalty:
                yield Penalize(side)


def positions() -> list[Position]:
    found: list[Position] = []
    for line in COUNTS.read_text("utf-8").splitlines():
        name, _, rest = line.partition("#")[0].strip().partition(" ")
        match name:
            case "position":
                found.append(Position(rest))
            case "mission":
                found[-1].mission = rest
            case "order":
                found[-1].order = rest
            case "words":
                places = (place.split(":") for place in rest.split())
                found[-1].words = [index_at(int(row), int(column)) for row, column in places]
            case "penalty":
                found[-1].penalty = True
            case "from":
                found[-1].moves += [parse_move(move.strip(), BOARD) for move in rest.split(";")]
            case "depth":
                depth, _, counts = rest.partition(":")
                found[-1].depths[int(depth)] = counts.strip()
    return found


POSITIONS = positions()
Ways = Counter[str]


def count_by_engine(state: GameState, alphabet: list[Move], depth: int) -> Ways:
    if state.is_over or depth == 0:
        return Counter({str(state.outcome or "open"): 1})
    ways: Ways = Counter()
    for move in alphabet:
        if is_legal(state, move):
            ways += count_by_engine(apply(state, move).state, alphabet, depth - 1)
    return ways


def count_by_model(game: simple_model.Game, alphabet: list[tuple[int, str, int]], depth: int) -> Ways:
    if game["result"] or depth == 0:
        return Counter({game["result"] or "open": 1})
    ways: Ways = Counter()
    for side, what, place in alphabet:
        after = simple_model.play(game, side, what, place)
        if after is not None:
            ways += count_by_model(after, alphabet, depth - 1)
    return ways


def written(ways: Ways) -> str:
    ends = " ".join(f"{name} {ways[name]}" for name in sorted(ways))
    return f"{ways.total()} games, {ends}"


def model_at(position: Position) -> simple_model.Game:
    tokens, mistakes = map(int, position.mission.split("-"))
    key_a, key_b = format_key(KEY).split()
    game = simple_model.start(key_a, key_b, tokens, mistakes, free_order=position.order == "free")
    for move in position.moves:
        after = simple_model.play(game, *for_model(move))
        assert after is not None, move
        game = after
    return game


def engine_at(position: Position) -> GameState:
    return replay(setup_of(position.mission, free_order=position.order == "free"), position.moves)


@pytest.mark.parametrize("position", POSITIONS, ids=[position.name for position in POSITIONS])
def test_the_engine_counts_what_is_written(position: Position) -> None:
    state, alphabet = engine_at(position), list(position.alphabet())
    counted = {depth: written(count_by_engine(state, alphabet, depth)) for depth in position.depths}
    assert counted == position.depths


@pytest.mark.parametrize("position", POSITIONS, ids=[position.name for position in POSITIONS])
def test_the_second_model_counts_the_same(position: Position) -> None:
    game, alphabet = model_at(position), [for_model(move) for move in position.alphabet()]
    counted = {depth: written(count_by_model(game, alphabet, depth)) for depth in position.depths}
    assert counted == position.depths


def test_the_positions_reach_every_ending() -> None:
    text = " ".join(counts for position in POSITIONS for counts in position.depths.values())
    for ending in ("open", "win", "loss_assassin", "loss_sudden_death", "loss_no_tokens"):
        assert f" {ending} " in f" {text} "


def test_the_whole_width_of_a_first_turn() -> None:
    """Without a limited alphabet: two givers, ten numbers, 25 words to touch."""
    state = engine_at(Position("start"))
    legal = legal_moves(state)
    assert len(legal.givers) * 10 == 20
    after = apply(state, GiveClue(Side.A, "слово", 1)).state
    assert len(legal_moves(after).touches(Side.B)) == 25
