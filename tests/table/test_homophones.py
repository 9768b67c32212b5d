"""Clue words that sound the same are spelled, not read back (voice.md, Listening 12)."""

from __future__ import annotations

import pytest

from tests.table.transcripts import Conversation, open_table, state_line
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import load_language
from voiceduet.table.dialogue.scope import scope_of
from voiceduet.table.dialogue.state import Step
from voiceduet.table.dialogue.step import step

pytestmark = pytest.mark.logic


def hear(table: Conversation, limited: str, opened: str) -> Step:
    heard = [HeardText(limited, "limited"), HeardText(opened, "open", (), 200.0)]
    meaning = interpret(load_language("ru"), heard, scope_of(table.state, table.table))
    taken = step(table.table, table.state, meaning)
    table.state = taken.state
    return taken


def test_homophones_are_spelled_and_the_number_is_kept() -> None:
    table = open_table()
    asked = hear(table, "[unk] два", "род два")
    assert [said.text for said in asked.says] == ["Слова звучат одинаково: род или рот. Скажите по буквам."]
    hear(table, "по буквам роман ольга татьяна", "по буквам роман ольга татьяна")
    taken = hear(table, "да", "да")
    assert [said.text for said in taken.says] == ["Подсказка рот, два. Угадывает Борис."]
    assert state_line(table) == "tokens 9, agents 0, guessing"


def test_without_a_number_the_word_is_spelled_first() -> None:
    table = open_table()
    hear(table, "[unk]", "подсказка род")
    assert state_line(table) == "tokens 9, agents 0, await_clue"
    hear(table, "по буквам роман ольга дмитрий", "по буквам роман ольга дмитрий")
    assert state_line(table) == "tokens 9, agents 0, await_clue, asks spelling"


def test_typed_homophones_are_as_written() -> None:
    table = open_table()
    table.say("род два")
    assert state_line(table) == "tokens 9, agents 0, guessing"
