"""`voiceduet cards --out FILE.pdf`: word cards and a two-sided key card to print."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from voiceduet.engine.side import Side
from voiceduet.table.cards import SIDES, CardsError, Drawn, Look, from_choice, from_journal, print_cards, save_choice
from voiceduet.table.cards_layout import CARD_WIDTH, Flip
from voiceduet.table.cards_shapes import Paper
from voiceduet.table.config import load_settings
from voiceduet.table.messages import told
from voiceduet.table.setup import DECK, DRAW, LANGUAGES

_LATEST = Path()


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "cards",
        help="print word cards and a two-sided key card",
        description="Writes a PDF with word cards to cut and a key card of two sides. Nothing of the key is shown.",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="the file to write")
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--journal", type=Path, nargs="?", const=_LATEST, metavar="FILE", help="of a saved or running game (the latest)"
    )
    source.add_argument("--seed", type=int, metavar="N", help="draw the same cards again (not those of play --seed)")
    source.add_argument("--key", metavar="FILE", help="the key of a file (default: drawn now)")
    parser.add_argument("--board", metavar="FILE|deck", help="the words (default: drawn; with --key: no word cards)")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the table: ru, en, ko (default: the settings')")
    parser.add_argument("--names", default="", metavar="Анна,Борис", help="names of side a and side b")
    parser.add_argument("--side", choices=[side.value for side in Side], help="print this side of the key only")
    parser.add_argument("--paper", choices=tuple(Paper), default=Paper.A4, help="size of the paper (default: a4)")
    parser.add_argument("--flip", choices=tuple(Flip), default=Flip.LONG, help="edge the printer flips on")
    parser.add_argument("--width", type=float, default=CARD_WIDTH, metavar="MM", help="width of the key card")
    parser.add_argument("--font", type=Path, metavar="FILE.ttf", help="a font for letters that the own fonts lack")
    parser.add_argument("--board-out", type=Path, metavar="FILE", help="also write the words for play --board")
    parser.add_argument("--key-out", type=Path, metavar="FILE", help="also write the key for play --key")
    parser.add_argument("--force", action="store_true", help="replace a PDF that exists")


def run(args: argparse.Namespace) -> int:
    """Write the file; 2 for wrong use."""
    sides = SIDES if args.side is None else (Side(args.side),)
    look = Look(sides, Paper(args.paper), Flip(args.flip), args.width, args.font)
    drawn = _drawn(args)
    pages = print_cards(drawn, look, args.out, replace=args.force)
    save_choice(drawn, args.board_out, args.key_out)
    if drawn.key is None:
        print(told("cards.written_words", path=args.out))
    elif args.side is not None:
        print(told("cards.written_side", path=args.out, side=args.side))
    else:
        print(told("cards.written", path=args.out, pages=pages))
    return 0


def _drawn(args: argparse.Namespace) -> Drawn:
    if args.journal is not None:
        if args.board or args.names or args.lang:
            raise CardsError(told("cards.journal_decides"))
        return from_journal(None if args.journal == _LATEST else args.journal)
    # The draw must not be guessed by the players; a seed is for tests and demonstrations only.
    rng = random.SystemRandom() if args.seed is None else random.Random(args.seed)  # noqa: S311
    board = args.board or (None if args.key else DECK)
    return from_choice(board, args.key or DRAW, args.lang or load_settings().game.language, args.names, rng)
