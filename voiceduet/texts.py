"""Texts for players in every language, kept as data. Below all rooms.

A file maps each code to one text a language, with the same {fields} in all of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Formatter

FALLBACK = "en"
"""Read by whoever has a language that no text is in."""
LANGUAGES = (FALLBACK, "ru", "ko")

Texts = Mapping[str, Mapping[str, str]]


def load_texts(file: Path, codes: Iterable[str]) -> Texts:
    """Read code -> language -> text. Raise `ValueError` naming file and entry: missing, left over, or other fields."""
    texts: dict[str, dict[str, str]] = tomllib.loads(file.read_text(encoding="utf-8"))
    odd = set(codes) ^ set(texts)
    if odd:
        raise ValueError(f"{file.name}: entries missing or left over: {', '.join(sorted(odd))}")
    for code, entry in texts.items():
        if set(entry) != set(LANGUAGES):
            raise ValueError(f"{file.name}: {code}: needs exactly the languages {', '.join(LANGUAGES)}")
        if len({frozenset(fields_of(text)) for text in entry.values()}) > 1:
            raise ValueError(f"{file.name}: {code}: the languages use different fields")
    return texts


def fields_of(text: str) -> set[str]:
    """The names in braces."""
    return {field for _, field, _, _ in Formatter().parse(text) if field}


def fill(texts: Texts, code: str, language: str, facts: Mapping[str, object]) -> str:
    """The text of a code in a language, English where there is none."""
    entry = texts[code]
    return entry.get(language, entry[FALLBACK]).format_map(facts)
