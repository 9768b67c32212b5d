"""Particles that follow the last sound of a word: 은/는, 이/가, 을/를, 과/와, 으로/로."""

from __future__ import annotations

_FIRST, _LAST, _FINALS, _RIEUL = 0xAC00, 0xD7A3, 28, 8

PAIRS = {"은": "는", "이": "가", "을": "를", "과": "와", "으로": "로"}
"""Particle after a final consonant -> the same after a vowel."""


def final_consonant(word: str) -> int | None:
    """The number of the last syllable's final consonant, 0 for none; `None` when the word does not end in Hangul."""
    last = word.rstrip("’'\"”).!? ")[-1:]
    if not last or not _FIRST <= ord(last) <= _LAST:
        return None
    return (ord(last) - _FIRST) % _FINALS


def attach(word: str, particle: str) -> str:
    """The word with a particle, named by its form after a consonant.

    After ㄹ it is 로, not 으로. A word in another script gets both forms: "Anna은(는)".
    """
    final = final_consonant(word)
    if final is None:
        return f"{word}{particle}({PAIRS[particle]})"
    if final == 0 or (particle == "으로" and final == _RIEUL):
        return word + PAIRS[particle]
    return word + particle
