from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.engine.casefiles import CASES
from voiceduet.cli.main import main

pytestmark = pytest.mark.logic

DUET = str(CASES / "duet_cases.json")
DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"
GAME = CASES / "garden_won.txt"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "case.json"


def printed(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], str]:
    captured = capsys.readouterr()
    return captured.out.splitlines(), captured.err


def test_all_cases_hold_with_the_real_clue_judge(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", DUET]) == 0
    out, err = printed(capsys)
    assert out[0] == "Y01 ok"
    assert out[-1] == "51 cases: 51 ok, 0 failed"
    assert all(line.endswith(" ok") for line in out[:-1])
    assert err == ""


def test_a_failing_case_says_where(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {
        "id": "T99",
        "editions": ["ru", "ko"],
        "actions": [{"by": "a", "type": "clue", "word": "ПОЛЁТ", "number": 2}, {"by": "b", "type": "stop"}],
        "expected": {"steps": [{"tokens_left": 9}, {"accepted": True, "tokens_left": 8}], "phase": "guessing"},
    }
    file.write_text(json.dumps({"cases": [case]}), "utf-8")
    assert main(["replay", str(file)]) == 1
    out, err = printed(capsys)
    assert out == [
        "T99 FAILED step 2 (b stop): accepted expected true, got false [ru, ko] (and 1 more)",
        "1 case: 0 ok, 1 failed",
    ]
    assert err == ""
    assert main(["replay", "--json", str(file)]) == 1
    lines = [json.loads(line) for line in printed(capsys)[0]]
    assert lines[0]["failures"][1] == {
        "where": "step 2 (b stop)",
        "field": "tokens_left",
        "expected": 8,
        "got": 9,
        "editions": ["ru", "ko"],
    }
    assert (lines[0]["file"], lines[0]["id"], lines[0]["ok"]) == (str(file), "T99", False)
    assert lines[1] == {"cases": 1, "failed": 1, "ok": False}


def test_a_record_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GAME)]) == 0
    assert printed(capsys)[0] == [
        "garden_won.txt ok: 22 moves, over win, tokens 0 (bystander side 0), agents 15/15",
        "1 case: 1 ok, 0 failed",
    ]
    assert main(["replay", "--json", str(GAME)]) == 0
    record = json.loads(printed(capsys)[0][0])
    assert record["end"] == {
        "phase": "over",
        "outcome": "win",
        "tokens_left": 0,
        "bystander_side_left": 0,
        "agents_found": 15,
        "score": None,
        "moves": 22,
    }


def test_a_record_stops_at_a_refused_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME.read_text("utf-8").replace("a stop\n", "b stop\n"), "utf-8")
    assert main(["replay", str(path)]) == 1
    (line, _), _ = printed(capsys)
    refused = '"not_your_turn: side b gave the clue: only side a can stop"'
    assert line == (
        f"game.txt FAILED line 48 (b stop): accepted expected true, got {refused}; "
        "the end is: 10 moves, guessing, tokens 1 (bystander side 1), agents 4/15"
    )


def test_a_standard_game_shows_its_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    header = GAME.read_text("utf-8").split("\nexpect")[0].replace("mission 4-2", "mission 9-9")
    moves = [
        "a clue A 6",
        *(f"b touch {place}" for place in ("1:1", "1:3", "2:2", "2:4", "3:4", "4:1", "4:5", "5:1", "5:3")),
        "b stop",
        "b clue B 6",
        *(f"a touch {place}" for place in ("1:2", "2:3", "3:1", "4:2", "4:3", "5:2")),
    ]
    path.write_text("\n".join([header, *moves]), "utf-8")
    assert main(["replay", str(path)]) == 0
    assert printed(capsys)[0][0].endswith("agents 15/15, score 22")


