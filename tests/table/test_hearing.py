"""The real ear and the real grammar over the recordings: meaning is compared, not text."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.asr.doubles import FIXTURES
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_listener
from voiceduet.asr.ports import Ear, Hypothesis, RecognizedWord
from voiceduet.asr.vosk_recognizer import Limit, VoskModel, VoskRecognizer, load_model
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.bench import Bench, BenchReport, Engine
from voiceduet.table.bench_answers import AnyClue, answering
from voiceduet.table.bench_report import Surrounding, counted, json_lines, text
from voiceduet.table.bench_results import Result
from voiceduet.table.errors import UserError
from voiceduet.table.hearing import TableHearing, heard_texts
from voiceduet.table.manifests import read_manifest
from voiceduet.table.setup import load_deck

pytestmark = pytest.mark.hears
MANIFEST = FIXTURES / "manifest.jsonl"
KNOWN_TO_BE_MISSED: dict[str, str] = {}
"""Touches that are not understood, and why; one that is understood after all must leave the list."""


@pytest.fixture(scope="module")
def model() -> VoskModel:
    return load_model(DATA / "ru-table")


@pytest.fixture(scope="module")
def report(model: VoskModel) -> BenchReport:
    bare = VoskRecognizer(model, Limit.PHRASES)
    engine = Engine(make_listener(model), TableHearing("ru"), bare=bare)
    return Bench(engine, load_deck("ru"), answering("ru", AnyClue(), None)).run(read_manifest(MANIFEST, "ru"))


def counts(report: BenchReport, kind: str) -> Counter[Result]:
    found = counted(report.outcomes, "kind", "voiceduet")
    return sum((results for group, results in found.items() if group.removesuffix(" (human)") == kind), Counter())


def test_nothing_is_acted_upon_that_was_not_said(report: BenchReport) -> None:
    assert [failure for failure in report.failures if failure.startswith(Result.WRONG)] == []


@pytest.mark.parametrize("kind", ["command", "result"])
def test_commands_and_colours_are_understood_at_once(report: BenchReport, kind: str) -> None:
    assert set(counts(report, kind)) == {Result.UNDERSTOOD}


@pytest.mark.parametrize("kind", ["negative", "human phrase", "silence", "noise"])
def test_talk_silence_and_noise_lead_to_nothing(report: BenchReport, kind: str) -> None:
    assert set(counts(report, kind)) == {Result.UNDERSTOOD}


def test_touches_are_understood_but_for_the_known_ones(report: BenchReport) -> None:
    missed = {failure.split()[1] for failure in report.failures if "(guess)" in failure}
    assert missed == set(KNOWN_TO_BE_MISSED)


def test_every_clue_is_understood_or_asked_about_with_the_right_one_among_the_readings(report: BenchReport) -> None:
    clues = counts(report, "clue") + counts(report, "clue noisy")
    assert clues[Result.MISSED] == clues[Result.ASKED_WRONG] == clues[Result.WRONG] == 0
    assert clues[Result.UNDERSTOOD] >= 14


def test_the_answer_is_there_at_once(report: BenchReport) -> None:
    """Generous: test machines are busy."""
    answers = sorted(times.after_silence for times in report.times)
    assert answers[len(answers) // 2] < 0.25
    assert report.real_time_factor < 0.5


def test_questions_and_one_repeat_bring_the_clues_home(report: BenchReport) -> None:
    clues = [each for each in report.outcomes if each.row.kind == "clue"]
    at_once = sum(each.result is Result.UNDERSTOOD for each in clues)
    read_back = sum(bool(each.after_read_back) for each in clues)
    repeated = sum(bool(each.after_repeat) for each in clues)
    assert at_once < read_back <= repeated
    assert repeated >= len(clues) - 1


def test_the_bare_recogniser_is_measured_beside_it(report: BenchReport) -> None:
    commands = [each for each in report.outcomes if each.row.kind == "command"]
    assert sum(each.bare is Result.UNDERSTOOD for each in commands) >= len(commands) - 2
    assert all(each.bare_heard for each in commands)


def test_the_report_is_told_to_people_and_to_programs(report: BenchReport) -> None:
    around = Surrounding("ru-table", None, 0.1, None)
    lines, objects = list(text(report, around)), list(json_lines(report, around))
    assert lines[0] == "engine ru-table"
    assert sum("file" in each for each in objects) == len(report.outcomes)
    assert {each["table"] for each in objects if "table" in each} == {"kind", "speech", "voice", "surroundings"}
    assert json.loads(json.dumps(objects)) == objects


def test_a_bare_board_word_is_table_talk_where_touches_are_announced(model: VoskModel, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in MANIFEST.read_text(encoding="utf-8").splitlines()]
    bare = [row for row in rows if row["expect"] and row["expect"].get("bare")]
    silent = [{**row, "file": str(FIXTURES / row["file"]), "expect": None} for row in bare]
    (tmp_path / "manifest.jsonl").write_text("\n".join(map(json.dumps, silent)), encoding="utf-8")
    rows_to_hear = read_manifest(tmp_path / "manifest.jsonl", "ru")
    heard = Bench(Engine(make_listener(model), TableHearing("ru")), load_deck("ru")).run(rows_to_hear)
    assert counts(heard, "touch") == {Result.UNDERSTOOD: len(bare)}


def test_the_open_slot_of_the_clue_is_sharpened_and_only_there() -> None:
    hearing, table = TableHearing("ru"), TableWords(tuple(load_deck("ru")[:25]))
    clue, guess = (hearing.phrases(Scope(name, table)) for name in (ScopeName.CLUE, ScopeName.GUESS))
    assert len(clue.open_words) > 10_000
    assert "два" in clue.beside_open
    assert guess.open_words == ()


def test_hypotheses_keep_confidences_and_scores() -> None:
    words = (RecognizedWord("чей", 1.0, 0.0, 0.2), RecognizedWord("ход", None, 0.2, 0.4))
    limited, opened = heard_texts([Hypothesis("чей ход", Ear.LIMITED, words), Hypothesis("чей ход", Ear.OPEN, (), 9.0)])
    assert (limited.source, limited.confidences, limited.score) == ("limited", (1.0, None), None)
    assert (opened.source, opened.confidences, opened.score) == ("open", (), 9.0)


def test_a_manifest_with_a_fault_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "manifest.jsonl").write_text('{"lang": "ru"}\n', encoding="utf-8")
    with pytest.raises(UserError, match="line 1"):
        read_manifest(tmp_path / "manifest.jsonl", "ru")
