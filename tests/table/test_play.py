"""From options to a table: what is looked at first, what a seed repeats, what a team's campaign gets."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from voiceduet.cli.main import main
from voiceduet.table.campaign_file import load_campaign

pytestmark = pytest.mark.tool

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"
TYPED = ["--listen", "text", "--speak", "none", "--json"]


def _play(monkeypatch: pytest.MonkeyPatch, lines: list[str], *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["play", *TYPED, *arguments])


def _events(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_seed_repeats_the_draw(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    boards = []
    for _ in range(2):
        assert _play(monkeypatch, [], "--seed", "7") == 0
        boards.append(_events(capsys.readouterr().out)[0]["board"])
    assert boards[0] == boards[1]


def test_without_a_seed_boards_differ(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    boards = []
    for _ in range(2):
        assert _play(monkeypatch, []) == 0
        boards.append(_events(capsys.readouterr().out)[0]["board"])
    assert boards[0] != boards[1]


@pytest.mark.parametrize("option", ["--board", "--key"])
def test_a_missing_file_is_told_before_a_missing_microphone(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--listen", "mic", option, "nowhere.txt"]) == 2
    error = capsys.readouterr().err
    assert "nowhere.txt" in error
    assert len(error.splitlines()) == 1


def test_a_finished_game_counts_for_its_team(monkeypatch: pytest.MonkeyPatch) -> None:
    laying = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--team", "Лисы"]
    assert _play(monkeypatch, ["чай один", "касаюсь лимонад"], *laying, "--mission", "Каир") == 0
    attempts = load_campaign("Лисы").attempts
    assert [attempt.outcome for attempt in attempts] == ["loss_assassin"]


def test_an_unfinished_game_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    laying = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--team", "Лисы"]
    assert _play(monkeypatch, ["чай один"], *laying) == 0
    assert load_campaign("Лисы").attempts == ()


def test_no_event_of_a_running_game_holds_the_key(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    laying = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt")]
    assert _play(monkeypatch, ["чай один", "касаюсь яйцо", "стоп"], *laying) == 0
    shown = capsys.readouterr().out
    for line in (DEMO / "key.txt").read_text("utf-8").split():
        assert line not in shown
