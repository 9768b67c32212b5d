"""How the bench judges a meaning."""

from __future__ import annotations

from typing import Any

import pytest

from voiceduet.engine.key import Identity
from voiceduet.grammar.intents import ClueIntent, ColourIntent, HelpIntent, Intent, StopIntent, TouchIntent
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.table.bench_results import Result, judge

pytestmark = pytest.mark.logic
BOARD = ("кит", "ёж", "сыр")
TOUCH = {"intent": "touch", "word": "ёж"}
CLUE = {"intent": "clue", "word": "зима", "number": 2}


def sure(intent: Intent) -> Meaning:
    return Understood(Candidate(intent, 0.0, "heard"))


def unsure(intent: Intent) -> Meaning:
    return Understood(Candidate(intent, 0.6, "heard"), sure=False)


def either(*intents: Intent) -> Meaning:
    return Ambiguous(tuple(Candidate(intent, 0.1, "heard") for intent in intents))


@pytest.mark.parametrize(
    ("expect", "meaning", "result"),
    [
        (TOUCH, sure(TouchIntent(1)), Result.UNDERSTOOD),
        (TOUCH, sure(TouchIntent(0)), Result.WRONG),
        (TOUCH, unsure(TouchIntent(1)), Result.ASKED),
        (TOUCH, unsure(TouchIntent(0)), Result.ASKED_WRONG),
        (TOUCH, either(TouchIntent(0), TouchIntent(1)), Result.ASKED),
        (TOUCH, either(TouchIntent(0), TouchIntent(2)), Result.ASKED_WRONG),
        (TOUCH, NotUnderstood("", addressed=False), Result.MISSED),
        (CLUE, sure(ClueIntent("зима", 2)), Result.UNDERSTOOD),
        (CLUE, sure(ClueIntent("зима", 3)), Result.WRONG),
        (CLUE, sure(ClueIntent("зима", None)), Result.ASKED),
        ({"intent": "result", "identity": "agent"}, sure(ColourIntent(Identity.AGENT)), Result.UNDERSTOOD),
        ({"intent": "result", "identity": "agent"}, sure(ColourIntent(Identity.ASSASSIN)), Result.WRONG),
        ({"intent": "stop"}, sure(StopIntent()), Result.UNDERSTOOD),
        (None, NotUnderstood("", addressed=True), Result.UNDERSTOOD),
        (None, sure(StopIntent()), Result.WRONG),
        (None, sure(HelpIntent()), Result.ASKED),
        (None, unsure(TouchIntent(0)), Result.ASKED_WRONG),
    ],
)
def test_meaning_against_expectation(expect: dict[str, Any] | None, meaning: Meaning, result: Result) -> None:
    assert judge(expect, meaning, BOARD) is result
