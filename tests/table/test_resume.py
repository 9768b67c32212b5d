"""Nothing lost: a game that is killed at any moment goes on exactly there."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from voiceduet.cli.main import main
from voiceduet.engine.observation import public_view
from voiceduet.table.dialogue.state import Dialogue
from voiceduet.table.journal import read_journal
from voiceduet.table.saved import SavedTable, restore

pytestmark = pytest.mark.tool

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"
LINES = [
    "завтрак три",
    "касаюсь яйцо",
    "касаюсь геркулес",
    "небо два",
    "отмена",
    "небо два",
    "касаюсь солнце",
    "стоп",
    "песочный два",
    "другая",
    "морской два",
    "касаюсь песок",
    "отмена",
    "да",
    "касаюсь сыр",
    "стоп",
    "подсказка сон",
]
LAYING = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--names", "Анна,Борис"]
TYPED = ["--listen", "text", "--speak", "none"]


def _saved(path: Path) -> SavedTable:
    contents = read_journal(path)
    assert contents.damage is None
    return restore(contents.header, contents.entries)


def _typed(monkeypatch: pytest.MonkeyPatch, lines: list[str], *arguments: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main([*arguments, *TYPED]) == 0


def test_a_game_in_two_sittings_is_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parted = tmp_path / "whole.jsonl", tmp_path / "parted.jsonl"
    _typed(monkeypatch, LINES, "play", *LAYING, "--journal", str(whole))
    _typed(monkeypatch, LINES[:1], "play", *LAYING, "--journal", str(parted))
    for line in LINES[1:]:
        _typed(monkeypatch, [line], "resume", str(parted))
    assert _saved(whole).state.game == _saved(parted).state.game
    assert _saved(whole).state.memory.pending == _saved(parted).state.memory.pending


def test_resume_asks_the_open_question_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    _typed(monkeypatch, LINES, "play", *LAYING, "--journal", str(path))
    capsys.readouterr()
    _typed(monkeypatch, ["четыре"], "resume", str(path))
    shown = capsys.readouterr().out
    assert "Какое число?" in shown
    assert "Подсказка сон, четыре" in shown


@pytest.mark.parametrize("spoken", [1, 3, 4, 7, 9, 12])
def test_a_killed_game_goes_on_where_it_spoke_last(tmp_path: Path, spoken: int) -> None:
    path = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "voiceduet", "play", *LAYING, *TYPED, "--json", "--journal", str(path)]
    said = 0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env={**os.environ}
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in LINES))
        process.stdin.flush()
        for line in process.stdout:
            said += '"event": "say"' in line
            if said == spoken:
                os.kill(process.pid, signal.SIGKILL)
                break
    contents = read_journal(path)
    state = restore(contents.header, contents.entries).state
    texts = [text for entry in contents.entries for text in entry["say"]]
    assert len(texts) >= spoken
    assert state.game.moves == _replayed(LINES, tmp_path, len(contents.entries)).game.moves


def _replayed(lines: list[str], tmp_path: Path, entries: int) -> Dialogue:
    """The state after so many journal entries of a game that nobody killed."""
    path = tmp_path / "undisturbed.jsonl"
    command = [sys.executable, "-m", "voiceduet", "play", *LAYING, *TYPED, "--journal", str(path)]
    subprocess.run(command, input="\n".join(lines), encoding="utf-8", check=True, capture_output=True)
    contents = read_journal(path)
    return restore(contents.header, contents.entries[:entries]).state


def test_public_state_is_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    _typed(monkeypatch, LINES[:8], "play", *LAYING, "--journal", str(path))
    view = public_view(_saved(path).state.game)
    assert (view.tokens_left, view.agents_found, len(view.past_clues)) == (7, 2, 2)


def test_resume_without_a_name_takes_the_last_unfinished_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _typed(monkeypatch, ["завтрак три"], "play", *LAYING)
    _typed(monkeypatch, ["чай один", "касаюсь лимонад"], "play", *LAYING)
    capsys.readouterr()
    _typed(monkeypatch, [], "resume")
    assert "завтрак" in capsys.readouterr().out


def test_resume_takes_the_option_of_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    _typed(monkeypatch, ["завтрак три"], "play", *LAYING, "--journal", str(path))
    capsys.readouterr()
    _typed(monkeypatch, [], "resume", "--journal", str(path))
    assert "завтрак" in capsys.readouterr().out
    _typed(monkeypatch, [], "resume", str(path), "--journal", str(path.parent / "." / path.name))
    assert "завтрак" in capsys.readouterr().out, "the same game, named twice"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["one.jsonl", "--journal", "two.jsonl"], "several saved games are named: one.jsonl, two.jsonl; name one"),
        (["one.jsonl", "two.jsonl"], "several saved games are named: one.jsonl, two.jsonl; name one"),
        ([""], "the name of the saved game is empty"),
        (["--journal", ""], "the name of the saved game is empty"),
    ],
)
def test_one_game_is_named_or_none(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resume", *words]) == 2
    assert told in capsys.readouterr().err


def test_the_end_of_a_sitting_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    _typed(monkeypatch, ["чай один"], "play", *LAYING, "--journal", str(path))
    assert f"voiceduet resume {path}" in capsys.readouterr().out
    _typed(monkeypatch, ["касаюсь лимонад"], "resume", str(path))
    assert "voiceduet resume" not in capsys.readouterr().out
