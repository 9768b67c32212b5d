"""OpenFst's files as Vosk reads them: `const` (a word list), `olabel_lookahead` (a graph limited at run time).

All numbers are little-endian. A header is: magic int32; type and arc type, each an int32 length and that many bytes;
version int32; flags int32; properties uint64; start, number of states, number of arcs int64. A `const` file goes on
with the states (final cost float32, first arc, number of arcs, arcs without input, arcs without output: uint32 each;
without padding), then the arcs (input int32, output int32, cost float32, target int32). Costs are natural logarithms
with the sign turned; no final cost is infinity.

An `olabel_lookahead` file is: a header without states, the add-on magic int32, a whole `const` file, and the add-on:
bytes 1 (there is one), 0 (nothing for inputs), 1 (outputs follow), 0 (not for inputs), 0 (no table of old labels),
the number that stands for "final" int32, the number of states int64, and for each state the output labels that can
come next: number of intervals int64, each begin and (excluded) end int32, then the number of labels in them int32.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from voiceduet.asr.errors import LexiconError

MAGIC, ADD_ON_MAGIC = 2125659606, 446681434
CONST_VERSION, LOOKAHEAD_VERSION = 2, 1
EXPANDED, ACCEPTOR = 0x1, 0x10000
INPUT_SORTED, OUTPUT_SORTED = 0x10000000, 0x40000000
LOOKAHEAD = "olabel_lookahead"
STATE, ARC = struct.Struct("<fIIII"), struct.Struct("<iifi")
HEADER_TAIL = struct.Struct("<iiQqqq")
ADD_ON_HEAD = struct.Struct("<BBBBBiq")

Intervals = tuple[tuple[int, int], ...]
"""Sorted, disjoint; ends are excluded."""


class Arc(NamedTuple):
    """From one state to another: what goes in, what comes out (0: nothing), what it costs."""

    input: int
    output: int
    cost: float
    target: int


@dataclass(slots=True)
class Fst:
    """States are numbers from 0; each has a list of arcs."""

    start: int = 0
    arcs: list[list[Arc]] = field(default_factory=list)
    finals: dict[int, float] = field(default_factory=dict)
    """Final states with their costs."""

    def add_state(self) -> int:
        """Number of a new state."""
        self.arcs.append([])
        return len(self.arcs) - 1

    def add_arc(self, source: int, target: int, labels: tuple[int, int], cost: float = 0.0) -> None:
        """`labels`: input and output."""
        self.arcs[source].append(Arc(*labels, cost, target))


@dataclass(slots=True)
class _Reader:
    data: bytes
    name: str
    at: int = 0

    def take(self, form: struct.Struct) -> tuple[float, ...]:
        try:
            values = form.unpack_from(self.data, self.at)
        except struct.error as error:
            raise LexiconError(f"{self.name} ends too early; the model is damaged") from error
        self.at += form.size
        return values

    def text(self) -> str:
        (length,) = struct.unpack_from("<i", self.data, self.at)
        self.at += 4 + length
        return self.data[self.at - length : self.at].decode("ascii", "replace")

    def block(self, size: int) -> memoryview:
        if self.at + size > len(self.data):
            raise LexiconError(f"{self.name} ends too early; the model is damaged")
        self.at += size
        return memoryview(self.data)[self.at - size : self.at]


def _header(kind: str, version: int, properties: int, sizes: tuple[int, int, int]) -> bytes:
    """`sizes`: start, states, arcs."""
    names = b"".join(struct.pack("<i", len(text)) + text.encode("ascii") for text in (kind, "standard"))
    return struct.pack("<i", MAGIC) + names + HEADER_TAIL.pack(version, 0, properties, *sizes)


def _read_header(reader: _Reader, kind: str) -> tuple[int, int, int]:
    (magic,) = reader.take(struct.Struct("<i"))
    found = reader.text() if magic == MAGIC else "something else"
    if found != kind or reader.text() != "standard":
        raise LexiconError(f"{reader.name} should be a word graph of type {kind} and is {found}")
    _, _, _, start, states, arcs = reader.take(HEADER_TAIL)
    return int(start), int(states), int(arcs)


def const_bytes(fst: Fst, properties: int) -> bytes:
    """A whole `const` file; arcs keep their order, which `properties` must describe."""
    first = accumulate((len(arcs) for arcs in fst.arcs), initial=0)
    states = b"".join(
        STATE.pack(
            fst.finals.get(state, math.inf),
            begin,
            len(arcs),
            sum(not arc.input for arc in arcs),
            sum(not arc.output for arc in arcs),
        )
        for (state, arcs), begin in zip(enumerate(fst.arcs), first, strict=False)
    )
    arcs = b"".join(ARC.pack(*arc) for arcs in fst.arcs for arc in arcs)
    sizes = (fst.start, len(fst.arcs), sum(map(len, fst.arcs)))
    return _header("const", CONST_VERSION, properties | EXPANDED, sizes) + states + arcs


def _read_const(reader: _Reader) -> Fst:
    start, states, arcs = _read_header(reader, "const")
    heads = list(STATE.iter_unpack(reader.block(STATE.size * states)))
    table = list(map(Arc._make, ARC.iter_unpack(reader.block(ARC.size * arcs))))
    finals = {state: head[0] for state, head in enumerate(heads) if head[0] != math.inf}
    return Fst(start, [table[first : first + count] for _, first, count, _, _ in heads], finals)


def read_const(path: Path) -> Fst:
    """Read a `const` file. Raises `LexiconError` when it is none."""
    return _read_const(_Reader(path.read_bytes(), path.name))


def write_acceptor(path: Path, fst: Fst) -> None:
    """Write a `const` file whose arcs have equal input and output; they are sorted."""
    for arcs in fst.arcs:
        arcs.sort()
    path.write_bytes(const_bytes(fst, ACCEPTOR | INPUT_SORTED | OUTPUT_SORTED))


def read_lookahead(path: Path) -> tuple[Fst, list[Intervals]]:
    """Read an `olabel_lookahead` file: the graph and, for each state, the output labels that can come next."""
    reader = _Reader(path.read_bytes(), path.name)
    _read_header(reader, LOOKAHEAD)
    (magic,) = reader.take(struct.Struct("<i"))
    if magic != ADD_ON_MAGIC:
        raise LexiconError(f"{path.name} has no look-ahead table; the model is of another kind")
    fst = _read_const(reader)
    there, inputs, outputs, for_inputs, old_labels, _, states = reader.take(ADD_ON_HEAD)
    if (there, inputs, outputs, for_inputs, old_labels, states) != (1, 0, 1, 0, 0, len(fst.arcs)):
        raise LexiconError(f"{path.name} has a look-ahead table of another kind")
    return fst, [_read_intervals(reader) for _ in fst.arcs]


def _read_intervals(reader: _Reader) -> Intervals:
    (count,) = reader.take(struct.Struct("<q"))
    numbers = [int(number) for number in reader.take(struct.Struct(f"<{2 * int(count)}ii"))]
    return tuple(zip(numbers[:-1:2], numbers[1:-1:2], strict=True))


def write_lookahead(path: Path, fst: Fst, following: Sequence[Intervals], final_label: int) -> None:
    """Write an `olabel_lookahead` file. `following` has one entry a state; arcs are sorted by output."""
    for arcs in fst.arcs:
        arcs.sort(key=lambda arc: (arc.output, arc.input))
    parts = [
        _header(LOOKAHEAD, LOOKAHEAD_VERSION, OUTPUT_SORTED | EXPANDED, (-1, 0, 0)),
        struct.pack("<i", ADD_ON_MAGIC),
        const_bytes(fst, OUTPUT_SORTED),
        ADD_ON_HEAD.pack(1, 0, 1, 0, 0, final_label, len(following)),
    ]
    for intervals in following:
        numbers = [number for interval in intervals for number in interval]
        size = sum(end - begin for begin, end in intervals)
        parts.append(struct.pack(f"<q{len(numbers)}ii", len(intervals), *numbers, size))
    path.write_bytes(b"".join(parts))
