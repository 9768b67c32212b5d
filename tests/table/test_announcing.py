"""What announces a touch, heard by the real ears: what only sounds like it, a negation, a pause behind it or a clue."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asr.doubles import FIXTURES
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_listener
from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.grammar.intents import ClueIntent, TouchIntent
from voiceduet.grammar.meaning import Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.hearing import TableHearing

pytestmark = pytest.mark.hears
CARDS = """
    НОЖНИЦЫ БАШНЯ ЯГОДА ЗАМОК КОЛЬЦО ШКОЛА РЕКА КАРТА БАНКА МОСТ ЯЙЦО ЯД ГОРА РОЗА СЛОН СЫР ЛУНА КОТ ПЕСОК ЛИСТ КНИГА
    КЛЮЧ ЛАМПА ПОЕЗД ДВЕРЬ
"""
BOARD = tuple(CARDS.split())


@pytest.fixture(scope="module")
def listener() -> Listener:
    return make_listener(DATA / "ru-table")


@pytest.fixture(scope="module")
def hearing() -> TableHearing:
    return TableHearing("ru")


def guessing(*, bare: bool) -> Scope:
    return Scope(ScopeName.GUESS, TableWords(BOARD, bare_touch=bare))


def meanings(listener: Listener, hearing: TableHearing, file: Path, scope: Scope) -> list[Meaning]:
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
    found = meanings(listener, hearing, FIXTURES / "like_touches" / file, guessing(bare=bare))
    assert touched(found) == [], text


@pytest.mark.parametrize("bare", [False, True], ids=["announced", "bare"])
@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("ru-001.flac", "открываю не дверь"),
        ("ru-002.flac", "касаюсь слова не ключ"),
        ("ru-003.flac", "выбираю не лампу"),
        ("ru-004.flac", "трогаю не слона"),
        ("ru-005.flac", "ответ не роза"),
        ("ru-006.flac", "я не касаюсь моста"),
        ("ru-007.flac", "пока не открываю дверь"),
    ],
)
def test_what_is_negated_is_neither_done_nor_asked_about(
    listener: Listener, hearing: TableHearing, file: str, text: str, *, bare: bool
) -> None:
    found = meanings(listener, hearing, FIXTURES / "negated" / file, guessing(bare=bare))
    assert all(isinstance(each, NotUnderstood) for each in found), text


@pytest.mark.parametrize(
    ("file", "said", "then"),
    [
        ("ru-001.flac", "касаюсь … 0.8 s … башня", ["БАШНЯ"]),
        ("ru-002.flac", "касаюсь слова … 1.0 s … школа", ["ШКОЛА"]),
        ("ru-003.flac", "открываю … 1.2 s … замок", ["ЗАМОК"]),
        ("ru-004.flac", "касаюсь … 2.5 s … мост", ["МОСТ"]),
        ("ru-005.flac", "открываю … 1.0 s … школу", ["ШКОЛА"]),
        ("ru-006.flac", "касаюсь … 0.8 s … стоп", ["stop"]),
        ("ru-007.flac", "касаюсь … эээ … мост", ["МОСТ"]),
        ("ru-008.flac", "касаюсь … another voice: не мост", []),
        ("ru-009.flac", "касаюсь … another voice: это башня", []),
    ],
)
def test_a_touch_may_be_said_in_two_breaths(
    listener: Listener, hearing: TableHearing, file: str, said: str, then: list[str]
) -> None:
    found = meanings(listener, hearing, FIXTURES / "two_breaths" / file, guessing(bare=False))
    assert touched(found) == then, said


@pytest.mark.parametrize(
    ("file", "said", "then"),
    [
        ("ru-010.flac", "музыка … 0.8 s … два", ("музыка", 2)),
        ("ru-011.flac", "подсказка транспорт … 1.0 s … четыре", ("транспорт", 4)),
        ("ru-012.flac", "моя подсказка … 0.7 s … море … 0.7 s … пять", ("море", 5)),
        ("ru-013.flac", "подсказка праздник … another voice: ну ладно", ("праздник", None)),
        ("ru-014.flac", "дай подумать … 0.8 s … посуда, три", ("посуда", 3)),
    ],
)
def test_a_clue_may_be_said_in_two_breaths(
    listener: Listener, hearing: TableHearing, file: str, said: str, then: tuple[str, int | None]
) -> None:
    scope = Scope(ScopeName.CLUE, TableWords(BOARD))
    found = meanings(listener, hearing, FIXTURES / "two_breaths" / file, scope)
    clues = [each.best.intent for each in found if isinstance(each, Understood) and each.sure]
    assert [(each.word, each.number) for each in clues if isinstance(each, ClueIntent)] == [then], said
    assert len(clues) == 1
