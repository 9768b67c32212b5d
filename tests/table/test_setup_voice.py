"""`play --setup voice`: from the command line to a laid table, by typed lines."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from voiceduet.cli.main import main
from voiceduet.engine.side import Side
from voiceduet.table.campaign_file import load_campaign
from voiceduet.table.journal import Journal, latest_journal
from voiceduet.table.saved import SavedTable, restore
from voiceduet.table.setup_draft import DraftFile

pytestmark = pytest.mark.tool

ROWS = ["кот мост море лес луна", "акула балкон ключ врач замок", "яйцо геркулес солнце сыр песок"]
ROWS += ["роза лист пальто шляпа зонт", "арбуз атом лев тигр слон"]
DICTATED = ["диктую", *(line for row in ROWS for line in (row, "верно"))]


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VOICEDUET_HOME", str(tmp_path))


def _play(monkeypatch: pytest.MonkeyPatch, lines: list[str], *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["play", "--setup", "voice", "--listen", "text", "--speak", "none", "--json", *arguments])


def _events(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def _saved() -> SavedTable:
    path = latest_journal()
    assert path is not None
    journal, contents = Journal.resume(path)
    journal.close()
    return restore(contents.header, contents.entries)


def test_a_dictated_table_is_laid_and_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["Анна и Борис", "Каир", "ключ на столе", "Борис", *DICTATED, "начинаем", "зоопарк два", "касаюсь лев"]
    assert _play(monkeypatch, lines) == 0
    saved = _saved()
    setup = saved.state.game.setup
    assert setup.board.words == tuple(" ".join(ROWS).upper().split())
    assert (setup.mission.tokens, setup.mission.mistakes) == (9, 5)
    assert setup.key is None
    assert saved.agreement.names == ("Анна", "Борис")
    assert saved.state.game.moves[0].by is Side.B
    assert DraftFile("ru").load() is None
    assert _events(capsys)[-1]["text"] == "Лев: какой цвет?"


def test_a_drawn_key_is_not_told_and_a_new_game_begins_with_a_summary(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["Анна и Борис", "начинаем", "начинаем", "новая игра", "да", "сохранить и выйти"]
    assert _play(monkeypatch, lines) == 0
    said = [event["text"] for event in _events(capsys) if event["event"] == "say"]
    summary = "Анна и Борис, слова раздаёт судья, ключ раздаёт судья."
    assert sum(text.split(" Обычная")[0].endswith(summary) for text in said) == 2
    assert _saved().state.game.setup.key is not None


def test_options_answer_questions(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert _play(monkeypatch, ["ключ на столе"], "--names", "Анна,Борис", "--mission", "8-8", "--board", "deck") == 0
    said = [event["text"] for event in _events(capsys) if event["event"] == "say"]
    assert said[0].endswith("Ключ раздать, или он на столе?")
    assert said[1] == "Ключ на столе. Кто начинает?"


def test_an_interrupted_set_up_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert _play(monkeypatch, ["Анна и Борис", "Каир", "ключ на столе", "Анна", *DICTATED[:5]]) == 0
    assert _play(monkeypatch, ["да", *DICTATED[5:], "начинаем"]) == 0
    assert _saved().state.game.setup.board.words == tuple(" ".join(ROWS).upper().split())
    assert _saved().agreement.names == ("Анна", "Борис")


def test_the_language_can_be_changed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert _play(monkeypatch, ["Анна и Борис", "english please", "standard", "begin", "begin"]) == 0
    assert _saved().agreement.language == "en"
    assert _saved().agreement.names == ("Анна", "Борис")


def test_a_team_plays_the_city_that_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["без имён", "Берлин", "пять", "раздать", "всё равно", "раздать слова", "начинаем"]
    assert _play(monkeypatch, lines, "--team", "Лисы") == 0
    assert _saved().agreement.mission_name == "Берлин"
    assert load_campaign("Лисы").attempts == ()


def test_an_unknown_way_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--setup", "photo"]) == 2
    assert "--setup photo" in capsys.readouterr().err
