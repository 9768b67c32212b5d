"""Tables of words in a language's `judge_data`: reading them, and the levels of kinship that they rule."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from enum import IntEnum
from importlib import resources
from importlib.resources.abc import Traversable

from voiceduet.grammar.judge.messages import JudgeDataError


class Kinship(IntEnum):
    """How plainly two words are felt to belong together."""

    NONE = 0
    FELT = 1
    PLAIN = 2


_LEVELS = {"none": Kinship.NONE, "felt": Kinship.FELT, "plain": Kinship.PLAIN}

Pair = frozenset[str]
"""Two words, in no order."""


class JudgeTables:
    """The files of one language. Every reader raises `JudgeDataError` that names file and entry."""

    def __init__(self, language: str) -> None:
        self.folder = f"voiceduet/grammar/{language}/judge_data"
        """As it is named in messages."""
        self._files: Traversable = resources.files(f"voiceduet.grammar.{language}") / "judge_data"

    def text(self, name: str) -> str:
        """A whole file; packed files are unpacked."""
        raw = (self._files / name).read_bytes()
        return gzip.decompress(raw).decode() if name.endswith(".gz") else raw.decode()

    def lines(self, name: str) -> Iterator[str]:
        """Lines without comments and blanks."""
        return (line for line in self.text(name).splitlines() if line and not line.startswith("#"))

    def rows(self, name: str, width: int) -> Iterator[tuple[str, ...]]:
        """Lines as fields between tabs, `width` of them and none empty."""
        for line in self.lines(name):
            row = tuple(line.split("\t"))
            if len(row) != width or not all(row):
                raise JudgeDataError(f"{self.folder}/{name}: expected {width} fields separated by tabs: {line!r}")
            yield row

    def level(self, name: str, text: str) -> Kinship:
        """A level of kinship as the file `name` writes it."""
        if text not in _LEVELS:
            raise JudgeDataError(f"{self.folder}/{name}: level {text!r} is none of {', '.join(_LEVELS)}")
        return _LEVELS[text]

    def number_hints(self) -> dict[str, frozenset[int]]:
        """For each word of `number_hints.tsv` the numbers that point at it (rules 9.3)."""
        found: dict[str, set[int]] = {}
        for number, words in self.rows("number_hints.tsv", 2):
            for word in words.split():
                found.setdefault(word, set()).add(int(number))
        return {word: frozenset(numbers) for word, numbers in found.items()}
