"""How a word is spelled for the voice: ё where it belongs (voices read «самолет» as it is written)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from voiceduet.grammar.ru.forms import word_forms


def _as_typed(word: str) -> str:
    return word


@lru_cache(maxsize=2_000)
def _russian(word: str) -> str:
    return word_forms().spelling(word)


def speller(language: str) -> Callable[[str], str]:
    """The spelling of a language's words, lower case in and out; the dictionary is loaded with the first word."""
    return _russian if language == "ru" else _as_typed
