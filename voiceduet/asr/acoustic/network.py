"""The network of a model, computed from its own file: what Vosk computes, here with the scores in hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voiceduet.asr.acoustic.kaldi_model import Affine, Component, Copy, Nnet, Relu
from voiceduet.asr.arrays import Floats, np

FRAMES_PER_OUTPUT = 3
"""The network answers once for so many frames of 10 ms."""
INPUT = "input"
_NODE = re.compile(r"component-node name=(\S+) component=\S+ input=(.+)")
_PART = re.compile(
    r"Offset\((?P<name>[^,()]+), (?P<offset>-?\d+)\)"
    r"|Scale\((?P<scale>[\d.]+), (?P<scaled>[^,()]+)\)"
    r"|(?P<plain>[^,() ]+)"
)


@dataclass(frozen=True, slots=True)
class _Part:
    node: str
    offset: int = 0
    """Frames."""
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    component: Component
    parts: tuple[_Part, ...]
    adds: bool
    """Its parts are added, not put side by side."""


class AcousticNetwork:
    """Computes each node only for the frames that the answers need; edges are repeated, as Kaldi does."""

    def __init__(self, nnet: Nnet) -> None:
        components = dict(nnet.components)
        lines = [match.groups() for line in nnet.config if (match := _NODE.match(line))]
        self._nodes = [_Node(name, components[name], *_parts(inputs)) for name, inputs in lines]
        self._strides = _strides(self._nodes)
        self._context = -(-nnet.context // FRAMES_PER_OUTPUT) * FRAMES_PER_OUTPUT

    @property
    def outputs(self) -> int:
        """Scores in each answer."""
        last = self._nodes[-1].component
        return len(last.weights) if isinstance(last, Affine) else last.size

    def scores(self, features: Floats) -> Floats:
        """(frames, coefficients) to (a third as many, outputs)."""
        if not len(features):
            return np.zeros((0, self.outputs), np.float32)
        edges = np.repeat(features[:1], self._context, 0), np.repeat(features[-1:], self._context, 0)
        values: dict[str, Floats] = {INPUT: np.concatenate([edges[0], features, edges[1]])}
        for node in self._nodes:
            values[node.name] = _computed(node.component, self._gathered(node, values))
        first = self._context // FRAMES_PER_OUTPUT
        answers = -(-len(features) // FRAMES_PER_OUTPUT)
        return values[self._nodes[-1].name][first : first + answers]

    def _gathered(self, node: _Node, values: Mapping[str, Floats]) -> Floats:
        stride = self._strides[node.name]
        parts = [self._shifted(part, stride, len(values[INPUT]), values) for part in node.parts]
        return np.asarray(sum(parts[1:], parts[0]), np.float32) if node.adds else np.concatenate(parts, axis=1)

    def _shifted(self, part: _Part, stride: int, frames: int, values: Mapping[str, Floats]) -> Floats:
        matrix, step = values[part.node], self._strides[part.node]
        at = np.clip((np.arange(0, frames, stride) + part.offset) // step, 0, len(matrix) - 1)
        return matrix[at] if part.scale == 1.0 else np.float32(part.scale) * matrix[at]


def _parts(inputs: str) -> tuple[tuple[_Part, ...], bool]:
    is_made = inputs.startswith(("Append(", "Sum("))
    body = inputs.partition("(")[2].removesuffix(")") if is_made else inputs
    return tuple(_part(match) for match in _PART.finditer(body)), inputs.startswith("Sum(")


def _part(match: re.Match[str]) -> _Part:
    if match["plain"]:
        return _Part(match["plain"])
    if match["scaled"]:
        return _Part(match["scaled"], scale=float(match["scale"]))
    return _Part(match["name"], int(match["offset"]))


def _strides(nodes: Sequence[_Node]) -> dict[str, int]:
    """For each node the distance of the frames that are needed of it, from the last one back."""
    strides = {nodes[-1].name: FRAMES_PER_OUTPUT, INPUT: 1}
    for node in reversed(nodes):
        own = strides.setdefault(node.name, FRAMES_PER_OUTPUT)
        for part in node.parts:
            needed = own if part.offset % FRAMES_PER_OUTPUT == 0 else 1
            strides[part.node] = min(strides.get(part.node, FRAMES_PER_OUTPUT), needed)
    return strides


def _computed(component: Component, inputs: Floats) -> Floats:
    match component:
        case Affine(weights, bias):
            return np.asarray(inputs @ weights.T + bias, np.float32)
        case Relu():
            return np.maximum(inputs, np.float32(0))
        case Copy():
            return inputs
