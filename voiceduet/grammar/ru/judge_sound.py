"""How a Russian word is spoken, roughly, to find words that sound alike (рот, род), for tables that relax rules 9.4."""

from __future__ import annotations

import re

_VOICED = str.maketrans("бвгджз", "пфктшс")
_VOICELESS_NEXT = re.compile("[бвгджз]+(?=[пфктшсхцчщ])")
_VOICED_NEXT = re.compile("[пктшс]+(?=[бгджз])")
_VOICING = str.maketrans("пктшс", "бгджз")
_CLUSTERS = (
    ("тся", "ца"),
    ("ться", "ца"),
    ("тс", "ц"),
    ("дс", "ц"),
    ("стн", "сн"),
    ("здн", "зн"),
    ("лнц", "нц"),
    ("сч", "щ"),
)
_UNCLEAR_VOWELS = str.maketrans({"о": "а", "е": "и", "я": "и", "э": "и"})


def sound(word: str) -> str:
    """A key that is equal for words spoken alike; stress is unknown, so о and а, е and и count as one anywhere."""
    for written, spoken in _CLUSTERS:
        word = word.replace(written, spoken)
    word = _VOICED_NEXT.sub(lambda m: m.group().translate(_VOICING), word)
    word = _VOICELESS_NEXT.sub(lambda m: m.group().translate(_VOICED), word)
    word = re.sub("[бвгджз]+(?=ь?$)", lambda m: m.group().translate(_VOICED), word)
    word = re.sub(r"(.)\1", r"\1", word)
    first = re.sub("^э", "е", word)
    return first.translate(_UNCLEAR_VOWELS)
