"""What is said about a table when the board is laid (voice.md, Listening 8, 10, 12)."""

from __future__ import annotations

import random

import pytest

from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.grammar.tablecheck import Advice, TableFault, TableFinding, check_table
from voiceduet.grammar.tables import matches, table_for, tree_of_all
from voiceduet.table.setup import load_deck

pytestmark = pytest.mark.logic

QUIET = """
    ЯЙЦО ГЕРКУЛЕС ПИРАМИДА НОЖНИЦЫ СОЛНЦЕ САМОЛЁТ ВУЛКАН ТЕЛЕФОН ХОЛОДИЛЬНИК ЗЕБРА ОБЛАКО МИКРОФОН ФОНТАН ЁЖ КЛЮЧ
    БИБЛИОТЕКА ЯЩЕРИЦА ДОЖДЬ ЧЕМОДАН УЛИТКА ПАЛЬМА РЫЦАРЬ АКВАРИУМ ТРАКТОР ЖИРАФ
"""


@pytest.fixture(scope="module")
def language() -> Language:
    return load_language("ru")


def with_words(*words: str, names: tuple[str, str] = ("Анна", "Борис")) -> TableWords:
    return TableWords((*words, *QUIET.split()[len(words) :]), names)


def test_a_table_of_distinct_words_has_no_findings(language: Language) -> None:
    assert check_table(language, with_words()) == ()


@pytest.mark.parametrize(
    ("words", "finding"),
    [
        (("ПЛОД", "ПЛОТ"), TableFinding(TableFault.SAME_SOUND, ("ПЛОД", "ПЛОТ"), Advice.BY_PLACE)),
        (("КОТ", "КОД"), TableFinding(TableFault.SAME_SOUND, ("КОТ", "КОД"), Advice.BY_PLACE)),
        (("БИНТ", "ВИНТ"), TableFinding(TableFault.CLOSE_PAIR, ("БИНТ", "ВИНТ"), Advice.ASKED_BACK)),
        (("СТОЛ", "СТУЛ"), TableFinding(TableFault.CLOSE_PAIR, ("СТОЛ", "СТУЛ"), Advice.ASKED_BACK)),
        (("ПАРК", "ПАУК"), TableFinding(TableFault.CLOSE_PAIR, ("ПАРК", "ПАУК"), Advice.ASKED_BACK)),
        (("ГОРА", "НОРА"), TableFinding(TableFault.CLOSE_PAIR, ("ГОРА", "НОРА"), Advice.ASKED_BACK)),
        (("ПАУЗА",), TableFinding(TableFault.COMMAND_WORD, ("ПАУЗА",), Advice.NOT_BARE)),
        (("АГЕНТ",), TableFinding(TableFault.COMMAND_WORD, ("АГЕНТ",), Advice.NOT_BARE)),
        (("СЕМЬ",), TableFinding(TableFault.NUMBER_WORD, ("СЕМЬ",), Advice.NOT_BARE)),
    ],
)
def test_hard_words_are_found(language: Language, words: tuple[str, ...], finding: TableFinding) -> None:
    assert check_table(language, with_words(*words)) == (finding,)


@pytest.mark.parametrize(
    ("names", "finding"),
    [
        (("Анна", "Анна"), TableFinding(TableFault.SAME_NAME, ("Анна", "Анна"), Advice.OTHER_NAME)),
        (("Маша", "Миша"), TableFinding(TableFault.SAME_NAME, ("Маша", "Миша"), Advice.OTHER_NAME)),
        (("Ёж", "Борис"), TableFinding(TableFault.NAME_ON_BOARD, ("Ёж",), Advice.OTHER_NAME)),
        (("Анна", "Первый"), TableFinding(TableFault.NAME_IS_WHO, ("Первый",), Advice.OTHER_NAME)),
        (("Стоп", "Борис"), TableFinding(TableFault.COMMAND_WORD, ("Стоп",), Advice.OTHER_NAME)),
    ],
)
def test_bad_names_are_found(language: Language, names: tuple[str, str], finding: TableFinding) -> None:
    assert check_table(language, with_words(names=names)) == (finding,)


def test_the_gravest_come_first(language: Language) -> None:
    found = check_table(language, with_words("БИНТ", "ВИНТ", "ПЛОД", "ПЛОТ", "СЕМЬ"))
    assert [finding.fault for finding in found] == [
        TableFault.SAME_SOUND,
        TableFault.CLOSE_PAIR,
        TableFault.NUMBER_WORD,
    ]


def test_a_board_of_the_deck_has_few_findings(language: Language) -> None:
    chance = random.Random(3)
    counts = [
        len(check_table(language, TableWords(tuple(chance.sample(load_deck("ru"), 25)), ("Анна", "Борис"))))
        for _ in range(20)
    ]
    assert sum(counts) / len(counts) < 3


def test_all_sentences_together_are_those_of_the_scopes(language: Language) -> None:
    empty = TableWords(("",) * 25)
    readers = table_for(language, empty).readers
    for word in ("стоп", "да", "отмена", "повтори", "агент", "лампа", "три", "первый", "константин"):
        words = Words.of(word)
        together = {match.sentence for match in tree_of_all(language).match(words.apart(), readers)}
        each = {match.sentence for name in ScopeName for match in matches(language, words, Scope(name, empty))}
        assert together == each
