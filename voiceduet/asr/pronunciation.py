"""Russian letters to phones, by rule, for words with a known stress (`data/pronunciation_ru.toml`).

A word is written with `+` before its stressed vowel («вар+енье»); ё is stressed, and so is an only vowel. The phones
are those of the model that comes along: see the head of the data file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.errors import LexiconError

VOWEL_LETTERS = "аеёиоуыэюя"
IOTATED = "еёюя"
SOFTENING = "еёиюяь"
VOWEL_PHONES = frozenset("AEIOUYaiuye")
ALWAYS_SOFT = ("ch", "sch", "j")
HUSHERS = ("sh", "zh", "c")
UNPAIRED = {"c", "ch", "sch", "sh", "zh", "j"}
"""Consonants that are only hard or only soft."""
WORD = re.compile(r"[а-яё]+(?:-[а-яё]+)*")

Phones = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SoundRules:
    """The data file, checked."""

    consonants: Mapping[str, str]
    voiceless: Mapping[str, str]
    """Voiced consonant to its voiceless partner."""
    words: Mapping[str, str]
    kept_ogo: frozenset[str]
    prepositions: Mapping[str, tuple[str, ...]]
    clusters: tuple[tuple[re.Pattern[str], str], ...]
    also: tuple[tuple[re.Pattern[str], str], ...]
    """How words are said in a second way as well."""

    @property
    def phones(self) -> Phones:
        """All phones in alphabetical order: the order of their numbers in a model."""
        consonants = set(self.consonants.values())
        return tuple(sorted(consonants | {f"{phone}'" for phone in consonants - UNPAIRED} | VOWEL_PHONES))


@cache
def sound_rules(path: Path = DATA / "pronunciation_ru.toml") -> SoundRules:
    """Read the rules. Raises `LexiconError` that names file and entry."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        clusters, also = (
            tuple((re.compile(each["written"]), str(each["said"])) for each in data[table])
            for table in ("clusters", "also")
        )
        rules = SoundRules(
            data["consonants"],
            data["voicing"],
            data["words"],
            frozenset(data["endings"]["kept"]),
            {word: tuple(phones) for word, phones in data["prepositions"].items()},
            clusters,
            also,
        )
    except (OSError, ValueError, KeyError, TypeError, re.error) as error:
        raise LexiconError(f"{path.name} cannot be used: {error}") from error
    _check(path.name, rules)
    return rules


def _check(file: str, rules: SoundRules) -> None:
    for written, said in rules.words.items():
        if _vowels(written) != _vowels(said):
            raise LexiconError(f"{file}: words: {written!r} and {said!r} differ in their number of vowels")
    for beginning, said in rules.also:
        written = beginning.pattern.lstrip("^").partition("(")[0].rstrip("$")
        if not beginning.pattern.startswith("^") or _vowels(written) != _vowels(said):
            raise LexiconError(f"{file}: also: {beginning.pattern!r} begins no word (^) or has not {said!r}'s vowels")
    known = set(rules.phones)
    for voiced, voiceless in rules.voiceless.items():
        if not {voiced, voiceless} <= known:
            raise LexiconError(f"{file}: voicing: {voiced!r} or {voiceless!r} is no consonant")


def _vowels(text: str) -> int:
    return sum(letter in VOWEL_LETTERS for letter in text)


def stress_variants(word: str) -> tuple[str, ...]:
    """The word with its stress; where that is unknown, once for every vowel («замок»: «з+амок», «зам+ок»).

    Raises `LexiconError` for what is no Russian word.
    """
    word = word.lower()
    plain = word.replace("+", "")
    if not WORD.fullmatch(plain):
        raise LexiconError(
            f"{word!r} is no Russian word; Russian letters, - and + before the stressed vowel are allowed"
        )
    if "+" in word:
        at = word.index("+") + 1
        if word.count("+") > 1 or at == len(word) or word[at] not in VOWEL_LETTERS:
            raise LexiconError(f"{word!r}: one + may stand before the stressed vowel, like «вар+енье»")
        return (word,)
    if "ё" in word or _vowels(word) == 1:
        return (word,)
    if not _vowels(word):
        raise LexiconError(f"{word!r} has no vowel and cannot be said as a word")
    return tuple(f"{word[:at]}+{word[at:]}" for at, letter in enumerate(word) if letter in VOWEL_LETTERS)


def pronounce(word: str) -> Phones:
    """Phones of a word with its stress marked; without a mark no vowel of several is stressed."""
    plain, stressed = _stressed_vowel(word.lower())
    return _said(plain, stressed, sound_rules())


def pronunciations(word: str) -> tuple[Phones, ...]:
    """All ways to say a word, for a lexicon. Raises `LexiconError`.

    Prepositions without a vowel have several, and so have many words that came from other languages («свитер»).
    """
    special = sound_rules().prepositions.get(word)
    if special is not None:
        return tuple((phone,) for phone in special)
    found = dict.fromkeys(way for variant in stress_variants(word) for way in _ways(variant))
    return tuple(phones for phones in found if phones)


