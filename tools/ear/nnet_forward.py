"""Kaldi's network computed in numpy from its own file: what Vosk computes, to compare with what torch computes."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from tools.ear.kaldi_files import Affine, Copy, Matrix, Nnet, Relu
from tools.ear.settings import FRAMES_PER_OUTPUT

NODE = re.compile(r"component-node name=(\S+) component=\S+ input=(.+)")
PART = re.compile(
    r"Offset\((?P<name>[^,()]+), (?P<offset>-?\d+)\)"
    r"|Scale\((?P<scale>[\d.]+), (?P<scaled>[^,()]+)\)"
    r"|(?P<plain>[^,() ]+)"
)


class NnetRunner:
    """Computes every node for every frame; edges are repeated, as Kaldi does."""

    def __init__(self, nnet: Nnet) -> None:
        self._components = dict(nnet.components)
        self._context = nnet.context
        self._nodes = [match.groups() for line in nnet.config if (match := NODE.match(line))]

    def run(self, features: Matrix) -> Matrix:
        """(frames, coefficients) to (outputs, scores)."""
        padding = [np.repeat(features[:1], self._context, 0), features, np.repeat(features[-1:], self._context, 0)]
        values: dict[str, Matrix] = {"input": np.concatenate(padding)}
        for name, inputs in self._nodes:
            values[name] = self._component(name, _gather(inputs, values))
        inner = values[self._nodes[-1][0]][self._context : self._context + len(features)]
        return inner[::FRAMES_PER_OUTPUT]

    def _component(self, name: str, inputs: Matrix) -> Matrix:
        component = self._components[name]
        match component:
            case Affine(weights, bias):
                return inputs @ weights.T + bias
            case Relu():
                return np.maximum(inputs, 0)
            case Copy():
                return inputs


def _gather(inputs: str, values: Mapping[str, Matrix]) -> Matrix:
    body = inputs.partition("(")[2].removesuffix(")") if inputs.startswith(("Append(", "Sum(")) else inputs
    parts = [_part(match, values) for match in PART.finditer(body)]
    if inputs.startswith("Sum("):
        return np.asarray(sum(parts[1:], parts[0]), np.float32)
    return np.concatenate(parts, axis=1)


def _part(match: re.Match[str], values: Mapping[str, Matrix]) -> Matrix:
    if match["plain"]:
        return values[match["plain"]]
    if match["scaled"]:
        return float(match["scale"]) * values[match["scaled"]]
    matrix, offset = values[match["name"]], int(match["offset"])
    at = np.clip(np.arange(len(matrix)) + offset, 0, len(matrix) - 1)
    return np.asarray(matrix[at], np.float32)
