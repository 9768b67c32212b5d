"""Which changes of sound one Russian root goes through."""

from __future__ import annotations

import re

_CLASSES = str.maketrans({**dict.fromkeys("гжздщ", "Ж"), **dict.fromkeys("ктчцсшхщ", "Ш")})
_GROWTH = frozenset({"а", "я", "и", "е", "о", "у", "ь", "й", "в", "ова", "ев", "ева", "ов", "н", "д", "г"})
"""What the dictionaries count now to the root, now to the suffix."""
_VOWEL_PAIRS = ({"и", "ы"}, {"о", "а"})


def skeleton(root: str) -> str:
    """The consonants of a root as classes that alternate with each other: свет and свеч, бр and бир are equal."""
    bare = re.sub("жд", "ж", root)
    bare = re.sub("ст|ск|щ", "ш", bare)
    bare = re.sub("(?<=[бпвмф])л$", "", bare)
    return re.sub("[аеиоуыэюяйьъ]", "", bare).translate(_CLASSES)


def alternate(one: str, other: str) -> bool:
    """Whether two root shapes may be one root by regular alternations; proof must come from elsewhere."""
    if one[0] != other[0] and {one[0], other[0]} not in _VOWEL_PAIRS:
        return False
    if skeleton(one) == skeleton(other) and skeleton(one):
        return True
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and long[len(short) :] in _GROWTH
