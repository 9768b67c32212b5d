from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from voiceduet.cli.main import main
from voiceduet.engine.game import apply, new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import draw_key
from voiceduet.engine.moves import GiveClue, Touch
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.side import Side
from voiceduet.table.campaign_file import record_result

pytestmark = pytest.mark.logic


@pytest.fixture
def lost_in_prague() -> None:
    key = draw_key(random.Random(2))
    board = parse_board((Path(__file__).parents[2] / "voiceduet/table/demo/board.txt").read_text("utf-8"))
    game = apply(new_game(GameSetup(board, key)), GiveClue(Side.A, "подсказка", 1)).state
    game = apply(game, Touch(Side.B, next(index for index, each in enumerate(key.a) if each == "A"))).state
    record_result("Лисы", "Прага", game, played=datetime(2026, 5, 1, 20, 15, tzinfo=UTC))


def test_without_a_team_the_cities_of_the_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["missions"]) == 0
    assert "Cairo 9-5" in capsys.readouterr().out
    assert main(["missions", "show", "Каир"]) == 0
    assert "Roads: Prague" in capsys.readouterr().out


def test_a_team_adds_a_city_and_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["missions", "add", "Лима", "8-3", "--roads", "Прага, Каир", "--team", "Лисы"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Лима 8-3: not open yet", "Roads: Prague, Cairo"]
    assert main(["missions"]) == 0
    assert "Лима 8-3" in capsys.readouterr().out


@pytest.mark.usefixtures("lost_in_prague")
def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["missions", "tried"]) == 0
    assert capsys.readouterr().out.startswith("2026-05-01 20:15  Прага (9-9): lost to an assassin; tokens left 9")
    assert main(["missions", "tried", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "loss_assassin"
    assert main(["missions", "show", "prague", "--json"]) == 0
    city, game = map(json.loads, capsys.readouterr().out.splitlines())
    assert (city["standing"], city["played"], city["won"]) == ("open", 1, 0)
    assert game["mission"] == "Прага"


def test_messages_follow_the_locale(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert main(["missions"]) == 0
    assert "Каир 9-5: ещё не открыт" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["add"], ["show"], ["list", "Каир"], ["tried"], ["add", "Лима", "8-3"], ["show", "Лима"], ["fly"]],
)
def test_wrong_use_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["missions", *arguments]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)


def test_several_teams_must_be_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    for team in ("Лисы", "Совы"):
        assert main(["missions", "add", "Лима", "8-3", "--team", team]) == 0
    capsys.readouterr()
    assert main(["missions"]) == 2
    assert "Лисы, Совы" in capsys.readouterr().err
