"""Kaldi's binary files: layout, and the shipped model read and written again."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from tools.ear.kaldi_files import KaldiWriter, write_transitions
from tools.ear.mel import mfcc_conf
from tools.ear.model_folder import write_acoustic_model
from voiceduet.asr.acoustic.kaldi_model import Affine, Copy, KaldiReader, Nnet, Relu, read_network
from voiceduet.asr.catalogue import DATA

pytestmark = pytest.mark.logic

SHIPPED = DATA / "ru-table"


def test_layout_of_the_parts() -> None:
    out = KaldiWriter()
    out.tokens("<A> <B>")
    out.integer(-2)
    out.number(0.5)
    out.double(0.25)
    out.integers([7, 8])
    out.vector([1.0])
    out.matrix(np.array([[1, 2]], np.float32))
    assert out.data() == (
        b"\0B<A> <B> \4\xfe\xff\xff\xff"
        + (b"\4" + struct.pack("<f", 0.5))
        + (b"\10" + struct.pack("<d", 0.25))
        + (b"\4" + struct.pack("<iii", 2, 7, 8))
        + (b"FV \4" + struct.pack("<if", 1, 1.0))
        + (b"FM \4" + struct.pack("<i", 1) + b"\4" + struct.pack("<iff", 2, 1.0, 2.0))
    )


def test_the_parts_are_read_back() -> None:
    out = KaldiWriter()
    out.tokens("<A>")
    out.integers([3, 1, 2])
    out.vector([0.5, -1.5])
    out.matrix(np.arange(6, dtype=np.float32).reshape(2, 3))
    reader = KaldiReader(out.data())
    reader.expect("<A>")
    assert reader.integers() == [3, 1, 2]
    assert reader.vector().tolist() == [0.5, -1.5]
    assert reader.matrix().tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize("data", [b"text", b"\0B<B> "])
def test_something_else_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"expected|no binary file"):
        KaldiReader(data).expect("<A>")


def test_transitions_of_a_chain() -> None:
    out = KaldiWriter()
    write_transitions(out, 2, [0, 1])
    reader = KaldiReader(out.data())
    reader.expect("<TransitionModel> <Topology>")
    assert reader.integers() == [1, 2]
    assert reader.integers() == [-1, 0, 0]
    assert [reader.integer() for _ in range(6)] == [-1, 1, 2, 0, 1, 2]
    assert [(reader.integer(), reader.number()) for _ in range(2)] == [(0, 0.5), (1, 0.5)]
    assert [reader.integer() for _ in range(3)] == [-1, -1, 0]
    reader.expect("</Topology> <Tuples>")
    assert reader.integer() == 2
    assert [reader.integer() for _ in range(8)] == [1, 0, 0, 1, 2, 0, 2, 3]
    reader.expect("</Tuples> <LogProbs>")
    assert reader.vector() == pytest.approx([0.0] + [np.log(0.5)] * 4)
    reader.expect("</LogProbs> </TransitionModel>")


def test_a_network_is_read_back(tmp_path: Path) -> None:
    affine = Affine(np.ones((2, 3), np.float32), np.zeros(2, np.float32))
    nnet = Nnet(("input-node name=input dim=3",), (("a", affine), ("r", Relu(2)), ("c", Copy(2))), 5)
    write_acoustic_model(tmp_path / "final.mdl", nnet)
    found = read_network(tmp_path / "final.mdl")
    assert (found.config, found.context) == (nnet.config, 5)
    assert [name for name, _ in found.components] == ["a", "r", "c"]
    assert found.components[1:] == nnet.components[1:]


def test_the_shipped_model_is_written_again_byte_for_byte(tmp_path: Path) -> None:
    nnet = read_network(SHIPPED / "am" / "final.mdl")
    write_acoustic_model(tmp_path / "final.mdl", nnet)
    assert (tmp_path / "final.mdl").read_bytes() == (SHIPPED / "am" / "final.mdl").read_bytes()


def test_the_settings_are_those_of_the_shipped_model() -> None:
    assert mfcc_conf() == (SHIPPED / "conf" / "mfcc.conf").read_text("utf-8")
