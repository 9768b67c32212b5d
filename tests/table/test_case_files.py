from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.engine.casefiles import unlike_visible_words
from voiceduet.engine.record import read_record
from voiceduet.table.cases.case import BadCase, Case
from voiceduet.table.cases.checking import CaseResult, check_case
from voiceduet.table.cases.fields import FIELDS, CaseProblem
from voiceduet.table.cases.playing import play_record
from voiceduet.table.cases.reading import read_cases

pytestmark = pytest.mark.logic

KEY_A, KEY_B = "GBGBABGBGBBBBGBGBABGGBGBA", "BGGBBBAGBBGABGBBGGBBBGGBA"
CASE: dict[str, Any] = {
    "id": "Z1",
    "setup": {"key_a": KEY_A, "key_b": KEY_B},
    "actions": [
        {"by": "a", "type": "clue", "word": "ПОЛЁТ", "number": 2},
        {"by": "b", "type": "touch", "index": 2},
        {"by": "b", "type": "stop", "skip_if_auto_end": True},
    ],
    "expected": {"tokens_left": 8, "next_giver": "b", "score": None},
}


def changed(path: str, value: object) -> dict[str, Any]:
    """The case with one value put at a dotted path."""
    case = copy.deepcopy(CASE)
    place: Any = case
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in parents:
        place = place.setdefault(part, {}) if isinstance(place, dict) else place[part]
    place[last] = value
    return case


def checked(raw: object) -> CaseResult:
    (case,) = read_cases(raw)
    return check_case(case, unlike_visible_words)


def test_a_case_may_leave_out_nearly_everything() -> None:
    assert checked(CASE) == CaseResult("Z1", "")
    assert checked({"actions": []}).is_ok
    assert checked([{"setup": {}}]).id == "#1"
    (case,) = read_cases(CASE)
    assert isinstance(case, Case)
    assert (len(case.editions), case.mission.tokens, case.mission.mistakes, case.free_order) == (3, 9, 9, False)


def test_unknown_remarks_at_a_case_are_passed_over_and_said() -> None:
    result = checked(changed("seed", 7))
    assert result.is_ok
    assert result.remarks == ("unknown field 'seed' passed over",)


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("actions.0.type", "sing", "actions[0].type: 'sing' is none of: clue, touch, stop, penalty, complete"),
        ("actions.0.type", None, "actions[0].type: None is none of"),
        ("actions.0.by", "c", "actions[0] (clue): by: 'c' is none of: a, b"),
        ("actions.0.word", 3, "actions[0] (clue): word: must be text, not 3"),
        ("actions.0.number", "two", "actions[0] (clue): must be a whole number, not 'two'"),
        ("actions.1.index", True, "actions[1] (touch): must be a whole number, not True"),
        ("actions.1.index", None, "actions[1] (touch): must be a whole number, not None"),
        ("actions.1.word", "САД", "actions[1] (touch): 'САД' does not lie at index 2"),
        ("actions.1.shown", "green", "actions[1] (touch): 'green' is none of: agent, bystander, assassin"),
        ("actions.1.speed", 3, "actions[1].speed: unknown field; known are by, index"),
        ("actions.1", "b touch 2", "actions[1]: must be an object, not 'b touch 2'"),
        ("actions", {}, "actions: must be a list, not {}"),
        ("setup.order", "any", "setup.order: 'any' is none of: strict, free"),
        ("setup.tokens", 12, "mission 12-12: tokens must be 1-11"),
        ("setup.colour", "red", "setup.colour: unknown field"),
        ("setup.key_b", None, 'setup: give key_a and key_b, or neither and "key": "table"'),
        ("setup.key_b", KEY_A, "this is not a Duet key"),
        ("setup.board", ["A"] * 24, "a board has 25 words, here are 24"),
        ("setup.board", [1] * 25, "setup.board: a word must be text, not 1"),
        ("setup", [], "setup: must be an object, not []"),
        ("editions", ["de"], "editions: 'de' is none of: ru, ko, en"),
        ("expected.tokens", 8, "expected.tokens: unknown field; known are accepted"),
        ("expected.tokens_left", "8", "expected.tokens_left: must be a whole number, not '8'"),
        ("expected.phase", "guess", "expected.phase: 'guess' is none of: await_clue"),
        ("expected.next_giver", ["c"], "expected.next_giver: 'c' is none of: a, b"),
        ("expected.hidden_words", [25], "expected.hidden_words: 25 is not on the board"),
        ("expected.hidden_words", ["САМОВАР"], "expected.hidden_words: 'САМОВАР' is not on the board"),
        ("expected.clue_legal", "no", "expected.clue_legal: must be true or false, not 'no'"),
        ("expected.marked_for", {"c": []}, "expected.marked_for.c: unknown field"),
        ("expected.score", {"ru": {"other": 1}}, "expected.score.ru: must give a number or"),
        ("expected.steps", [{}], "expected.steps: 1 entries for 3 actions"),
        ("expected.steps", [{}, {"result": "green"}, {}], "expected.steps[1].result: 'green' is none of"),
        ("expected_by_option", {"x": {"phases": 1}}, "expected_by_option.x.phases: unknown field"),
        ("expected_if_auto_end", {"phases": 1}, "expected_if_auto_end.phases: unknown field"),
    ],
)
def test_a_case_that_cannot_be_used_says_where(path: str, value: object, problem: str) -> None:
    raw = changed(path, value)
    (case,) = read_cases([raw])
    assert isinstance(case, BadCase)
    result = check_case(case, unlike_visible_words)
    assert not result.is_ok
    assert problem in result.problem


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([], "it is empty"),
        ({}, "it is empty"),
        ("case", "the file: must be an object"),
        ({"title": "x"}, "there are neither 'cases' nor 'key_cases' in it"),
        ({"cases": 5}, "cases: must be a list, not 5"),
    ],
)
def test_a_file_without_cases_says_so(data: object, problem: str) -> None:
    with pytest.raises(CaseProblem, match="^" + problem.replace("(", "\\(")):
        read_cases(data)


