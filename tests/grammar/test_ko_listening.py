"""Korean: letters to syllables, free spacing, and doubt where the ear cannot reject (voice.md, Listening 8, 9)."""

from __future__ import annotations

import unicodedata

import pytest

from voiceduet.grammar.hangul import compose, pieces_of
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent, TouchIntent
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import load_language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.meaning import Meaning, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.setup import load_deck

pytestmark = pytest.mark.logic

DECK = load_deck("ko")
TABLE = TableWords(("달걀", "모래", *[word for word in DECK if word not in {"달걀", "모래"}][:23]))


def spelled(word: str) -> str:
    """The word's letters one by one, as they are called; double finals are told in two."""
    names = {"ᆪ": "ㄱㅅ", "ᆬ": "ㄴㅈ", "ᆭ": "ㄴㅎ", "ᆰ": "ㄹㄱ", "ᆱ": "ㄹㅁ", "ᆲ": "ㄹㅂ", "ᆶ": "ㄹㅎ", "ᆹ": "ㅂㅅ"}
    letters = []
    for letter in unicodedata.normalize("NFD", word):
        kind = unicodedata.name(letter).split()[-1]
        letters.append(names.get(letter) or unicodedata.lookup(f"HANGUL LETTER {kind}"))
    return "".join(letters)


@pytest.mark.parametrize("word", [*DECK, "닭", "값", "흙", "외투", "앉다"])
def test_a_word_is_put_together_from_its_letters(word: str) -> None:
    assert compose(spelled(word)) == word


def test_syllables_stand_apart_and_keep_their_spelling() -> None:
    assert pieces_of("3행") == ("3", "행")
    words = Words.of("모래를 선택").apart()
    assert words.folded == ("모", "래", "를", "선", "택")
    assert words.text(0, 5) == "모래를 선택"


def hear(scope: ScopeName, limited: str, *heard: str) -> Meaning:
    texts = [HeardText(limited, "limited", (1.0,) * len(limited.split()))] if limited else []
    texts += [HeardText(text, "open", score=-float(rank)) for rank, text in enumerate(heard)]
    return interpret(load_language("ko"), texts, Scope(scope, TABLE))


def test_a_touch_is_done_at_once_when_both_ears_agree() -> None:
    meaning = hear(ScopeName.GUESS, "모래 를 선택", "모래 를 선택", "모레 를 선택")
    assert isinstance(meaning, Understood) and meaning.sure
    assert meaning.best.intent == TouchIntent(1)


def test_a_touch_on_which_the_ears_differ_is_not_done_at_once() -> None:
    meaning = hear(ScopeName.GUESS, "달걀 선택", "단 비약 선택")
    assert not (isinstance(meaning, Understood) and meaning.sure)


def test_a_heard_clue_is_always_read_back() -> None:
    meaning = hear(ScopeName.CLUE, "", "우주 삼")
    assert isinstance(meaning, Understood) and not meaning.sure
    assert meaning.best.intent == ClueIntent("우주", 3)
