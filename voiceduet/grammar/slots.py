"""What fills the slots: words and names of this table, numbers, letters, the open clue word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from voiceduet.engine.words import fold
from voiceduet.grammar.matching import SlotValue, Words


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
            key = tuple(fold(form).split())
            if value not in table.get(key, ()):
                table[key] = (*table.get(key, ()), value)
        offered = (form for form, _ in pairs) if spoken is None else spoken
        return ListSlot(table, tuple(dict.fromkeys(offered)), max(map(len, table), default=0))

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield readings, the longest form first."""
        for stop in range(min(len(words.folded), start + self.longest), start, -1):
            for value in self.forms.get(words.folded[start:stop], ()):
                yield stop, value


@dataclass(frozen=True, slots=True)
class NumberSlot:
    """Number words, tens and a unit added up, and typed digits."""

    values: Mapping[str, int]
    """Folded number word to value."""
    spoken: tuple[str, ...]

    def value_of(self, words: Words) -> int | None:
        """The value of these words taken together, `None` when they are no number."""
        if len(words.folded) == 1 and words.folded[0].isascii() and words.folded[0].isdigit():
            return int(words.folded[0])
        parts = [self.values.get(word) for word in words.folded]
        total = 0
        for position, part in enumerate(parts):
            if part is None:
                return None
            if position and not is_compound(total, part):
                return None
            total += part
        return total if parts else None

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield readings of one to three words, the longest first."""
        for stop in range(min(len(words.folded), start + 3), start, -1):
            value = self.value_of(words.part(start, stop))
            if value is not None:
                yield stop, value


def is_compound(left: int, right: int) -> bool:
    """Whether the second number is said as a part of the first: twenty and two, hundred and twenty."""
    if left >= 100:
        return (left % 100 == 0 and 0 < right < 100) or is_compound(left % 100, right)
    return left >= 20 and left % 10 == 0 and 0 < right < 10


@dataclass(frozen=True, slots=True)
class LettersSlot:
    """A word spelled letter by letter (voice.md, Listening 5)."""

    letters: ListSlot
    shortest: int = 1

    @property
    def spoken(self) -> tuple[str, ...]:
        """Every letter name."""
        return self.letters.spoken

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield what the first, first two, first three … letters spell, the longest first."""
        yield from reversed(list(self._spell(words, start, "")))

    def _spell(self, words: Words, start: int, spelled: str) -> Iterator[tuple[int, SlotValue]]:
        for stop, letter in self.letters.read(words, start):
            yield stop, spelled + str(letter)
            yield from self._spell(words, stop, spelled + str(letter))
            return


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """Any one to three words that are not numbers in digits and not unknown sounds."""

    unknown: str = "[unk]"
    most: int = 3

    @property
    def spoken(self) -> tuple[str, ...]:
        """Nothing: the slot is open."""
        return ()

    def read(self, words: Words, start: int) -> Iterator[tuple[int, SlotValue]]:
        """Yield the first, the first two, the first three words."""
        for stop in range(start + 1, min(len(words.folded), start + self.most) + 1):
            last = words.folded[stop - 1]
            if last == self.unknown or last.isdigit():
                return
            yield stop, " ".join(words.original[start:stop])
