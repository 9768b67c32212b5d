"""Matching a whole utterance against all patterns of a scope at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol, TypeAlias

from voiceduet.engine.side import Side
from voiceduet.engine.words import fold
from voiceduet.grammar.hangul import pieces_of
from voiceduet.grammar.templates import Pattern, Slot

SlotValue: TypeAlias = int | str | bool | Side
Slots: TypeAlias = dict[str, SlotValue]


@dataclass(frozen=True, slots=True)
class Words:
    """An utterance as words."""

    original: tuple[str, ...]
    """Lower case, ё kept."""
    folded: tuple[str, ...]
    """As compared: ё as е."""
    glued: frozenset[int] = frozenset()
    """Places of words that are written to the one before, after `apart`."""

    @staticmethod
    def of(text: str) -> Words:
        """Split a text at white space; punctuation at the edges of words is dropped, hyphens inside are kept."""
        stripped = (word.strip(_PUNCTUATION) for word in text.casefold().split())
        original = tuple(word for word in stripped if word)
        return Words(original, tuple(fold(word) for word in original))

    def part(self, start: int, stop: int) -> Words:
        """Some of the words."""
        glued = frozenset(place - start for place in self.glued if start < place < stop)
        return Words(self.original[start:stop], self.folded[start:stop], glued)

    def apart(self) -> Words:
        """Every Hangul syllable as a word of its own: Korean spacing differs from speaker to speaker and ear to ear."""
        pieces = [(piece, bool(place)) for word in self.original for place, piece in enumerate(pieces_of(word))]
        if len(pieces) == len(self.original):
            return self
        original = tuple(piece for piece, _ in pieces)
        glued = frozenset(place for place, (_, is_glued) in enumerate(pieces) if is_glued)
        return Words(original, tuple(map(fold, original)), glued)

    def text(self, start: int, stop: int | None = None) -> str:
        """Some of the words as they were written."""
        spaced = (word if place in self.glued else f" {word}" for place, word in enumerate(self.original))
        return "".join(list(spaced)[start:stop]).strip()


_PUNCTUATION = ".,!?:;…«»\"'()-–—"


@dataclass(frozen=True, slots=True)
class Sentence:
    """What all patterns of one entry in the sentence file have in common."""

    intent: str
    announced: bool
    alike: bool
    fixed: tuple[tuple[str, SlotValue], ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot of a sentence and the words that fill it."""

    name: str
    value: SlotValue
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of an utterance: fixed words, or what fills one slot."""

    text: str
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """One way in which a whole utterance is one of the sentences."""

    sentence: Sentence
    slots: tuple[Filled, ...]

    def as_dict(self) -> Slots:
        """All slot values, the fixed ones too."""
        return {**dict(self.sentence.fixed), **{slot.name: slot.value for slot in self.slots}}

    def parts(self, words: Words) -> tuple[Part, ...]:
        """The words cut at the edges of the slots."""
        cuts: list[Part] = []
        at = 0
        for slot in self.slots:
            cuts += [Part(words.text(at, slot.start)), Part(words.text(slot.start, slot.stop), slot.name)]
            at = slot.stop
        return tuple(cut for cut in (*cuts, Part(words.text(at))) if cut.text)


class SlotReader(Protocol):
    """What may fill a slot."""

    @property
    def spoken(self) -> tuple[str, ...]:
        """What the limited recogniser is offered; empty for an open slot."""

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield every reading that begins at a word: the position behind it, and its value."""


@dataclass(slots=True)
class PatternTree:
    """Patterns that share their beginnings; walked once per utterance."""

    words: dict[str, PatternTree] = field(default_factory=dict)
    slots: dict[str, PatternTree] = field(default_factory=dict)
    ends: list[Sentence] = field(default_factory=list)

    def add(self, pattern: Pattern, sentence: Sentence) -> None:
        """Add one pattern."""
        node = self
        for token in pattern:
            if isinstance(token, Slot):
                node = node.slots.setdefault(token.name, PatternTree())
            else:
                for piece in _pieces(token):
                    node = node.words.setdefault(piece, PatternTree())
        if sentence not in node.ends:
            node.ends.append(sentence)

    def match(self, words: Words, readers: Mapping[str, SlotReader], start: int = 0) -> Iterator[Match]:
        """Yield every way in which all words from `start` on, Hangul syllables apart, make a sentence."""
        return self._match(words, readers, start, ())

    def _match(
        self, words: Words, readers: Mapping[str, SlotReader], at: int, filled: tuple[Filled, ...]
    ) -> Iterator[Match]:
        if at == len(words.folded):
            for sentence in self.ends:
                yield Match(sentence, filled)
            return
        following = self.words.get(words.folded[at])
        if following is not None:
            yield from following._match(words, readers, at + 1, filled)
        for name, node in self.slots.items():
            for behind, value in readers[name].read(words, at):
                yield from node._match(words, readers, behind, (*filled, Filled(slot_key(name), value, at, behind)))


@lru_cache(maxsize=4096)
def _pieces(token: str) -> tuple[str, ...]:
    """A word of a pattern as it is compared; the same few stand in all of them."""
    return tuple(pieces_of(fold(token)))


def slot_key(name: str) -> str:
    """The value's name: `board_accusative` and `board` both fill `board`."""
    return name.partition("_")[0]
