"""The vocabulary: what the table says, the deck, frequent nouns, and the most frequent words of Russian."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymorphy3
import wordfreq

from tools.ear.settings import Settings
from voiceduet.asr.errors import LexiconError
from voiceduet.asr.pronunciation import pronunciations
from voiceduet.grammar.language import load_language
from voiceduet.table.setup import load_deck

GRAMMAR = Path(__file__).parents[2] / "voiceduet" / "grammar" / "ru"
TABLE_FILES = ("sentences.yaml", "numbers.toml", "letters.toml")
"""Language data whose Russian words the referee listens for."""
CLUE_FILE = "open_words.txt"
WORD = re.compile(r"[а-яё]+(?:-[а-яё]+)?")
HISS = "с"
"""A word that is all noise: with it in the vocabulary, noise becomes words."""
ALIKE = 0.4
"""Sound distance up to which a word may be taken for another."""
RAREST = 1e-8
"""Frequency of words that the statistics do not know."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words in order of importance, without repetition."""

    table: tuple[str, ...]
    """What the referee listens for, and the deck."""
    clues: tuple[str, ...]
    nouns: tuple[str, ...]
    frequent: tuple[str, ...]
    alike: tuple[str, ...] = ()
    """What sounds like the words that are meant for the referee: an ear that lacks them hears these instead."""

    @property
    def all(self) -> tuple[str, ...]:
        """All words."""
        return tuple(dict.fromkeys((*self.table, *self.clues, *self.nouns, *self.frequent, *self.alike)))


def words_of(text: str) -> tuple[str, ...]:
    """Russian words of a text in which # begins a comment, in lower case, once each."""
    lines = (line.partition("#")[0] for line in text.lower().splitlines())
    return tuple(dict.fromkeys(word for line in lines for word in WORD.findall(line)))


def letter_names() -> tuple[str, ...]:
    """What letters are called first when a word is spelled: «эм», «ка», «бэ»."""
    data = tomllib.loads((GRAMMAR / "letters.toml").read_text(encoding="utf-8"))
    return tuple(names[0] for names in data["letters"].values() if " " not in names[0])


def number_words() -> tuple[str, ...]:
    """Single words for numbers."""
    return tuple(tomllib.loads((GRAMMAR / "numbers.toml").read_text(encoding="utf-8"))["cardinal"])


def can_be_said(word: str) -> bool:
    """Whether a word has a sound of its own; prepositions without a vowel have."""
    try:
        return bool(pronunciations(word))
    except LexiconError:
        return False


def cost_of(word: str) -> float:
    """Negative natural logarithm of the word's frequency."""
    return -math.log(max(wordfreq.word_frequency(word, "ru"), RAREST))


def make_vocabulary(settings: Settings) -> Vocabulary:
    """Collect the words of all sources."""
    table = [word for name in TABLE_FILES for word in words_of((GRAMMAR / name).read_text(encoding="utf-8"))]
    table += [word for phrase in load_deck("ru") for word in words_of(phrase)]
    clues = words_of((GRAMMAR / CLUE_FILE).read_text(encoding="utf-8"))[: settings.nouns]
    top = [word for word in wordfreq.top_n_list("ru", 200_000) if WORD.fullmatch(word)]
    nouns = _nouns(top, settings.nouns)
    return Vocabulary(
        _sayable(table),
        _sayable(clues),
        _sayable((*nouns, *_accusatives(nouns[: settings.nouns // 3]))),
        _sayable(word for word in top[: settings.frequent_words] if len(word) > 1),
        _sayable(_alike(word for word in wordfreq.top_n_list("ru", settings.alike) if WORD.fullmatch(word))),
    )


def _sayable(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in dict.fromkeys(words) if word != HISS and can_be_said(word))


def _alike(words: Iterable[str]) -> list[str]:
    """Those that sound much like a single word that is meant for the referee."""
    language = load_language("ru")
    openings = [word for word in language.address if " " not in word]
    return [word for word in words if any(language.sounds.distance(word, other) <= ALIKE for other in openings)]


def _nouns(words: Iterable[str], limit: int) -> list[str]:
    """The first words that can be a noun in its dictionary form."""
    analyzer = pymorphy3.MorphAnalyzer()
    found: list[str] = []
    for word in words:
        if len(found) == limit:
            break
        if any(_is_dictionary_noun(parse, word) for parse in analyzer.parse(word)[:3]):
            found.append(word)
    return found


def _is_dictionary_noun(parse: Any, word: str) -> bool:  # noqa: ANN401 - pymorphy3 has no types
    is_nominative = "NOUN" in parse.tag and "nomn" in parse.tag
    return is_nominative and parse.score > 0.05 and (parse.normal_form == word or "Pltm" in parse.tag)


def _accusatives(nouns: Iterable[str]) -> list[str]:
    """Nouns as they are said after «трогаю»."""
    analyzer = pymorphy3.MorphAnalyzer()
    forms = []
    for noun in nouns:
        parses = [parse for parse in analyzer.parse(noun) if "NOUN" in parse.tag and "nomn" in parse.tag]
        inflected = parses[0].inflect({"accs"}) if parses else None
        if inflected:
            forms.append(str(inflected.word))
    return forms
