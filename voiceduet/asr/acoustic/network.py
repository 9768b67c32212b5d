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
        """The inputs of a node at its frames, in an array of their own: its parts added up or side by side."""
        stride = self._strides[node.name]
        rows = -(-len(values[INPUT]) // stride)
        widths = [values[part.node].shape[1] for part in node.parts]
        result = np.zeros((rows, widths[0]), np.float32) if node.adds else np.empty((rows, sum(widths)), np.float32)
        column = 0
        for part, width in zip(node.parts, widths, strict=True):
            own = np.empty((rows, width), np.float32) if node.adds else result[:, column : column + width]
            step = self._strides[part.node]
            _shift(own, values[part.node], stride // step, part.offset // step)
            if part.scale != 1.0:
                own *= np.float32(part.scale)
            if node.adds:
                result += own
            column += width
        return result


def _shift(result: Floats, matrix: Floats, step: int, offset: int) -> None:
    """Fill with every `step`th row from `offset` on; rows before the first and after the last are like these."""
    first = min(len(result), max(0, -(offset // step)))
    end = max(first, min(len(result), (len(matrix) - 1 - offset) // step + 1))
    result[first:end] = matrix[step * first + offset :: step][: end - first]
    result[:first] = matrix[0]
    result[end:] = matrix[-1]


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
    """`inputs` may be overwritten: new arrays take as long as what is done with them."""
    match component:
        case Affine(weights, bias):
            result: Floats = inputs @ weights.T
            result += bias
            return result
        case Relu():
            return np.maximum(inputs, np.float32(0), out=inputs)
        case Copy():
            return inputs
