"""Rates, false moves an hour, times by stage."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiceduet.grammar.intents import ClueIntent, TouchIntent
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.bench import Outcome, Times
from voiceduet.table.bench_answers import AnyClue, BenchTable, answering
from voiceduet.table.bench_report import clue_rates, counted, false_moves, spread
from voiceduet.table.bench_results import Result
from voiceduet.table.bench_start import memory_mb_of
from voiceduet.table.manifests import BenchRow
from voiceduet.table.setup import load_deck

pytestmark = pytest.mark.logic
TALK = BenchRow(Path("a.flac"), "negative", "ну так", ScopeName.CLUE, None, noise="room")
NOISE = BenchRow(Path("b.flac"), "noise", "", ScopeName.CLUE, None)
CLUE = BenchRow(Path("c.flac"), "clue", "зима два", ScopeName.CLUE, {"intent": "clue"}, voice="v", is_human=True)
SCOPE = Scope(ScopeName.CLUE, TableWords(tuple(load_deck("ru")[:25])))
WANTED = ("зима", 2)


def outcome(row: BenchRow, result: Result, bare: Result, length_s: float = 36.0) -> Outcome:
    return Outcome(row, result, result, bare, "", "", length_s)


def test_moves_made_on_talk_are_counted_for_each_hour_of_it() -> None:
    outcomes = [outcome(TALK, Result.UNDERSTOOD, Result.WRONG), outcome(NOISE, Result.ASKED, Result.UNDERSTOOD)]
    assert false_moves(outcomes, "voiceduet") == (0, 0.02)
    assert false_moves(outcomes, "bare") == (1, 0.02)


def test_groups_of_speech_leave_out_what_nobody_said() -> None:
    outcomes = [outcome(row, Result.UNDERSTOOD, Result.MISSED) for row in (TALK, NOISE, CLUE)]
    assert list(counted(outcomes, "kind", "voiceduet")) == ["negative", "noise", "clue (human)"]
    assert list(counted(outcomes, "speech", "voiceduet")) == ["synthetic", "human"]
    assert list(counted(outcomes, "surroundings", "bare")) == ["room", "clean"]
    assert counted(outcomes, "voice", "bare")["human: v"] == {Result.MISSED: 1}


def test_clues_before_and_after_questions() -> None:
    asked = Outcome(
        CLUE, Result.ASKED, Result.ASKED, Result.WRONG, "", "", 1.0, after_read_back=True, after_repeat=True
    )
    missed = Outcome(
        CLUE, Result.MISSED, Result.MISSED, Result.WRONG, "", "", 1.0, after_read_back=False, after_repeat=True
    )
    assert clue_rates([asked, missed, outcome(TALK, Result.UNDERSTOOD, Result.WRONG)]) == (2, 0, 1, 2)


def test_times_by_stage() -> None:
    times = [Times(0.5, 0.01 * n, 0.001, answer=0.002 if n % 2 else None) for n in range(1, 21)]
    assert spread(times, "recogniser") == (20, 0.11, 0.2, 0.2)
    assert spread(times, "voice") is None
    answered = spread(times, "after_silence")
    assert answered is not None
    assert answered[0] == 10


def sure(intent: ClueIntent) -> Meaning:
    return Understood(Candidate(intent, 0.0, "heard"))


def either(*intents: ClueIntent) -> Meaning:
    return Ambiguous(tuple(Candidate(intent, 0.1, "heard") for intent in intents))


@pytest.mark.parametrize(
    ("meaning", "right", "scope"),
    [
        (sure(ClueIntent("зима", 2)), True, ScopeName.GUESS),
        (sure(ClueIntent("зима", 3)), False, ScopeName.GUESS),
        (either(ClueIntent("весна", 2), ClueIntent("зима", 2)), True, ScopeName.GUESS),
        (either(ClueIntent("весна", 2), ClueIntent("зима", 3)), None, ScopeName.CLUE),
        (sure(ClueIntent("зима", None)), None, ScopeName.NUMBER),
        (NotUnderstood("", addressed=False), None, ScopeName.CLUE),
    ],
)
def test_a_clue_is_read_back_until_it_is_in_the_game_or_must_be_repeated(
    meaning: Meaning, right: bool | None, scope: ScopeName
) -> None:
    table = BenchTable("ru", SCOPE)
    assert table.ends_right([meaning], WANTED) is right
    assert table.scope.name is scope


@pytest.mark.parametrize("name", [ScopeName.CLUE, ScopeName.GUESS, ScopeName.COLOUR, ScopeName.CONFIRM])
def test_every_scope_has_a_table_that_answers(name: ScopeName) -> None:
    answer = answering("ru", AnyClue(), None)
    meaning = Understood(Candidate(TouchIntent(0), 0.0, "heard"))
    answer_s, voice_s = answer(meaning, Scope(name, SCOPE.table))
    assert answer_s is not None
    assert voice_s is None
    assert answer(NotUnderstood("", addressed=False), SCOPE) == (None, None)


def test_the_memory_of_a_process_that_is_not_there() -> None:
    assert memory_mb_of(2**30) is None
