from __future__ import annotations

import io
import signal
import sys
from pathlib import Path

import pytest

from voiceduet.cli.main import main
from voiceduet.engine.game import new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import parse_key
from voiceduet.engine.setup import GameSetup
from voiceduet.table.clock import SystemClock
from voiceduet.table.journal import Journal, new_journal_path
from voiceduet.table.saved import Agreement, header_of

pytestmark = pytest.mark.logic

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"
BOARD = parse_board((DEMO / "board.txt").read_text("utf-8"))
KEY = parse_key((DEMO / "key.txt").read_text("utf-8"))


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    header = header_of(new_game(GameSetup(BOARD, KEY)), Agreement(names=("Анна", "Борис")))
    Journal.create(path, header).close()
    return path


def test_in_a_pipe_the_side_comes_as_lines(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", "--side", "b", str(journal)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Сторона b: Борис"
    assert lines[1].startswith("Ваши агенты, которых ещё искать: ")
    assert len([line for line in lines if line.startswith("Ряд ")]) == 25


def test_the_latest_game_is_meant_when_none_is_named(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", "--side", "a"]) == 2
    assert "voiceduet play" in capsys.readouterr().err
    latest = new_journal_path(SystemClock().today())
    latest.parent.mkdir()
    journal.rename(latest)
    assert main(["key", "--side", "a"]) == 0
    assert capsys.readouterr().out.startswith("Сторона a: Анна\n")


def test_on_a_terminal_it_waits_behind_a_cover(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["key", "--side", "a", str(journal)]) == 0
    assert "Борис, отвернитесь" in terminal.getvalue()
    assert BOARD.words[0] not in terminal.getvalue()


def test_plain_asks_nothing(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(["key", "--side", "a", "--plain", str(journal)]) == 0
    assert BOARD.words[0] in terminal.getvalue()
    assert "\x1b" not in terminal.getvalue()


@pytest.mark.parametrize("arguments", [["key"], ["key", "--side", "c"], ["key", "--side", "a", "nowhere.jsonl"]])
def test_wrong_use_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)


def test_a_signal_wipes_the_side_too(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()

    class Waiting:
        """Enter at the cover, then the end of the program from outside."""

        asked = 0

        def readline(self) -> str:
            self.asked += 1
            if self.asked > 1:
                signal.raise_signal(signal.SIGTERM)
            return "\n"

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stdin", Waiting())
    assert main(["key", "--side", "a", str(journal)]) == 128 + signal.SIGTERM
    assert BOARD.words[0] in terminal.getvalue()
    assert terminal.getvalue().endswith("\x1b[3J\x1b[?1049l")
