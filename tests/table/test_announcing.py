"""What announces a touch, heard by the real ears: what only sounds like it, and a pause behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asr.doubles import FIXTURES
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_listener
from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.grammar.intents import TouchIntent
from voiceduet.grammar.meaning import Meaning, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.hearing import TableHearing

pytestmark = pytest.mark.hears
CARDS = """
    НОЖНИЦЫ БАШНЯ ЯГОДА ЗАМОК КОЛЬЦО ШКОЛА РЕКА КАРТА БАНКА МОСТ ЯЙЦО ЯД ГОРА РОЗА СЛОН СЫР ЛУНА КОТ ПЕСОК ЛИСТ КНИГА
    КЛЮЧ ЛАМПА ПОЕЗД ШАПКА
"""
BOARD = tuple(CARDS.split())


@pytest.fixture(scope="module")
def listener() -> Listener:
    return make_listener(DATA / "ru-table")


@pytest.fixture(scope="module")
def hearing() -> TableHearing:
    return TableHearing("ru")


def meanings(listener: Listener, hearing: TableHearing, file: Path, *, bare: bool) -> list[Meaning]:
    scope = Scope(ScopeName.GUESS, TableWords(BOARD, bare_touch=bare))
    listener.drop()
    listener.set_phrases(hearing.phrases(scope))
    heard = [event for frame in FileSource(file).frames() for event in listener.feed(frame)]
    return [hearing.understand(each, scope) for each in (*heard, *listener.finish()) if isinstance(each, Utterance)]


def touched(found: list[Meaning]) -> list[str]:
    acts = (each.best.intent for each in found if isinstance(each, Understood) and each.sure)
    return [BOARD[act.index] if isinstance(act, TouchIntent) else act.name for act in acts]


@pytest.mark.parametrize("bare", [False, True], ids=["announced", "bare"])
@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("ru-001.flac", "круглая башня"),
        ("ru-002.flac", "открытый замок"),
        ("ru-003.flac", "открытые ножницы"),
        ("ru-004.flac", "собираю ягоду"),
        ("ru-005.flac", "выбили кольцо"),
    ],
)
def test_talk_that_sounds_like_an_announcement_touches_nothing(
    listener: Listener, hearing: TableHearing, file: str, text: str, *, bare: bool
) -> None:
    found = meanings(listener, hearing, FIXTURES / "like_touches" / file, bare=bare)
    assert touched(found) == [], text


@pytest.mark.parametrize(
    ("file", "card", "pause_s"),
    [("ru-001.flac", "БАШНЯ", 0.8), ("ru-002.flac", "ШКОЛА", 1.0), ("ru-003.flac", "ЗАМОК", 1.2)],
)
def test_a_touch_may_be_said_in_two_breaths(
    listener: Listener, hearing: TableHearing, file: str, card: str, pause_s: float
) -> None:
    found = meanings(listener, hearing, FIXTURES / "two_breaths" / file, bare=False)
    assert touched(found) == [card], f"{pause_s} s"
