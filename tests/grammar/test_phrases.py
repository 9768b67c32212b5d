"""What the limited recogniser is offered: everything in it is understood, little enough, quickly."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from voiceduet.grammar.grammar import Grammar, load_grammar
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.meaning import Ambiguous, NotUnderstood, Understood
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
def grammar() -> Grammar:
    return load_grammar("ru")


def random_tables(count: int) -> Iterator[TableWords]:
    chance = random.Random(7)
    for _ in range(count):
        yield TableWords(tuple(chance.sample(load_deck("ru"), 25)), ("Анна", "Борис"))


@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: f"{scope.name}-{scope.table.names[0]}")
def test_every_phrase_is_understood_in_its_scope(grammar: Grammar, scope: Scope) -> None:
    for phrase in grammar.phrases(scope):
        meaning = grammar.interpret([HeardText(phrase, "typed")], scope)
        assert isinstance(meaning, Understood), f"«{phrase}» is offered but means {meaning}"
        assert meaning.sure, f"«{phrase}» is offered but not sure: {meaning}"


def test_every_phrase_is_understood_on_boards_of_the_deck(grammar: Grammar) -> None:
    for table in random_tables(20):
        for name in (ScopeName.GUESS, ScopeName.SUDDEN_DEATH):
            scope = Scope(name, table)
            for phrase in grammar.phrases(scope):
                meaning = grammar.interpret([HeardText(phrase, "typed")], scope)
                assert isinstance(meaning, Understood | Ambiguous), f"«{phrase}» on {table.board}"


@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: f"{scope.name}-{scope.table.names[0]}")
def test_phrases_are_lower_case_and_not_repeated(grammar: Grammar, scope: Scope) -> None:
    phrases = grammar.phrases(scope)
    assert len(set(phrases)) == len(phrases)
    assert all(phrase == phrase.lower() and phrase == " ".join(phrase.split()) for phrase in phrases)
    assert not any("{" in phrase or phrase.isdigit() for phrase in phrases)


@pytest.mark.parametrize(
    ("name", "most"), [(ScopeName.GUESS, 400), (ScopeName.SUDDEN_DEATH, 400), (ScopeName.CLUE, 120)]
)
def test_there_are_few_phrases(grammar: Grammar, name: ScopeName, most: int) -> None:
    for table in random_tables(5):
        assert len(grammar.phrases(Scope(name, table))) <= most


def test_every_board_word_can_be_touched(grammar: Grammar) -> None:
    phrases = set(grammar.phrases(Scope(ScopeName.GUESS, TABLES[0])))
    assert {f"касаюсь слова {word}" for word in ("яйцо", "сыр", "ёж", "мёд", "самолёт")} <= phrases
    assert {"трогаю лампу", "касаюсь воды", "трогаю короля"} <= phrases


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
def test_neighbours_cover_what_can_be_said(grammar: Grammar, name: ScopeName, sentence: str) -> None:
    """A word-pair recogniser that was given the phrases can hear every combination."""
    phrases = grammar.phrases(Scope(name, TABLES[0]))
    heard = {pair for phrase in phrases for pair in pairwise(phrase.split())}
    starts, ends = {phrase.split()[0] for phrase in phrases}, {phrase.split()[-1] for phrase in phrases}
    words = sentence.split()
    assert set(pairwise(words)) <= heard
    assert words[0] in starts
    assert words[-1] in ends


def test_only_the_clue_scope_has_open_words(grammar: Grammar) -> None:
    table = TABLES[0]
    words = grammar.open_words(Scope(ScopeName.CLUE, table))
    assert len(words) > 10_000
    assert {"завтрак", "небо", "морской", "быстро", "сладкое", "деньги", "самолёт"} <= set(words)
    assert grammar.beside_open(Scope(ScopeName.CLUE, table))[:3] == ("ноль", "один", "два")
    for name in ScopeName:
        if name is not ScopeName.CLUE:
            assert grammar.open_words(Scope(name, table)) == grammar.beside_open(Scope(name, table)) == ()


def test_the_open_ear_is_wanted_where_talk_must_be_told_apart(grammar: Grammar) -> None:
    wanted = {name for name in ScopeName if grammar.needs_open(Scope(name, TABLES[0]))}
    assert {ScopeName.CLUE, ScopeName.GUESS, ScopeName.SUDDEN_DEATH, ScopeName.COLOUR} <= wanted


def test_expand_prints_every_sentence(grammar: Grammar) -> None:
    scope = Scope(ScopeName.CLUE, TABLES[0])
    sentences = set(grammar.expand(scope, limit=3))
    assert ("undo", "отмена") in sentences
    assert any(intent == "clue" and "{clue}" in sentence for intent, sentence in sentences)
    offered = set(grammar.phrases(scope))
    assert offered <= {sentence for _, sentence in grammar.expand(scope)}


def test_speed_after_warm_up(grammar: Grammar) -> None:
    tables = list(random_tables(12))
    grammar.phrases(Scope(ScopeName.GUESS, tables[0]))
    started = time.perf_counter()
    for table in tables[1:]:
        grammar.phrases(Scope(ScopeName.GUESS, table))
    assert (time.perf_counter() - started) / 11 < 0.1, "20 ms are meant; a busy machine gets some air"


def test_a_paused_table_hears_nothing_but_go_on(grammar: Grammar) -> None:
    scope = Scope(ScopeName.PAUSED, TABLES[0])
    for phrase in grammar.phrases(Scope(ScopeName.GUESS, TABLES[0])):
        meaning = grammar.interpret([HeardText(phrase, "typed")], scope)
        assert isinstance(meaning, NotUnderstood) or phrase in grammar.phrases(scope)
