r"""Kaldi's binary files: only what a chain model needs, written. `voiceduet.asr.acoustic.kaldi_model` reads them.

A file begins with the bytes `\0B`. Tokens end with a space. An int32 or float32 is preceded by a byte 4, a float64
by a byte 8. An integer vector is a byte 4, its length as int32 and its numbers; a vector is the token `FV`, its
length and float32 numbers; a matrix is `FM`, rows, columns and its numbers row by row.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from voiceduet.asr.acoustic.kaldi_model import HEADER, Affine, Component, Copy, Nnet, Relu

Matrix = npt.NDArray[np.float32]


@dataclass(slots=True)
class KaldiWriter:
    """Collects a binary file."""

    _out: io.BytesIO = field(default_factory=lambda: io.BytesIO(HEADER))

    def __post_init__(self) -> None:
        self._out.seek(len(HEADER))

    def raw(self, data: bytes) -> None:
        """Bytes as they are."""
        self._out.write(data)

    def tokens(self, text: str) -> None:
        """Words of a text, each followed by a space."""
        for token in text.split():
            self.raw(token.encode("ascii") + b" ")

    def integer(self, value: int) -> None:
        """An int32."""
        self.raw(struct.pack("<bi", 4, value))

    def number(self, value: float) -> None:
        """A float32."""
        self.raw(struct.pack("<bf", 4, value))

    def double(self, value: float) -> None:
        """A float64."""
        self.raw(struct.pack("<bd", 8, value))

    def integers(self, values: Sequence[int]) -> None:
        """An integer vector."""
        self.raw(struct.pack("<bi", 4, len(values)) + np.asarray(values, "<i4").tobytes())

    def vector(self, values: npt.ArrayLike) -> None:
        """A vector of float32."""
        data = np.asarray(values, "<f4").reshape(-1)
        self.tokens("FV")
        self.integer(len(data))
        self.raw(data.tobytes())

    def matrix(self, values: Matrix) -> None:
        """A matrix of float32."""
        data = np.ascontiguousarray(values, "<f4")
        self.tokens("FM")
        self.integer(data.shape[0])
        self.integer(data.shape[1])
        self.raw(data.tobytes())

    def data(self) -> bytes:
        """The whole file."""
        return self._out.getvalue()


def write_transitions(out: KaldiWriter, phones: int, pdfs: Sequence[int]) -> None:
    """The transition model of a chain: phones 1 to `phones`; `pdfs` has the network's number of each.

    One emitting state a phone: the first frame has the score 2 × pdf, the following ones 2 × pdf + 1. Transitions: 2
    × phone - 1 stays, 2 × phone enters; both as likely.
    """
    out.tokens("<TransitionModel> <Topology>")
    out.integers(range(1, phones + 1))
    out.integers([-1] + [0] * phones)
    for value in (-1, 1, 2, 0, 1, 2):
        # Two kinds of score a state; one entry; two states; the first: its scores, and two transitions.
        out.integer(value)
    for target in (0, 1):
        out.integer(target)
        out.number(0.5)
    for value in (-1, -1, 0):
        out.integer(value)
    out.tokens("</Topology> <Tuples>")
    out.integer(phones)
    for phone, pdf in enumerate(pdfs, start=1):
        for value in (phone, 0, 2 * pdf, 2 * pdf + 1):
            out.integer(value)
    out.tokens("</Tuples> <LogProbs>")
    out.vector([0.0] + [float(np.log(0.5))] * (2 * phones))
    out.tokens("</LogProbs> </TransitionModel>")


def write_nnet(out: KaldiWriter, nnet: Nnet) -> None:
    """The network, without priors: a chain model has none."""
    out.raw(b"<Nnet3> \n")
    for line in nnet.config:
        out.raw(line.encode("ascii") + b"\n")
    out.raw(b"\n")
    out.tokens("<NumComponents>")
    out.integer(len(nnet.components))
    for name, component in nnet.components:
        out.tokens(f"<ComponentName> {name}")
        _write_component(out, component)
    out.tokens("</Nnet3> <LeftContext>")
    out.integer(nnet.context)
    out.tokens("<RightContext>")
    out.integer(nnet.context)
    out.tokens("<Priors>")
    out.vector([])


def _write_component(out: KaldiWriter, component: Component) -> None:
    match component:
        case Affine(weights, bias):
            out.tokens("<FixedAffineComponent> <LinearParams>")
            out.matrix(weights)
            out.tokens("<BiasParams>")
            out.vector(bias)
            out.tokens("</FixedAffineComponent>")
        case Relu(size):
            out.tokens("<RectifiedLinearComponent> <Dim>")
            out.integer(size)
            for name in ("<ValueAvg>", "<DerivAvg>"):
                out.tokens(name)
                out.vector([])
            for name in ("<Count>", "<NumDimsSelfRepaired>", "<NumDimsProcessed>"):
                out.tokens(name)
                out.double(0.0)
            out.tokens("<SelfRepairScale>")
            out.number(0.0)
            out.tokens("</RectifiedLinearComponent>")
        case Copy(size):
            out.tokens("<NoOpComponent> <Dim>")
            out.integer(size)
            out.tokens("<BackpropScale>")
            out.number(1.0)
            out.tokens("</NoOpComponent>")
