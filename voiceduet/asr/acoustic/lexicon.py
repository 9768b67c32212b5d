"""How the words of a model are said: `graph/lexicon.txt`, a word and its phones on each line, common words first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path

from voiceduet.asr.acoustic.lexicon_lines import Lines, WrongLine, key_of
from voiceduet.asr.acoustic.paths import NOTHING, SILENCE, Phones
from voiceduet.asr.arrays import Integers, PhoneNumbers, np
from voiceduet.asr.errors import ModelError
from voiceduet.asr.wordgraph.folder import LEXICON_FILE

MOST_WAYS = 6
"""So many ways of saying one phrase are looked at."""


class SpokenLexicon:
    """Words to their ways of being said. Words are told apart as they are spelled.

    The words stay as they are in the file, beside a sorted list of what they begin and end with: as a table of strings
    they would take ten times the memory. A row is the number of a line, from 0.
    """

    def __init__(self, lines: bytes, phones: Sequence[str]) -> None:
        """`lines`: the file. `phones`: their names; the network's number of each is its place, from 1.

        Raises `ModelError` for a line that is no word and its phones.
        """
        try:
            self._lines = Lines.read(lines, phones)
        except WrongLine as error:
            raise ModelError(f"{LEXICON_FILE}, line {error.number}: not a word and phones of this model") from error
        keys = self._lines.keys()
        self._sorted = np.argsort(keys, kind="stable").astype(np.int32)
        self._keys = keys[self._sorted]

    @classmethod
    def read(cls, path: Path, phones: Sequence[str]) -> SpokenLexicon:
        """Read `lexicon.txt`. Raises `ModelError` for a file that is missing or has a line that is no word."""
        try:
            return cls(path.read_bytes(), phones)
        except OSError as error:
            raise ModelError(f"{path.name} cannot be used to weigh phrases: {error}") from error

    def __len__(self) -> int:
        """Rows."""
        return len(self._lines)

    def words(self) -> Iterator[str]:
        """Every word, once for each of its ways."""
        return (self._lines.word(row).decode() for row in range(len(self)))

    def rows_of(self, word: str) -> tuple[int, ...]:
        """The rows of a word; none for an unknown one."""
        spelled = word.encode()
        key = np.uint64(key_of(spelled))
        from_, to = np.searchsorted(self._keys, key), np.searchsorted(self._keys, key, "right")
        return tuple(int(row) for row in self._sorted[from_:to] if self._lines.word(int(row)) == spelled)

    def of_word(self, word: str) -> tuple[Phones, ...]:
        """Its ways in the network's numbers; none for an unknown word."""
        return tuple(self._lines.way(row) for row in self.rows_of(word))

    def of_phrase(self, phrase: str) -> tuple[Phones, ...]:
        """The ways of a phrase, with a silence that may be passed over between its words; none if one is unknown."""
        return joined([self.of_word(word) for word in phrase.split()])

    def most_common(self, count: int) -> Integers:
        """Rows of so many ways of saying the most common words."""
        return np.arange(min(count, len(self)))

    def spread(self, count: int) -> Integers:
        """At least so many rows, if there are, of common and rare words alike."""
        return np.arange(0, len(self), max(1, len(self) // count))

    def table(self, rows: Integers) -> PhoneNumbers:
        """(rows, longest): their phones, and `NOTHING` after the last."""
        starts, counts = self._lines.starts[rows], np.diff(self._lines.starts)[rows]
        is_said = np.arange(counts.max(initial=0)) < counts[:, None]
        result = np.full(is_said.shape, NOTHING, np.int16)
        ends = counts.cumsum(dtype=np.int32)
        places = np.repeat(starts - (ends - counts), counts) + np.arange(counts.sum(), dtype=np.int32)
        result[is_said] = self._lines.phones[places]
        return result


def joined(words: Sequence[Sequence[Phones]]) -> tuple[Phones, ...]:
    """The ways of a chain of words, from the ways of each; none if one has none."""
    return tuple(_chained(chain) for chain in islice(product(*words), MOST_WAYS))


def _chained(chain: Iterable[Phones]) -> Phones:
    result: list[int] = []
    for phones in chain:
        result.extend((SILENCE, *phones) if result else phones)
    return tuple(result)
