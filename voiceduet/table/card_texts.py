"""Texts on a player's own side of the key, in the language of the table: `card_texts.toml` beside this module."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from string import Formatter


@dataclass(frozen=True, slots=True)
class CardTexts:
    """The entries of one language."""

    side_title: str
    cover: str
    look_away: str
    press_to_see: str
    press_to_hide: str
    counted: str
    place: str
    found: str
    agents_left: str
    assassins: str
    none: str
    sheet_title: str
    key_title: str
    duplex_long: str
    duplex_short: str
    one_side: str
    words_only: str


@cache
def load_card_texts(language: str) -> CardTexts:
    """Read the texts of a language. Raise `ValueError` when it, an entry or a field is missing or too many."""
    data = tomllib.loads(resources.files("voiceduet.table").joinpath("card_texts.toml").read_text("utf-8"))
    names = {field.name for field in fields(CardTexts)}
    found = data.get(language, {})
    if set(found) != names:
        odd = sorted(names ^ set(found))
        raise ValueError(f"card_texts.toml, [{language}]: entries missing or too many: {', '.join(odd)}")
    for name in sorted(names):
        if _fields(found[name]) != _fields(data["en"][name]):
            raise ValueError(f"card_texts.toml, [{language}] {name}: fields differ from those of [en]")
    return CardTexts(**found)


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}
