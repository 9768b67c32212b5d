"""What is not meant: a negation before an act, and what only sounds like one."""

from __future__ import annotations

import pytest

from voiceduet.grammar.heard import HeardText, Share
from voiceduet.grammar.intents import AskTokensIntent, ClueIntent, Intent, StopIntent, TouchIntent
from voiceduet.grammar.language import load_language
from voiceduet.grammar.meaning import Candidate, NotUnderstood, Understood
from voiceduet.grammar.negation import without_negated

pytestmark = pytest.mark.logic
TOUCH = TouchIntent(0)


@pytest.mark.parametrize(
    ("intent", "phrase", "texts", "then"),
    [
        (TOUCH, "касаюсь стакан", ["не касаюсь стакан"], "silence"),
        (TOUCH, "касаюсь стакан", ["ни касаюсь стакан"], "silence"),
        (TOUCH, "касаюсь стакан", ["касаюсь стакан", "не касаюсь стакан"], "question"),
        (TOUCH, "касаюсь стакан", ["касаюсь не стакан"], "silence"),
        (TOUCH, "касаюсь стакан", ["касаюсь стакан", "касаюсь не стакан"], "question"),
        (TOUCH, "касаюсь стакан", ["пока не касаюсь стакан"], "silence"),
        (TOUCH, "касаюсь книги", ["не касаюсь книги"], "silence"),
        (ClueIntent("музыка", 2), "подсказка музыка два", ["подсказка не музыка два"], "silence"),
        (ClueIntent("неделя", 2), "подсказка неделя два", ["подсказка не делят два"], "act"),
        (TOUCH, "касаюсь небо", ["касаюсь не больно"], "act"),
        (StopIntent(), "заканчиваю ход", ["не заканчиваю ход"], "silence"),
        (AskTokensIntent(), "сколько жетонов", ["не сколько жетонов"], "act"),
        (TOUCH, "небо", ["не бо", "не боль"], "act"),
        (TOUCH, "нефть", ["не фть"], "act"),
        (TOUCH, "гнев", ["г не в"], "act"),
    ],
)
def test_negated(intent: Intent, phrase: str, texts: list[str], then: str) -> None:
    heard = [
        HeardText(phrase, "limited"),
        *(HeardText(text, "open", score=-float(at)) for at, text in enumerate(texts)),
    ]
    meaning = without_negated(load_language("ru"), Understood(Candidate(intent, 0.0, phrase)), heard)
    if then == "silence":
        assert meaning == NotUnderstood(texts[0], addressed=False)
    else:
        assert isinstance(meaning, Understood)
        assert meaning.sure == (then == "act")


@pytest.mark.parametrize(
    ("likelier", "then"),
    [
        ({}, "act"),
        ({"касаюсь не стакан": 1.3}, "act"),
        ({"касаюсь не стакан": 1.6}, "question"),
        ({"касаюсь не стакан": 3.0}, "silence"),
        ({"касались стакан": 6.0, "не касаюсь стакан": 3.5}, "silence"),
        ({"касались стакан": 6.0}, "act"),
    ],
)
def test_likelier_with_a_negation_than_without(likelier: dict[str, float], then: str) -> None:
    meaning = Understood(Candidate(TOUCH, 0.0, "касаюсь стакан"))
    counters = [Share(text, share) for text, share in likelier.items()]
    found = without_negated(load_language("ru"), meaning, [HeardText("касаюсь стакан", "open")], counters)
    if then == "silence":
        assert found == NotUnderstood("касаюсь стакан", addressed=False)
    else:
        assert found == Understood(Candidate(TOUCH, 0.0, "касаюсь стакан"), sure=then == "act")


def test_a_language_without_negations_changes_nothing() -> None:
    meaning = Understood(Candidate(TOUCH, 0.0, "달 만질게요"))
    assert without_negated(load_language("ko"), meaning, [HeardText("안 만질게요", "open")]) is meaning
