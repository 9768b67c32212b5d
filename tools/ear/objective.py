"""Lattice-free maximum mutual information: what was said against all that could have been. Needs torch.

Both sums run over phone sequences. A phone is entered with its first score and held with its second; that one phone
follows another has the probability of a bigram. The numerator knows the phones and lets silence come between chunks;
the denominator allows everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch

from tools.ear.records import Record

SILENCE_NUMBER = 0
PAUSE_AT_ENDS, PAUSE_BETWEEN = 0.8, 0.4
"""How likely silence is at the ends of an utterance and between its chunks."""
SMOOTHING = 0.02
IMPOSSIBLE = -1e4


@dataclass(frozen=True, slots=True)
class Bigram:
    """Probabilities of phones: after another one, and at the beginning."""

    after: torch.Tensor
    first: torch.Tensor

    @classmethod
    def of(cls, records: Sequence[Record], phones: int) -> Bigram:
        """Count what is in the transcripts."""
        counts, first = np.full((phones, phones), SMOOTHING), np.full(phones, SMOOTHING)
        for record in records:
            begin, end = record.chunks[0][0], record.chunks[-1][-1]
            first[SILENCE_NUMBER] += PAUSE_AT_ENDS
            first[begin] += 1 - PAUSE_AT_ENDS
            counts[SILENCE_NUMBER, begin] += PAUSE_AT_ENDS
            counts[end, SILENCE_NUMBER] += PAUSE_AT_ENDS
            for before, after in pairwise(record.chunks):
                counts[before[-1], SILENCE_NUMBER] += PAUSE_BETWEEN
                counts[SILENCE_NUMBER, after[0]] += PAUSE_BETWEEN
                counts[before[-1], after[0]] += 1 - PAUSE_BETWEEN
            for chunk in record.chunks:
                for pair in pairwise(chunk):
                    counts[pair] += 1
        after = (1 - SMOOTHING) * counts / counts.sum(1, keepdims=True) + SMOOTHING / phones
        return cls(torch.tensor(after, dtype=torch.float32), torch.tensor(first / first.sum(), dtype=torch.float32))


def all_paths(scores: torch.Tensor, lengths: torch.Tensor, bigram: Bigram) -> torch.Tensor:
    """(batch, outputs, 2 × phones) to (batch): logarithm of the sum over all phone sequences."""
    highest = scores.detach().max(2, keepdim=True).values
    likely = torch.exp(scores - highest)
    entering, staying = likely[:, :, 0::2], likely[:, :, 1::2]
    inside = torch.arange(scores.shape[1])[None, :] < lengths[:, None]
    weights = bigram.first * entering[:, 0]
    norm = weights.sum(1, keepdim=True)
    weights = weights / norm
    total = torch.log(norm[:, 0]) + highest[:, 0, 0]
    for at in range(1, scores.shape[1]):
        moved = (weights @ bigram.after) * entering[:, at] + weights * staying[:, at]
        norm = moved.sum(1, keepdim=True)
        weights = torch.where(inside[:, at, None], moved / norm, weights)
        step = torch.log(norm[:, 0]) + highest[:, at, 0]
        total = total + torch.where(inside[:, at], step, torch.zeros_like(total))
    return total


@dataclass(frozen=True, slots=True)
class Paths:
    """The phone sequences that a batch of transcripts allows: chunks with silence around each, which may be skipped."""

    phones: torch.Tensor
    """(batch, places): phone numbers."""
    lengths: torch.Tensor
    next_place: torch.Tensor
    """(batch, places): logarithm of coming from the place before."""
    skip_silence: torch.Tensor
    """(batch, places): logarithm of coming from two places before, over silence."""
    first: torch.Tensor

    @classmethod
    def of(cls, records: Sequence[Record], bigram: Bigram) -> Paths:
        """Lay the transcripts out."""
        rows = [
            [SILENCE_NUMBER, *(n for chunk in record.chunks for n in (*chunk, SILENCE_NUMBER))] for record in records
        ]
        places = max(map(len, rows))
        phones = torch.tensor([row + [SILENCE_NUMBER] * (places - len(row)) for row in rows])
        after, start = torch.log(bigram.after), torch.log(bigram.first)
        next_place, skip, first = (torch.full(phones.shape, IMPOSSIBLE) for _ in range(3))
        next_place[:, 1:] = after[phones[:, :-1], phones[:, 1:]]
        over = after[phones[:, :-2], phones[:, 2:]]
        skip[:, 2:] = torch.where(phones[:, 1:-1] == SILENCE_NUMBER, over, torch.tensor(IMPOSSIBLE))
        first[:, 0] = start[SILENCE_NUMBER]
        first[:, 1] = start[phones[:, 1]]
        return cls(phones, torch.tensor([len(row) for row in rows]), next_place, skip, first)


def said_paths(scores: torch.Tensor, lengths: torch.Tensor, paths: Paths) -> torch.Tensor:
    """(batch, outputs, 2 × phones) to (batch): logarithm of the sum over the sequences that the transcript allows."""
    batch, outputs, _ = scores.shape
    index = paths.phones[:, None, :].expand(batch, outputs, paths.phones.shape[1])
    entering, staying = torch.gather(scores, 2, 2 * index), torch.gather(scores, 2, 2 * index + 1)
    place = torch.arange(paths.phones.shape[1])[None, :]
    is_end = (place == paths.lengths[:, None] - 1) | (place == paths.lengths[:, None] - 2)
    none, nones = torch.full((batch, 1), IMPOSSIBLE), torch.full((batch, 2), IMPOSSIBLE)
    weights = paths.first + entering[:, 0]
    for at in range(1, outputs):
        stepped = torch.cat([none, weights[:, :-1]], 1) + paths.next_place
        skipped = torch.cat([nones, weights[:, :-2]], 1) + paths.skip_silence
        moved = torch.logaddexp(torch.logaddexp(stepped, skipped) + entering[:, at], weights + staying[:, at])
        weights = torch.where((at < lengths)[:, None], moved, weights)
    return torch.logsumexp(weights + torch.where(is_end, 0.0, IMPOSSIBLE), 1)
