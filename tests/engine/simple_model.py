"""A second, simple model of the rules, written from the rules alone and in another style: one mutable dictionary.

It shares no code with the engine. Its only use is to count games independently of it (`test_counts`).
"""

from __future__ import annotations

import copy
from typing import Any

Game = dict[str, Any]


def start(key_a: str, key_b: str, tokens: int, mistakes: int, free_order: bool) -> Game:
    """A game as a dictionary. Sides are 0 and 1; `key[s]` is what side s sees."""
    return {
        "key": [key_a, key_b],
        "green_side_up": tokens - mistakes,
        "tan_side_up": mistakes,
        "free": free_order,
        "agents": set(),
        "arrow_at": [set(), set()],
        "givers": [],
        "guesser": None,
        "good_touches": 0,
        "fined": False,
        "last_chance": False,
        "result": None,
    }


def finished(game: Game, side: int) -> bool:
    """Rules 4.2."""
    return all(letter != "G" or place in game["agents"] for place, letter in enumerate(game["key"][side]))


def spend(game: Game) -> None:
    """Rules 5.1 and 7.1: a green side first."""
    pile = "green_side_up" if game["green_side_up"] > 0 else "tan_side_up"
    game[pile] -= 1


def supply_empty(game: Game) -> bool:
    return bool(game["green_side_up"] + game["tan_side_up"] == 0)


def begin_last_chance(game: Game) -> None:
    game["last_chance"] = True
    game["guesser"] = None


def may_give(game: Game, side: int) -> bool:
    """Rules 1.4, 4.1, 4.2, 6.1."""
    if game["result"] or game["last_chance"] or game["guesser"] is not None or finished(game, side):
        return False
    before = game["givers"]
    if not before or finished(game, 1 - side):
        return True
    if game["free"]:
        return bool(before[-2:] != [side, side])
    return bool(before[-1] != side)


def may_touch(game: Game, side: int, place: int) -> bool:
    """Rules 2.3, 3.3, 6.2."""
    if game["result"] or place in game["agents"] or place in game["arrow_at"][side]:
        return False
    if game["last_chance"]:
        return not finished(game, 1 - side)
    return bool(game["guesser"] == side)


def play(game: Game, side: int, what: str, place: int = -1) -> Game | None:
    """Return the game after one action, or None when the rules forbid it."""
    game = copy.deepcopy(game)
    running = not game["result"] and game["guesser"] is not None
    if what == "clue" and may_give(game, side):
        game["givers"].append(side)
        game["guesser"] = 1 - side
        game["good_touches"] = 0
        game["fined"] = False
    elif what == "touch" and may_touch(game, side, place):
        touch(game, side, place)
    elif what == "stop" and running and game["guesser"] == side and game["good_touches"] > 0:
        spend(game)
        end_turn(game)
    elif what == "penalty" and running and game["guesser"] == 1 - side and not game["fined"]:
        game["fined"] = True
        spend(game)
        if supply_empty(game):
            begin_last_chance(game)
    else:
        return None
    return game


def touch(game: Game, side: int, place: int) -> None:
    """Rules 2.3, 3, 5.2, 5.3, 5.5, 6.3."""
    colour = game["key"][1 - side][place]
    if colour == "A":
        game["result"] = "loss_assassin"
    elif colour == "G":
        game["agents"].add(place)
        game["good_touches"] += 1
        if finished(game, 0) and finished(game, 1):
            game["result"] = "win"
    elif game["last_chance"]:
        game["result"] = "loss_sudden_death"
    elif game["tan_side_up"] > 0:
        game["tan_side_up"] -= 1
        game["arrow_at"][side].add(place)
        end_turn(game)
    elif game["green_side_up"] == 1:
        game["result"] = "loss_no_tokens"
    else:
        game["green_side_up"] -= 2
        game["arrow_at"][side].add(place)
        end_turn(game)


def end_turn(game: Game) -> None:
    """Rules 5.4."""
    game["guesser"] = None
    if supply_empty(game):
        begin_last_chance(game)
