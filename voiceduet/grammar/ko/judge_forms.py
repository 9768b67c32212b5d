"""What a Korean clue or card is made of: base nouns, verb stems, and the parts of compounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from voiceduet.grammar.judge.tables import Kinship
from voiceduet.grammar.ko.judge_words import NATIVE, Entry, KoreanWords, Part
from voiceduet.grammar.ko.morphology import KoreanMorphology, Morpheme

_NOUN_TAGS = frozenset({"NNG", "NNP", "NNB", "NP", "NR", "XR"})
_VERB_TAGS = frozenset({"VV", "VA", "VX"})
_VERB_MAKERS = frozenset({"XSV", "XSA"})
_LIGHT_VERB_TEXT = "하 추 꾸 자 치 내 들 나 지 부리 쓰 차 맞 걸 받 먹 잡 짓 되 스럽 롭 답 놓 없 있 쉬 타"
_LIGHT_VERBS = frozenset(_LIGHT_VERB_TEXT.split())
"""Verbs that a noun joins to make another verb: 꿈-꾸다, 겁-내다."""
_VOICES = ("이", "히", "리", "기", "우", "구", "추", "이우", "으키")
"""Suffixes of passive and causative stems: 먹다 – 먹이다."""
_PERSON_SUFFIXES = ("쟁이", "장이", "꾸러기", "둥이", "뱅이", "스러움", "다움", "로움")
_SUFFIXES = frozenset(
    {"님", "들", "씨", "쯤", "끼리", "마다", "째", "적", "꾼", "질", "쟁이", "장이", "뱅이", "둥이", "네", "답", "스럽"}
)
_AFFIX_PARTS = frozenset({"님", "들", "적", "꾼", "질", "치", "지", "리", "음", "기", "이", "개", "게", "애", "움"})
"""Second parts that are suffixes unless Chinese characters or a hand-written cut say otherwise."""
_ONLY_NATIVE: Mapping[str, Kinship] = {NATIVE: Kinship.PLAIN}
_ENDINGS_AFTER_L = ("는", "니", "네", "신", "십니다", "세요")
_USUAL = 35
"""Tenths of Zipf from which a noun is heard before a contraction that sounds the same (치마: 하지 마)."""
_FINAL_L = 8
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
    parts: Mapping[Part, Kinship]
    """Parts of the compound, of bases that are compounds, and how plainly each is heard."""
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
        morphemes = self._best_reading(word)
        bases = {word, *self._bases(word, morphemes)}
        stems = self._stems(word, morphemes)
        for base in tuple(bases):
            for stem, level in self._words.nominals.get(base, ()):
                stems[stem] = max(level, stems.get(stem, Kinship.NONE))
        parts = strongest(item for base in bases for item in self._parts(base).items())
        if not parts:
            parts = strongest(self._parts_by_reading(word, morphemes))
        known = word in self._words.table or all(m.known for m in morphemes) or self._words.is_name(word)
        return Forms(frozenset(bases), stems, parts, known)

    def _best_reading(self, word: str) -> tuple[Morpheme, ...]:
        """The most probable reading; the whole noun before any other when the tables have it."""
        readings = self._morphology.readings(word)
        whole = (r for r in readings if len(r) == 1 and r[0].form == word and r[0].tag in _NOUN_TAGS)
        entry = self._words.entry(word)
        contracted = first_consonant(readings[0][0].form) != first_consonant(word)
        return next(whole, readings[0]) if entry and contracted and entry.frequency >= _USUAL else readings[0]

    def entry(self, word: str) -> Entry | None:
        """The compiled row about a word."""
        return self._words.entry(word)

    def characters(self, word: str) -> str:
        """Chinese characters of a word, empty when unknown or native."""
        entry = self._words.entry(word)
        return entry.characters if entry else ""

    def senses(self, syllable: str) -> Mapping[str, Kinship]:
        """Senses in which a one-syllable noun stands alone, and how plainly each is heard in longer words."""
        return self._words.senses.get(syllable, _ONLY_NATIVE)

    def _stems(self, word: str, morphemes: tuple[Morpheme, ...]) -> dict[str, Kinship]:
        """Verb stems; those of a less probable reading are plain only when the first reading is no real noun."""
        if self._is_verb(word):
            return dict.fromkeys((*_stems_of(morphemes), *_shorter_stems(word[:-1])), Kinship.PLAIN)
        first = morphemes[0]
        noun = first.tag in ("NNG", "NP", "MAG", "MM") and (len(first.form) > 1 or self._words.stands_alone(first.form))
        if noun and len(morphemes) == 1:
            return {}
        stems: dict[str, Kinship] = {}
        for reading in self._morphology.readings(word):
            if reading[0].tag in _VERB_TAGS:
                stems.update(dict.fromkeys(_stems_of(reading), Kinship.FELT if noun else Kinship.PLAIN))
        for stem in self._stems_without_l(word):
            stems[stem] = Kinship.FELT if noun or first.tag in _VERB_TAGS else Kinship.PLAIN
        return {**stems, **dict.fromkeys(_stems_of(morphemes), Kinship.PLAIN)}

    def _stems_without_l(self, word: str) -> Iterator[str]:
        """Stems in ㄹ, which falls before 는, 니, 시 and the like: 우는 is 울-."""
        for ending in _ENDINGS_AFTER_L:
            rest = word.removesuffix(ending)
            if rest and rest != word and not _final(rest):
                stem = rest[:-1] + chr(ord(rest[-1]) + _FINAL_L)
                if stem in self._words.stems:
                    yield stem

    def _is_verb(self, word: str) -> bool:
        """Whether the word is the dictionary form of a verb or adjective."""
        return len(word) > 1 and word.endswith("다") and word[:-1] in self._words.stems

    # Bases

    def _bases(self, word: str, morphemes: tuple[Morpheme, ...]) -> Iterator[str]:
        nouns = _leading_nouns(morphemes)
        rest = morphemes[len(nouns) :]
        if self._is_verb(word):
            yield from _joined_nouns(word[:-1])
        elif nouns and all(m.tag[0] in "JEXV" or m.tag.startswith("XS") for m in rest) and rest:
            yield "".join(m.form for m in nouns)
        if len(nouns) > 1 and nouns[-1].form in _SUFFIXES:
            yield "".join(m.form for m in nouns[:-1])
        for suffix in ("님", "적", "들", "히", "꾼", "질"):
            stem = word.removesuffix(suffix)
            if stem != word and len(stem) > 1 and stem in self._words.table:
                yield stem
        for suffix in _PERSON_SUFFIXES:
            stem = word.removesuffix(suffix)
            if stem and stem != word:
                yield stem
        if morphemes[0].tag in _VERB_TAGS:
            yield from _joined_nouns(morphemes[0].form)

    # Parts

    @lru_cache(maxsize=20_000)  # noqa: B019 - one instance lives as long as the process
    def _parts(self, word: str) -> Mapping[Part, Kinship]:
        if word in self._words.cuts:
            return dict.fromkeys(self._words.cuts[word], Kinship.PLAIN)
        entry = self._words.entry(word)
        if entry is None:
            return {}
        found = strongest(self._cut_parts(word, entry))
        for syllable, character in zip(word, _believable(word, entry), strict=False):
            level = self.senses(syllable).get(character, Kinship.NONE)
            if len(word) > 1 and level is not Kinship.NONE:
                found.setdefault(Part(syllable, character), level)
        return found

    def _cut_parts(self, word: str, entry: Entry) -> Iterator[tuple[Part, Kinship]]:
        believed = _believable(word, entry)
        start = 0
        for form in entry.cut or _cut_by_script(word, believed) or self._cut_by_words(word, believed):
            characters = believed[start : start + len(form)]
            start += len(form)
            native = not characters or characters == form
            if native and start < len(word):
                yield from ((part, Kinship.PLAIN) for part in _without_linking_s(form))
            if len(form) > 1:
                yield Part(form, "" if native else characters), Kinship.PLAIN
                yield from self._parts(form).items()
            elif native and not (start == len(word) and form in _AFFIX_PARTS):
                yield Part(form, self._words.homonyms.get((form, word)) or self._usual_sense(form)), Kinship.PLAIN
            elif not native and characters in self.senses(form):
                yield Part(form, characters), Kinship.PLAIN

    def _usual_sense(self, syllable: str) -> str:
        """The sense of a syllable whose characters the table lacks (꽃병): native where it may be."""
        senses = self.senses(syllable)
        return (
            NATIVE if NATIVE in senses else next((s for s, level in senses.items() if level is Kinship.PLAIN), NATIVE)
        )

    def _cut_by_words(self, word: str, characters: str) -> tuple[str, ...]:
        """A long word of Chinese characters that is two words of the table with the same characters (原子-爆彈)."""
        for at in range(2, len(characters) - 1):
            first, second = word[:at], word[at:]
            if self.characters(first) == characters[:at] and self.characters(second) == characters[at:]:
                return (first, second)
        return ()

    def _parts_by_reading(self, word: str, morphemes: tuple[Morpheme, ...]) -> Iterator[tuple[Part, Kinship]]:
        """Parts of a compound that no dictionary has, as the morphology reads it."""
        nouns = _leading_nouns(morphemes)
        if (
            word in self._words.table
            or word in self._words.cuts
            or len(nouns) < 2
            or not all(noun.known for noun in nouns)
        ):
            return
        for noun in nouns:
            yield Part(noun.form, self.characters(noun.form) if len(noun.form) > 1 else NATIVE), Kinship.PLAIN
            yield from self._parts(noun.form).items()


def strongest(parts: Iterable[tuple[Part, Kinship]]) -> dict[Part, Kinship]:
    """Parts with the highest of their levels."""
    found: dict[Part, Kinship] = {}
    for part, level in parts:
        found[part] = max(level, found.get(part, Kinship.NONE))
    return found


def _cut_by_script(word: str, characters: str) -> tuple[str, ...]:
    """Where native syllables meet Chinese characters (여름放學), a word is cut in two."""
    native = [one == other for one, other in zip(word, characters, strict=False)]
    edges = [at for at in range(1, len(native)) if native[at] != native[at - 1]]
    return (word[: edges[0]], word[edges[0] :]) if len(edges) == 1 else ()


def _believable(word: str, entry: Entry) -> str:
    """Chinese characters, but those of a rare namesake of a native compound of two syllables (황소 is no 黃巢)."""
    is_native = len(word) == 2 and bool(entry.cut) and not any(c in word for c in entry.characters)
    return "" if is_native else entry.characters


def _leading_nouns(morphemes: tuple[Morpheme, ...]) -> tuple[Morpheme, ...]:
    count = 0
    while count < len(morphemes) and morphemes[count].tag in _NOUN_TAGS:
        count += 1
    return morphemes[:count]


def _stems_of(morphemes: tuple[Morpheme, ...]) -> Iterator[str]:
    """Stems of the verbs of a reading."""
    for at, morpheme in enumerate(morphemes):
        if morpheme.tag in _VERB_TAGS and not (at and morpheme.tag == "VX"):
            yield from _shorter_stems(morpheme.form)


def _shorter_stems(stem: str) -> Iterator[str]:
    """A stem, and the stems inside its voice (먹-이) or behind its noun (춤-추)."""
    yield stem
    for voice in _VOICES:
        base = stem.removesuffix(voice)
        if base and base != stem and (len(base) > 1 or _final(base)):
            yield base
    for verb in ("추", "꾸", "자"):
        if stem.endswith(verb) and len(stem) > len(verb):
            yield verb


def _joined_nouns(stem: str) -> Iterator[str]:
    """The noun of a verb made of a noun and a light verb."""
    for light in _LIGHT_VERBS:
        noun = stem.removesuffix(light)
        if noun and noun != stem:
            yield noun


def _without_linking_s(form: str) -> Iterator[Part]:
    """The noun behind the linking ㅅ: 바닷(가) is 바다."""
    if _final(form[-1]) == _FINAL_S:
        yield Part(form[:-1] + chr(ord(form[-1]) - _FINAL_S), NATIVE if len(form) == 1 else "")


def first_consonant(word: str) -> int:
    """Number of the consonant that the word begins with; below zero for other scripts."""
    code = ord(word[0]) - _FIRST_SYLLABLE
    return code // (21 * _FINALS) if 0 <= code < 11172 else -1


def _final(syllable: str) -> int:
    """Number of the final consonant of the last syllable, 0 when it ends in a vowel."""
    code = ord(syllable[-1]) - _FIRST_SYLLABLE
    return code % _FINALS if 0 <= code < 11172 else 0
