"""What the limited recogniser is offered: everything in it is understood, little enough, quickly."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.meaning import Ambiguous, NotUnderstood, Understood
from voiceduet.grammar.phrases import expand, needs_open, phrases
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.setup import load_deck

pytestmark = pytest.mark.logic

BOARD = """
    ЯЙЦО СЫР ПЕСОК САЛАТ ВОДА ЛАМПА КОРОЛЬ НОЖНИЦЫ СОЛНЦЕ МЕД ЕЖ САМОЛЕТ БИНТ ВИНТ КИТ ШАПКА МОСТ РАКЕТА ЧАСЫ КОСА
    МЫШЬ ОБЛАКО ПУШКА ТИГР НЕБО
"""
TABLES = (
    TableWords(tuple(BOARD.split()), ("Анна", "Борис")),
    TableWords(tuple(BOARD.split())),
    TableWords(tuple(BOARD.split()), ("Маша", "Иван"), bare_touch=True),
)
SCOPES = [Scope(name, table) for name in ScopeName for table in TABLES]


@pytest.fixture(scope="module")
def language() -> Language:
    return load_language("ru")


def random_tables(count: int) -> Iterator[TableWords]:
    chance = random.Random(7)
    for _ in range(count):
        yield TableWords(tuple(chance.sample(load_deck("ru"), 25)), ("Анна", "Борис"))


@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: f"{scope.name}-{scope.table.names[0]}")
def test_every_phrase_is_understood_in_its_scope(language: Language, scope: Scope) -> None:
    for phrase in phrases(language, scope):
        meaning = interpret(language, [HeardText(phrase, "typed")], scope)
        assert isinstance(meaning, Understood), f"«{phrase}» is offered but means {meaning}"
        assert meaning.sure, f"«{phrase}» is offered but not sure: {meaning}"


def test_every_phrase_is_understood_on_boards_of_the_deck(language: Language) -> None:
    for table in random_tables(20):
        for name in (ScopeName.GUESS, ScopeName.SUDDEN_DEATH):
            scope = Scope(name, table)
            for phrase in phrases(language, scope):
                meaning = interpret(language, [HeardText(phrase, "typed")], scope)
                assert isinstance(meaning, Understood | Ambiguous), f"«{phrase}» on {table.board}"


@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: f"{scope.name}-{scope.table.names[0]}")
def test_phrases_are_lower_case_and_not_repeated(language: Language, scope: Scope) -> None:
    offered = phrases(language, scope)
    assert len(set(offered)) == len(offered)
    assert all(phrase == phrase.lower() and phrase == " ".join(phrase.split()) for phrase in offered)
    assert not any("{" in phrase or phrase.isdigit() for phrase in offered)


@pytest.mark.parametrize(
    ("name", "most"), [(ScopeName.GUESS, 400), (ScopeName.SUDDEN_DEATH, 400), (ScopeName.CLUE, 200)]
)
def test_there_are_few_phrases(language: Language, name: ScopeName, most: int) -> None:
    for table in random_tables(5):
        assert len(phrases(language, Scope(name, table))) <= most


def test_every_board_word_can_be_touched(language: Language) -> None:
    offered = set(phrases(language, Scope(ScopeName.GUESS, TABLES[0])))
    assert {f"касаюсь слова {word}" for word in ("яйцо", "сыр", "ёж", "мёд", "самолёт")} <= offered
    assert {"трогаю лампу", "касаюсь воды", "трогаю короля"} <= offered


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        *((ScopeName.GUESS, f"ряд {row} карта {column}") for row in ("один", "три") for column in ("два", "пять")),
        (ScopeName.GUESS, "третий ряд вторая карта"),
        (ScopeName.SUDDEN_DEATH, "анна касаюсь слова яйцо"),
        (ScopeName.SUDDEN_DEATH, "второй касаюсь слова небо"),
        (ScopeName.SUDDEN_DEATH, "первая касаюсь ёж"),
        (ScopeName.SUDDEN_DEATH, "борис ряд три карта два"),
    ],
)
def test_neighbours_cover_what_can_be_said(language: Language, name: ScopeName, sentence: str) -> None:
    """A word-pair recogniser that was given the phrases can hear every combination."""
    offered = phrases(language, Scope(name, TABLES[0]))
    heard = {pair for phrase in offered for pair in pairwise(phrase.split())}
    starts, ends = {phrase.split()[0] for phrase in offered}, {phrase.split()[-1] for phrase in offered}
    words = sentence.split()
    assert set(pairwise(words)) <= heard
    assert words[0] in starts
    assert words[-1] in ends


def test_open_words_are_plausible_clues(language: Language) -> None:
    words = language.open_words
    assert 10_000 < len(words) < 30_000
    assert {"завтрак", "небо", "морской", "быстро", "сладкое", "деньги", "самолёт"} <= set(words)
    assert language.numbers.spoken[:3] == ("ноль", "один", "два")


def test_the_open_ear_is_wanted_where_talk_must_be_told_apart(language: Language) -> None:
    wanted = {name for name in ScopeName if needs_open(Scope(name, TABLES[0]))}
    assert {ScopeName.CLUE, ScopeName.GUESS, ScopeName.SUDDEN_DEATH, ScopeName.COLOUR} <= wanted


def test_expand_prints_every_sentence(language: Language) -> None:
    scope = Scope(ScopeName.CLUE, TABLES[0])
    sentences = set(expand(language, scope, limit=3))
    assert ("undo", "отмена") in sentences
    assert any(intent == "clue" and "{clue}" in sentence for intent, sentence in sentences)
    offered = set(phrases(language, scope))
    assert offered <= {sentence for _, sentence in expand(language, scope)}


def test_speed_after_warm_up(language: Language) -> None:
    tables = list(random_tables(12))
    phrases(language, Scope(ScopeName.GUESS, tables[0]))
    started = time.perf_counter()
    for table in tables[1:]:
        phrases(language, Scope(ScopeName.GUESS, table))
    assert (time.perf_counter() - started) / 11 < 0.1, "20 ms are meant; a busy machine gets some air"


def test_a_paused_table_hears_nothing_but_go_on(language: Language) -> None:
    scope = Scope(ScopeName.PAUSED, TABLES[0])
    for phrase in phrases(language, Scope(ScopeName.GUESS, TABLES[0])):
        meaning = interpret(language, [HeardText(phrase, "typed")], scope)
        assert isinstance(meaning, NotUnderstood) or phrase in phrases(language, scope)