def is_said_in_two_ways(word: str) -> bool:
    """Whether the rules have a second way to say a word, whatever its stress."""
    return any(beginning.match(word) for beginning, _ in sound_rules().also)


def _ways(word: str) -> Iterator[Phones]:
    """The ways to say a word with its stress, the regular one first."""
    rules = sound_rules()
    plain, stressed = _stressed_vowel(word.lower())
    yield _said(plain, stressed, rules)
    for beginning, said in rules.also:
        if beginning.match(plain):
            yield _said(beginning.sub(said, plain), stressed, rules)


def _said(plain: str, stressed: int, rules: SoundRules) -> Phones:
    return _merge(_assimilate(_sounds(_respelled(plain, rules), stressed, rules), rules))


def _stressed_vowel(word: str) -> tuple[str, int]:
    """The word without its mark, and which of its vowels is stressed, counted from 0; -1: none."""
    plain = word.replace("+", "")
    at = -1
    if "+" in word:
        at = word.index("+")
    elif "ё" in word:
        at = word.index("ё")
    elif _vowels(word) == 1:
        at = next(place for place, letter in enumerate(word) if letter in VOWEL_LETTERS)
    return plain, _vowels(plain[:at]) if at >= 0 else -1


def _respelled(word: str, rules: SoundRules) -> str:
    """The word as it is said: irregular words, -ого, consonant clusters."""
    if word in rules.words:
        word = rules.words[word]
    elif re.search("[ое]го$", word) and len(word) > 3 and word not in rules.kept_ogo:
        word = f"{word[:-2]}во"
    for pattern, said in rules.clusters:
        word = pattern.sub(said, word)
    return word.replace("-", "")


def _sounds(word: str, stressed: int, rules: SoundRules) -> list[str]:
    """Letter by letter: softness from the next letter, й before iotated vowels, weak vowels."""
    sounds: list[str] = []
    vowels = 0
    for at, letter in enumerate(word):
        before, after = word[at - 1 : at], word[at + 1 :]
        if letter in rules.consonants:
            phone = rules.consonants[letter]
            softened = phone not in UNPAIRED and after[:1] and after[0] in SOFTENING
            sounds.append(f"{phone}'" if softened else phone)
        elif letter in VOWEL_LETTERS:
            if _has_glide(letter, before):
                sounds.append("j")
            sounds.append(_vowel(letter, vowels == stressed, sounds[-1] if sounds else "", after))
            vowels += 1
    return sounds


def _has_glide(letter: str, before: str) -> bool:
    if letter in IOTATED:
        return not before or before in f"{VOWEL_LETTERS}ьъ"
    return letter in "ио" and before == "ь"


def _vowel(letter: str, is_stressed: bool, before: str, after: str) -> str:
    soft, hushed = before.endswith("'") or before in ALWAYS_SOFT, before in HUSHERS
    match letter:
        case "ё":
            return "O"
        case "а" | "я" | "о":
            if is_stressed:
                return "O" if letter == "о" else "A"
            weak = soft and letter != "о" and after not in {"", "м", "х", "ми", "сь"}
            phone = "i" if weak else "a"
        case "э":
            phone = "e"
        case "е":
            phone = "e" if is_stressed else "y" if hushed else "i"
        case "у" | "ю":
            phone = "u"
        case _:
            phone = "y" if letter == "ы" or hushed else "i"
    return phone.upper() if is_stressed else phone


def _base(phone: str) -> str:
    return phone.rstrip("'")


def _assimilate(sounds: list[str], rules: SoundRules) -> list[str]:
    """Voicing goes from right to left; at the end of a word nothing is voiced."""
    voiced = {voiceless: voiced for voiced, voiceless in rules.voiceless.items()}
    toneless = {*voiced, "h", "c", "ch", "sch"}
    result = list(sounds)
    following: str | None = None
    for at in reversed(range(len(result))):
        phone, soft = _base(result[at]), "'" if result[at].endswith("'") else ""
        if phone in rules.voiceless and (following is None or following in toneless):
            result[at] = rules.voiceless[phone] + soft
        elif phone in voiced and following in rules.voiceless and following != "v":
            result[at] = voiced[phone] + soft
        following = _base(result[at])
    return result


def _merge(sounds: list[str]) -> Phones:
    """Doubled consonants are one; н is soft before ч and щ."""
    result: list[str] = []
    for phone, following in zip(sounds, [*sounds[1:], ""], strict=True):
        said = "n'" if phone == "n" and following in {"ch", "sch"} else phone
        if result and _base(result[-1]) == _base(said) and said not in VOWEL_PHONES:
            result[-1] = said
        else:
            result.append(said)
    return tuple(result)
