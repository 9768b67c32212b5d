"""A real terminal: the key is on its other screen, after a cover, and gone afterwards."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from voiceduet.engine.game import new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import parse_key
from voiceduet.engine.setup import GameSetup
from voiceduet.table.journal import Journal
from voiceduet.table.saved import Agreement, header_of

pty = pytest.importorskip("pty", reason="pseudo-terminals are there on Unix only")

pytestmark = pytest.mark.tool

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"
BOARD = parse_board((DEMO / "board.txt").read_text("utf-8"))
KEY = parse_key((DEMO / "key.txt").read_text("utf-8"))
WIPED = "\x1b[2J\x1b[H\x1b[3J"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[int]:
    """The other end of a terminal on which `voiceduet key --side b` runs."""
    path = tmp_path / "game.jsonl"
    Journal.create(path, header_of(new_game(GameSetup(BOARD, KEY)), Agreement(names=("Анна", "Борис")))).close()
    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"this machine gives no pseudo-terminal: {error}")
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    command = [sys.executable, "-m", "voiceduet", "key", "--side", "b", str(path)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        yield ours
        assert process.wait(timeout=20) == 0
    os.close(ours)


def read_until(terminal: int, text: str) -> str:
    """What the program writes, up to and with a text."""
    data = b""
    while text.encode() not in data:
        assert select.select([terminal], [], [], 20)[0], f"only this came: {data!r}"
        data += os.read(terminal, 65536)
    return data.decode("utf-8", "replace")


def test_the_key_leaves_no_trace(terminal: int) -> None:
    cover = read_until(terminal, "Enter — показать")
    assert cover.startswith("\x1b[?1049h")
    assert not any(word in cover for word in BOARD.words)
    os.write(terminal, b"\n")
    page = read_until(terminal, "Enter — стереть и закончить")
    assert all(word in page for word in BOARD.words)
    os.write(terminal, b"\n")
    assert read_until(terminal, "\x1b[?1049l").endswith(f"{WIPED}\x1b[?1049l")
