"""What the players' pages say can be said is understood, and the cards on them are up to date."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.table.transcripts import BOARDS, NAMES
from voiceduet.engine.grid import parse_board
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import LANGUAGES, load_language
from voiceduet.grammar.meaning import NotUnderstood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords

pytestmark = pytest.mark.logic

ROOT = Path(__file__).parents[2]
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "build_player_cards.py"))
BLOCK = re.compile("<!-- said: (.+?) -->(.+?)<!-- end -->", re.DOTALL)
SPAN = re.compile("`(.+?)`")
PAGES = {language: TOOL["page_of"](language).read_text("utf-8") for language in LANGUAGES}
EXAMPLES = [
    (language, ScopeName(scope), said)
    for language, page in PAGES.items()
    for scope, block in BLOCK.findall(page)
    for said in SPAN.findall(block)
]


def is_understood(language: str, scope: ScopeName, said: str) -> bool:
    first, _, second = NAMES[language].partition(",")
    table = TableWords(parse_board(BOARDS[language].read_text("utf-8")).words, (first, second))
    meaning = interpret(load_language(language), [HeardText(said, "typed")], Scope(scope, table))
    return not isinstance(meaning, NotUnderstood)


@pytest.mark.parametrize(("language", "scope", "said"), EXAMPLES, ids=str)
def test_every_example_is_understood(language: str, scope: ScopeName, said: str) -> None:
    assert is_understood(language, scope, said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_of_the_card_is_understood_somewhere(language: str) -> None:
    (card,) = TOOL["CARD"].finditer(PAGES[language])
    said = SPAN.findall(card[0])
    assert len(said) > 40
    assert [text for text in said if not any(is_understood(language, scope, text) for scope in ScopeName)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_is_up_to_date(language: str) -> None:
    assert TOOL["with_card"](language, PAGES[language]) == PAGES[language], "run python tools/build_player_cards.py"


def test_every_page_has_every_scope_that_is_talked_in() -> None:
    for language in LANGUAGES:
        assert {scope for code, scope, _ in EXAMPLES if code == language} == set(ScopeName) - {ScopeName.OVER}
