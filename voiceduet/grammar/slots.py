"""What fills the slots: words and names of this table, numbers, letters, the open clue word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from voiceduet.grammar.forms import apart
from voiceduet.grammar.hangul import is_hangul
from voiceduet.grammar.matching import SlotValue, Words

UNKNOWN_WORDS = frozenset({"[unk]", "<unk>"})
"""How recognisers write a word that they do not know, folded."""


@dataclass(frozen=True, slots=True)
class ListSlot:
    """A closed list of spoken forms; one form may have several values, then all are readings."""

    forms: Mapping[tuple[str, ...], tuple[SlotValue, ...]]
    """Folded words of a form to its values."""
    spoken: tuple[str, ...]
    longest: int

    @staticmethod
    def of(forms: Iterable[tuple[str, SlotValue]], spoken: Iterable[str] | None = None) -> ListSlot:
        """Build from pairs of spoken form and value; `spoken` narrows what the recogniser is offered."""
        pairs = [(form, value) for form, value in forms if form]
        table: dict[tuple[str, ...], tuple[SlotValue, ...]] = {}
        for form, value in pairs:
            key = _parts_of(Words.of(form).apart().folded)
            if value not in table.get(key, ()):
                table[key] = (*table.get(key, ()), value)
        offered = (form for form, _ in pairs) if spoken is None else spoken
        return ListSlot(table, tuple(dict.fromkeys(offered)), max(map(len, table), default=0))

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield readings, the longest form first."""
        for stop in range(min(len(words.folded), start + self.longest), start, -1):
            for value in self.forms.get(_parts_of(words.folded[start:stop]), ()):
                yield stop, value


def _parts_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with hyphens taken for spaces: «нью-йорк» is said as «нью йорк»."""
    return tuple(part for word in words for part in apart(word).split())


@dataclass(frozen=True, slots=True)
class NumberSlot:
    """Number words, tens and a unit added up, and typed digits."""

    values: Mapping[str, int]
    """Folded number word to value."""
    spoken: tuple[str, ...]
    lowest_ten: int = 20
    """The lowest ten to which a unit is added: 20 where eleven is a word of its own, else 10."""

    def value_of(self, words: Words) -> int | None:
        """The value of these words taken together, `None` when they are no number."""
        if len(words.folded) == 1 and words.folded[0].isascii() and words.folded[0].isdigit():
            return int(words.folded[0])
        parts = self._parts(words)
        if parts is None:
            return None
        total = 0
        for position, part in enumerate(parts):
            if position and part == 100 and 0 < total < 10:
                total *= part
                continue
            if position and not self.is_compound(total, part):
                return None
            total += part
        return total

    def _parts(self, words: Words) -> list[int] | None:
        """The number words that the text consists of; Hangul is read without its spaces."""
        text = "".join(words.folded)
        if is_hangul(text):
            return self._split(text)
        parts = [self.values.get(part) for word in words.folded for part in word.split("-")]
        known = [part for part in parts if part is not None]
        return known if known and len(known) == len(parts) else None

    def _split(self, text: str) -> list[int] | None:
        if not text:
            return []
        for stop in range(min(len(text), _LONGEST_HANGUL), 0, -1):
            value = self.values.get(text[:stop])
            rest = None if value is None else self._split(text[stop:])
            if value is not None and rest is not None:
                return [value, *rest]
        return None

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield readings of one to four words, the longest first; a number does not begin inside a word."""
        if start in words.glued:
            return
        for stop in range(min(len(words.folded), start + _LONGEST_HANGUL), start, -1):
            value = self.value_of(words.part(start, stop))
            if value is not None:
                yield stop, value

    def is_compound(self, left: int, right: int) -> bool:
        """Whether the second number is said as a part of the first: twenty and two, hundred and twenty."""
        if left >= 100:
            return (left % 100 == 0 and 0 < right < 100) or self.is_compound(left % 100, right)
        return left >= self.lowest_ten and left % 10 == 0 and 0 < right < 10


_LONGEST_HANGUL = 5
"""Syllables of the longest Korean number word, and words of the longest number in other languages."""


@dataclass(frozen=True, slots=True)
class LettersSlot:
    """A word spelled letter by letter (voice.md, Listening 5)."""

    letters: ListSlot
    compose: Callable[[str], str] = str
    """Letters to the word that they spell."""

    @property
    def spoken(self) -> tuple[str, ...]:
        """Every letter name."""
        return self.letters.spoken

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield what the first, first two, first three … letters spell, the longest first."""
        for stop, spelled in reversed(list(self._spell(words, start, ""))):
            yield stop, self.compose(spelled)

    def _spell(self, words: Words, start: int, spelled: str) -> Iterator[tuple[int, str]]:
        for stop, letter in self.letters.read(words, start):
            yield stop, spelled + str(letter)
            yield from self._spell(words, stop, spelled + str(letter))
            return


@dataclass(frozen=True, slots=True)
class SyllablesSlot:
    """A Korean word said syllable by syllable: «바 다»."""

    most: int = 8

    @property
    def spoken(self) -> tuple[str, ...]:
        """Nothing: the slot is open."""
        return ()

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield the first two, three … syllables as one word, the longest first."""
        last = start
        while last < min(len(words.folded), start + self.most) and self._is_alone(words, last):
            last += 1
        for stop in range(last, start + 1, -1):
            yield stop, "".join(words.original[start:stop])

    @staticmethod
    def _is_alone(words: Words, place: int) -> bool:
        return is_hangul(words.folded[place]) and words.glued.isdisjoint((place, place + 1))


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """Any one to three whole words that are not numbers in digits and not unknown sounds."""

    most: int = 3
    may_end_inside: bool = False
    """Whether it may end inside a Korean word, because a particle follows: «고래라고»."""

    @property
    def spoken(self) -> tuple[str, ...]:
        """Nothing: the slot is open."""
        return ()

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield the first, the first two, the first three words."""
        if start in words.glued:
            return
        count = 0
        for place in range(start, len(words.folded)):
            count += place not in words.glued
            if count > self.most or words.folded[place] in UNKNOWN_WORDS or words.folded[place].isdigit():
                return
            if self.may_end_inside or place + 1 not in words.glued:
                yield place + 1, words.text(start, place + 1)
