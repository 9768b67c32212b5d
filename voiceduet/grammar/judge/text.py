"""Cleaning shared by all languages: what a keyboard or a recogniser may add to a clue that is not part of the word.

Letter case, Unicode form, invisible marks, punctuation around words, kinds of dashes and apostrophes, letters of the
other alphabet that look the same, and clues spelled out letter by letter. ё is kept; analysts fold it where they
compare.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_APOSTROPHES = dict.fromkeys(map(ord, "’ʼ`´‘＇"), "'")
_PUNCTUATION = re.compile(r"[^\w\s'\-]|_")
_LOOSE_MARK = re.compile(r"(?<!\w)['\-]+|['\-]+(?!\w)")
_WORD = re.compile(r"\w+")

_LATIN_TO_CYRILLIC = str.maketrans("abcehkmoptxyё", "авсенкмортхуё")
_CYRILLIC_TO_LATIN = str.maketrans("авсенкмортхуѕіј", "abcehkmoptxysij")
_CYRILLIC = re.compile(r"[Ѐ-ӿ]")
_LATIN = re.compile(r"[a-zà-ɏ]")


def fold(text: str) -> str:
    """Lower case, composed Unicode, no marks besides inner hyphens and apostrophes, single spaces."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
    text = text.translate(_DASHES).translate(_APOSTROPHES)
    text = "".join(c for c in text if unicodedata.category(c) not in {"Cf", "Cc"} or c.isspace())
    text = _drop_stress(text)
    text = _PUNCTUATION.sub(" ", text)
    return " ".join(_LOOSE_MARK.sub(" ", text).split())


def to_cyrillic(text: str) -> str:
    """Replace Latin look-alikes in words that also have Cyrillic letters; wholly Latin words stay."""
    return _WORD.sub(lambda m: _swap(m.group(), _CYRILLIC, _LATIN_TO_CYRILLIC), text)


def to_latin(text: str) -> str:
    """Replace Cyrillic look-alikes in words that also have Latin letters; wholly Cyrillic words stay."""
    return _WORD.sub(lambda m: _swap(m.group(), _LATIN, _CYRILLIC_TO_LATIN), text)


def looks_cyrillic(word: str) -> str:
    """The word with every Latin look-alike letter replaced, for words typed wholly with them."""
    return word.translate(_LATIN_TO_CYRILLIC)


def has_latin(text: str) -> bool:
    """Whether a Latin letter is left."""
    return _LATIN.search(text) is not None


def join_spelled(text: str, letter_names: Mapping[str, str]) -> str:
    """Join a clue spelled out («ка о тэ», «к-о-т») into its word; any other text stays.

    `letter_names` gives the letter for each spoken name; single letters stand for themselves. At least two are needed.
    """
    parts = text.replace("-", " ").split()
    if len(parts) < 2:
        return text
    letters = [letter_names.get(part, part) for part in parts]
    return "".join(letters) if all(len(letter) == 1 for letter in letters) else text


def _swap(word: str, own: re.Pattern[str], table: dict[int, int]) -> str:
    return word.translate(table) if own.search(word) else word


def _drop_stress(text: str) -> str:
    """Remove combining marks that do not make a letter of their own (о́ → о); й and ё are composed already."""
    return "".join(c for c in text if unicodedata.category(c) != "Mn")
