"""Batches of utterances of similar length, disturbed once more on their spectrum. Needs torch.

Every batch depends only on the seed and its number, so that an interrupted training goes on exactly where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import torch
from torch.nn import functional

from tools.ear.mel import cepstra_to_mel
from tools.ear.records import Record
from tools.ear.settings import FEATURE_SIZE as BANDS
from tools.ear.settings import FRAMES_PER_OUTPUT

FRAMES_PER_S = 100
SORTED_TOGETHER = 4000
SMALLEST_BATCH = 4
STRETCHED = 0.5
"""Share of the utterances that are said faster or slower."""
STRETCH = 0.22
"""Natural logarithm of how much at most."""
IGNORED = -100
"""Frames without a label."""

Disturbance = Callable[[torch.Tensor, np.random.Generator], torch.Tensor]


def batches(records: Sequence[Record], seconds: float, seed: int) -> Iterator[tuple[int, list[Record]]]:
    """Endless numbered batches of at most so many seconds with padding; every round has another order."""
    number, rounds = 0, 0
    while True:
        chance = np.random.default_rng((seed, rounds))
        for batch in _one_round(records, seconds * FRAMES_PER_S, chance):
            yield number, [records[at] for at in batch]
            number += 1
        rounds += 1


def _one_round(records: Sequence[Record], frames: float, chance: np.random.Generator) -> list[list[int]]:
    order = chance.permutation(len(records)).tolist()
    result: list[list[int]] = []
    for begin in range(0, len(order), SORTED_TOGETHER):
        block = sorted(order[begin : begin + SORTED_TOGETHER], key=lambda at: len(records[at].features))
        current: list[int] = []
        for at in block:
            # Sorted: the newest is the longest, and all are padded to it.
            if current and len(records[at].features) * (len(current) + 1) > frames:
                result.append(current)
                current = []
            current.append(at)
        result.append(current)
    fit = [batch for batch in result if len(batch) >= SMALLEST_BATCH] or result
    return [fit[at] for at in chance.permutation(len(fit)).tolist()]


def stretched(record: Record, chance: np.random.Generator) -> Record:
    """The utterance said faster or slower, or as it is; without its labels, and never too fast for its phones."""
    if chance.random() >= STRETCHED:
        return record
    features = record.features.astype(np.float32)
    frames = round(len(features) * float(np.exp(chance.uniform(-STRETCH, STRETCH))))
    places = np.linspace(0, len(features) - 1, frames)
    lower = np.minimum(places.astype(int), len(features) - 2)
    share = (places - lower)[:, None]
    between = features[lower] * (1 - share) + features[lower + 1] * share
    changed = replace(record, features=between.astype(np.float16), labels=None)
    return changed if changed.fits else record


def to_mel(record: Record) -> torch.Tensor:
    """(frames, bands): logarithms of band energies."""
    return torch.tensor(record.features.astype(np.float32)) @ torch.tensor(cepstra_to_mel().T.copy())


def tensors(
    records: Sequence[Record], context: int, chance: np.random.Generator | None
) -> tuple[torch.Tensor, torch.Tensor]:
    """(batch, frames + 2 × context, bands) with the edges repeated, and the number of outputs of each."""
    longest = max(len(record.features) for record in records)
    rows = []
    for record in records:
        mel = to_mel(record) if chance is None else disturbed_spectrum(to_mel(record), chance)
        after = context + longest - len(mel)
        rows.append(torch.cat([mel[:1].expand(context, BANDS), mel, mel[-1:].expand(after, BANDS)]))
    return torch.stack(rows), torch.tensor([record.outputs for record in records])


def label_targets(records: Sequence[Record], outputs: int) -> torch.Tensor:
    """(batch, outputs): which score should be the highest, from the phone labels."""
    targets = torch.full((len(records), outputs), IGNORED, dtype=torch.long)
    for row, record in enumerate(records):
        if record.labels is not None:
            phone, segment = record.labels[:, ::FRAMES_PER_OUTPUT].astype(int)
            is_first = np.r_[True, segment[1:] != segment[:-1]]
            targets[row, : len(phone)] = torch.tensor(2 * phone + np.where(is_first, 0, 1))
    return targets


def disturbed_spectrum(mel: torch.Tensor, chance: np.random.Generator) -> torch.Tensor:
    """(frames, bands) of another throat, another room and another microphone, with gaps."""
    for probability, change in (
        (0.5, _warp),
        (1.0, lambda x, it: x + it.uniform(-3, 3)),
        (0.6, _equalizer),
        (0.5, lambda x, it: x + torch.linspace(1, -1, BANDS) * it.uniform(-2, 2)),
        (0.3, _bass),
        (0.45, _noise_floor),
        (1.0, _gaps),
    ):
        if chance.random() < probability:
            mel = change(mel, chance)
    return mel


def _warp(mel: torch.Tensor, chance: np.random.Generator) -> torch.Tensor:
    """Resonances higher or lower by at most an eighth."""
    amount = chance.uniform(-0.13, 0.13)
    bands = torch.arange(BANDS)
    last = BANDS - 1
    place = (bands * (1 + amount) if amount < 0 else last - (last - bands) * (1 - amount)).clamp(0, last)
    lower = place.floor().long().clamp(max=last - 1)
    return mel[:, lower] * (1 - (place - lower)) + mel[:, lower + 1] * (place - lower)


def _random(chance: np.random.Generator, *shape: int) -> torch.Tensor:
    return torch.tensor(chance.standard_normal(shape), dtype=torch.float32)


def _equalizer(mel: torch.Tensor, chance: np.random.Generator) -> torch.Tensor:
    points = _random(chance, 1, 1, 6) * chance.uniform(0, 1.8)
    return mel + functional.interpolate(points, size=BANDS, mode="linear", align_corners=True)[0, 0]


def _bass(mel: torch.Tensor, chance: np.random.Generator) -> torch.Tensor:
    width = int(chance.integers(2, 9))
    curve = torch.cat([torch.linspace(1, 0, width), torch.zeros(BANDS - width)])
    return mel + curve * chance.uniform(-2.5, 3)


def _noise_floor(mel: torch.Tensor, chance: np.random.Generator) -> torch.Tensor:
    loud = mel.flatten().kthvalue(int(0.97 * mel.numel())).values
    slope = torch.linspace(chance.uniform(-1.5, 1.5), chance.uniform(-1.5, 1.5), BANDS)
    return torch.logaddexp(mel, loud - chance.uniform(2, 9) + slope + 0.5 * _random(chance, *mel.shape))


def _gaps(mel: torch.Tensor, chance: np.random.Generator) -> torch.Tensor:
    """At most two bands and two moments are missing."""
    mel, mean = mel.clone(), mel.mean()
    for _ in range(int(chance.integers(0, 3))):
        width = int(chance.integers(1, 8))
        begin = int(chance.integers(0, BANDS - width + 1))
        mel[:, begin : begin + width] = mean
    for _ in range(int(chance.integers(0, 3))):
        width = int(chance.integers(1, 9))
        begin = int(chance.integers(0, max(len(mel) - width, 0) + 1))
        mel[begin : begin + width] = mean
    return mel
