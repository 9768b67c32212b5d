"""Letters as clues: names of letters, letters that are named for their shape (rules 9.3)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources

from voiceduet.grammar.judge.analyst import Finding
from voiceduet.grammar.judge.verdict import Reason, Verdict

_SHAPES = frozenset("охтгпжш")
"""Letters that look like something: a ring, a cross, a gallows; they may be meant for their shape."""
_LONGEST_NAME = 4
"""Longer names are words of spelling alphabets (Анна, Борис): two of them are rather two names."""


@lru_cache(maxsize=1)
def letter_names() -> dict[str, str]:
    """Spoken name → letter, from `letters.toml`: «бэ» → б."""
    text = resources.files("voiceduet.grammar.ru").joinpath("letters.toml").read_text(encoding="utf-8")
    letters: dict[str, list[str]] = tomllib.loads(text)["letters"]
    return {name: letter for letter, names in letters.items() for name in names if len(name) < _LONGEST_NAME}


def letter_finding(letter: str, card: str) -> Finding | None:
    """Rule on a single letter against a card: illegal as its first letter, unless the shape may be meant."""
    if not card.startswith(letter):
        return None
    verdict = Verdict.DOUBTFUL if letter in _SHAPES else Verdict.ILLEGAL
    return Finding(verdict, Reason.LETTERS_ONLY, card)
