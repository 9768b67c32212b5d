"""What the clue judge knows about Korean (rules 9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from voiceduet.grammar.judge.analyst import Finding
from voiceduet.grammar.judge.tables import Kinship
from voiceduet.grammar.judge.text import fold, join_spelled
from voiceduet.grammar.judge.verdict import Reason, Relaxation, Verdict
from voiceduet.grammar.ko.judge_forms import Forms, KoreanForms, first_consonant
from voiceduet.grammar.ko.judge_sound import sound
from voiceduet.grammar.ko.judge_words import NATIVE, KoreanWords, Part, load_words
from voiceduet.grammar.ko.morphology import KoreanMorphology, morphology

_HANGUL = re.compile(r"[가-힣]+")
_FIRST_CONSONANTS = [chr(code) for code in range(0x1100, 0x1113)]
"""Initial consonants in the order of the composed syllables; the form in which `fold` leaves a lone consonant."""
_LATIN = re.compile(r"[a-z]+")
_ABBREVIATION_LENGTH = 4
"""Letters up to which a Latin word without vowels, or one known as an abbreviation, is read by letters."""
_LATIN_TEXT = "cia fbi usa uk un eu ufo dna atm ai it pc tv ceo vip diy os api usb cctv"
_LATIN_ABBREVIATIONS = frozenset(_LATIN_TEXT.split())
_SHORTEST = 2
"""Syllables of the shortest compounds; in those of Chinese morphemes the parts are bound (주차 – 기차)."""
_DEPENDENT = frozenset([*"리구시군읍면동도주역이일질음수기법식색교원장대맨히쪽한첫만때", "주의"])
"""Parts that so many words share that sharing them says nothing: 서울역, 부산역."""


class KoreanAnalyst:
    """Korean answers to the judge's questions. Takes what `normalise` returned."""

    language = "ko"

    def __init__(self, words: KoreanWords, forms: KoreanMorphology) -> None:
        self._words = words
        self._forms = KoreanForms(words, forms)

    def normalise(self, text: str) -> str:
        """Compose Hangul, fold case and marks, join spelled-out Latin letters."""
        return join_spelled(fold(text), {})

    @lru_cache(maxsize=100_000)  # noqa: B019 - one analyst lives as long as the process
    def relate(self, clue: str, card: str) -> Finding | None:
        """How clue and card are tied: same word, form, relative, part, or letters (rules 9.2)."""
        one, other = _solid(clue), _solid(card)
        if one in _FIRST_CONSONANTS:
            return (
                Finding(Verdict.ILLEGAL, Reason.LETTERS_ONLY, card)
                if first_consonant(other) == _FIRST_CONSONANTS.index(one)
                else None
            )
        if one == other:
            return Finding(Verdict.ILLEGAL, Reason.VISIBLE_WORD, card)
        if other in self._words.translations.get(one, ()):
            return Finding(Verdict.DOUBTFUL, Reason.FOREIGN, card)
        ours, theirs = self._forms.take_apart(one), self._take_card_apart(card)
        ruled = self._ruled(one, other, ours, theirs, card)
        if ruled is not None:
            return ruled if ruled.verdict is not Verdict.LEGAL else None
        ties = [*self._form_ties(ours, theirs, card), *self._part_ties(ours, theirs, one, card)]
        if ties:
            return min(ties, key=lambda f: f.verdict is not Verdict.ILLEGAL)
        return self._loan(one, other, card) or self._letters(one, other, card)

    def examine(self, clue: str, relaxed: frozenset[Relaxation]) -> tuple[Finding, ...]:
        """Not a word, foreign, abbreviation, or place on the table (rules 9.1, 9.3)."""
        if " " in clue or "-" in clue:
            return self._examine_shape(clue)
        if clue in self._words.positions:
            return (Finding(Verdict.DOUBTFUL, Reason.POSITION),)
        if (len(clue) == 1 and clue not in self._words.foreign) or clue.isdigit():
            return ()
        if not _HANGUL.fullmatch(clue):
            return (Finding(Verdict.ILLEGAL, _latin_reason(clue)),)
        if clue in self._words.abbreviations or self._is_spelled(clue):
            return (Finding(Verdict.ILLEGAL, Reason.ABBREVIATION),)
        return self._examine_word(clue)

    def number_hint(self, number: int, card: str) -> Finding | None:
        """Numbers known to point at the card (문어: 8)."""
        hinted = number in self._words.number_hints.get(card, ())
        return Finding(Verdict.DOUBTFUL, Reason.NUMBER_AS_CLUE, card) if hinted else None

    def sounds_like(self, clue: str, card: str) -> bool:
        """Whether two different spellings are spoken alike (게 – 개)."""
        return clue != card and sound(clue) == sound(card)

    # Forms and relatives

    def _take_card_apart(self, card: str) -> Forms:
        """A card of several words has its words as parts."""
        tokens = card.replace("-", " ").split()
        whole = self._forms.take_apart(_solid(card))
        if len(tokens) == 1:
            return whole
        parts = {Part(token, self._forms.characters(token) or NATIVE): Kinship.PLAIN for token in tokens}
        return Forms(whole.bases, whole.stems, {**whole.parts, **parts}, whole.known)

    def _ruled(self, one: str, other: str, ours: Forms, theirs: Forms, card: str) -> Finding | None:
        """A pair of kinship.tsv; legal when the table says that nothing ties the two."""
        names = [{*f.bases, *(f"{stem}다" for stem in f.stems)} for f in (ours, theirs)]
        levels = [
            self._words.kin[pair] for a in names[0] for b in names[1] if (pair := frozenset((a, b))) in self._words.kin
        ]
        if not levels:
            return None
        level = max(levels)
        if level is Kinship.NONE:
            return Finding(Verdict.LEGAL, Reason.NONE)
        if len(one) < len(other) and one in other:
            reason = Reason.COMPOUND_PART
        else:
            reason = Reason.CONTAINS_VISIBLE if other in one else Reason.WORD_FORM
        return Finding(_verdict(level), reason, card)

    def _form_ties(self, ours: Forms, theirs: Forms, card: str) -> Iterator[Finding]:
        if not ours.bases.isdisjoint(theirs.bases):
            yield Finding(Verdict.ILLEGAL, Reason.WORD_FORM, card)
        for stem in ours.stems.keys() & theirs.stems.keys():
            yield Finding(_verdict(min(ours.stems[stem], theirs.stems[stem])), Reason.WORD_FORM, card, f"{stem}다")

    # Compounds

    def _part_ties(self, ours: Forms, theirs: Forms, clue: str, card: str) -> Iterator[Finding]:
        for part, heard in theirs.parts.items():
            yield from _found(self._level(ours, part, heard), Reason.COMPOUND_PART, card, part.form)
            for stem, level in self._words.nominals.get(part.form, ()):
                if stem in ours.stems:
                    yield from _found(level, Reason.COMPOUND_PART, card, part.form)
        for part, heard in ours.parts.items():
            yield from _found(self._level(theirs, part, heard), Reason.CONTAINS_VISIBLE, card, part.form)
        for part in ours.parts:
            if self._may_not_share(part) and any(_same_part(part, other) for other in theirs.parts):
                bound = (
                    _is_character(part.sense) and len(part.form) == 1 and max(len(clue), len(_solid(card))) == _SHORTEST
                )
                verdict = Verdict.DOUBTFUL if bound else Verdict.ILLEGAL
                yield Finding(verdict, Reason.COMPOUND_PART, card, part.form)
        if self._share_ending(clue, _solid(card)):
            yield Finding(Verdict.DOUBTFUL, Reason.COMPOUND_PART, card, clue[-1])
        yield from self._edges(ours, theirs, card)
        entry = self._words.entry(_solid(card))
        if entry and clue in entry.echoes:
            yield Finding(Verdict.DOUBTFUL, Reason.COMPOUND_PART, card, clue)

    def _level(self, forms: Forms, part: Part, heard: Kinship) -> Kinship:
        """How plainly the word is heard in the part."""
        return heard if any(self._is_part(base, part) for base in forms.bases) else Kinship.NONE

    def _is_part(self, word: str, part: Part) -> bool:
        """Whether the word is written like the part and may have its sense."""
        if word != part.form or len(word) > 1:
            return word == part.form
        return not _is_character(part.sense) or part.sense in self._forms.senses(word)

    def _may_not_share(self, part: Part) -> bool:
        """Whether sharing the part makes two compounds relatives."""
        if len(part.form) > 1:
            return part.form not in _DEPENDENT
        if _is_character(part.sense):
            return part.sense in self._words.shared
        return part.sense != NATIVE or part.form not in _DEPENDENT

    def _share_ending(self, one: str, other: str) -> bool:
        """Whether two words of three syllables or more end with one of the shared endings (박물관 – 체육관)."""
        if min(len(one), len(other)) <= _SHORTEST:
            return False
        last = {self._forms.characters(word)[-1:] for word in (one, other)}
        return len(last) == 1 and not last.isdisjoint(self._words.shared_endings)

    def _edges(self, ours: Forms, theirs: Forms, card: str) -> Iterator[Finding]:
        """A word of two syllables or more that begins or ends a longer one with the same Chinese characters."""
        for inner, outer, reason in (
            (ours, theirs, Reason.COMPOUND_PART),
            (theirs, ours, Reason.CONTAINS_VISIBLE),
        ):
            for word in inner.bases:
                own = self._forms.characters(word)
                if len(word) > 1 and own and any(self._has_edge(longer, word, own) for longer in outer.bases):
                    yield Finding(Verdict.ILLEGAL, reason, card, word)

    def _has_edge(self, longer: str, word: str, own: str) -> bool:
        characters = self._forms.characters(longer)
        if len(longer) <= len(word) or not characters:
            return False
        return (longer.startswith(word) and characters.startswith(own)) or (
            longer.endswith(word) and characters.endswith(own)
        )

    def _loan(self, clue: str, other: str, card: str) -> Finding | None:
        """A borrowed word of three syllables or more that begins a longer one (스프링 – 스프링클러)."""
        short, long = sorted((clue, other), key=len)
        borrowed = len(short) > 2 and long.startswith(short) and not self._forms.characters(long)
        reason = Reason.COMPOUND_PART if short == clue else Reason.CONTAINS_VISIBLE
        return Finding(Verdict.DOUBTFUL, reason, card) if borrowed else None

    # Letters, and the clue by itself

    def _letters(self, clue: str, other: str, card: str) -> Finding | None:
        """A word of two syllables or more at the end of the card, without kinship."""
        inside = len(clue) > 1 and clue != other and other.endswith(clue) and self._forms.take_apart(clue).known
        return Finding(Verdict.DOUBTFUL, Reason.LETTERS_ONLY, card) if inside else None

    def _examine_word(self, clue: str) -> tuple[Finding, ...]:
        level = self._words.foreign.get(clue, Kinship.NONE)
        if level is not Kinship.NONE:
            return (Finding(_verdict(level), Reason.FOREIGN),)
        if self._forms.take_apart(clue).known:
            return ()
        verdict = Verdict.DOUBTFUL if self._words.looks_korean(clue) else Verdict.ILLEGAL
        return (Finding(verdict, Reason.NOT_A_WORD),)

    def _examine_shape(self, clue: str) -> tuple[Finding, ...]:
        """One word that a recogniser wrote apart (컴퓨 터) is a doubt; the judge calls the rest several words."""
        apart = all(self._forms.take_apart(part).known for part in clue.replace("-", " ").split())
        if apart or _solid(clue) not in self._words.table:
            return ()
        return (Finding(Verdict.DOUBTFUL, Reason.MULTI_WORD),)

    def _is_spelled(self, clue: str) -> bool:
        """Two names of Latin letters or more, and no word."""
        return clue not in self._words.table and len(clue) > 2 and self._letter_count(clue) >= 2

    def _letter_count(self, text: str) -> int:
        if not text:
            return 0
        for size in (3, 2, 1):
            if text[:size] in self._words.letters:
                rest = self._letter_count(text[size:])
                if rest or len(text) == size:
                    return rest + 1
        return 0


