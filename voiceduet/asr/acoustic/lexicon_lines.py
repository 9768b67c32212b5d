"""The lines of `lexicon.txt` as arrays: checked and taken apart many at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voiceduet.asr.arrays import Booleans, Integers, Keys, PhoneNumbers, np

END_BYTES = 8
"""So much of each end of a word is looked at to find it; and a phone's name may be so long."""
BLOCK = 1 << 18
"""Bytes that are taken apart at a time: what is needed meanwhile is some ten times as large."""
_SPACE, _NEWLINE = 32, 10
_FACTORS = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
_MASKS = np.array([(1 << (8 * count)) - 1 for count in range(END_BYTES + 1)], np.uint64)


class WrongLine(Exception):  # noqa: N818 - what it says is told by its reader
    """A line that is no word and its phones."""

    def __init__(self, number: int) -> None:
        """`number`: of the line, from 1."""
        super().__init__(number)
        self.number = number


@dataclass(frozen=True, slots=True)
class Lines:
    """Words and their phones, one row for each line."""

    text: bytes
    """The file, and some bytes of nothing behind it."""
    begins: Integers
    """(rows,): where each word begins in it."""
    lengths: Integers
    """(rows,): bytes of each word."""
    phones: PhoneNumbers
    """The phones of all rows, one after another, from 1."""
    starts: Integers
    """(rows + 1,): where the phones of each row start, and where the last end."""

    @classmethod
    def read(cls, file: bytes, names: Sequence[str]) -> Lines:
        """Take a file apart. Raises `WrongLine`."""
        text = file + bytes(END_BYTES)
        known = _Names.of(names)
        parts: list[_Part] = []
        for begin, end in _blocks(file):
            parts.append(_Part.read(text, (begin, end), known, 1 + sum(len(part.begins) for part in parts)))
        if not parts:
            raise WrongLine(1)
        return cls(
            text,
            np.concatenate([part.begins for part in parts]),
            np.concatenate([part.lengths for part in parts]),
            np.concatenate([part.phones for part in parts]),
            np.concatenate([np.zeros(1, np.int32), *(part.counts for part in parts)]).cumsum(dtype=np.int32),
        )

    def __len__(self) -> int:
        """Rows."""
        return len(self.begins)

    def word(self, row: int) -> bytes:
        """A word as it is spelled."""
        begin = int(self.begins[row])
        return self.text[begin : begin + int(self.lengths[row])]

    def way(self, row: int) -> tuple[int, ...]:
        """The phones of a row."""
        return tuple(self.phones[self.starts[row] : self.starts[row + 1]].tolist())

    def keys(self) -> Keys:
        """(rows,): a number for each word that few others have; see `key_of`."""
        long = self.lengths >= END_BYTES
        keys: Keys = np.multiply(_eight(self.text, self.begins, self.lengths), _FACTORS[0], dtype=np.uint64)
        last = _eight(self.text, (self.begins + self.lengths)[long] - END_BYTES)
        keys[long] += np.multiply(last, _FACTORS[1], dtype=np.uint64)
        return keys + self.lengths.astype(np.uint64)


def key_of(word: bytes) -> int:
    """The number that `Lines.keys` has for a word: made of both its ends and its length."""
    first = int.from_bytes(word[:END_BYTES], "little")
    last = int.from_bytes(word[-END_BYTES:], "little") if len(word) >= END_BYTES else 0
    return int((first * _FACTORS[0] + last * _FACTORS[1] + len(word)) & int(_MASKS[-1]))


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of phones as numbers, sorted, and the phone of each."""

    codes: Keys
    phones: PhoneNumbers

    @classmethod
    def of(cls, names: Sequence[str]) -> _Names:
        codes = np.array([int.from_bytes(name.encode()[:END_BYTES], "little") for name in names], np.uint64)
        order = np.argsort(codes)
        return cls(codes[order], (1 + order).astype(np.int16))

    def find(self, codes: Keys) -> tuple[PhoneNumbers, Booleans]:
        """Phones, and whether each is known."""
        at = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        return self.phones[at], self.codes[at] == codes


@dataclass(frozen=True, slots=True)
class _Part:
    """A block of whole lines."""

    begins: Integers
    lengths: Integers
    phones: PhoneNumbers
    counts: Integers

    @classmethod
    def read(cls, text: bytes, block: tuple[int, int], names: _Names, line: int) -> _Part:
        """`line`: number of the block's first."""
        bytes_ = np.frombuffer(text, np.uint8)[block[0] : block[1]]
        ends = np.flatnonzero(bytes_ <= _SPACE).astype(np.int32)
        begins = np.concatenate([np.zeros(1, np.int32), ends[:-1] + np.int32(1)])
        lengths = ends - begins
        is_last = bytes_[ends] == _NEWLINE
        is_word = np.concatenate([np.ones(1, np.bool_), is_last[:-1]])
        phones, is_known = names.find(_eight(text, begins[~is_word] + block[0], lengths[~is_word]))
        wrong = (lengths == 0) | (is_word & is_last) | ~(is_last | (bytes_[ends] == _SPACE))
        wrong[~is_word] |= ~is_known | (lengths[~is_word] > END_BYTES)
        if wrong.any():
            raise WrongLine(line + int(is_last[: wrong.argmax()].sum()))
        counts = np.diff(np.append(np.flatnonzero(is_word), len(ends))).astype(np.int32) - np.int32(1)
        return cls(begins[is_word] + np.int32(block[0]), lengths[is_word], phones, counts)


def _blocks(file: bytes) -> Iterator[tuple[int, int]]:
    """Begin and end of each block of whole lines. Raises `WrongLine` for a last line without an end."""
    begin = 0
    while begin < len(file):
        end = file.find(b"\n", min(begin + BLOCK, len(file) - 1)) + 1
        if end == 0:
            raise WrongLine(1 + file.count(b"\n"))
        yield begin, end
        begin = end


def _eight(text: bytes, begins: Integers, lengths: Integers | None = None) -> Keys:
    """The first eight bytes, or as many as there are, from each place on, as one number."""
    windows = np.lib.stride_tricks.sliding_window_view(np.frombuffer(text, np.uint8), END_BYTES)
    codes = windows[begins].copy().view(np.uint64).reshape(-1)
    return codes if lengths is None else codes & _MASKS[np.minimum(lengths, END_BYTES)]
