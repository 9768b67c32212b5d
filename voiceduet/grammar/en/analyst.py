"""What the clue judge knows about English (rules 9)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from voiceduet.grammar.en.judge_words import Cut, EnglishWords, load_words
from voiceduet.grammar.en.morphology import EnglishMorphology, morphology
from voiceduet.grammar.judge.analyst import Finding
from voiceduet.grammar.judge.numbers import number_words
from voiceduet.grammar.judge.tables import Kinship
from voiceduet.grammar.judge.text import fold, join_spelled, to_latin
from voiceduet.grammar.judge.verdict import Reason, Relaxation, Verdict

_VOWEL = re.compile(r"[aeiouy]")
_LATIN_WORD = re.compile(r"[a-z'\- ]+")
_HIDDEN_LENGTH = 4
"""Letters from which on a word hidden in a card is worth a question (rules 9.2)."""
_SHAPES = frozenset("costuvxyz")
"""Letters that look like something (S a snake): they may be meant for their shape (rules 9.3)."""
_LONE_LETTERS = frozenset("aio")
"""Letters that are words; any other before a word stands for a hyphen that a recogniser does not print: x ray."""
_DEPTH = 4
"""Derivations followed upwards: nationalisation – nationalise – national – nation."""
_RARE = 1.5
"""Zipf frequency under which a word that no dictionary has is taken for unknown."""
_BOUND_STEM = 4
"""Letters that a stem which is no word of its own must have to show kinship (dent-ist, dent-al)."""
_BOUND_ENDINGS = tuple(
    tuple(pair.split("-"))
    for pair in (
        *(
            "ist-al",
            "ist-ic",
            "ist-ical",
            "ist-ism",
            "ist-y",
            "ism-ic",
            "ism-ize",
            "ic-y",
            "ic-ics",
            "ous-y",
            "ous-ity",
        ),
        *(
            "er-y",
            "or-ion",
            "or-ive",
            "ate-ant",
            "ant-ance",
            "ent-ence",
            "ent-ency",
            "logist-logical",
            "grapher-graphic",
        ),
    )
)
"""Endings that two derivations of one bound stem may have."""
_LONG_STEM = 5
"""Letters that a stem must have before a suffix alone speaks for kinship."""
_LENGTHENING_TEXT = """
    al tal ial ual ical ally ary ery ory ate ated ator ation ition ion ize ise ized ist ism ity ic tic ics ive ous ious
    eous ant ent ance ence ancy ency able ible ment ness ful less er or ify at ian an ean ese ish age hood ship dom
