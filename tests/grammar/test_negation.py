"""What is not meant: a negation before an act, and what only sounds like one."""

from __future__ import annotations

import pytest

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import AskTokensIntent, Intent, StopIntent, TouchIntent
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
        (TOUCH, "касаюсь стакан", ["касаюсь не стакан"], "act"),
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


def test_a_language_without_negations_changes_nothing() -> None:
    meaning = Understood(Candidate(TOUCH, 0.0, "달 만질게요"))
    assert without_negated(load_language("ko"), meaning, [HeardText("안 만질게요", "open")]) is meaning
