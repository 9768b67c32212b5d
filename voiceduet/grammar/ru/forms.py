"""Russian word forms for listening."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, product

from voiceduet.engine.words import clean, fold
from voiceduet.grammar.forms import WordForms, apart
from voiceduet.grammar.ru.morphology import morphology

_UNINFLECTED = frozenset({"ADVB", "INFN", "NUMR", "PRED", "INTJ", "PREP", "CONJ", "PRCL"})
_NAMING = frozenset({"NOUN", "ADJF", "INFN"})
"""Parts of speech of a clue that is said without its number."""
_OF_TALK = frozenset({"Prnt", "Apro"})
"""Parentheses and pronouns, whatever part of speech they count as: «кстати», «сам»."""
_OF_PEOPLE = frozenset({"Name", "Patr"})
_RARE = 0.01
"""Readings with a smaller share are left out."""
_WAYS, _MOST_FORMS = 3, 12
"""So many forms of one word of a card, and of the whole card, are understood."""


class RussianForms:
    """`WordForms` for Russian, over pymorphy3."""

    def spelling(self, word: str) -> str:
        """See `WordForms.spelling`: «ЕЖ» is «ёж»."""
        return " ".join(_spelling(part) for part in apart(clean(word).casefold()).split())

    def accusative(self, word: str) -> tuple[str, ...]:
        """See `WordForms.accusative`: лампа → лампу, чёрная дыра → чёрную дыру."""
        return _in_case(self.spelling(word), "accs")

    def genitive(self, word: str) -> tuple[str, ...]:
        """See `WordForms.genitive`: вода → воды, дед мороз → деда мороза."""
        return _in_case(self.spelling(word), "gent")

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

    def is_given_name(self, word: str) -> bool:
        """See `WordForms.is_given_name`: «ида» is, «роза» and «Париж» are not."""
        parses = [parse for parse in morphology().parses(word) if parse.known and "nomn" in parse.grammemes]
        return bool(parses) and not any(_OF_PEOPLE.isdisjoint(parse.grammemes) for parse in parses)

    def spelled(self, letters: str) -> str:
        """See `WordForms.spelled`."""
        return letters

    def letters(self, word: str) -> str:
        """See `WordForms.letters`."""
        return word

    def dictionary_forms(self, word: str) -> tuple[str, ...]:
        """See `WordForms.dictionary_forms`: небесной → небесный."""
        lemmas = (parse.lemma for parse in morphology().parses(word) if parse.known and parse.score >= _RARE)
        return tuple(dict.fromkeys(lemma for lemma in lemmas if fold(lemma) != fold(word)))


def _spelling(part: str) -> str:
    if "ё" in part or "е" not in part:
        return part
    spellings = morphology().noun_spellings(part) or morphology().adjective_spellings(part)
    return spellings[0] if spellings else part


def _in_case(spelled: str, case: str) -> tuple[str, ...]:
    """A name of one or several words in a case: every word that can be inflected is, or else only the last one.

    What stands in the genitive already («капля воды») or is foreign («нью йорк») stays as it is.
    """
    *before, last = spelled.split() or [""]
    if not before:
        return _part_in_case(last, case)
    lives = morphology().noun_case(last, "accs")[:1] == morphology().noun_case(last, "gent")[:1]
    words = (*before, last)
    parts = [_part_in_case(part, case, lives=lives) or (part,) for part in words]
    for place, part in enumerate(words):
        if place and morphology().is_genitive(part) and morphology().noun_case(words[place - 1], case):
            parts[place] = (part, *parts[place])
    every = islice(product(*(forms[:_WAYS] for forms in parts)), _MOST_FORMS)
    return tuple(dict.fromkeys(" ".join(form) for form in (*every, (*before, parts[-1][0]))))


def _part_in_case(part: str, case: str, *, lives: bool = False) -> tuple[str, ...]:
    return morphology().noun_case(part, case) or morphology().adjective_case(part, case, lives=lives)


@lru_cache(maxsize=1)
def word_forms() -> WordForms:
    """The Russian word forms."""
    return RussianForms()
