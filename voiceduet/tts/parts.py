"""A long read-out in parts, so that its first sample comes soon and a stop between two parts is clean."""

from __future__ import annotations

import re

PART_LETTERS = 90
"""About six seconds of speech; what is not much longer is said in one go."""

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
_PAUSE = re.compile(r"(?<=[,:;])\s+")


def parts(text: str, letters: int = PART_LETTERS) -> list[str]:
    """Cut a text at the ends of sentences, and a long sentence at its commas; every word is kept, in order.

    A part has at most so many letters, unless there is nowhere to cut.
    """
    if len(text) <= letters * 1.5:
        return [text]
    pieces: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        pieces += [sentence] if len(sentence) <= letters else _packed(_PAUSE.split(sentence), letters)
    return _packed(pieces, letters)


def _packed(pieces: list[str], letters: int) -> list[str]:
    packed: list[str] = []
    for piece in pieces:
        if packed and len(packed[-1]) + 1 + len(piece) <= letters:
            packed[-1] += f" {piece}"
        else:
            packed.append(piece)
    return packed
