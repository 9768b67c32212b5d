"""Comparing words without regard to how they were typed."""

from __future__ import annotations

import unicodedata

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


def clean(word: str) -> str:
    """Return the word as it should be shown: composed, trimmed, without soft hyphens and zero-width marks."""
    return " ".join(unicodedata.normalize("NFC", word.translate(_INVISIBLE)).split())


def fold(word: str) -> str:
    """Return the key under which two spellings of one word are equal: clean, casefolded, ё as е."""
    if word.isalpha() and word.casefold() == word and unicodedata.is_normalized("NFC", word):
        return word.replace("ё", "е")  # nothing else to do, and mostly the same object
    return unicodedata.normalize("NFC", clean(word).casefold()).replace("ё", "е")
