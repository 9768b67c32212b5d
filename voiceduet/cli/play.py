"""`voiceduet play`: the main job."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from voiceduet.cli.table_options import add_table_options, settings_options, where_from
from voiceduet.engine.mission import format_mission
from voiceduet.grammar.setup.scopes import Stage
from voiceduet.table.campaign import choose_mission
from voiceduet.table.campaign_file import load_campaign
from voiceduet.table.config import load_settings, with_options
from voiceduet.table.errors import UserError
from voiceduet.table.messages import told
from voiceduet.table.play import NewTable, Team, play
from voiceduet.table.setup import DECK, DRAW


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser("play", help="referee a game", description="Referee a game by voice.")
    game = parser.add_argument_group("the game")
    game.add_argument("--board", metavar="FILE|deck", help="25 words, or drawn from the deck (default)")
    game.add_argument("--key", metavar="FILE|draw|table", help="the key card (default: drawn)")
    game.add_argument("--mission", metavar="9-5", help="tokens and mistakes, or a mission's name (default: 9-9)")
    game.add_argument("--team", metavar="NAME", help="count the game in this team's campaign")
    game.add_argument("--lang", metavar="ru", help="language of the table: ru, en, ko (default: ru)")
    game.add_argument("--names", metavar="Анна,Борис", help="names of side a and side b")
    game.add_argument("--first", choices=("a", "b"), help="who gives the first clue (default: a)")
    game.add_argument("--edition", metavar="ru", help="whose rulebook decides: ru, en, ko (default: the language's)")
    game.add_argument("--free-order", action="store_true", default=None, help="a side may give twice in a row")
    game.add_argument("--illegal", metavar="ask", help="illegal clue: ask, penalty, retake (default: ask)")
    game.add_argument("--relaxed", metavar="OPTION,…", help="multi-word, abbreviations, hyphens, homophones")
    game.add_argument("--touch", metavar="announced", help="how touches are said: announced, bare")
    game.add_argument(
        "--setup", default="options", metavar="voice", help="ask by voice for what no option says (default: options)"
    )
    game.add_argument("--seed", type=int, metavar="N", help="draw board and key repeatably")
    add_table_options(parser)
    parser.add_argument("--journal", type=Path, metavar="FILE", help="where the game is saved (default: a new file)")


def run(args: argparse.Namespace) -> int:
    """Play; 0 when the game or the input ended, 2 for wrong use."""
    team, mission = None, args.mission
    if args.team is not None:
        name, chosen = choose_mission(load_campaign(args.team), args.mission or "9-9")
        team, mission = Team(args.team, name), format_mission(chosen)
    options = {
        "game.language": args.lang,
        "game.edition": args.edition,
        "game.mission": mission,
        "game.names": args.names,
        "game.free_order": args.free_order,
        "clues.illegal": args.illegal,
        "clues.relaxed": None if args.relaxed is None else [o for o in args.relaxed.split(",") if o],
        "listening.touch": args.touch,
        **settings_options(args),
    }
    settings = with_options(load_settings(args.config), options)
    # The draw must not be guessed by the players; a seed is for tests and demonstrations only.
    rng = random.SystemRandom() if args.seed is None else random.Random(args.seed)  # noqa: S311
    asked = _asked(args)
    new = NewTable(args.board or DECK, args.key or DRAW, args.first, args.journal, team, asked=asked)
    return play(settings, new, where_from(args, sys.stdin), rng)


def _asked(args: argparse.Namespace) -> tuple[Stage, ...] | None:
    """The questions of a set-up by voice: what no option has answered. Raise `UserError`."""
    if args.setup not in {"voice", "options"}:
        raise UserError(told("setup.way", value=args.setup))
    if args.setup == "options":
        return None
    answers = {
        Stage.NAMES: args.names,
        Stage.MISSION: args.mission,
        Stage.KEY: args.key,
        Stage.FIRST: args.first,
        Stage.BOARD: args.board,
    }
    return tuple(stage for stage, answer in answers.items() if answer is None)