def load_analyst() -> KoreanAnalyst:
    """Read the Korean data.

    Raises:
        KoreanExtraMissingError: the extra `ko` is not installed.
        JudgeDataError: a data file is wrong.

    """
    analyst = KoreanAnalyst(load_words(), morphology())
    analyst.relate("준비", "시작")
    return analyst


def _solid(text: str) -> str:
    return text.replace(" ", "").replace("-", "")


def _same_part(one: Part, other: Part) -> bool:
    """Whether two parts are one word; a part of two syllables or more may lack its characters in one of the two."""
    if one.form != other.form:
        return False
    return one.sense == other.sense or (len(one.form) > 1 and "" in (one.sense, other.sense))


def _found(level: Kinship, reason: Reason, card: str, detail: str) -> Iterator[Finding]:
    if level is not Kinship.NONE:
        yield Finding(_verdict(level), reason, card, detail)


def _verdict(level: Kinship) -> Verdict:
    return Verdict.ILLEGAL if level is Kinship.PLAIN else Verdict.DOUBTFUL


def _is_character(sense: str) -> bool:
    return "\u3400" <= sense <= "\u9fff" or "\uf900" <= sense <= "\ufaff"


def _latin_reason(clue: str) -> Reason:
    short = len(clue) <= _ABBREVIATION_LENGTH and not re.search(r"[aeiouy]", clue)
    return Reason.ABBREVIATION if _LATIN.fullmatch(clue) and (short or clue in _LATIN_ABBREVIATIONS) else Reason.FOREIGN
