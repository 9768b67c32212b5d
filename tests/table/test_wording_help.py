"""What the help offers, word for word, is understood in that scope."""

from __future__ import annotations

import re

import pytest

from tests.table.wording_tables import WORDS
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import load_language
from voiceduet.grammar.meaning import Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.wording import Wording

pytestmark = pytest.mark.logic

QUOTED = re.compile("«(.+?)»")
BEGINNINGS = {"касаюсь"}
"""Said with a word of the table behind it."""

OFFERS = [(scope, said) for scope in ScopeName for said in QUOTED.findall(Wording("ru").help(scope)[0].text)]


@pytest.mark.parametrize(("scope", "said"), OFFERS, ids=str)
def test_every_offer_is_understood(scope: ScopeName, said: str) -> None:
    text = f"{said} сыр" if said in BEGINNINGS else said
    if scope is ScopeName.SUDDEN_DEATH and said in BEGINNINGS:
        text = f"первый {text}"
    table = Scope(scope, TableWords(WORDS))
    meaning = interpret(load_language("ru"), [HeardText(text, "typed")], table)
    assert isinstance(meaning, Understood), meaning


def test_every_scope_offers_something() -> None:
    assert {scope for scope, _ in OFFERS} == set(ScopeName)