def test_words_and_indices_name_the_same() -> None:
    board = [f"W{index}" for index in range(25)]
    raw = changed("setup.board", board)
    raw["actions"][1] = {"by": "b", "type": "touch", "word": "w3"}
    raw["actions"][2] = {"by": "b", "type": "clue", "word": "ЛЕС", "number": 1}
    raw["expected"] = {"marked_for": {"b": ["W3"]}, "visible_words": board, "tokens_left": 8}
    assert checked(raw).is_ok


def test_null_is_not_asserted_but_a_running_game_is() -> None:
    assert checked(changed("expected", {"tokens_left": None, "phase": None, "outcome": None})).is_ok
    lost = changed("expected", {"outcome": None})
    lost["actions"] = [CASE["actions"][0], {"by": "b", "type": "touch", "index": 4}]
    (failure,) = checked(lost).failures
    assert (failure.field, failure.expected, failure.got) == ("outcome", None, "loss_assassin")
    assert len(failure.editions) == 3


def test_a_refusal_that_nobody_expects_is_remarked() -> None:
    raw = changed("actions.2", {"by": "a", "type": "stop"})
    result = checked(raw)
    assert [failure.field for failure in result.failures] == ["tokens_left", "next_giver"]
    assert result.remarks == ("step 3 (a stop) was refused: not_your_turn",)


def test_a_clue_is_judged_when_only_the_end_asks_for_it() -> None:
    raw = changed("expected", {"clue_legal": False, "tokens_left": 9, "if_the_engine_refuses_it": {"phase": "over"}})
    raw["setup"]["board"] = [f"W{index}" for index in range(25)]
    raw["actions"] = [{"by": "a", "type": "clue", "word": "w3", "number": 1}]
    (failure,) = checked(raw).failures
    assert (failure.where, failure.got) == ("if the clue is refused", "await_clue")
    raw["actions"][0]["word"] = "w33"
    assert [failure.field for failure in checked(raw).failures] == ["clue_legal"]


def test_readings_that_no_edition_is_known_to_take_are_tried() -> None:
    readings = {"first": {"tokens_left": 7}, "second": {"tokens_left": 8}}
    result = checked(changed("expected_by_option", readings))
    assert result.is_ok
    assert result.remarks[0] == "edition ru compared with the reading second"
    del readings["second"]
    assert not checked(changed("expected_by_option", readings)).is_ok
    only_other = checked(changed("expected_by_option", {"turn_goes_on_then_no_token": {}}))
    assert only_other.problem.startswith("no reading for edition ru, which takes winning_turn_free, sudden_death")
    only_ru = checked(changed("expected_by_option", {"winning_turn_free": {"tokens_left": 8}}))
    assert only_ru.is_ok
    assert len(only_ru.remarks) == 2
    assert checked(changed("editions", [])).problem == "no edition is named"


@pytest.mark.parametrize(("valid", "ok"), [(True, False), (False, True)])
def test_key_cases(valid: bool, ok: bool) -> None:
    result = checked({"id": "Y", "key_a": KEY_A, "key_b": KEY_A, "valid": valid})
    assert result.is_ok == ok
    assert checked({"id": "Y", "key_a": KEY_A, "key_b": KEY_B, "valid": True}).is_ok
    assert not checked({"id": "Y", "key_a": KEY_A, "key_b": KEY_B, "valid": False}).is_ok
    assert "valid" in checked({"id": "Y", "valid": "yes"}).problem or not checked({"id": "Y", "valid": "yes"}).is_ok


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("expect phases over", "unknown field phases; known are accepted"),
        ("expect tokens_left 8 9", "tokens_left has one value"),
        ("expect tokens_left many", "must be a whole number, not 'many'"),
    ],
)
def test_an_expectation_of_a_record_that_cannot_be_used_says_where(line: str, problem: str) -> None:
    board = "".join(f"board {' '.join(f'W{row}{column}' for column in range(5))}\n" for row in range(5))
    record = read_record(f"voiceduet 1\nkey {KEY_A} {KEY_B}\n{board}{line}\na clue ПОЛЁТ 1\n")
    with pytest.raises(CaseProblem) as error:
        play_record(record)
    assert str(error.value).startswith("line 8 (expect")
    assert problem in str(error.value)


def test_every_field_is_named_once() -> None:
    assert len({name.lower() for name in FIELDS}) == len(FIELDS)
