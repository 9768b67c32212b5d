"""What weighed phrases do to a meaning: cases/weighed.toml, and what holds whatever is weighed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.grammar.shown import shown
from voiceduet.asr.ports import UNKNOWN_WORD, Ear, Endpoint, Hypothesis, RecognizedWord, Utterance
from voiceduet.grammar.heard import Share
from voiceduet.grammar.intents import Intent, StopIntent, TouchIntent
from voiceduet.grammar.language import load_language
from voiceduet.grammar.meaning import NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.grammar.weighed import believe, weighing_of
from voiceduet.table.hearing import TableHearing

pytestmark = pytest.mark.logic
CASES = tomllib.loads((Path(__file__).parent / "cases" / "weighed.toml").read_text(encoding="utf-8"))["case"]
WORDS = "арбуз бинт винт стол окно рыба дракон якорь зеркало трава солнце груша театр"
BOARD = (*WORDS.split(), *(f"карта{'а' * number}" for number in range(12)))
SCOPE = Scope(ScopeName.GUESS, TableWords(BOARD))
RU = load_language("ru")
HEARING = TableHearing("ru")
FITS = -4.0
"""How far other words lie behind a touch's announcement that was said."""


def utterance(case: dict[str, Any]) -> Utterance:
    words = tuple(RecognizedWord(word, case.get("confidence", 1.0), 0.0, 0.0) for word in case["limited"].split())
    limited = Hypothesis(case["limited"], Ear.LIMITED, words)
    scores = case.get("scores", [0.0] * len(case["open"]))
    opened = (Hypothesis(text, Ear.OPEN, score=score) for text, score in zip(case["open"], scores, strict=True))
    lag = case.get("lag", FITS)
    weighed = [Hypothesis(text, Ear.WEIGHED, score=share, lag=lag) for text, share in case["shares"].items()]
    if weighed or case.get("other"):
        weighed.append(Hypothesis(UNKNOWN_WORD, Ear.WEIGHED, score=-0.1))
    weighed += [Hypothesis(text, Ear.COUNTER, score=likelier) for text, likelier in case.get("instead", {}).items()]
    return Utterance((limited, *opened, *weighed), 0.0, 1.0, Endpoint.SILENCE, "guess")


def named(intent: Intent) -> str:
    return BOARD[intent.index] if isinstance(intent, TouchIntent) else {"stop": "стоп"}.get(intent.name, intent.name)


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_weighed(case: dict[str, Any]) -> None:
    found = shown(HEARING.understand(utterance(case), SCOPE), named)
    assert (found == case["then"]) is ("fails" not in case), found


shares = st.lists(
    st.builds(
        Share, st.sampled_from(["касаюсь арбуз", "касаюсь винт", "стоп", "нет", UNKNOWN_WORD]), st.floats(-40.0, 0.0)
    ),
    max_size=6,
)


@given(shares)
def test_a_meaning_is_as_likely_as_its_phrases_together(weighed: list[Share]) -> None:
    weighing = weighing_of(RU, weighed, SCOPE)
    for candidate in weighing.candidates.values():
        own = [each.share for each in weighed if each.text == candidate.heard]
        assert candidate.cost <= -max(own) + 1e-3
    best = weighing.best
    assert best is None or all(best.cost <= each.cost for each in weighing.candidates.values())


@given(shares)
def test_what_nobody_else_heard_is_never_done(weighed: list[Share]) -> None:
    meaning = believe(RU, NotUnderstood("", addressed=False), [], weighed, SCOPE)
    assert not isinstance(meaning, Understood) or not meaning.sure
    assert not isinstance(meaning, Understood) or not isinstance(meaning.best.intent, StopIntent)
