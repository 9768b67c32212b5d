"""A trained network as Kaldi's nnet3. Needs torch.

Batch normalisation is folded into the layer before it; mean, deviation and the way from cepstra to mel bands into the
first layer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from torch import nn

from tools.ear.kaldi_files import Matrix
from tools.ear.mel import cepstra_to_mel
from tools.ear.network import SKIP, Network
from tools.ear.settings import FEATURE_SIZE
from voiceduet.asr.acoustic.kaldi_model import Affine, Component, Copy, Nnet, Relu

STRIDE = 3
"""Frames between the answers of the blocks."""


class _Builder:
    """Lines and components in order."""

    def __init__(self) -> None:
        self.config = [f"input-node name=input dim={FEATURE_SIZE}"]
        self.components: list[tuple[str, Component]] = []

    def add(self, name: str, component: Component, inputs: str) -> str:
        """Returns the name, for the nodes that follow."""
        self.components.append((name, component))
        self.config.append(f"component-node name={name} component={name} input={inputs}")
        return name


def _spliced(node: str, offsets: Sequence[int]) -> str:
    parts = (node if offset == 0 else f"Offset({node}, {offset})" for offset in offsets)
    return f"Append({', '.join(parts)})"


def _flat(weights: Matrix) -> Matrix:
    """(out, in, taps) to (out, taps × in): the order of `Append(Offset…)`."""
    return weights.transpose(0, 2, 1).reshape(weights.shape[0], -1)


def _folded(convolution: nn.Conv1d, norm: nn.BatchNorm1d) -> tuple[Matrix, Matrix]:
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = convolution.weight * scale[:, None, None]
    bias = (convolution.bias - norm.running_mean) * scale + norm.bias
    return weights.detach().numpy(), bias.detach().numpy()


def _first_layers(network: Network) -> Iterator[tuple[Matrix, Matrix]]:
    mean, inverse = network.mean.numpy(), network.inverse_deviation.numpy()
    for at, (convolution, norm) in enumerate(zip(network.convolutions, network.norms, strict=True)):
        weights, bias = _folded(convolution, norm)
        if at == 0:
            bias = bias - (weights * (mean * inverse)[None, :, None]).sum((1, 2))
            weights = np.einsum("oik,i,ic->ock", weights, inverse, cepstra_to_mel())
        yield weights, bias


def to_nnet(network: Network) -> Nnet:
    """The network that gives the same scores for cepstra as the torch one for mel bands."""
    network = network.eval()
    build = _Builder()
    node = "input"
    for at, (weights, bias) in enumerate(_first_layers(network), start=1):
        offsets = range(-(weights.shape[2] // 2), weights.shape[2] // 2 + 1)
        node = build.add(f"tdnn{at}.affine", Affine(_flat(weights), bias), _spliced(node, offsets))
        node = build.add(f"tdnn{at}.relu", Relu(len(bias)), node)
    for at, block in enumerate(network.blocks, start=1):
        narrow = block.narrow.weight.detach().numpy()
        weights, bias = _folded(block.wide, block.norm)
        name, before = f"tdnnf{at}", node
        zero = np.zeros(len(narrow), np.float32)
        node = build.add(f"{name}.linear", Affine(_flat(narrow), zero), _spliced(before, (-STRIDE, 0)))
        node = build.add(f"{name}.affine", Affine(_flat(weights), bias), _spliced(node, (0, STRIDE)))
        node = build.add(f"{name}.relu", Relu(len(bias)), node)
        node = build.add(f"{name}.noop", Copy(len(bias)), f"Sum(Scale({SKIP}, {before}), {node})")
    for name, layer in (("prefinal", network.last), ("output.affine", network.scores)):
        affine = Affine(layer.weight.detach().numpy()[:, :, 0], layer.bias.detach().numpy())
        node = build.add(name, affine, node)
    build.config.append(f"output-node name=output input={node} objective=linear")
    return Nnet(tuple(build.config), tuple(build.components), network.context)
