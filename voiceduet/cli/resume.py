"""`voiceduet resume`: go on with a saved game."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from voiceduet.cli.table_options import add_table_options, settings_options, where_from
from voiceduet.table.config import load_settings, with_options
from voiceduet.table.errors import UserError
from voiceduet.table.messages import told
from voiceduet.table.play import resume


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser("resume", help="go on with a saved game", description="Go on with a saved game.")
    parser.add_argument("journal", nargs="?", type=Path, metavar="FILE", help="the journal (default: the latest game)")
    parser.add_argument("--journal", dest="named", type=Path, metavar="FILE", help="the same, as `play` has it")
    add_table_options(parser)


def run(args: argparse.Namespace) -> int:
    """Go on exactly where the game stopped; 2 when there is no game to go on with."""
    if args.named and args.journal:
        raise UserError(told("cli.two_journals", one=args.journal, other=args.named))
    settings = with_options(load_settings(args.config), settings_options(args))
    return resume(settings, args.named or args.journal, where_from(args, sys.stdin), random.SystemRandom())
