"""Which of several pronunciations a recording holds, told by a network that is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tools.ear.utterances import SILENCE
from voiceduet.asr.pronunciation import Phones

Scores = npt.NDArray[np.float32]
"""One row an output, two columns a phone: it begins, it goes on (as `AcousticModel.answers` gives them)."""
Word = tuple[tuple[Phones, ...], ...]
"""Slots of a word; in each the ways to say it, of which one may be empty."""
NEVER = np.float32(-1e9)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The likeliest way."""

    chunks: tuple[Phones, ...]
    """A word each."""
    loss: float
    """How much worse it is than the likeliest phones whatever, per output; 0 is best."""


@dataclass(slots=True)
class _Nodes:
    """Phones in a net; each follows some others, and may end the utterance."""

    phones: list[str]
    before: list[list[int]]
    places: list[tuple[int, int]]
    """Word, and slot in it; -1: silence."""


def choose(scores: Scores, words: Sequence[Word], numbers: dict[str, int]) -> Chosen | None:
    """The likeliest pronunciation of words, silence allowed around each; `None` when there is no time for it."""
    nodes, last = _net(words)
    path = _best_path(scores, nodes, last, numbers)
    if path is None:
        return None
    found, score = path
    chunks = tuple(
        tuple(nodes.phones[node] for node in found if nodes.places[node][0] == word) for word in range(len(words))
    )
    free = float(np.maximum(scores[:, 0::2], scores[:, 1::2]).max(1).sum())
    return Chosen(chunks, (free - score) / len(scores))


def _net(words: Sequence[Word]) -> tuple[_Nodes, list[int]]:
    nodes = _Nodes([SILENCE], [[]], [(-1, -1)])
    ends = [0]
    for word, slots in enumerate(words):
        for slot, ways in enumerate(slots):
            after = [end for end in ends if () in ways]
            for way in ways:
                before = list(ends)
                for phone in way:
                    nodes.phones.append(phone)
                    nodes.before.append(before)
                    nodes.places.append((word, slot))
                    before = [len(nodes.phones) - 1]
                if way:
                    after += before
            ends = after
        nodes.phones.append(SILENCE)
        nodes.before.append(list(ends))
        nodes.places.append((-1, -1))
        ends = [*ends, len(nodes.phones) - 1]
    return nodes, ends


def _best_path(
    scores: Scores, nodes: _Nodes, last: Sequence[int], numbers: dict[str, int]
) -> tuple[list[int], float] | None:
    phones = np.array([numbers[phone] for phone in nodes.phones])
    begins, stays = scores[:, 2 * phones], scores[:, 2 * phones + 1]
    width = max(map(len, nodes.before))
    before = np.full((len(phones), width), len(phones))
    for node, some in enumerate(nodes.before):
        before[node, : len(some)] = some
    best = np.full(len(phones) + 1, NEVER, np.float32)
    firsts = [0, *(node for node, some in enumerate(nodes.before) if 0 in some)]
    best[firsts] = begins[0, firsts]
    came = np.zeros((len(scores), len(phones)), int)
    for output in range(1, len(scores)):
        stay = best[:-1] + stays[output]
        options = best[before]
        which = options.argmax(1)
        enter = options[np.arange(len(phones)), which] + begins[output]
        came[output] = np.where(enter > stay, before[np.arange(len(phones)), which], np.arange(len(phones)))
        best[:-1] = np.maximum(stay, enter)
    node = max(last, key=lambda each: best[each])
    if best[node] <= NEVER / 2:
        return None
    score, found = float(best[node]), [node]
    for output in range(len(scores) - 1, 0, -1):
        earlier = int(came[output, node])
        if earlier != node:
            found.append(earlier)
        node = earlier
    return found[::-1], score
