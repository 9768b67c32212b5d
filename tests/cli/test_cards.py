from __future__ import annotations

from pathlib import Path

import pytest

from voiceduet.cli.main import main
from voiceduet.engine.game import new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import parse_key
from voiceduet.engine.setup import GameSetup
from voiceduet.table.journal import Journal
from voiceduet.table.saved import Agreement, header_of

pytestmark = pytest.mark.logic

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"


def printed(tmp_path: Path, name: str, *arguments: str) -> bytes:
    out = tmp_path / name
    assert main(["cards", "--out", str(out), *arguments]) == 0
    return out.read_bytes()


def test_a_seed_prints_the_same_cards_again(tmp_path: Path) -> None:
    first, again = (printed(tmp_path, f"{name}.pdf", "--seed", "5") for name in ("first", "again"))
    assert first == again
    assert printed(tmp_path, "other.pdf", "--seed", "6") != first


def test_a_saved_game_and_its_files_print_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = parse_board((DEMO / "board.txt").read_text("utf-8"))
    key = parse_key((DEMO / "key.txt").read_text("utf-8"))
    path = tmp_path / "game.jsonl"
    Journal.create(path, header_of(new_game(GameSetup(board, key)), Agreement(names=("Анна", "Борис")))).close()
    of_game = printed(tmp_path, "game.pdf", "--journal", str(path))
    files = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--names", "Анна,Борис"]
    assert printed(tmp_path, "files.pdf", *files, "--lang", "ru") == of_game
    shown = capsys.readouterr().out
    assert "game.pdf, 4 pages" in shown
    assert not any(word in shown for word in board.words), "nothing of the game is shown"


def test_one_side_is_told_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed(tmp_path, "b.pdf", "--key", str(DEMO / "key.txt"), "--side", "b")
    assert "page 3 is side b" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--journal", "nowhere.jsonl"],
        ["--journal", "game.jsonl", "--board", "deck"],
        ["--seed", "1", "--key", "key.txt"],
        ["--width", "5"],
        ["--paper", "a0"],
        ["--key", "nowhere.txt"],
        ["--journal"],
    ],
)
def test_wrong_use_is_one_line(tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cards.pdf"
    assert main(["cards", "--out", str(out), *arguments]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert not out.exists()
