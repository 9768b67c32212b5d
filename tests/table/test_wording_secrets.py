"""Nothing that is said depends on what only one side knows (rules 10; voice.md, Speaking 4)."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from tests.table.wording_tables import WORDS
from voiceduet.engine.game import apply
from voiceduet.engine.grid import Board
from voiceduet.engine.key import Identity, KeyCard, draw_key
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import GiveClue, Move, Stop, Touch
from voiceduet.engine.observation import PublicView, public_view
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.side import Side
from voiceduet.engine.state import GameState, new_game
from voiceduet.table import wording as wording_module
from voiceduet.table.wording import Style, Wording
from voiceduet.tts.ports import Announcement

pytestmark = pytest.mark.logic

MODULES = sorted(Path(wording_module.__file__).parent.glob("wording*.py"))
SECRET_NAMES = {"GameState", "KeyCard", "SideView", "identity_at", "agents_left", "revealed_key", "side_view"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_wording_never_imports_a_secret(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert not names & SECRET_NAMES


def twin(state: GameState, chance: random.Random) -> GameState:
    """The same game with another key that shows the same on the table."""
    key = state.setup.key
    assert key is not None
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for index in range(25):
        marks = [index in state.table.marked_for(side) for side in Side]
        groups[(*marks, *(index in state.table.shown_by(side) for side in Side))].append(index)
    pairs = [(key.of(Side.A, index), key.of(Side.B, index)) for index in range(25)]
    shuffled = list(pairs)
    for indices in groups.values():
        for index, source in zip(indices, chance.sample(indices, len(indices)), strict=True):
            shuffled[index] = pairs[source]
    other = KeyCard(tuple(a for a, _ in shuffled), tuple(b for _, b in shuffled))
    return replace(state, setup=replace(state.setup, key=other))


def some_move(state: GameState, view: PublicView, chance: random.Random) -> Move:
    if view.next_givers:
        return GiveClue(view.next_givers[0], "слово", chance.randint(0, 9))
    side = chance.choice(view.guessers)
    if view.may_stop and chance.random() < 0.3:
        return Stop(side)
    key = state.setup.key
    assert key is not None
    colours = {index: key.of(side.other, index) for index in view.touchable(side)}
    agents = [index for index, colour in colours.items() if colour is Identity.AGENT]
    harmless = [index for index, colour in colours.items() if colour is not Identity.ASSASSIN]
    return Touch(side, chance.choice(agents if agents and chance.random() < 0.7 else harmless))


def everything(wording: Wording, view: PublicView) -> list[tuple[Announcement, ...]]:
    answers = (wording.tokens, wording.turn, wording.agents, wording.words_left, wording.marks, wording.clues)
    said = [answer(view) for answer in answers]
    return [*said, wording.rows(view), wording.final(view), wording.resumed(view), wording.repeat_clue(view)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("style", Style)
def test_another_key_says_the_same(seed: int, style: Style) -> None:
    chance = random.Random(seed)
    wording = Wording("ru", ("Анна", "Борис"), style)
    mission = Mission(*chance.choice([(9, 9), (9, 5), (5, 2)]))
    state = new_game(GameSetup(Board(WORDS), draw_key(chance), mission))
    for _ in range(60):
        before = public_view(state)
        if before.outcome is not None:
            break
        transition = apply(state, some_move(state, before, chance))
        state = transition.state
        other = twin(state, chance)
        said = wording.events(transition.events, before, public_view(state))
        assert said
        assert said == wording.events(transition.events, before, public_view(other))
        assert everything(wording, public_view(state)) == everything(wording, public_view(other))
    assert public_view(state).outcome is not None
