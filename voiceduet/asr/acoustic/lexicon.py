"""How the words of a model are said: `graph/lexicon.txt`, a word and its phones on each line, common words first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path

from voiceduet.asr.acoustic.paths import SILENCE, Phones
from voiceduet.asr.errors import ModelError
from voiceduet.asr.wordgraph.folder import LEXICON_FILE

MOST_WAYS = 6
"""So many ways of saying one phrase are looked at."""


class SpokenLexicon:
    """Words to their ways of being said. Words are told apart as they are spelled."""

    def __init__(self, lines: bytes, phones: Sequence[str]) -> None:
        """`lines`: the file. `phones`: their names; the network's number of each is its place, from 1.

        Raises `ModelError` for a line that is no word and its phones. The file is kept as it is and searched: as a
        table of strings it would take ten times the memory.
        """
        self._lines = b"\n" + lines
        self._found: dict[str, tuple[Phones, ...]] = {}
        self._numbers = {phone: number for number, phone in enumerate(phones, start=1)}
        one = rb"\S+(?: (?:%s))+\n" % b"|".join(sorted((re.escape(each.encode()) for each in phones), reverse=True))
        if not re.fullmatch(rb"(?:%s)+" % one, lines):
            rows = enumerate(lines.splitlines(keepends=True), start=1)
            wrong = next((number for number, line in rows if not re.fullmatch(one, line)), 1)
            raise ModelError(f"{LEXICON_FILE}, line {wrong}: not a word and phones of this model")

    @classmethod
    def read(cls, path: Path, phones: Sequence[str]) -> SpokenLexicon:
        """Read `lexicon.txt`. Raises `ModelError` for a file that is missing or has a line that is no word."""
        try:
            return cls(path.read_bytes(), phones)
        except OSError as error:
            raise ModelError(f"{path.name} cannot be used to weigh phrases: {error}") from error

    def words(self) -> Iterator[str]:
        """Every word, once for each of its ways."""
        return (line.partition(b" ")[0].decode() for line in self._lines.splitlines()[1:])

    def of_word(self, word: str) -> tuple[Phones, ...]:
        """Its ways in the network's numbers; none for an unknown word."""
        if word not in self._found:
            self._found[word] = tuple(self._ways(word))
        return self._found[word]

    def of_phrase(self, phrase: str) -> tuple[Phones, ...]:
        """The ways of a phrase, with a silence that may be passed over between its words; none if one is unknown."""
        return joined([self.of_word(word) for word in phrase.split()])

    def most_common(self, count: int) -> Iterator[tuple[str, Phones]]:
        """So many ways of saying the most common words."""
        return map(self._entry, self._lines.splitlines()[1 : 1 + count])

    def spread(self, count: int) -> Iterator[tuple[str, Phones]]:
        """At least so many ways, if there are, of common and rare words alike."""
        lines = self._lines.splitlines()[1:]
        return map(self._entry, lines[:: max(1, len(lines) // count)])

    def _entry(self, line: bytes) -> tuple[str, Phones]:
        word, _, way = line.decode().partition(" ")
        return word, self._phones(way)

    def _ways(self, word: str) -> Iterator[Phones]:
        begin = b"\n" + word.encode() + b" "
        at = self._lines.find(begin)
        while at >= 0:
            end = self._lines.find(b"\n", at + 1)
            yield self._phones(self._lines[at + len(begin) : end].decode())
            at = self._lines.find(begin, end)

    def _phones(self, way: str) -> Phones:
        return tuple(self._numbers[name] for name in way.split())


def joined(words: Sequence[Sequence[Phones]]) -> tuple[Phones, ...]:
    """The ways of a chain of words, from the ways of each; none if one has none."""
    return tuple(_chained(chain) for chain in islice(product(*words), MOST_WAYS))


def _chained(chain: Iterable[Phones]) -> Phones:
    result: list[int] = []
    for phones in chain:
        result.extend((SILENCE, *phones) if result else phones)
    return tuple(result)
