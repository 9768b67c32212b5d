"""Russian word forms. The one module that imports pymorphy3.

pymorphy3 is given words with their ё: it reads е as ё where needed, not the other way round.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pymorphy3


@dataclass(frozen=True, slots=True)
class Parse:
    """One reading of a word."""

    lemma: str
    """Normal form, lower case, ё kept."""
    pos: str
    """OpenCorpora part of speech (NOUN, ADJF, VERB …); empty when there is none."""
    grammemes: frozenset[str]
    """OpenCorpora grammemes of the form."""
    score: float
    """Estimated share of this reading among all readings of the form, 0–1."""
    known: bool
    """The dictionary has the word; else the reading is a guess by shape."""


class RussianMorphology:
    """All readings and forms of Russian words."""

    def __init__(self) -> None:
        self._analyzer: Any = pymorphy3.MorphAnalyzer()

    @lru_cache(maxsize=20_000)  # noqa: B019 - one analyser lives as long as the process
    def parses(self, word: str) -> tuple[Parse, ...]:
        """Every reading of a form, most probable first; none for signs without a name (pymorphy3 asks for it)."""
        if not all(unicodedata.name(letter, "") for letter in word):
            return ()
        return tuple(
            Parse(
                p.normal_form,
                str(p.tag.POS or ""),
                frozenset(p.tag.grammemes),
                float(p.score),
                bool(p.is_known),
            )
            for p in self._analyzer.parse(word.casefold())
        )

    def is_known(self, word: str) -> bool:
        """Whether the dictionary has this form."""
        return bool(self._analyzer.word_is_known(word.casefold()))

    def lexeme(self, word: str) -> frozenset[str]:
        """Every form of every dictionary reading of a word."""
        return frozenset(form.word for p in self._analyzer.parse(word.casefold()) for form in p.lexeme)

    @lru_cache(maxsize=5_000)  # noqa: B019 - one analyser lives as long as the process
    def noun_case(self, noun: str, case: str) -> tuple[str, ...]:
        """The forms of every nominative noun reading in one case, its number kept, most probable reading first."""
        forms = (
            parse.inflect({case})
            for parse in self._analyzer.parse(noun.casefold())
            if "NOUN" in parse.tag and "nomn" in parse.tag
        )
        return tuple(dict.fromkeys(str(form.word) for form in forms if form is not None))

    @lru_cache(maxsize=5_000)  # noqa: B019 - one analyser lives as long as the process
    def noun_spellings(self, noun: str) -> tuple[str, ...]:
        """The spellings, with ё where it belongs, of a nominative noun typed with е: еж → ёж."""
        parses = self._analyzer.parse(noun.casefold())
        return tuple(dict.fromkeys(str(p.word) for p in parses if p.is_known and "NOUN" in p.tag and "nomn" in p.tag))

    def adjective_case(self, adjective: str, case: str, *, lives: bool) -> tuple[str, ...]:
        """The forms of every nominative adjective reading in one case, gender and number kept: чёрная → чёрную.

        `lives` says whether it stands with what lives: «белого медведя», but «белый гриб».
        """
        living = {"anim" if lives else "inan"} if case == "accs" else set()
        forms = (
            parse.inflect({case} | (living if "masc" in parse.tag or "plur" in parse.tag else set()))
            for parse in self._adjectives(adjective)
        )
        return tuple(dict.fromkeys(str(form.word) for form in forms if form is not None))

    def is_genitive(self, word: str) -> bool:
        """Whether the word is most likely a noun in the genitive: «воды»."""
        return any("NOUN" in parse.tag and "gent" in parse.tag for parse in self._analyzer.parse(word.casefold())[:1])

    def adjective_spellings(self, adjective: str) -> tuple[str, ...]:
        """The spellings, with ё where it belongs, of a nominative adjective typed with е: черная → чёрная."""
        return tuple(dict.fromkeys(str(parse.word) for parse in self._adjectives(adjective) if parse.is_known))

    def _adjectives(self, word: str) -> list[Any]:
        """The nominative readings as an adjective or a participle."""
        return [
            parse
            for parse in self._analyzer.parse(word.casefold())
            if parse.tag.POS in {"ADJF", "PRTF"} and "nomn" in parse.tag
        ]


@lru_cache(maxsize=1)
def morphology() -> RussianMorphology:
    """The shared analyser; building it takes a noticeable moment, so it is made on first use."""
    return RussianMorphology()
