"""`voiceduet key --side a`: one player's own side of a drawn key."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from voiceduet.engine.side import Side
from voiceduet.table.keyview import open_seat, plain_page, show_privately


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "key",
        help="show one side of a drawn key to its player",
        description="Shows one side of the drawn key to the player who sits there, and wipes it off the screen again.",
    )
    parser.add_argument("--side", choices=[side.value for side in Side], required=True, help="whose side: a or b")
    parser.add_argument("--plain", action="store_true", help="lines of text at once, for a screen reader or braille")
    parser.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL", help="the game (default: the latest)")


def run(args: argparse.Namespace) -> int:
    """Show the side; 2 when there is no such game, or the real card is on the table."""
    seat = open_seat(Side(args.side), args.journal)
    if args.plain or not sys.stdout.isatty():
        print(plain_page(seat), end="")
    else:
        with _leaving_in_order():
            show_privately(seat, sys.stdin.readline)
    return 0


@contextmanager
def _leaving_in_order() -> Iterator[None]:
    """Let a signal end the program in the ordinary way, and none suspend it: the side must not stay on the screen."""

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    ending = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in ending}
    if hasattr(signal, "SIGTSTP"):
        before[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
