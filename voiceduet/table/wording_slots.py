"""What the slots of a message hold."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Slot(StrEnum):
    """What a slot holds."""

    NUMBER = "number"
    """A whole number, 0–99 or negative; spoken as a numeral."""
    WORD = "word"
    """One word of the table, or a clue; spoken in lower case."""
    WORDS = "words"
    """Several words, or several ready phrases, joined as a list."""
    NAME = "name"
    """A `Side`; spoken as the player's name."""
    TEXT = "text"
    """A ready sentence or phrase, taken as it is."""


Slots = Mapping[str, Slot]
