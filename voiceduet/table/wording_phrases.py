"""Filling templates: one sentence from a kind of message and the values of its slots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from voiceduet.engine.side import Side
from voiceduet.engine.words import clean
from voiceduet.table.wording_catalog import Message, section_of, slots_of
from voiceduet.table.wording_data import SLOT, Counted, load_wording
from voiceduet.table.wording_forms import put_into_form
from voiceduet.table.wording_numbers import plural_category, spell_digits
from voiceduet.table.wording_slots import Slot
from voiceduet.table.wording_spelling import speller

Value: TypeAlias = str | int | Side | tuple[str, ...]
"""What a slot is given: a word or text, a number, a side, or several words."""

_SENTENCE_START = re.compile(r"(?:^|(?<=[.!?…] ))([«\"(]*)([^\W\d_])")

_CAPITALS = re.compile(r"\b[А-ЯЁA-Z]{2,}\b")
"""A card as it is printed; voices may spell such words letter by letter."""


class Phrases:
    """The sentences of one language at one table."""

    def __init__(
        self,
        language: str,
        names: tuple[str, str] = ("", ""),
    ) -> None:
        """`names` are those of side `a` and `b`, empty where none was given."""
        self.language = language
        self.file = load_wording(language)
        self._spelled = speller(language)
        common = self.file.common
        self._names = {
            Side.A: clean(names[0]) or common.first_player,
            Side.B: clean(names[1]) or common.second_player,
        }

    def name(self, side: Side) -> str:
        """How a player or group is called."""
        return self._names[side]

    def word(self, word: str) -> str:
        """A board word or clue as it is spoken: lower case, ё where it belongs."""
        return self._spelled(clean(word).lower())

    def say(self, message: Message, /, **values: Value) -> str:
        """Return the sentence for a message. Raise `ValueError` when the slots given are not those of its kind."""
        section = section_of(message)
        return self._sentence_case(self._spell(self._fill(section, str(message), values)))

    def part(self, message: Message, /, **values: Value) -> str:
        """Return a part of a sentence: like `say`, without a capital letter."""
        return self._spell(self._fill(section_of(message), str(message), values))

    def say_printed(self, message: Message, /, **values: Value) -> str:
        """Return a piece of a printed line; numbers stay digits."""
        return self._fill(section_of(message), str(message), values, digits=True)

    def join(self, sentences: list[str]) -> str:
        """Put sentences together to one text."""
        return " ".join(filter(None, sentences))

    def _fill(self, section: str, key: str, values: Mapping[str, Value], *, digits: bool = False) -> str:
        slots = slots_of(section, key)
        if set(values) != set(slots):
            raise ValueError(f"[{section}] {key}: takes the slots {sorted(slots)}, not {sorted(values)}")
        template = self.file.section(section)[key]
        text = self._choose(template, slots, values) if isinstance(template, Counted) else template
        last_or = section == "questions"

        def replace(match: re.Match[str]) -> str:
            name, form = match[1], match[2] or ""
            value = values[name]
            if isinstance(value, int) and not digits:
                return self.number(value, form or "base")
            return put_into_form(self._text(slots[name], value, last_or=last_or), form)

        return SLOT.sub(replace, text)

    def number(self, value: int, form: str = "base") -> str:
        """A number in words; beyond 99 digit by digit."""
        numerals = self.file.numerals[form]
        return numerals.say(value) if abs(value) <= 99 else spell_digits(str(value), numerals)

    def _choose(self, template: Counted, slots: Mapping[str, Slot], values: Mapping[str, Value]) -> str:
        by = template.by or next(name for name, slot in slots.items() if slot is Slot.NUMBER)
        count = values[by]
        if not isinstance(count, int):
            raise ValueError(f"{by} must be a number, not {count!r}")
        forms = template.forms()
        if count == 0 and template.zero is not None:
            return template.zero
        return forms[plural_category(self.language, count)]

    def _text(self, slot: Slot, value: Value, *, last_or: bool) -> str:
        if slot is Slot.NAME and isinstance(value, Side):
            return self.name(value)
        if slot is Slot.WORD and isinstance(value, str):
            return self.word(value)
        if slot is Slot.WORDS and isinstance(value, tuple):
            common = self.file.common
            if last_or and len(value) > 1:
                return common.separator.join(value[:-1]) + common.last_or + value[-1]
            return common.separator.join(value)
        return _CAPITALS.sub(lambda match: self.word(match[0]), str(value))

    def _spell(self, text: str) -> str:
        return spell_digits(text, self.file.numerals["base"])

    def _sentence_case(self, text: str) -> str:
        if not self.file.common.sentence_case:
            return text
        return _SENTENCE_START.sub(lambda match: match[1] + match[2].upper(), text)
