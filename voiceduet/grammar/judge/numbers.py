"""Number words that a clue may be made of."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources


@lru_cache(maxsize=3)
def number_words(language: str) -> dict[str, int]:
    """Number words of a language, from its `numbers.toml`; empty where there is none."""
    source = resources.files(f"voiceduet.grammar.{language}").joinpath("numbers.toml")
    if not source.is_file():
        return {}
    return dict(tomllib.loads(source.read_text(encoding="utf-8")).get("cardinal", {}))


def reads_as_one_number(language: str, clue: str, number: int | None) -> bool:
    """Whether clue and number may be one number: «двадцать два» is 20 and 2, or 22 without a clue."""
    tens = number_words(language).get(clue, 0)
    return number is not None and 0 < number < 10 and 20 <= tens < 100 and tens % 10 == 0
