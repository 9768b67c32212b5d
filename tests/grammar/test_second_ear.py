"""Two ears over one utterance: the first ear's texts are as it gives them, the second is scripted."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.asr.second_doubles import LateEar, ScriptedEar
from voiceduet.asr.ports import Ear, Endpoint, Hypothesis, RecognizedWord, Utterance
from voiceduet.grammar.intents import Intent, TouchIntent
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.hearing import TableHearing

pytestmark = pytest.mark.logic
CASES = tomllib.loads((Path(__file__).parent / "cases" / "second_ear.toml").read_text(encoding="utf-8"))["case"]
WORDS = "лес рис дракон ключ замок мост якорь зеркало трава солнце банк груша театр"
BOARD = (*WORDS.split(), *(f"карта{'а' * number}" for number in range(12)))
SCOPE = Scope(ScopeName.GUESS, TableWords(BOARD, bare_touch=True))


def utterance(case: dict[str, Any]) -> Utterance:
    words = tuple(RecognizedWord(word, case["confidence"], 0.0, 0.0) for word in case["limited"].split())
    limited = Hypothesis(case["limited"], Ear.LIMITED, words)
    opened = (Hypothesis(text, Ear.OPEN, score=0.0) for text in case["open"])
    weighed = (Hypothesis(text, Ear.WEIGHED, score=share) for text, share in case.get("shares", {}).items())
    return Utterance((limited, *opened, *weighed), 0.0, 1.0, Endpoint.SILENCE, "guess", sound=b"\0\0")


def shown(meaning: Meaning) -> str:
    match meaning:
        case Understood(best=best, sure=sure):
            return f"{'' if sure else 'ask '}{_intent(best.intent)}"
        case Ambiguous(candidates=candidates):
            return "ask " + ", ".join(_intent(each.intent) for each in candidates)
        case NotUnderstood():
            return "nothing"


def _intent(intent: Intent) -> str:
    return f"touch {SCOPE.table.board[intent.index]}" if isinstance(intent, TouchIntent) else intent.name


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_two_ears(case: dict[str, Any]) -> None:
    hearing = TableHearing("ru", ScriptedEar(case["freely"], case["weighed"], case.get("presumed")))
    assert shown(hearing.understand(utterance(case), SCOPE)) == case["meaning"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_an_ear_that_is_late_changes_nothing(case: dict[str, Any]) -> None:
    heard = utterance(case)
    assert TableHearing("ru", LateEar()).understand(heard, SCOPE) == TableHearing("ru").understand(heard, SCOPE)


@pytest.mark.parametrize(
    ("limited", "counter"),
    [("касаюсь дракон", "касаюсь не дракон"), ("касаюсь дракон", "не касаюсь дракон"), ("[unk]", "касаюсь не дракон")],
)
def test_what_the_first_ears_find_negated_no_second_ear_does(limited: str, counter: str) -> None:
    case = {"limited": limited, "open": ["касаюсь дракон"], "confidence": 1.0, "shares": {"касаюсь дракон": -0.5}}
    heard = utterance(case)
    negated = replace(heard, n_best=(*heard.n_best, Hypothesis(counter, Ear.COUNTER, score=5.0)))
    hearing = TableHearing("ru", ScriptedEar("касаюсь дракон", {"касаюсь дракон": -1.0}))
    assert shown(hearing.understand(heard, SCOPE)) == "touch дракон"
    assert shown(hearing.understand(negated, SCOPE)) == "nothing"
