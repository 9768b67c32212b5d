"""Talk at the table, typed: in no scope does it move the game (rules 2.7; voice.md, Listening 1 and 8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import load_language
from voiceduet.grammar.meaning import Meaning, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords

pytestmark = pytest.mark.logic

TALK = Path(__file__).parent / "talk"
LINES = [
    line
    for name in ("ru.txt", "ru_like_touches.txt", "ru_other_forms.txt")
    for line in (TALK / name).read_text("utf-8").splitlines()
    if not line.startswith("#")
]
BOARD = """
    МОСТ ЛАМПА СОЛНЦЕ ЗВЕЗДА ЛУНА КОРОЛЬ КОРОЛЕВА ПИРАТ КОРАБЛЬ ЯКОРЬ ТИГР ЛЕВ КОТ СОБАКА ЗАМОК КЛЮЧ СКРИПКА ТЕАТР
    ПОЕЗД ПЕСОК БЕРЕГ КАМЕНЬ АПЕЛЬСИН АРБУЗ АТОМ
"""
TABLE = TableWords(tuple(BOARD.split()), ("Анна", "Борис"))


def is_act(meaning: Meaning) -> bool:
    return isinstance(meaning, Understood) and meaning.sure


@pytest.mark.parametrize("scope", list(ScopeName))
def test_talk_moves_nothing(scope: ScopeName) -> None:
    language = load_language("ru")
    heard = {line: interpret(language, [HeardText(line, "typed")], Scope(scope, TABLE)) for line in LINES}
    acts = {line: meaning for line, meaning in heard.items() if is_act(meaning)}
    assert not acts


def test_there_is_enough_talk() -> None:
    assert len(LINES) >= 100
