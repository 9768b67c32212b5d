"""A language's `setup.yaml`, checked and compiled with the machinery of the game's sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from voiceduet.engine.side import Side
from voiceduet.engine.words import fold
from voiceduet.grammar.datafiles import DataFileError, read_yaml
from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.matching import PatternTree, Sentence, SlotReader, SlotValue, Words
from voiceduet.grammar.schema import GENERAL, SlotConstant
from voiceduet.grammar.setup.building import BUILDERS, FIXED
from voiceduet.grammar.setup.scopes import SetupScope, Stage
from voiceduet.grammar.slots import UNKNOWN_WORDS, ListSlot, NumberSlot, OpenSlot
from voiceduet.grammar.templates import Pattern, Slot, TemplateError, expand_template
from voiceduet.schema import Field, Model

FILE = "setup.yaml"
OPEN_SLOTS = frozenset({"anyone", "anyother", "card", "instead", "words"})
_OWN_SLOTS = OPEN_SLOTS | {"name", "other", "tokens", "mistakes", "city", "who"}
_MOST_TOKENS = 11
"""Rules 1.3."""


class SetupEntry(Model):
    """Sentences of one intent that count in the same scopes."""

    intent: str
    scopes: list[Stage | Literal["general"]] = Field(min_length=1)
    say: list[str] = Field(min_length=1)
    ear: bool = True
    """Offered to the limited recogniser."""
    slots: dict[str, SlotConstant] = Field(default_factory=dict)


class SetupFile(Model):
    """`setup.yaml`."""

    language: str
    names: list[str] = Field(min_length=2)
    """Names that the limited recogniser is offered."""
    numbers: list[str] = Field(min_length=1)
    """Numbers up to eleven that the limited recogniser is offered beside those of the game."""
    rules: dict[str, str] = Field(default_factory=dict)
    sentences: list[SetupEntry] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class SetupSentences:
    """One entry, expanded."""

    sentence: Sentence
    stages: frozenset[Stage]
    ear: bool
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, eq=False)
class SetupGrammar:
    """All sentences of setting up in one language."""

    language: Language
    entries: tuple[SetupSentences, ...]
    trees: Mapping[Stage, PatternTree]
    names: ListSlot
    tokens: SlotReader
    row_words: tuple[str, ...]
    """Words that sentences around a dictated word are made of."""

    def readers(self, scope: SetupScope) -> Mapping[str, SlotReader]:
        """What may fill the slots in a scope."""
        return {
            **self.language.readers,
            "name": self.names,
            "other": self.names,
            "anyone": OpenSlot(most=1),
            "anyother": OpenSlot(most=1),
            "tokens": self.tokens,
            "mistakes": self.tokens,
            "city": ListSlot.of(scope.cities),
            "who": _who(self.language, scope.names),
            "card": OpenSlot(most=4),
            "instead": OpenSlot(most=4),
            "words": WordsSlot(),
        }


@dataclass(frozen=True, slots=True)
class NumberUpTo:
    """A number from 0 to the highest that means something here."""

    numbers: NumberSlot
    spoken: tuple[str, ...]
    highest: int = _MOST_TOKENS

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield readings, the longest first."""
        for stop, value in self.numbers.read(words, start):
            if isinstance(value, int) and value <= self.highest:
                yield stop, value


@dataclass(frozen=True, slots=True)
class WordsSlot:
    """All the words that are left, none of them unknown or in digits."""

    @property
    def spoken(self) -> tuple[str, ...]:
        """Nothing: the slot is open."""
        return ()

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield the rest of the utterance."""
        rest = words.folded[start:]
        if rest and not any(word in UNKNOWN_WORDS or word.isdigit() for word in rest):
            yield len(words.folded), words.text(start)


def _who(language: Language, names: tuple[str, str]) -> ListSlot:
    forms: list[tuple[str, Side]] = []
    for side, name, general in zip(Side, names, language.who["who"], strict=True):
        forms += [(form, side) for form in ([name.casefold()] if name else []) + list(general)]
    return ListSlot.of(forms)


@lru_cache(maxsize=4)
def load_setup_grammar(code: str) -> SetupGrammar:
    """Load a language's sentences. Raise `DataFileError` naming file and entry."""
    language = load_language(code)
    content = read_yaml(language.folder / FILE, SetupFile)
    entries = tuple(_entry(language, entry, content.rules, at) for at, entry in enumerate(content.sentences))
    trees = {stage: PatternTree() for stage in Stage}
    for entry in entries:
        for stage in entry.stages:
            for pattern in entry.patterns:
                trees[stage].add(pattern, entry.sentence)
    numbers = language.numbers
    for form in content.numbers:
        if numbers.value_of(Words.of(form).apart()) is None:
            raise DataFileError(FILE, f"numbers.{form}", "is no number in numbers.toml")
    beside = [token for e in entries if Stage.ROW in e.stages for p in e.patterns if _is_open(p) for token in p]
    row_words = dict.fromkeys(token for token in beside if isinstance(token, str))
    return SetupGrammar(
        language,
        entries,
        trees,
        ListSlot.of((name.casefold(), name) for name in content.names),
        NumberUpTo(numbers, tuple(dict.fromkeys((*numbers.spoken, *content.numbers)))),
        tuple(row_words),
    )


def _is_open(pattern: Pattern) -> bool:
    return any(isinstance(token, Slot) and token.name in OPEN_SLOTS for token in pattern)


def _entry(language: Language, entry: SetupEntry, rules: Mapping[str, str], at: int) -> SetupSentences:
    where = f"sentences.{at} ({entry.intent})"
    if entry.intent not in BUILDERS:
        raise DataFileError(FILE, where, f"there is no intent {entry.intent!r}")
    for name, allowed in FIXED.get(entry.intent, {}).items():
        if entry.slots.get(name) not in allowed:
            raise DataFileError(FILE, where, f"slots: {name} must be one of {', '.join(sorted(map(str, allowed)))}")
    try:
        patterns = tuple(pattern for template in entry.say for pattern in expand_template(template, rules))
    except TemplateError as error:
        raise DataFileError(FILE, where, str(error)) from error
    known = _OWN_SLOTS | set(language.readers)
    unknown = {token.name for pattern in patterns for token in pattern if isinstance(token, Slot)} - known
    if unknown:
        raise DataFileError(FILE, where, f"there is no slot {{{min(unknown)}}}")
    named = {Stage(scope) for scope in entry.scopes if scope != GENERAL}
    general = set(Stage) - {Stage.PAUSED} if GENERAL in entry.scopes else set()
    sentence = Sentence(entry.intent, False, False, tuple(entry.slots.items()))
    return SetupSentences(sentence, frozenset(named | general), entry.ear, tuple(dict.fromkeys(patterns)))


def fold_all(words: tuple[str, ...]) -> frozenset[str]:
    """The words as they are compared."""
    return frozenset(map(fold, words))
