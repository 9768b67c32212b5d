"""Everything that is known about one language, and what can be asked of it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from voiceduet.engine.words import fold
from voiceduet.grammar.building import BUILDERS
from voiceduet.grammar.datafiles import DataFileError, read_toml, read_words, read_yaml
from voiceduet.grammar.forms import WordForms
from voiceduet.grammar.intents import ClueIntent, NumberIntent
from voiceduet.grammar.matching import Sentence, SlotReader, slot_key
from voiceduet.grammar.schema import (
    GENERAL,
    CostsFile,
    LettersFile,
    NumbersFile,
    SentenceEntry,
    SentencesFile,
    SoundsFile,
    WhoForms,
)
from voiceduet.grammar.scopes import ScopeName
from voiceduet.grammar.slots import LettersSlot, ListSlot, NumberSlot, OpenSlot, SyllablesSlot
from voiceduet.grammar.sounds import Sounds, compile_sounds
from voiceduet.grammar.templates import Pattern, Slot, TemplateError, expand_template

LANGUAGES = ("ru", "en", "ko")
"""The languages that a game can be played in."""
TABLE_SLOTS = ("board", "board_accusative", "board_genitive", "word", "who", "who_genitive")
FIXED_SLOTS = ("row", "column", "number", "clue", "clue_word", "letters", "letters_syllables")
SLOT_NAMES = frozenset((*TABLE_SLOTS, *FIXED_SLOTS))
"""Slots of every language; the number file adds those of its ordinals."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the sentence file, expanded."""

    sentence: Sentence
    scopes: frozenset[ScopeName]
    ear: bool
    bare_only: bool
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, eq=False)
class Language:
    """The data of one language, checked and compiled."""

    code: str
    entries: tuple[Entry, ...]
    fillers: frozenset[str]
    """Folded."""
    noise: frozenset[str]
    """Folded words that the open ear makes of noise at the edges of speech."""
    chatter: frozenset[str]
    """Folded."""
    counting: tuple[str, ...]
    """Folded; three numbers or more said in a row to try the microphone or for their rhythm."""
    negations: frozenset[str]
    """Folded words that make an act one that is not meant."""
    not_meant: tuple[tuple[str, str], ...]
    """A beginning of phrases, and what may be said in its place so that nothing is meant."""
    clue_frames: tuple[str, ...]
    """Fixed words around `{clue}` and `{number}`: clues that are weighed."""
    markers: frozenset[str]
    """Folded words that stand around a clue."""
    commands: frozenset[str]
    """Folded words that open a command or stand before a row or a column: no clue unless announced."""
    address: tuple[str, ...]
    """Opening words that are meant for the referee."""
    address_last: tuple[str, ...]
    """Closing words that are."""
    who: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    """Slot (`who`, `who_genitive`) to how side `a` and side `b` are called without names."""
    readers: Mapping[str, SlotReader]
    """The slots that are the same on every table."""
    letters: Mapping[str, tuple[str, ...]]
    """Letter to its names and its words in spelling alphabets, the plainest name first."""
    numbers: NumberSlot
    sounds: Sounds
    costs: CostsFile
    forms: WordForms
    folder: Path

    @cached_property
    def open_words(self) -> tuple[str, ...]:
        """Plausible clue words in dictionary form, most frequent first, in the recogniser's spelling."""
        return read_words(self.folder / "open_words.txt")

    @cached_property
    def spelled_words(self) -> tuple[str, ...]:
        """Words too rare to be heard as clues, but spelled; empty where the language has no such list."""
        path = self.folder / "spelled_words.txt"
        return read_words(path) if path.exists() else ()

    @cached_property
    def frequency_ranks(self) -> Mapping[str, int]:
        """Folded open word to its rank, 0 the most frequent."""
        return {fold(word): rank for rank, word in reversed(list(enumerate(self.open_words)))}

    @cached_property
    def homophones(self) -> Mapping[str, tuple[str, ...]]:
        """Folded open word to the other open words that sound the same."""
        groups = (line.split() for line in read_words(self.folder / "homophones.txt"))
        return {fold(word): tuple(other for other in group if other != word) for group in groups for word in group}

    def read_lists(self) -> None:
        """Read what would else be read when it is needed. Raise `DataFileError`."""
        len(self.open_words)
        len(self.homophones)

    def warm_up(self) -> None:
        """Do now what would make the first utterance wait."""
        len(self.frequency_ranks)
        self.forms.dictionary_forms(self.open_words[0])


