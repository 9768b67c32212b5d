"""Words that nobody cuts into morphemes: names, function words, petrified adverbs."""

from __future__ import annotations

import re
from functools import lru_cache

from voiceduet.grammar.ru.judge_lexicon import Cut, Kind, Morpheme, MorphemeLexicon
from voiceduet.grammar.ru.morphology import RussianMorphology

FUNCTION_WORDS = frozenset({"PREP", "CONJ", "PRCL", "INTJ", "NPRO"})
_NAMES = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad"})
_TOWN = re.compile(r"(.{3,}?)([ое]?)(град|город|бург)")
_ENDING = re.compile(r"(?:[аеиоуыэюяьй]|ия|ая|ое)$")
_SURNAME = re.compile(r"(.{2,}?)(?:ов|ев|ин)")
_FROM_NAME = "ский"
_NAME_ENDINGS = ("", "а", "ь", "ия", "я", "о")
_ADJECTIVE_ENDINGS = ("ый", "ий", "ой")


class Opacity:
    """Tells which words outside the dictionary of cut words stay whole."""

    def __init__(self, morph: RussianMorphology) -> None:
        self._morph = morph

    def cut(self, lemma: str, lexicon: MorphemeLexicon) -> Cut | None:
        """The cut of a whole word: its stem as one root; `None` for a word that may be cut further."""
        parses = [p for p in self._morph.parses(lemma) if p.known and p.pos != "ADJS"]
        if self.is_name(lemma):
            return _name(lemma)
        if lemma.endswith(_FROM_NAME) and (base := self._name_before(lemma.removesuffix(_FROM_NAME))) is not None:
            return *base, Morpheme("ск", Kind.SUFFIX), Morpheme("ий", Kind.ENDING)
        if parses and all(p.pos in FUNCTION_WORDS for p in parses):
            return _whole(lemma)
        if parses and parses[0].pos in {"ADVB", "PRED"}:
            return _adverb(lemma, lexicon)
        return None

    def _name_before(self, stem: str) -> Cut | None:
        """The name that an adjective is made from: воронежский → Воронеж."""
        names = (stem + ending for ending in _NAME_ENDINGS)
        return next((_name(name) for name in names if len(stem) >= 3 and self.is_name(name)), None)

    @lru_cache(maxsize=8192)  # noqa: B019 - lives as long as the process
    def is_name(self, lemma: str) -> bool:
        """Whether a word is only a proper name."""
        parses = [p for p in self._morph.parses(lemma) if p.known]
        return bool(parses) and all(p.grammemes & _NAMES for p in parses)

    def stem(self, name: str) -> str:
        """A name without its ending."""
        return _ENDING.sub("", name) or name

    def surname_base(self, lemma: str) -> str | None:
        """The word that a surname seems to be made from: волков → волк; `None` for any other word."""
        match = _SURNAME.fullmatch(lemma)
        parses = self._morph.parses(lemma)
        return match.group(1) if match and any("Surn" in p.grammemes and p.known for p in parses) else None


def _whole(lemma: str) -> Cut:
    return (Morpheme(_ENDING.sub("", lemma) or lemma, Kind.ROOT),)


def _name(lemma: str) -> Cut:
    match = _TOWN.fullmatch(lemma)
    if match is None:
        return _whole(lemma)
    return Morpheme(match.group(1), Kind.ROOT), Morpheme(match.group(3), Kind.ROOT)


def _adverb(lemma: str, lexicon: MorphemeLexicon) -> Cut:
    for ending in _ADJECTIVE_ENDINGS:
        known = lexicon.cut(lemma[:-1] + ending) if lemma[-1] in "оеи" else None
        if known is not None:
            return known
    return _whole(lemma)
