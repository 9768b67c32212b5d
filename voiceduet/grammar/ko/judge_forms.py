"""What a Korean clue or card is made of: base nouns, verb stems, and the parts of compounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from voiceduet.grammar.ko.judge_words import NATIVE, Entry, KoreanWords, Kinship, Part
from voiceduet.grammar.ko.morphology import KoreanMorphology, Morpheme

_NOUN_TAGS = frozenset({"NNG", "NNP", "NNB", "NP", "NR", "XR"})
_VERB_TAGS = frozenset({"VV", "VA", "VX"})
_VERB_MAKERS = frozenset({"XSV", "XSA"})
_LIGHT_VERBS = frozenset(
    {
        "하",
        "추",
        "꾸",
        "자",
        "치",
        "내",
        "들",
        "나",
        "지",
        "부리",
        "쓰",
        "차",
        "맞",
        "걸",
        "받",
        "먹",
        "잡",
        "짓",
        "되",
        "스럽",
        "롭",
        "답",
        "놓",
        "없",
        "있",
    }
)
"""Verbs that a noun joins to make another verb: 꿈-꾸다, 겁-내다."""
_VOICES = ("이", "히", "리", "기", "우", "구", "추", "이우", "으키")
"""Suffixes of passive and causative stems: 먹다 – 먹이다."""
_SUFFIXES = frozenset(
    {"님", "들", "씨", "쯤", "끼리", "마다", "째", "적", "꾼", "질", "쟁이", "장이", "뱅이", "둥이", "네", "답", "스럽"}
)
_AFFIX_PARTS = frozenset({"님", "들", "적", "꾼", "질", "치", "지", "리", "음", "기", "이", "개", "게", "애", "움"})
"""Second parts that are suffixes unless Chinese characters or a hand-written cut say otherwise."""
_FINAL_S = 19
_FINALS = 28
_FIRST_SYLLABLE = 0xAC00


@dataclass(frozen=True, slots=True)
class Forms:
    """One word, taken apart."""

    bases: frozenset[str]
    """The word without particles, endings and suffixes; the word itself among them."""
    stems: dict[str, Kinship]
    """Stems of the verbs and adjectives in it, or from which it is made."""
    parts: tuple[Part, ...]
    """Parts of the compound, of bases that are compounds."""
    known: bool
    """The morphology knows all of it."""


class KoreanForms:
    """Takes words apart, with memory."""

    def __init__(self, words: KoreanWords, morphology: KoreanMorphology) -> None:
        self._words = words
        self._morphology = morphology

    @lru_cache(maxsize=20_000)  # noqa: B019 - one instance lives as long as the process
    def take_apart(self, word: str) -> Forms:
        """All that the judge compares about a word."""
        morphemes = self._morphology.readings(word)[0]
        bases = {word, *self._bases(word, morphemes)}
        stems = dict.fromkeys(_stems(morphemes), Kinship.PLAIN)
        for base in tuple(bases):
            for stem, level in self._words.nominals.get(base, ()):
                stems[stem] = max(level, stems.get(stem, Kinship.NONE))
        parts = dict.fromkeys(part for base in bases for part in self._parts(base))
        if not parts:
            parts = dict.fromkeys(self._parts_by_reading(word, morphemes))
        known = word in self._words.table or all(m.known for m in morphemes)
        return Forms(frozenset(bases), stems, tuple(parts), known)

    def entry(self, word: str) -> Entry | None:
        """The compiled row about a word."""
        return self._words.entry(word)

    def characters(self, word: str) -> str:
        """Chinese characters of a word, empty when unknown or native."""
        entry = self._words.entry(word)
        return entry.characters if entry else ""

    def senses(self, syllable: str) -> frozenset[str]:
        """Senses in which a one-syllable noun stands alone."""
        return self._words.senses.get(syllable, frozenset({NATIVE}))

    # Bases

    def _bases(self, word: str, morphemes: tuple[Morpheme, ...]) -> Iterator[str]:
        nouns = _leading_nouns(morphemes)
        rest = morphemes[len(nouns) :]
        if nouns and all(m.tag[0] in "JEXV" or m.tag.startswith("XS") for m in rest) and rest:
            yield "".join(m.form for m in nouns)
        if len(nouns) > 1 and nouns[-1].form in _SUFFIXES:
            yield "".join(m.form for m in nouns[:-1])
        for suffix in ("님", "적", "들", "히", "꾼", "질"):
            stem = word.removesuffix(suffix)
            if stem != word and len(stem) > 1 and stem in self._words.table:
                yield stem
        if morphemes[0].tag in _VERB_TAGS:
            yield from _joined_nouns(morphemes[0].form)

    # Parts

    @lru_cache(maxsize=20_000)  # noqa: B019 - one instance lives as long as the process
    def _parts(self, word: str) -> tuple[Part, ...]:
        if word in self._words.cuts:
            return self._words.cuts[word]
        entry = self._words.entry(word)
        if entry is None:
            return ()
        found = dict.fromkeys(self._cut_parts(word, entry))
        for syllable, character in zip(word, entry.characters, strict=False):
            if len(word) > 1 and character in self.senses(syllable):
                found[Part(syllable, character)] = None
        return tuple(found)

    def _cut_parts(self, word: str, entry: Entry) -> Iterator[Part]:
        start = 0
        for form in entry.cut:
            characters = entry.characters[start : start + len(form)]
            start += len(form)
            native = not characters or characters == form
            if len(form) > 1:
                yield Part(form, "" if native else characters)
                yield from _without_linking_s(form, start < len(word))
            elif native and NATIVE in self.senses(form) and not (start == len(word) and form in _AFFIX_PARTS):
                yield Part(form, NATIVE)
            elif native:
                yield from _without_linking_s(form, start < len(word))
            elif characters in self.senses(form):
                yield Part(form, characters)

    def _parts_by_reading(self, word: str, morphemes: tuple[Morpheme, ...]) -> Iterator[Part]:
        """Parts of a compound that no dictionary has, as the morphology reads it."""
        nouns = _leading_nouns(morphemes)
        if word in self._words.table or word in self._words.cuts or len(nouns) < 2:
            return
        if min(len(noun.form) for noun in nouns) >= 1 and all(noun.known for noun in nouns):
            for noun in nouns:
                yield Part(noun.form, self.characters(noun.form) if len(noun.form) > 1 else NATIVE)
                if len(noun.form) > 1:
                    yield from self._parts(noun.form)


def _leading_nouns(morphemes: tuple[Morpheme, ...]) -> tuple[Morpheme, ...]:
    count = 0
    while count < len(morphemes) and morphemes[count].tag in _NOUN_TAGS:
        count += 1
    return morphemes[:count]


def _stems(morphemes: tuple[Morpheme, ...]) -> Iterator[str]:
    """Stems of verbs, with the shorter stems inside voices and joined verbs."""
    for at, morpheme in enumerate(morphemes):
        if morpheme.tag not in _VERB_TAGS or (at and morpheme.tag == "VX"):
            continue
        yield morpheme.form
        for voice in _VOICES:
            base = morpheme.form.removesuffix(voice)
            if base and base != morpheme.form and (len(base) > 1 or _final(base)):
                yield base
        for light in _LIGHT_VERBS:
            if morpheme.form.endswith(light) and len(morpheme.form) > len(light) and light in ("추", "꾸", "자"):
                yield light


def _joined_nouns(stem: str) -> Iterator[str]:
    """The noun of a verb made of a noun and a light verb."""
    for light in _LIGHT_VERBS:
        noun = stem.removesuffix(light)
        if noun and noun != stem:
            yield noun


def _without_linking_s(form: str, *inside: bool) -> Iterator[Part]:
    """The noun behind the linking ㅅ: 바닷(가) is 바다."""
    if all(inside) and _final(form[-1]) == _FINAL_S:
        yield Part(form[:-1] + chr(ord(form[-1]) - _FINAL_S), NATIVE if len(form) == 1 else "")


def _final(syllable: str) -> int:
    """Number of the final consonant of the last syllable, 0 when it ends in a vowel."""
    code = ord(syllable[-1]) - _FIRST_SYLLABLE
    return code % _FINALS if 0 <= code < 11172 else 0
