"""What the help offers, word for word, is understood in that scope, in every language."""

from __future__ import annotations

import re

import pytest

from tests.table.transcripts import BOARDS
from voiceduet.engine.grid import parse_board
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import LANGUAGES, load_language
from voiceduet.grammar.meaning import Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.wording import Wording

pytestmark = pytest.mark.logic

QUOTED = re.compile("[«“‘](.+?)[»”’]")
WITH_A_WORD = {"касаюсь": "{offer} {word}", "touching": "{offer} {word}", "선택": "{word} {offer}"}
"""Said with a word of the table."""
WHO = {"ru": "первый", "en": "player one", "ko": "첫 번째 사람"}

OFFERS = [
    (language, scope, said)
    for language in LANGUAGES
    for scope in ScopeName
    for part in Wording(language).help(scope)
    for said in QUOTED.findall(part.text)
]


@pytest.mark.parametrize(("language", "scope", "said"), OFFERS, ids=str)
def test_every_offer_is_understood(language: str, scope: ScopeName, said: str) -> None:
    board = parse_board(BOARDS[language].read_text("utf-8")).words
    text = WITH_A_WORD.get(said, "{offer}").format(offer=said, word=board[3])
    if scope is ScopeName.SUDDEN_DEATH and said in WITH_A_WORD:
        text = f"{WHO[language]} {text}"
    meaning = interpret(load_language(language), [HeardText(text, "typed")], Scope(scope, TableWords(board)))
    assert isinstance(meaning, Understood), meaning


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scope_offers_something(language: str) -> None:
    assert {scope for code, scope, _ in OFFERS if code == language} == set(ScopeName)