def test_several_files_and_json_lines(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {"id": "L1", "actions": [], "expected": {"tokens_left": 9}}
    file.write_text(f"{json.dumps(case)}\n{json.dumps(case | {'id': 'L2'})}\n", "utf-8")
    assert main(["replay", str(GAME), str(file)]) == 0
    assert printed(capsys)[0][1:] == ["case.json: L1 ok", "case.json: L2 ok", "3 cases: 3 ok, 0 failed"]


def test_a_case_that_cannot_be_used_fails_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps([{"id": "X1", "actions": [{"type": "fly"}]}, {"id": "X2", "actions": []}]), "utf-8")
    assert main(["replay", str(file)]) == 1
    out, _ = printed(capsys)
    assert out[0].startswith("X1 FAILED cannot be used: actions[0].type: 'fly' is none of: clue, touch")
    assert out[1] == "X2 ok"
    assert main(["replay", "--json", str(file)]) == 1
    assert "fly" in json.loads(printed(capsys)[0][0])["problem"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not JSON"),
        ("[]", "holds no rule cases: it is empty"),
        ('{"a": 1}', "holds no rule cases: there are neither"),
        ("[" * 100_000, "holds no rule cases"),
        ("САД\nГРЯДКА\n", "is neither a game record"),
        ("", "is neither a game record"),
        ("voiceduet 1\nedition de\n", "cannot be replayed"),
        (GAME.read_text("utf-8") + "expect phases over\n", "cannot be replayed: line"),
    ],
)
def test_wrong_files_are_one_line_on_stderr(
    content: str, message: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(content, "utf-8")
    assert main(["replay", str(file)]) == 2
    out, err = printed(capsys)
    assert out == []
    assert err.count("\n") == 1
    assert str(file) in err
    assert message in err


@pytest.mark.parametrize("arguments", [[], ["--fast", DUET], ["no-such-file.json"], ["."]])
def test_wrong_use_is_one_line_on_stderr(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", *arguments]) == 2
    out, err = printed(capsys)
    assert out == []
    assert err.count("\n") == 1


def test_a_clue_on_a_board_of_no_known_language(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {
        "setup": {"board": [str(number) for number in range(25)]},
        "actions": [{"by": "a", "type": "clue", "word": "слово", "number": 1}],
        "expected": {"steps": [{"legal": True}]},
    }
    file.write_text(json.dumps(case), "utf-8")
    assert main(["replay", str(file)]) == 2
    assert "the clue 'слово' cannot be checked" in printed(capsys)[1]


def test_a_move_that_should_be_refused_and_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME.read_text("utf-8") + "# end\n", "utf-8")
    text = path.read_text("utf-8").replace("refused need_a_guess_first b stop", "refused not_your_turn b touch 1:1")
    path.write_text(text, "utf-8")
    assert main(["replay", str(path)]) == 1
    assert '(refused not_your_turn b touch 1:1): reason expected "not_your_turn", got null' in printed(capsys)[0][0]


def test_titles_and_remarks_are_handed_on(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps({"id": "T1", "title": "Empty", "seed": 4, "actions": []}), "utf-8")
    assert main(["replay", str(file)]) == 0
    assert printed(capsys)[0][0] == "T1 ok (unknown field 'seed' passed over)"
    assert main(["replay", "--json", str(file)]) == 0
    result = json.loads(printed(capsys)[0][0])
    assert (result["title"], result["remarks"]) == ("Empty", ["unknown field 'seed' passed over"])


def test_the_journal_of_an_ended_game_is_replayed_and_of_a_running_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A replay shows where a game stands; of a running game it would show more than both may know (rules 10)."""
    path = tmp_path / "game.jsonl"
    typed = ["--listen", "text", "--speak", "none"]
    monkeypatch.setattr("sys.stdin", io.StringIO("чай один\n"))
    laying = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--journal", str(path)]
    assert main(["play", *laying, *typed]) == 0
    assert main(["replay", str(path)]) == 2
    assert "has not ended" in printed(capsys)[1]
    monkeypatch.setattr("sys.stdin", io.StringIO("касаюсь лимонад\n"))
    assert main(["resume", str(path), *typed]) == 0
    capsys.readouterr()
    assert main(["replay", str(path)]) == 0
    assert "loss_assassin" in printed(capsys)[0][0]
