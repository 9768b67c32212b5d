r"""Reading Kaldi's binary `final.mdl`: only what a chain model without layers to train needs.

A file begins with the bytes `\0B`. Tokens end with a space. An int32 or float32 is preceded by a byte 4, a float64
by a byte 8. An integer vector is a byte 4, its length as int32 and its numbers; a vector is the token `FV`, its
length and float32 numbers; a matrix is `FM`, rows, columns and its numbers row by row.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.arrays import Floats, np
from voiceduet.asr.errors import ModelError

HEADER = b"\0B"


@dataclass(slots=True)
class KaldiReader:
    """Takes one value after another. Raises `ValueError` where something else is found."""

    data: bytes
    at: int = len(HEADER)

    def __post_init__(self) -> None:
        if not self.data.startswith(HEADER):
            raise ValueError("this is no binary file of Kaldi")

    def token(self) -> str:
        """The next word."""
        end = self.data.index(b" ", self.at)
        text = self.data[self.at : end].decode("ascii")
        self.at = end + 1
        return text

    def expect(self, text: str) -> None:
        """Words that must come now."""
        for wanted in text.split():
            found = self.token()
            if found != wanted:
                raise ValueError(f"{wanted} expected, {found} found")

    def line(self) -> str:
        """Text to the end of the line."""
        end = self.data.index(b"\n", self.at)
        text = self.data[self.at : end].decode("ascii")
        self.at = end + 1
        return text

    def _unpack(self, form: str, size: int) -> float:
        if self.data[self.at] != size:
            raise ValueError(f"a value of {size} bytes expected at {self.at}")
        (value,) = struct.unpack_from(form, self.data, self.at + 1)
        self.at += 1 + size
        return float(value)

    def integer(self) -> int:
        """An int32."""
        return int(self._unpack("<i", 4))

    def number(self) -> float:
        """A float32."""
        return self._unpack("<f", 4)

    def double(self) -> float:
        """A float64."""
        return self._unpack("<d", 8)

    def _block(self, count: int) -> Floats:
        values = np.frombuffer(self.data, "<f4", count, self.at).astype(np.float32)
        self.at += 4 * count
        return values

    def integers(self) -> list[int]:
        """An integer vector."""
        count = self.integer()
        values = np.frombuffer(self.data, "<i4", count, self.at)
        self.at += values.nbytes
        return [int(value) for value in values]

    def vector(self) -> Floats:
        """A vector of float32."""
        self.expect("FV")
        return self._block(self.integer())

    def matrix(self) -> Floats:
        """A matrix of float32."""
        self.expect("FM")
        rows, columns = self.integer(), self.integer()
        return self._block(rows * columns).reshape(rows, columns)


@dataclass(frozen=True, slots=True)
class Affine:
    """A layer: matrix × input + bias."""

    weights: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Relu:
    """max(0, input)."""

    size: int


@dataclass(frozen=True, slots=True)
class Copy:
    """The input as it is; for sums."""

    size: int


Component = Affine | Relu | Copy


@dataclass(frozen=True, slots=True)
class Nnet:
    """A network as Kaldi's nnet3 has it."""

    config: tuple[str, ...]
    """Lines that say what is connected with what."""
    components: tuple[tuple[str, Component], ...]
    context: int
    """Frames that are needed on each side."""


def read_network(path: Path) -> Nnet:
    """Read the network of a `final.mdl`; the transition model is passed over.

    Raises `ModelError` for a file that is missing, damaged or holds layers of other kinds.
    """
    try:
        return _read(path.read_bytes())
    except (OSError, ValueError, IndexError, struct.error) as error:
        raise ModelError(f"{path.name} cannot be used to weigh phrases: {error}") from error


def _read(data: bytes) -> Nnet:
    reader = KaldiReader(data)
    reader.at = data.index(b"<Nnet3>")
    reader.expect("<Nnet3>")
    reader.line()
    config = tuple(iter(reader.line, ""))
    reader.expect("<NumComponents>")
    components = []
    for _ in range(reader.integer()):
        reader.expect("<ComponentName>")
        components.append((reader.token(), _read_component(reader)))
    reader.expect("</Nnet3> <LeftContext>")
    context = reader.integer()
    reader.expect("<RightContext>")
    if reader.integer() != context:
        raise ValueError("left and right context differ")
    return Nnet(config, tuple(components), context)


def _read_component(reader: KaldiReader) -> Component:
    match reader.token():
        case "<FixedAffineComponent>":
            reader.expect("<LinearParams>")
            weights = reader.matrix()
            reader.expect("<BiasParams>")
            bias = reader.vector()
            reader.expect("</FixedAffineComponent>")
            return Affine(weights, bias)
        case "<RectifiedLinearComponent>":
            return Relu(_read_rectified(reader))
        case "<NoOpComponent>":
            reader.expect("<Dim>")
            size = reader.integer()
            reader.expect("<BackpropScale>")
            reader.number()
            reader.expect("</NoOpComponent>")
            return Copy(size)
        case other:
            raise ValueError(f"components of type {other} are not known here")


def _read_rectified(reader: KaldiReader) -> int:
    reader.expect("<Dim>")
    size = reader.integer()
    for name in ("<ValueAvg>", "<DerivAvg>"):
        reader.expect(name)
        reader.vector()
    for name in ("<Count>", "<NumDimsSelfRepaired>", "<NumDimsProcessed>"):
        reader.expect(name)
        reader.double()
    reader.expect("<SelfRepairScale>")
    reader.number()
    reader.expect("</RectifiedLinearComponent>")
    return size
