"""Russian word forms for listening."""

from __future__ import annotations

from functools import lru_cache

from voiceduet.engine.words import clean, fold
from voiceduet.grammar.forms import WordForms
from voiceduet.grammar.ru.morphology import morphology

_UNINFLECTED = frozenset({"ADVB", "INFN", "NUMR", "PRED", "INTJ", "PREP", "CONJ", "PRCL"})
_NAMING = frozenset({"NOUN", "ADJF", "INFN"})
"""Parts of speech of a clue that is said without its number."""
_OF_TALK = frozenset({"Prnt", "Apro"})
"""Parentheses and pronouns, whatever part of speech they count as: «кстати», «сам»."""
_RARE = 0.01
"""Readings with a smaller share are left out."""


class RussianForms:
    """`WordForms` for Russian, over pymorphy3."""

    def spelling(self, word: str) -> str:
        """See `WordForms.spelling`: «ЕЖ» is «ёж»."""
        typed = clean(word).casefold()
        if "ё" in typed or "е" not in typed:
            return typed
        spellings = morphology().noun_spellings(typed)
        return spellings[0] if spellings else typed

    def accusative(self, word: str) -> tuple[str, ...]:
        """See `WordForms.accusative`: лампа → лампу."""
        return morphology().noun_case(self.spelling(word), "accs")

    def genitive(self, word: str) -> tuple[str, ...]:
        """See `WordForms.genitive`: вода → воды."""
        return morphology().noun_case(self.spelling(word), "gent")

    def is_dictionary_form(self, word: str) -> bool:
        """See `WordForms.is_dictionary_form`."""
        return any(
            parse.known and parse.score >= _RARE and ("nomn" in parse.grammemes or parse.pos in _UNINFLECTED)
            for parse in morphology().parses(word)
        )

    def is_plausible_clue(self, word: str) -> bool:
        """See `WordForms.is_plausible_clue`: «завтрак» is, «ладно», «угу» and «так» are not."""
        shares: dict[bool, float] = {True: 0.0, False: 0.0}
        for parse in morphology().parses(word):
            names = parse.pos in _NAMING and _OF_TALK.isdisjoint(parse.grammemes)
            shares[names and parse.known] += parse.score
        return shares[True] > shares[False]

    def is_lemma(self, word: str) -> bool:
        """See `WordForms.is_lemma`: «небесный» is, «небесное» is not."""
        return any(parse.known and fold(parse.lemma) == fold(word) for parse in morphology().parses(word))

    def spelled(self, letters: str) -> str:
        """See `WordForms.spelled`."""
        return letters

    def dictionary_forms(self, word: str) -> tuple[str, ...]:
        """See `WordForms.dictionary_forms`: небесной → небесный."""
        lemmas = (parse.lemma for parse in morphology().parses(word) if parse.known and parse.score >= _RARE)
        return tuple(dict.fromkeys(lemma for lemma in lemmas if fold(lemma) != fold(word)))


@lru_cache(maxsize=1)
def word_forms() -> WordForms:
    """The Russian word forms."""
    return RussianForms()