def load_language(code: str) -> Language:
    """Load a language. Raise `DataFileError` naming file and entry, `ValueError` for a language there is none of."""
    if code not in LANGUAGES:
        raise ValueError(f"language {code!r}: choose one of {', '.join(LANGUAGES)}")
    return _load_packaged(code)


@lru_cache(maxsize=4)
def _load_packaged(code: str) -> Language:
    forms: WordForms = importlib.import_module(f"voiceduet.grammar.{code}.forms").word_forms()
    return read_language(Path(__file__).parent / code, forms)


def read_language(folder: Path, forms: WordForms) -> Language:
    """Read a language's folder. Raise `DataFileError`."""
    sentences = read_yaml(folder / "sentences.yaml", SentencesFile)
    numbers = read_toml(folder / "numbers.toml", NumbersFile)
    letters = read_toml(folder / "letters.toml", LettersFile)
    costs = read_toml(folder / "costs.toml", CostsFile)
    cardinal = _folded(numbers.cardinal, "numbers.toml", "cardinal")
    number_slot = NumberSlot(cardinal, tuple(numbers.ear.cardinal), numbers.lowest_ten)
    slot_names = SLOT_NAMES | set(numbers.nth)
    _check_intents(sentences)
    _check_numbers_ear(numbers)
    _check_classes(costs)
    entries = tuple(
        _entry(entry, sentences.rules, place, slot_names) for place, entry in enumerate(sentences.sentences)
    )
    language = Language(
        code=sentences.language,
        entries=entries,
        fillers=frozenset(map(fold, sentences.fillers)),
        noise=frozenset(map(fold, sentences.noise)),
        chatter=frozenset(map(fold, sentences.chatter)),
        counting=tuple(map(fold, sentences.counting)),
        negations=frozenset(map(fold, sentences.negations)),
        not_meant=_pairs(sentences.not_meant),
        clue_frames=tuple(sentences.clue_frames),
        markers=frozenset(map(fold, sentences.markers)),
        commands=_commands(entries),
        address=tuple(sentences.address),
        address_last=tuple(sentences.address_last),
        who={"who": _called(sentences.who), "who_genitive": _called(sentences.who_genitive)},
        readers=_fixed_readers(numbers, letters, number_slot, forms),
        letters={letter: tuple(forms) for letter, forms in letters.letters.items()},
        numbers=number_slot,
        sounds=_sounds(folder),
        costs=costs,
        forms=forms,
        folder=folder,
    )
    language.read_lists()
    return language


def _called(forms: WhoForms) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(forms.a), tuple(forms.b)


def _entry(entry: SentenceEntry, rules: Mapping[str, str], place: int, slot_names: Set[str]) -> Entry:
    where = f"sentences.{place} ({entry.intent})"
    if entry.intent not in BUILDERS:
        raise DataFileError("sentences.yaml", where, f"there is no intent {entry.intent!r}")
    try:
        patterns = tuple(pattern for template in entry.say for pattern in expand_template(template, rules))
    except TemplateError as error:
        raise DataFileError("sentences.yaml", where, str(error)) from error
    unknown = {token.name for pattern in patterns for token in pattern if isinstance(token, Slot)} - slot_names
    if unknown:
        raise DataFileError("sentences.yaml", where, f"there is no slot {{{min(unknown)}}}")
    named = {ScopeName(scope) for scope in entry.scopes if scope != GENERAL}
    general = set(ScopeName) - {ScopeName.PAUSED} if GENERAL in entry.scopes else set()
    sentence = Sentence(entry.intent, entry.announced, entry.alike, tuple(entry.slots.items()))
    return Entry(sentence, frozenset(named | general), entry.ear, entry.bare_only, tuple(dict.fromkeys(patterns)))


