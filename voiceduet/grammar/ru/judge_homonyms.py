"""Roots that look alike: which meaning of a root a word has, and how the meanings are felt to hang together.

`judge_homonyms.txt` is written by hand: one family a line, meanings separated by « : » (no speaker feels a kinship
with the first meaning) or « ~ » (some do). `judge_senses.tsv`, made by tools/compile_russian_senses.py, spreads the
meanings over derived words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

from voiceduet.grammar.judge.messages import JudgeDataError
from voiceduet.grammar.ru.judge_lexicon import read_table

_FILE = "judge_homonyms.txt"
_FIRST = frozenset({0})


@dataclass(frozen=True, slots=True)
class Homonym:
    """The meanings of one root shape."""

    meanings: tuple[tuple[str, ...], ...]
    """Words of each meaning; the first takes every word that the others do not."""
    felt: frozenset[int]
    """Meanings that some speakers tie to the first one."""

    @property
    def name(self) -> str:
        """The first word names the family."""
        return self.meanings[0][0]

    def are_felt(self, one: int, other: int) -> bool:
        """Whether some speakers tie two different meanings."""
        return all(meaning == 0 or meaning in self.felt for meaning in (one, other))


def read_homonyms() -> Iterator[Homonym]:
    """Read the hand-written file.

    Raises:
        JudgeDataError: a line has no second meaning or an empty one; names the line.

    """
    text = resources.files("voiceduet.grammar.ru").joinpath(_FILE).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        yield parse_homonym(line, number)


def parse_homonym(line: str, number: int) -> Homonym:
    """Read one line; `number` names it in complaints. Raise `JudgeDataError`."""
    parts = re.split("([:~])", line)
    meanings = tuple(tuple(part.split()) for part in parts[::2])
    if len(meanings) < 2 or not all(meanings):
        raise JudgeDataError(
            f"grammar/ru/{_FILE}, line {number}: expected two meanings or more, each with a word: {line!r}"
        )
    return Homonym(meanings, frozenset(i for i, mark in enumerate(parts[1::2], start=1) if mark == "~"))


class Senses:
    """Compares the meanings of a root in two words."""

    def __init__(self) -> None:
        self._homonyms = {homonym.name: homonym for homonym in read_homonyms()}
        self._senses: dict[str, str] = {}
        """Word and shape to names with numbers, as they are written: few of them are ever asked for."""
        for word, shape, name, numbers in read_table("judge_senses.tsv", 4):
            key, said = f"{word} {shape}", f"{name} {numbers}"
            self._senses[key] = f"{self._senses[key]}\t{said}" if key in self._senses else said

    def tie(self, one: tuple[str, str], other: tuple[str, str]) -> bool | None:
        """Compare two (word, root shape): `True` the same root, `False` different roots, `None` felt by some."""
        first, second = self._of(one), self._of(other)
        answer: bool | None = True
        for name in first.keys() | second.keys():
            homonym = self._homonyms.get(name)
            mine, theirs = first.get(name, _FIRST), second.get(name, _FIRST)
            if homonym is None or mine & theirs:
                continue
            if not any(homonym.are_felt(a, b) for a in mine for b in theirs):
                return False
            answer = None
        return answer

    def _of(self, word: tuple[str, str]) -> dict[str, frozenset[int]]:
        parts = (said.split() for said in self._senses.get(" ".join(word), "").split("\t") if said)
        return {name: frozenset(map(int, numbers)) for name, *numbers in parts}
