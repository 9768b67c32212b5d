"""Letters as clues: names of letters, letters that are named for their shape (rules 9.3)."""

from __future__ import annotations

from voiceduet.grammar.judge.analyst import Finding
from voiceduet.grammar.judge.verdict import Reason, Verdict

LETTER_NAMES = {
    "бэ": "б", "бе": "б", "вэ": "в", "ве": "в", "гэ": "г", "ге": "г", "дэ": "д", "де": "д",
    "жэ": "ж", "же": "ж", "зэ": "з", "зе": "з",
    "ка": "к", "эль": "л", "эл": "л", "эм": "м", "эн": "н", "пэ": "п", "пе": "п", "эр": "р", "эс": "с",
    "тэ": "т", "те": "т",
    "эф": "ф", "ха": "х", "хэ": "х", "цэ": "ц", "це": "ц", "че": "ч", "чэ": "ч", "ша": "ш", "ща": "щ",
}  # fmt: skip
"""Spoken name → letter. Vowels and single letters are their own names."""
_SHAPES = frozenset("охтгпжш")
"""Letters that look like something: a ring, a cross, a gallows; they may be meant for their shape."""


def letter_finding(letter: str, card: str) -> Finding | None:
    """Rule on a single letter against a card: illegal as its first letter, unless the shape may be meant."""
    if not card.startswith(letter):
        return None
    verdict = Verdict.DOUBTFUL if letter in _SHAPES else Verdict.ILLEGAL
    return Finding(verdict, Reason.LETTERS_ONLY, card)