def _commands(entries: tuple[Entry, ...]) -> frozenset[str]:
    others = (entry for entry in entries if entry.sentence.intent not in {ClueIntent.name, NumberIntent.name})
    patterns = [pattern for entry in others for pattern in entry.patterns]
    opening = [pattern[0] for pattern in patterns]
    placing = [
        word
        for pattern in patterns
        for word, after in pairwise(pattern)
        if isinstance(after, Slot) and slot_key(after.name) in {"row", "column"}
    ]
    return frozenset(fold(word) for word in (*opening, *placing) if isinstance(word, str))


def _fixed_readers(
    numbers: NumbersFile, letters: LettersFile, number_slot: NumberSlot, word_forms: WordForms
) -> dict[str, SlotReader]:
    small = [(form, value) for form, value in numbers.cardinal.items() if 1 <= value <= 5]
    small += [(str(value), value) for value in range(1, 6)]
    offered = [form for form in numbers.ear.cardinal if 1 <= numbers.cardinal[form] <= 5]
    spelled = {form: letter for letter, forms in letters.letters.items() for form in forms}
    for letter, forms in letters.letters.items():
        for form in forms:
            if spelled[form] != letter:
                raise DataFileError("letters.toml", f"letters.{letter}", f"{form!r} is {spelled[form]!r} already")
    return {
        "row": ListSlot.of(small, offered),
        "column": ListSlot.of(small, offered),
        "number": number_slot,
        "clue": OpenSlot(),
        "clue_word": OpenSlot(most=1, may_end_inside=True),
        "letters": LettersSlot(ListSlot.of(spelled.items()), word_forms.spelled),
        "letters_syllables": SyllablesSlot(),
        **{
            slot: ListSlot.of(_folded(forms, "numbers.toml", f"nth.{slot}").items(), forms)
            for slot, forms in numbers.nth.items()
        },
    }


def _pairs(lists: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((key, each) for key, values in lists.items() for each in values)


def _folded(forms: Mapping[str, int], file: str, table: str) -> dict[str, int]:
    """Fold spoken forms. Raise `DataFileError` when two that sound the same have different values."""
    folded: dict[str, int] = {}
    for form, value in forms.items():
        if folded.setdefault(fold(form), value) != value:
            raise DataFileError(file, f"{table}.{form}", f"has the value {folded[fold(form)]} already")
    return folded


def _check_numbers_ear(numbers: NumbersFile) -> None:
    for form in numbers.ear.cardinal:
        if form not in numbers.cardinal:
            raise DataFileError("numbers.toml", f"ear.cardinal.{form}", "is not in [cardinal]")


def _check_intents(sentences: SentencesFile) -> None:
    """A language in which a command cannot be said is not complete."""
    said = {entry.intent for entry in sentences.sentences}
    for intent in BUILDERS:
        if intent not in said:
            raise DataFileError("sentences.yaml", "sentences", f"the intent {intent!r} has no sentence")


def _check_classes(costs: CostsFile) -> None:
    for intent in BUILDERS:
        if intent not in costs.classes:
            raise DataFileError("costs.toml", f"classes.{intent}", "missing: every intent has a class")
    for intent, name in costs.classes.items():
        if intent not in BUILDERS:
            raise DataFileError("costs.toml", f"classes.{intent}", "there is no such intent")
        if name not in costs.limits:
            raise DataFileError("costs.toml", f"limits.{name}", "missing")


def _sounds(folder: Path) -> Sounds:
    try:
        return compile_sounds(read_toml(folder / "sounds.toml", SoundsFile))
    except DataFileError:
        raise
    except ValueError as error:
        raise DataFileError("sounds.toml", "sounds", str(error)) from error