"""
_LENGTHENINGS = frozenset(_LENGTHENING_TEXT.split())
_LIVING_SUFFIXES = ("s", "es", "er", "ers", "ing", "ed", "ness", "less", "like", "y", "ish")
_LIVING_PREFIXES = ("un", "re", "non", "anti", "super", "mini", "mega")
"""Affixes that make words no dictionary needs to list."""
_SPELLINGS = (
    (re.compile(r"(?<=..)our"), "or"),
    (re.compile(r"(?<=...)is(?=e|ing|ation)"), "iz"),
    (re.compile(r"yse"), "yze"),
    (re.compile(r"ogue\b"), "og"),
)
"""British to American spelling, both sides of a comparison."""

Relatives = Mapping[str, Kinship]
"""Words that a word belongs with, and how plainly."""


class EnglishAnalyst:
    """English answers to the judge's questions. Takes what `normalise` returned."""

    language = "en"

    def __init__(self, words: EnglishWords, forms: EnglishMorphology) -> None:
        self._words = words
        self._forms = forms

    def normalise(self, text: str) -> str:
        """Fold case, marks and look-alike letters, drop accents, join spelled-out letters."""
        folded = to_latin(fold(text))
        plain = "".join(c for c in unicodedata.normalize("NFD", folded) if unicodedata.category(c) != "Mn")
        return join_spelled(plain, {})

    @lru_cache(maxsize=100_000)  # noqa: B019 - one analyst lives as long as the process
    def relate(self, clue: str, card: str) -> Finding | None:
        """How clue and card are tied: same word, form, relative, part, or letters (rules 9.2)."""
        if len(clue) == 1 != len(card):
            first = card.startswith(clue) and clue not in _SHAPES
            return Finding(Verdict.ILLEGAL, Reason.LETTERS_ONLY, card) if first else None
        if self._same_word(clue, card):
            return Finding(Verdict.ILLEGAL, Reason.VISIBLE_WORD, card)
        ties = [*self._word_ties(clue, card), *self._part_ties(clue, card)]
        if ties:
            return min(ties, key=lambda f: f.verdict is not Verdict.ILLEGAL)
        return self._hidden(clue, card)

    def examine(self, clue: str, relaxed: frozenset[Relaxation]) -> tuple[Finding, ...]:
        """Not a word, foreign, abbreviation, place on the table, or a shape of several words (rules 9.1, 9.3)."""
        parts = clue.replace("-", " ").split()
        if len(parts) > 1:
            return self._examine_shape(clue, parts)
        word = clue.removesuffix("'s")
        if word in self._words.positions:
            return (Finding(Verdict.DOUBTFUL, Reason.POSITION),)
        if len(word) == 1 or word.isdigit():
            return ()
        if not _LATIN_WORD.fullmatch(word):
            return (Finding(Verdict.ILLEGAL, Reason.FOREIGN),)
        if self._is_abbreviation(word):
            return (Finding(Verdict.DOUBTFUL, Reason.ABBREVIATION),)
        return self._examine_word(word)

    def number_hint(self, number: int, card: str) -> Finding | None:
        """Numbers known to point at the card (octopus: 8)."""
        hinted = any(number in self._words.number_hints.get(lemma, ()) for lemma in self._forms.lemmas(card))
        return Finding(Verdict.DOUBTFUL, Reason.NUMBER_AS_CLUE, card) if hinted else None

    def sounds_like(self, clue: str, card: str) -> bool:
        """Whether two different spellings are spoken alike."""
        groups = self._words.homophones
        return clue != card and not set(groups.get(clue, ())).isdisjoint(groups.get(card, ()))

    # One word or two spellings of it

    def _same_word(self, clue: str, card: str) -> bool:
        one, other = _solid(clue), _solid(card)
        if one == other or frozenset((one, other)) in self._words.spellings:
            return True
        known = one in self._words.frequency and other in self._words.frequency
        return known and _american(one) == _american(other)

    # Forms and relatives

    def _word_ties(self, clue: str, card: str) -> Iterator[Finding]:
        level = self._kinship(clue, card)
        if level is not Kinship.NONE:
            yield Finding(_verdict(level), Reason.WORD_FORM, card)

    @lru_cache(maxsize=100_000)  # noqa: B019 - one analyst lives as long as the process
    def _kinship(self, one: str, other: str) -> Kinship:
        if one == other:
            return Kinship.PLAIN
        ruled = [self._words.kin[pair] for pair in self._lemma_pairs(one, other) if pair in self._words.kin]
        form = self._form_level(one, other)
        if ruled or form is Kinship.PLAIN:
            return max(*ruled, form) if ruled else form
        shared = [*self._shared(one, other), *self._shared(other, one)]
        return max([form, *shared]) or self._bound_stem(one, other) or self._lengthened(one, other)

    def _shared(self, one: str, other: str) -> Iterator[Kinship]:
        """Levels of the words that are relatives of the one and ancestors of the other."""
        ours, theirs = self._relatives(one), self._ancestors(other)
        return (min(ours[word], theirs[word]) for word in ours.keys() & theirs.keys())

    def _lengthened(self, one: str, other: str) -> Kinship:
        """A long word and the same with a suffix that no table has (horizon – horizontal): some will feel it."""
        short, long = sorted((one, other), key=len)
        stem = short.rstrip("aeiouy")
        if len(stem) < _LONG_STEM or not long.startswith(stem) or long.removeprefix(stem) not in _LENGTHENINGS:
            return Kinship.NONE
        return Kinship.FELT

    def _lemma_pairs(self, one: str, other: str) -> Iterator[frozenset[str]]:
        theirs = self._forms.lemmas(other)
        return (frozenset((a, b)) for a in self._forms.lemmas(one) for b in theirs)

    def _form_level(self, one: str, other: str) -> Kinship:
        """Whether one is a form of the other, or both are forms of a third word."""
        shared = [lemma for lemma in self._forms.lemmas(one) if lemma in self._forms.lemmas(other)]
        levels = [min(self._heard_as(one, lemma), self._heard_as(other, lemma)) for lemma in shared]
        return max(levels, default=Kinship.NONE)

    def _heard_as(self, form: str, lemma: str) -> Kinship:
        return self._words.homographs.get((form, lemma), Kinship.PLAIN)

    @lru_cache(maxsize=20_000)  # noqa: B019 - one analyst lives as long as the process
    def _relatives(self, word: str) -> Relatives:
        """The ancestors and the relatives known by hand, each with its level."""
        found = dict(self._ancestors(word))
        for known, plain in self._ancestors(word).items():
            for relative, level in self._words.neighbours.get(known, ()):
                found[relative] = max(found.get(relative, Kinship.NONE), min(level, plain))
        return found

    @lru_cache(maxsize=20_000)  # noqa: B019 - one analyst lives as long as the process
    def _ancestors(self, word: str) -> Relatives:
        """The word's lemmas and what they are derived from."""
        found: dict[str, Kinship] = {}
        for lemma in self._forms.lemmas(word):
            heard = self._heard_as(word, lemma)
            if heard is not Kinship.NONE:
                for spelling in {lemma, _american(lemma)} & self._words.frequency.keys() | {lemma}:
                    self._climb(spelling, heard, _DEPTH, found)
        return found

    def _climb(self, word: str, level: Kinship, depth: int, found: dict[str, Kinship]) -> None:
        if found.get(word, Kinship.NONE) >= level:
            return
        found[word] = level
        if depth:
            for base in self._words.bases.get(word, ()):
                self._climb(base, level, depth - 1, found)

    def _bound_stem(self, one: str, other: str) -> Kinship:
        """Two derivations of a stem that is no word of its own (dentist – dental)."""
        if one[:_BOUND_STEM] != other[:_BOUND_STEM]:
            return Kinship.NONE
        for ending, partner in _BOUND_ENDINGS:
            for a, b in ((one, other), (other, one)):
                if a.endswith(ending) and b.endswith(partner):
                    stem = a.removesuffix(ending)
                    if stem == b.removesuffix(partner) and len(stem) >= _BOUND_STEM:
                        return Kinship.PLAIN
        return Kinship.NONE

    # Compounds

    def _part_ties(self, clue: str, card: str) -> Iterator[Finding]:
        clue_cuts, card_cuts = self._cuts(clue), self._cuts(card)
        for part, level in card_cuts.items():
            if self._kinship(clue, part) is Kinship.PLAIN:
                yield Finding(_verdict(level), Reason.COMPOUND_PART, card, part)
        for part, level in clue_cuts.items():
            if self._kinship(part, card) is Kinship.PLAIN:
                yield Finding(_verdict(level), Reason.CONTAINS_VISIBLE, card, part)
        for part, level in clue_cuts.items():
            if level is Kinship.PLAIN and any(
                self._form_level(part, p) for p, lv in card_cuts.items() if lv is Kinship.PLAIN
            ):
                yield Finding(Verdict.DOUBTFUL, Reason.COMPOUND_PART, card, part)

    @lru_cache(maxsize=20_000)  # noqa: B019 - one analyst lives as long as the process
    def _cuts(self, word: str) -> Relatives:
        """Parts of the compound, also of the compound that the word is derived from, each with its level."""
        tokens = word.replace("-", " ").split()
        if len(tokens) > 1:
            return {**dict.fromkeys(tokens, Kinship.PLAIN), **_merge(self._cuts(token) for token in tokens)}
        found: dict[str, Kinship] = {}
        for relative, level in self._ancestors(word).items():
            for cut in self._words.cuts.get(relative, ()):
                for part in (cut.first, cut.second):
                    found[part] = max(found.get(part, Kinship.NONE), min(level, cut.level))
        return found or self._guessed_cut(word)

    def _guessed_cut(self, word: str) -> Relatives:
        """A word that no dictionary has, made of two frequent words of four letters or more."""
        if word in self._words.frequency:
            return {}
        for at in range(_HIDDEN_LENGTH, len(word) - _HIDDEN_LENGTH + 1):
            cut = Cut(word[:at], word[at:], Kinship.PLAIN)
            if min(self._words.zipf(cut.first), self._words.zipf(cut.second)) >= 3.5:
                return {cut.first: Kinship.PLAIN, cut.second: Kinship.PLAIN}
        return {}

    # The clue by itself

    def _hidden(self, clue: str, card: str) -> Finding | None:
        """A word of four letters or more at the end of the card, without kinship: table in vegetable."""
        inside = len(clue) >= _HIDDEN_LENGTH and card != clue and card.endswith(clue) and clue in self._words.frequency
        inside = inside and not self.sounds_like(clue, card)
        return Finding(Verdict.DOUBTFUL, Reason.LETTERS_ONLY, card) if inside else None

    def _examine_shape(self, clue: str, parts: list[str]) -> tuple[Finding, ...]:
        if all(part in number_words(self.language) for part in parts):
            return (Finding(Verdict.DOUBTFUL, Reason.MULTI_WORD),)
        if len(parts) == 2 and not all(part in _LONE_LETTERS or self._stands_alone(part) for part in parts):
            return (Finding(Verdict.DOUBTFUL, Reason.HYPHENATED),)
        if "-" in clue and " " not in clue and not all(self._stands_alone(part) for part in parts):
            return (Finding(Verdict.DOUBTFUL, Reason.HYPHENATED),)
        return ()

    def _stands_alone(self, part: str) -> bool:
        return len(part) > 1 and (part in self._words.frequency or self._forms.lemmas(part)[0] in self._words.frequency)

    def _is_abbreviation(self, word: str) -> bool:
        return word in self._words.initialisms or (len(word) <= 4 and not _VOWEL.search(word))

    def _examine_word(self, word: str) -> tuple[Finding, ...]:
        if word in self._words.foreign:
            return (Finding(Verdict.ILLEGAL, Reason.FOREIGN),)
        if word in self._words.frequency or any(lemma in self._words.frequency for lemma in self._forms.lemmas(word)):
            return ()
        if self._is_well_formed(word) or self._words.looks_english(word):
            return (Finding(Verdict.DOUBTFUL, Reason.NOT_A_WORD),)
        return (Finding(Verdict.ILLEGAL, Reason.NOT_A_WORD),)

    def _is_well_formed(self, word: str) -> bool:
        """Made of known words or by a living affix, though no dictionary has it."""
        if self._guessed_cut(word):
            return True
        stems = (word.removesuffix(ending) for ending in _LIVING_SUFFIXES if word.endswith(ending))
        prefixed = (word.removeprefix(start) for start in _LIVING_PREFIXES if word.startswith(start))
        return any(self._words.zipf(stem) >= 2.5 for stem in (*stems, *prefixed))


def load_analyst() -> EnglishAnalyst:
    """Read the English data.

    Raises:
        EnglishExtraMissingError: the extra `en` is not installed.
        JudgeDataError: a data file is wrong.

    """
    analyst = EnglishAnalyst(load_words(), morphology())
    analyst.relate("warming", "warm")
    return analyst


def _solid(text: str) -> str:
    return text.replace(" ", "").replace("-", "").replace("'", "")


@lru_cache(maxsize=20_000)
def _american(word: str) -> str:
    for british, american in _SPELLINGS:
        word = british.sub(american, word)
    return word


def _verdict(level: Kinship) -> Verdict:
    return Verdict.ILLEGAL if level is Kinship.PLAIN else Verdict.DOUBTFUL


def _merge(parts: Iterable[Relatives]) -> dict[str, Kinship]:
    return {word: level for part in parts for word, level in part.items()}
