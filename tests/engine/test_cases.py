from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.casefiles import CASE_FILES, RECORD_FILES, unlike_visible_words
from voiceduet.engine.record import format_record, parse_record, read_record
from voiceduet.table.cases.case import AnyCase
from voiceduet.table.cases.checking import check_case
from voiceduet.table.cases.playing import play_record
from voiceduet.table.cases.reading import read_cases

pytestmark = pytest.mark.logic

RAW: list[tuple[str, dict[str, Any]]] = [
    (path.stem, case)
    for path in CASE_FILES
    for data in [json.loads(path.read_text("utf-8"))]
    for case in (*data["key_cases"], *data["cases"])
]
ASSERTED = ("expected", "expected_by_option")
NOT_ASSERTED = {"note"}
READINGS_NOT_TAKEN = {"turn_goes_on_then_no_token"}


def read(raw: dict[str, Any]) -> AnyCase:
    (case,) = read_cases([raw])
    return case


@pytest.mark.parametrize("raw", [raw for _, raw in RAW], ids=[f"{stem}-{raw['id']}" for stem, raw in RAW])
def test_every_case_holds(raw: dict[str, Any]) -> None:
    result = check_case(read(raw), unlike_visible_words)
    assert result.is_ok, (result.problem, result.failures)
    assert not result.remarks


def test_case_ids_are_unique_in_a_file() -> None:
    ids = [(stem, raw["id"]) for stem, raw in RAW]
    assert len(ids) == len(set(ids))


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every asserted value of a case, with the way to it."""
    if isinstance(data, dict):
        for key, part in data.items():
            if key not in NOT_ASSERTED | READINGS_NOT_TAKEN | {"winning_token_counted_as_check"}:
                yield from leaves(part, (*path, key))
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for index, part in enumerate(data):
            yield from leaves(part, (*path, index))
    elif data is not None or path[-1] == "outcome":
        yield path, data


def other(value: Any, name: str) -> Any:
    """A wrong value of the same kind."""
    others = {"phase": ("over", "guessing"), "outcome": ("win", "loss_assassin"), "result": ("agent", "bystander")}
    if name in others:
        first, second = others[name]
        return second if value == first else first
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[:-1] if value else {"events": ["win"], "hidden_words": [3], "a": [7], "b": [7]}.get(name, ["a"])
    return "game_over" if value != "game_over" else "side_done"


def perturbed(raw: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(raw)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


SOME = [raw for _, raw in RAW if "actions" in raw and len(raw["actions"]) <= 12]


@pytest.mark.parametrize("raw", SOME, ids=[raw["id"] for raw in SOME])
def test_every_asserted_value_is_really_compared(raw: dict[str, Any]) -> None:
    for name in ASSERTED:
        for path, value in leaves(raw.get(name, {}), (name,)):
            wrong = perturbed(raw, path, other(value, path[-1]))
            assert not check_case(read(wrong), unlike_visible_words).is_ok, (path, value)


@pytest.mark.parametrize("path", RECORD_FILES, ids=[path.stem for path in RECORD_FILES])
def test_every_record_leads_where_it_says(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    assert play_record(record).failures == ()
    assert parse_record(format_record(parse_record(path.read_text("utf-8")))).setup == record.setup


@pytest.mark.parametrize("path", RECORD_FILES, ids=[path.stem for path in RECORD_FILES])
def test_every_expectation_of_a_record_is_really_compared(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    wrong_values = {"phase": "over", "outcome": "loss_assassin", "events": "loss", "score": "99"}
    for number, line in enumerate(lines):
        kind, _, rest = line.partition(" ")
        if kind == "expect":
            name = rest.split()[0]
            wrong = f"expect {name} {wrong_values.get(name, _other_value(rest))}"
        elif kind == "refused":
            wrong = line.replace(rest.split()[0], "side_done", 1)
        else:
            continue
        changed = "\n".join([*lines[:number], wrong, *lines[number + 1 :]])
        (failure,) = play_record(read_record(changed)).failures
        assert failure.where.startswith(f"line {number + 1} ")


def _other_value(rest: str) -> str:
    name, value = rest.split(" ", 1)
    if value.isdigit():
        return str(int(value) + 1)
    if name in ("next_giver", "who_may_guess", "completed"):
        return "b" if value != "b" else "a"
    return "1"
