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
    parser.add_argument("journal", nargs="*", metavar="FILE", help="the journal (default: the latest game)")
    parser.add_argument("--journal", dest="named", metavar="FILE", help="the same, as `play` has it")
    add_table_options(parser)


def run(args: argparse.Namespace) -> int:
    """Go on exactly where the game stopped; 2 when there is no game to go on with."""
    settings = with_options(load_settings(args.config), settings_options(args))
    return resume(settings, _journal(args), where_from(args, sys.stdin), random.SystemRandom())


def _journal(args: argparse.Namespace) -> Path | None:
    """The one journal that is named, if any is; the same may be named twice. Raise `UserError`."""
    names: list[str] = [*args.journal, *([] if args.named is None else [args.named])]
    if "" in names:
        raise UserError(told("cli.empty_journal"))
    several = {Path(name).resolve(): name for name in reversed(names)}
    if len(several) > 1:
        raise UserError(told("cli.two_journals", names=", ".join(names)))
    return Path(names[0]) if names else None
