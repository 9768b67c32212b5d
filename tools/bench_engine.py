"""How fast the engine is: moves and games a second, and the same games on PyPI `codenames` where it can be imported.

    python tools/bench_engine.py [--games 2000] [--seed 1] [--rounds 5]

The comparison needs Python 3.12 or newer with `pip install codenames==5.5.5`; without it only the engine is measured.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from voiceduet.engine.events import Outcome
from voiceduet.engine.game import GameSetup, GameState, Phase, apply, legal_moves, new_game
from voiceduet.engine.grid import Board
from voiceduet.engine.key import Identity, KeyCard, draw_key
from voiceduet.engine.moves import GiveClue, Move, Stop, Touch
from voiceduet.engine.observation import public_view
from voiceduet.engine.side import Side

BOARD = Board(tuple(f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxy"))
RIVAL = "codenames"


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played: what is needed to play it again anywhere."""

    key: KeyCard
    moves: tuple[Move, ...]


def random_game(rng: random.Random) -> Game:
    """Play until the end with players who mostly avoid assassins, side `a` first, every clue a new word."""
    key = draw_key(rng)
    state = new_game(GameSetup(BOARD, key))
    while not state.is_over:
        state = apply(state, _choose(state, key, rng)).state
    return Game(key, state.moves)


def _choose(state: GameState, key: KeyCard, rng: random.Random) -> Move:
    legal = legal_moves(state)
    if legal.givers:
        return GiveClue(legal.givers[0], f"clue{len(state.moves)}", 1)
    if legal.stop and rng.random() < 0.3:
        return Stop(legal.stop)
    touches = [Touch(side, index) for side in Side for index in legal.touches(side)]
    safe = [touch for touch in touches if key.of(touch.by.other, touch.index) is not Identity.ASSASSIN]
    good = [touch for touch in safe if key.of(touch.by.other, touch.index) is Identity.AGENT]
    chance = rng.random()
    return rng.choice((chance < 0.6 and good) or (chance < 0.98 and safe) or touches)


def common_part(game: Game) -> Game:
    """Cut a game where the rules of the two programs part: a complete side, sudden death, the last token."""
    state = new_game(GameSetup(BOARD, game.key))
    for move in game.moves:
        after = apply(state, move).state
        if after.completed or after.phase is Phase.SUDDEN_DEATH:
            break
        state = after
    return Game(game.key, state.moves)


def play(game: Game) -> GameState:
    """Play a game on this engine."""
    state = new_game(GameSetup(BOARD, game.key))
    for move in game.moves:
        state = apply(state, move).state
    return state


class Rival:
    """The same games on the `codenames` package."""

    def __init__(self, package: ModuleType) -> None:
        self.version = getattr(package, "__version__", "5.5.5")
        names = ("duet.board", "duet.card", "duet.state", "duet.types", "generic.move")
        self.board, card, self.state, self.types, self.move = (
            importlib.import_module(f"{RIVAL}.{name}") for name in names
        )
        colours = card.DuetColor
        self.colours = {
            Identity.AGENT: colours.GREEN,
            Identity.BYSTANDER: colours.NEUTRAL,
            Identity.ASSASSIN: colours.ASSASSIN,
        }

    def play(self, game: Game) -> int:
        """Play a game; return the tokens that are left."""
        side_a, side_b = (self._cards(game.key.side(side)) for side in Side)
        state = self.state.DuetGameState.from_boards(side_a, side_b)
        for move in game.moves:
            if isinstance(move, GiveClue):
                state.process_clue(self.move.Clue(word=move.word, card_amount=move.number))
            else:
                index = move.index if isinstance(move, Touch) else self.move.PASS_GUESS
                state.process_guess(self.move.Guess(card_index=index))
        return int(state.timer_tokens)

    def _cards(self, identities: Sequence[Identity]) -> object:
        cards = [
            self.types.DuetCard(word=word, color=self.colours[identity])
            for word, identity in zip(BOARD.words, identities, strict=True)
        ]
        return self.board.DuetBoard(language="english", cards=cards)


def best_time(work: Callable[[], object], rounds: int) -> float:
    """Return the seconds of the quickest of several rounds, which other programs disturbed least."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def show(name: str, games: Sequence[Game], seconds: float) -> None:
    """Print one line of figures."""
    moves = sum(len(game.moves) for game in games)
    rate, games_rate = moves / seconds, len(games) / seconds
    print(f"{name:28} {rate:12,.0f} moves/s {games_rate:10,.0f} games/s {1e6 * seconds / moves:8.2f} µs/move")


def compare(games: Sequence[Game], rounds: int) -> None:
    """Time both programs over the same moves, by turns in one run, and print the ratio."""
    try:
        rival = Rival(importlib.import_module(RIVAL))
    except (ImportError, SyntaxError):
        print(f"The package {RIVAL} is not here (it needs Python 3.12 and pip install {RIVAL}==5.5.5): no comparison.")
        return
    cut = [game for game in map(common_part, games) if game.moves and game.moves[0].by is Side.A]
    for game in cut:
        state = play(game)
        # The other program counts a token for the assassin too.
        if rival.play(game) != state.tokens - (state.outcome is Outcome.LOSS_ASSASSIN):
            print("The programs disagree about the tokens of a game: no comparison.")
            return
    rounds_taken = [(_time_all(play, cut), _time_all(rival.play, cut)) for _ in range(rounds)]
    ours, theirs = (min(times) for times in zip(*rounds_taken, strict=True))
    show("voiceduet, common part", cut, ours)
    show(f"{RIVAL} {rival.version}, common part", cut, theirs)
    ratio = statistics.median(their_time / our_time for our_time, their_time in rounds_taken)
    print(f"ratio {ratio:.1f} (median of the rounds): so many times the moves a second")


def _time_all(play_one: Callable[[Game], object], games: Sequence[Game]) -> float:
    return best_time(lambda: [play_one(game) for game in games], 1)


def _ask_all(ask: Callable[[GameState], object], states: Sequence[GameState]) -> None:
    for state in states:
        ask(state)


def main() -> None:
    """Read the arguments, play and print."""
    parser = argparse.ArgumentParser(description="Measure the rules engine.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    rng = random.Random(args.seed)  # noqa: S311 - games, not secrets
    games = [random_game(rng) for _ in range(args.games)]
    print(f"Python {platform.python_version()}, {args.games} random games, best of {args.rounds} rounds")
    show("apply", games, best_time(lambda: [play(game) for game in games], args.rounds))
    states = [play(Game(game.key, game.moves[: len(game.moves) // 2])) for game in games]
    for ask in (public_view, legal_moves):
        seconds = best_time(partial(_ask_all, ask, states), args.rounds)
        print(f"{ask.__name__:28} {len(states) / seconds:12,.0f} a second, in the middle of a game")
    compare(games, args.rounds)


if __name__ == "__main__":
    main()
