"""Numerals as words, and which form of a counted sentence a number takes (voice.md, Speaking 2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

from voiceduet.schema import Field, Model


class Numerals(Model):
    """The numerals 0–99 in one form."""

    to_nineteen: tuple[str, ...] = Field(min_length=20, max_length=20)
    """0–19."""
    tens: tuple[str, ...] = Field(min_length=8, max_length=8)
    """20, 30 … 90."""
    tens_before_unit: tuple[str, ...] | None = Field(default=None, min_length=8, max_length=8)
    """The tens as they stand before a unit, where they differ."""
    joiner: str = " "
    """Between ten and unit."""
    minus: str = ""
    """The word for a number below zero."""

    def say(self, number: int) -> str:
        """Return a numeral. Raise `ValueError` outside −99…99."""
        if abs(number) > 99:
            raise ValueError(f"numerals go to 99, not {number}")
        if number < 0:
            return f"{self.minus} {self.say(-number)}"
        if number < 20:
            return self.to_nineteen[number]
        ten, unit = divmod(number, 10)
        if not unit:
            return self.tens[ten - 2]
        return (self.tens_before_unit or self.tens)[ten - 2] + self.joiner + self.to_nineteen[unit]


def _plural_ru(number: int) -> str:
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14):
        return "few"
    return "many"


_RULES: Mapping[str, Callable[[int], str]] = {
    "ru": _plural_ru,
    "en": lambda number: "one" if number == 1 else "other",
    "ko": lambda number: "other",
}

PLURAL_CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "ru": ("one", "few", "many"),
    "en": ("one", "other"),
    "ko": ("other",),
}
"""The categories of whole numbers in each language, as CLDR names them."""


def plural_category(language: str, number: int) -> str:
    """The CLDR plural category of a whole number: one, few, many or other."""
    return _RULES[language](abs(number))


def spell_digits(text: str, numerals: Numerals) -> str:
    """Replace digits by numerals, so that nothing spoken has any; a long number is said digit by digit."""
    spoken: list[str] = []
    run = ""
    for character in f"{text}\0":
        digit = unicodedata.digit(character, None)
        if digit is not None:
            run += str(digit)
            continue
        if run:
            values = [int(run)] if len(run) <= 2 else [int(d) for d in run]
            glue = " " if spoken and not spoken[-1].endswith(" ") else ""
            spoken.append(glue + " ".join(map(numerals.say, values)) + ("" if character in " \0.,;:!?" else " "))
            run = ""
        spoken.append(character)
    return "".join(spoken).rstrip("\0")
