"""Large tables that stay on the disk: rows are found by halving, so nothing is read before it is asked for."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path


class SortedTable:
    """A tab-separated file of two columns whose rows are sorted by the bytes of the first one, each row once.

    Comment lines (`#`) stand before all rows.
    """

    def __init__(self, name: str) -> None:
        """`name`: of a file in this folder."""
        with (Path(__file__).parent / name).open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._first = 0
        while self._bytes[self._first : self._first + 1] == b"#":
            self._first = self._bytes.find(b"\n", self._first) + 1

    def __contains__(self, word: str) -> bool:
        return self.get(word) is not None

    def get(self, word: str) -> str | None:
        """The second column of the word's row; `None` when there is none."""
        wanted = word.encode()
        low, high = self._first, len(self._bytes)
        while low < high:
            middle = self._bytes.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self._bytes.find(b"\n", middle)
            key, _, rest = self._bytes[middle:end].partition(b"\t")
            if key == wanted:
                return rest.decode()
            if key < wanted:
                low = end + 1
            else:
                high = middle
        return None

    def rows(self) -> Iterator[tuple[str, str]]:
        """Every row; reads the whole file."""
        for line in self._bytes[self._first :].decode().splitlines():
            key, _, rest = line.partition("\t")
            yield key, rest
