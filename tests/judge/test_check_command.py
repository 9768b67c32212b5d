"""`voiceduet check` as a person or a script calls it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.judge.scoring import HERE
from voiceduet.cli.main import main
from voiceduet.grammar.judge.judge import load_judge
from voiceduet.grammar.judge.verdict import ClueQuestion

pytestmark = pytest.mark.logic

BOARD = """
# a table
ключ
лёд
свет
Москва
""" + "\n".join(f"слово{letter}" for letter in "абвгдежзиклмнопрстуфх")


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, encoding="utf-8")
    return str(path)


def run_lines(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *options: str
) -> tuple[int, list[dict[str, Any]]]:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    code = main(["check", "--jsonl", *options])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("clue", "options", "code"),
    [
        ("завтрак 3", [], 0),
        ("завтрак три", [], 0),
        ("светлый 2", [], 1),
        ("светлый 2", ["--marked", "свет"], 1),
        ("светлый 2", ["--covered", "СВЕТ"], 0),
        ("ледоход 2", ["--covered", "лед,свет"], 0),
        ("США 2", [], 0),
        ("железная дорога 2", [], 1),
        ("железная дорога 2", ["--relaxed", "multi-word,hyphens"], 0),
    ],
)
def test_one_clue(board: str, clue: str, options: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", clue, "--board", board, *options]) == code
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_json_names_the_card(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "московский 2", "--board", board, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["against"] == "Москва"
    assert (answer["verdict"], answer["reason"], answer["number"]) == ("illegal", "word_form", 2)


def test_a_clue_without_a_number_is_asked_for(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "завтрак", "--board", board, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["reason"]) == ("doubtful", "none")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["завтрак 3"],
        ["завтрак 3", "--board", "no-such-file"],
        ["завтрак 3", "--lang", "eo"],
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("options", [["--covered", "пень"], ["--relaxed", "everything"]])
def test_wrong_options_are_one_line(board: str, options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "завтрак 3", "--board", board, *options]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_lines_keep_their_fields(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        '{"lang": "ru", "clue": "светлый", "number": 2, "board_word": "свет", "id": 7}',
        "",
        '{"lang": "ru", "clue": "светлый", "number": 2, "board": ["кот", "свет"], "covered": [1]}',
        '{"lang": "ru", "clue": "светлый", "number": 2, "board": ["кот", "свет"], "half_marked": [1]}',
    ]
    code, answers = run_lines(lines, monkeypatch, capsys)
    assert code == 0
    assert [a["verdict"] for a in answers] == ["illegal", "legal", "illegal"]
    assert answers[0]["id"] == 7
    assert answers[2]["against"] == "свет"


def test_a_bad_line_has_an_error_and_the_others_are_judged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        "{",
        "[]",
        '{"lang": "eo", "clue": "a", "number": 1, "board_word": "b"}',
        '{"lang": "ru", "number": 1, "board_word": "b"}',
        '{"lang": "ru", "clue": "a", "number": -1, "board_word": "b"}',
        '{"lang": "ru", "clue": "a", "number": 1}',
        '{"lang": "ru", "clue": "a", "number": 1, "board": ["b"], "covered": [4]}',
        '{"lang": "ru", "clue": "завтрак", "number": 1, "board_word": "яйцо"}',
    ]
    code, answers = run_lines(lines, monkeypatch, capsys)
    assert code == 2
    assert ["error" in a for a in answers] == [True] * 7 + [False]


def test_table_decisions_file(board: str, tmp_path: Path) -> None:
    path = tmp_path / "decisions.txt"
    path.write_text("ru\tхохотельня\tallowed\n", encoding="utf-8")
    assert main(["check", "хохотельня 2", "--board", board]) == 1
    assert main(["check", "хохотельня 2", "--board", board, "--decisions", str(path)]) == 0


def test_whole_tables() -> None:
    """Boards with covered and marked words: verdict and card, where intent does not decide."""
    judge = load_judge("ru")
    for line in (HERE / "boards.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        expected = case["expected"]
        if case["lang"] != "ru" or expected["number"] is None:
            continue
        visible = tuple(w for i, w in enumerate(case["board"]) if i not in case.get("covered", []))
        ruling = judge.check(ClueQuestion(expected["clue"], expected["number"], visible))
        intent = expected["reason"] == "number_as_clue" and ruling.verdict == "doubtful"
        assert ruling.verdict == expected["verdict"] or intent, case["utterance"]
        assert ruling.against == expected["board_word"] or expected["board_word"] is None, case["utterance"]
