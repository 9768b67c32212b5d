"""How two words are akin (rules 9.2): by their roots, by derivation, and by what people feel."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from voiceduet.grammar.ru.judge_alternation import alternate, skeleton
from voiceduet.grammar.ru.judge_families import RootFamilies, Tie, read_hand_data
from voiceduet.grammar.ru.judge_homonyms import Senses
from voiceduet.grammar.ru.judge_lexicon import (
    LONG_ROOT,
    Cut,
    Kind,
    MorphemeLexicon,
    Segmenter,
    prefixes_before,
    read_table,
    roots,
)
from voiceduet.grammar.ru.judge_opacity import Opacity
from voiceduet.grammar.ru.judge_stems import grows_from, is_small, stem

_NUMERAL_ROOTS = ("один", "одн", "два", "дв", "тр", "четыр", "пят", "шест", "сем", "восьм", "десят", "ст")
"""Number words inside compounds are only partly felt: треугольник – три."""
_NAME_SUFFIXES = frozenset({"ск", "еск", "ец", "ц", "анин", "янин", "чанин", "ин", "ич", "як", "ан", "ян"})
"""Suffixes of adjectives and inhabitants made from names."""
_INFINITIVES = frozenset({"ть", "ти", "чь"})
_BARE_PREFIXES = {
    "со": "с",
    "во": "в",
    "обо": "об",
    "подо": "под",
    "изо": "из",
    "разо": "раз",
    "ото": "от",
    "взо": "вз",
}
_COMBINING_FORMS = (
    "авто", "теле", "фото", "кино", "видео", "радио", "аэро", "мото", "вело", "электро", "микро", "термо", "гидро",
)  # fmt: skip
_ADJECTIVE_GROWTH = frozenset({"н", "льн", "альн", "ьн", "ск", "еск", "ическ", "ичн", "и", "ь"})
"""What the dictionaries count to the root of an adjective made from a noun: радикал, радикальный."""
_REPEATING = frozenset({"ива", "ыва", "а", "я"})
"""Suffixes of verbs of repeated action."""
_LOUD_PREFIXES = frozenset({"супер", "мега", "гипер", "ультра", "экстра", "вице", "экс", "контр", "анти", "псевдо"})
"""Prefixes that are heard as words."""
_PRODUCTIVE = 40
"""How many dictionary words have a suffix that makes new words."""


class Degree(StrEnum):
    """How plain a kinship is."""

    PLAIN = "plain"
    FELT = "felt"


class Build(StrEnum):
    """How two words share a root."""

    ROOT = "root"
    """One root in both."""
    PART = "part"
    """The card is a compound, the clue is one of its parts."""
    WHOLE = "whole"
    """The clue is a compound, the card is one of its parts."""
    BOTH = "both"
    """Two compounds share a part."""


@dataclass(frozen=True, slots=True)
class Kinship:
    """What ties two words."""

    degree: Degree
    build: Build
    shared: str = ""
    """The root they share; empty for suppletive pairs."""


class KinshipFinder:
    """Compares lemmas, ё folded."""

    def __init__(self, opacity: Opacity) -> None:
        self._opacity = opacity
        self._lexicon = MorphemeLexicon()
        counts = self._lexicon.count()
        self._segmenter = Segmenter(counts)
        self._suffixes = {suffix for suffix, uses in counts[Kind.SUFFIX].items() if uses >= _PRODUCTIVE}
        self._hand = read_hand_data()
        self._linked: dict[str, list[str]] = defaultdict(list)
        for pair, tie in self._hand.pairs.items():
            if tie is not Tie.APART:
                for word in pair:
                    self._linked[word].extend(pair - {word})
        self._families = RootFamilies(self._hand)
        self._numerals = {self._families.find(shape) for shape in _NUMERAL_ROOTS}
        self._senses = Senses()
        self._derived: dict[str, set[str]] = defaultdict(set)
        for base, derived in read_table("judge_derivations.tsv", 2):
            self._derived[base].add(derived)
            self._derived[derived].add(base)

    def is_cut(self, lemma: str) -> bool:
        """Whether the dictionary of cut words has the lemma."""
        return lemma in self._lexicon

    def is_made_up(self, word: str) -> bool:
        """Whether a word that no list has is put together of known morphemes: супомешалка, хохотельня.

        Russian dictionaries are full enough for that: such a word is invented for the game. What has no known root
        may be a name or a word younger than the lists.
        """
        cut = self._segmenter.cut(word)
        known = self._segmenter.known_roots
        whole = all(len(root) >= LONG_ROOT - 1 and root in known for root in roots(cut))
        return whole and any(m.kind is Kind.LINK or (m.kind is Kind.SUFFIX and len(m.text) > 1) for m in cut)

    @lru_cache(maxsize=20_000)  # noqa: B019 - one finder lives as long as the process
    def cut(self, lemma: str) -> Cut:
        """Morphemes of a lemma, from the dictionary or guessed."""
        return self._lexicon.cut(lemma) or self._opacity.cut(lemma, self._lexicon) or self._segmenter.cut(lemma)

    def relate(self, clue: str, card: str) -> Kinship | None:
        """Say what ties two lemmas, `None` when nothing does."""
        tie = self._hand.pairs.get(frozenset((clue, card)))
        if tie is Tie.APART:
            return None
        found = self._by_roots(clue, card)
        if tie is Tie.SAME:
            return found if found and found.degree is Degree.PLAIN else Kinship(Degree.PLAIN, Build.ROOT)
        if tie is Tie.FELT:
            return Kinship(Degree.FELT, found.build if found else Build.ROOT)
        return found or self._otherwise(clue, card)

    def _otherwise(self, clue: str, card: str) -> Kinship | None:
        """Ties between words whose roots the dictionaries see as different."""
        if self._have_homonymous_roots(clue, card):
            return None
        if self._opacity.surname_base(clue) in (card, stem(card)):
            return Kinship(Degree.FELT, Build.ROOT)
        return self._by_shape(clue, card) or self._by_combining_form(clue, card)

    def _by_shape(self, clue: str, card: str) -> Kinship | None:
        """Ties that the letters show where no root is known to be shared."""
        if self._is_named_after(clue, card) or self._is_named_after(card, clue) or self._are_aspects(clue, card):
            return Kinship(Degree.PLAIN, Build.ROOT)
        if self._ends_with(card, clue) or self._ends_with(clue, card):
            return Kinship(Degree.PLAIN, Build.PART if len(card) > len(clue) else Build.WHOLE, min(clue, card, key=len))
        by_stem = self._by_stem(clue, card)
        if by_stem is None and (self._over_a_link(clue, card) or self._over_a_link(card, clue)):
            return Kinship(Degree.FELT, Build.ROOT)
        if by_stem is None and card in self._derived.get(clue, ()):
            return self._derived_tie(clue, card)
        return by_stem

    def _over_a_link(self, one: str, other: str) -> bool:
        """Whether a word tied to the one by hand is plain kin of the other: щит – защита – защитница."""
        return any(self._is_plain_kin(near, other) for near in self._linked.get(one, ()))

    def _is_plain_kin(self, one: str, other: str) -> bool:
        """Whether two dictionary words have their one root in common, with the same prefixes before it."""
        tie = self._by_roots(one, other) if self.is_cut(one) and self.is_cut(other) else None
        if tie is None or tie.degree is not Degree.PLAIN or tie.build is not Build.ROOT:
            return False
        first, second = self._family_set(one)[tie.shared], self._family_set(other)[tie.shared]
        return prefixes_before(self.cut(one), first) == prefixes_before(self.cut(other), second)

    def _ends_with(self, compound: str, word: str) -> bool:
        """Whether a compound has the word whole behind its linking vowel: хлебозавод."""
        cut = self.cut(compound)
        tails = ("".join(m.text for m in cut[i + 1 :]) for i, m in enumerate(cut) if i and m.kind is Kind.LINK)
        return len(word) >= LONG_ROOT and self.is_cut(compound) and word in tails

    def _derived_tie(self, clue: str, card: str) -> Kinship | None:
        """Judge a derivation across two roots: plain when the shorter root is most of the longer one."""
        mine, theirs = self._family_set(clue), self._family_set(card)
        short, long = sorted((min(mine.values()), min(theirs.values())), key=len)
        plain = len(short) >= LONG_ROOT and long.startswith(short)
        return Kinship(Degree.PLAIN if plain else Degree.FELT, Build.ROOT)

    def _have_homonymous_roots(self, clue: str, card: str) -> bool:
        return bool(self._family_set(clue).keys() & self._family_set(card).keys())

    def _is_named_after(self, name: str, word: str) -> bool:
        """Whether a word with a suffix that says so is made from a proper name: Тула, тульский."""
        if not self._opacity.is_name(name) or self._opacity.is_name(word):
            return False
        suffixed = any(m.kind is Kind.SUFFIX and m.text in _NAME_SUFFIXES for m in self.cut(word))
        base = self._opacity.stem(name)
        return suffixed and len(base) >= LONG_ROOT - 1 and alternate(roots(self.cut(word))[0], base)

    def _are_aspects(self, clue: str, card: str) -> bool:
        """Whether two verbs differ in the vowel of the root only: собрать, собирать."""
        if not all(any(m.text in _INFINITIVES for m in self.cut(word)[1:]) for word in (clue, card)):
            return False
        one, other = self._verb_parts(clue), self._verb_parts(card)
        same = one[0] == other[0] and len(one[1]) > 1 and one[1] == other[1]
        return same and alternate(one[2], other[2]) and "у" not in one[2] + other[2]

    def _verb_parts(self, verb: str) -> tuple[str, str, str]:
        cut = self.cut(verb)
        prefix = "".join(m.text for m in cut if m.kind is Kind.PREFIX)
        root = "".join(roots(cut))
        return _BARE_PREFIXES.get(prefix, prefix), skeleton(root), root

    def _by_stem(self, clue: str, card: str) -> Kinship | None:
        short, long = sorted((clue, card), key=len)
        if not grows_from(long, short):
            return None
        if self.is_cut(long) and self.is_cut(short):
            grown = max(roots(self.cut(long)), key=len).removeprefix(stem(short))
            if grown and grown not in _ADJECTIVE_GROWTH and grown != max(roots(self.cut(long)), key=len):
                return None
        doubtful = is_small(long, short) and self.is_cut(long)
        return Kinship(Degree.FELT if doubtful else Degree.PLAIN, Build.ROOT)

    def _by_combining_form(self, clue: str, card: str) -> Kinship | None:
        """Two compounds that begin with the same learned element: телефон, телевизор."""
        for form in _COMBINING_FORMS:
            rests = [word.removeprefix(form) for word in (clue, card) if word.startswith(form)]
            if len(rests) == 2 and all(len(rest) >= LONG_ROOT - 1 for rest in rests):
                return Kinship(Degree.FELT, Build.BOTH, form)
        return None

    def _by_roots(self, clue: str, card: str) -> Kinship | None:
        mine, theirs = self._family_set(clue), self._family_set(card)
        shared: dict[str, Degree] = {}
        for family in mine.keys() & theirs.keys():
            if not self._may_alternate((clue, mine[family]), (card, theirs[family])):
                continue
            same = self._same_meaning((clue, mine[family]), (card, theirs[family]))
            if same is not False:
                shared[family] = Degree.PLAIN if same else Degree.FELT
        if not shared or self._name_by_chance(clue, card) or self._name_by_chance(card, clue):
            return None
        best = min(shared, key=lambda family: (shared[family] is not Degree.PLAIN, family))
        if len(mine[best]) <= LONG_ROOT and not (self._is_regular(clue) and self._is_regular(card)):
            return None
        build = self._build(clue, card, len(shared))
        if min(len(mine[best]), len(theirs[best])) < LONG_ROOT and self._prefixes_part(
            clue, card, mine[best], theirs[best]
        ):
            return Kinship(Degree.FELT, build, best)
        if build is not Build.ROOT and best in self._numerals:
            return Kinship(Degree.FELT, build, best)
        return Kinship(shared[best], build, best)

    def _may_alternate(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether the root shapes of two (word, shape) alternate in just these words."""
        if self._families.is_verbal_pair(one[1], other[1]):
            word, _ = one if "а" in one[1] else other
            cut = self.cut(word)
            return cut[0].kind is Kind.PREFIX and any(m.text in _REPEATING for m in cut)
        return self._families.alternate(one[1], other[1])

    def _is_regular(self, lemma: str) -> bool:
        """Whether a word is in the dictionary, or is cut by guess into suffixes that make new words today."""
        if self.is_cut(lemma) or self._opacity.cut(lemma, self._lexicon) is not None:
            return True
        cut = self.cut(lemma)
        if len(roots(cut)) > 1 and not any(m.kind is Kind.LINK for m in cut):
            return False
        suffixes = [m.text for m in cut if m.kind is Kind.SUFFIX]
        return all(suffix in self._suffixes for suffix in suffixes)

    def _same_meaning(self, one: tuple[str, str], other: tuple[str, str]) -> bool | None:
        """Compare the meanings of a root in two (word, root shape); with one prefix before it they are the same."""
        if not (self.is_cut(one[0]) and self.is_cut(other[0])):
            return True
        prefixes = prefixes_before(self.cut(one[0]), one[1])
        if prefixes and prefixes == prefixes_before(self.cut(other[0]), other[1]):
            return True
        return self._senses.tie(one, other)

    def _name_by_chance(self, name: str, word: str) -> bool:
        """Whether a proper name only looks like a root: a word made from a name has a suffix that says so."""
        if not self._opacity.is_name(name) or self._opacity.is_name(word):
            return False
        cut = self.cut(word)
        return len(roots(self.cut(name))) == 1 and not any(
            m.kind is Kind.SUFFIX and m.text in _NAME_SUFFIXES for m in cut
        )

    def _prefixes_part(self, clue: str, card: str, mine: str, theirs: str) -> bool:
        """Whether different prefixes before a short root may hide the kinship: развод, взвод."""
        one, other = prefixes_before(self.cut(clue), mine), prefixes_before(self.cut(card), theirs)
        if one == other:
            return False
        compound = len(self._family_set(clue)) + len(self._family_set(card)) > 2
        return bool(one and other) or compound

    @lru_cache(maxsize=20_000)  # noqa: B019 - one finder lives as long as the process
    def _family_set(self, lemma: str) -> dict[str, str]:
        """Family name → shape in this word, for each root of a lemma."""
        return {self._families.find(shape): shape for shape in roots(self.cut(lemma))}

    def _build(self, clue: str, card: str, shared: int) -> Build:
        clue_roots, card_roots = self._parts(clue), self._parts(card)
        if clue_roots == card_roots == 1 or shared == max(clue_roots, card_roots):
            return Build.ROOT
        if clue_roots == 1:
            return Build.PART
        return Build.WHOLE if card_roots == 1 else Build.BOTH

    def _parts(self, lemma: str) -> int:
        """How many parts make the word a compound; a prefix like супер- is one."""
        loud = sum(m.kind is Kind.PREFIX and m.text in _LOUD_PREFIXES for m in self.cut(lemma))
        return len(self._family_set(lemma)) + loud
