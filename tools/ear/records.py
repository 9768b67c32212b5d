"""Training material: features of many utterances with their phones, in one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tools.ear.augmentation import clean, disturb
from tools.ear.features import Samples, load_sound, mfcc
from tools.ear.settings import FRAMES_PER_OUTPUT
from tools.ear.steps import EarError, Progress
from tools.ear.utterances import Utterance, phone_numbers

FEWEST_FRAMES, MOST_FRAMES = 20, 900
SHORTEST_S = 0.25
BACKGROUND_VOICES = 300
GAP = -1
"""Between chunks in the file."""

Half = npt.NDArray[np.float16]
Numbers = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Record:
    """One disturbed utterance."""

    features: Half
    """One row a frame."""
    chunks: tuple[tuple[int, ...], ...]
    """Phone numbers between possible pauses."""
    labels: Numbers | None = None
    """Two rows with a column a frame: the phone, and which segment of the utterance it is. `None`: not known."""

    @property
    def outputs(self) -> int:
        """How many times the network answers."""
        return (len(self.features) + FRAMES_PER_OUTPUT - 1) // FRAMES_PER_OUTPUT

    @property
    def fits(self) -> bool:
        """Whether all phones can be passed in the time."""
        return 0 < sum(map(len, self.chunks)) < self.outputs


def make_records(utterances: Sequence[Utterance], copies: int, seed: int, name: str) -> list[Record]:
    """Several disturbed versions of every utterance."""
    numbers = phone_numbers()
    voices: list[Samples] = []
    records = []
    progress = Progress(f"features of {name}", copies * len(utterances))
    for at, (copy, utterance) in enumerate((copy, each) for copy in range(copies) for each in utterances):
        chance = np.random.default_rng((seed, copy, at))
        samples, rate_hz = load_sound(utterance.path, utterance.begin_s, utterance.end_s)
        if len(samples) < SHORTEST_S * rate_hz or np.abs(samples).max() < 1e-3:
            continue
        heard = disturb(samples, rate_hz, chance, voices)
        if len(voices) < BACKGROUND_VOICES:
            voices.append(clean(samples, rate_hz))
        features = mfcc(heard.samples + chance.standard_normal(len(heard.samples)))
        if FEWEST_FRAMES < len(features) < MOST_FRAMES:
            chunks = tuple(tuple(numbers[phone] for phone in chunk) for chunk in utterance.chunks)
            labels = _labels(utterance, len(features), heard.stretch, heard.silence_before_s, numbers)
            records.append(Record(features.astype(np.float16), chunks, labels))
        progress.at(at + 1)
    return records


def _labels(
    utterance: Utterance, frames: int, stretch: float, silence_before_s: float, numbers: dict[str, int]
) -> Numbers | None:
    if not utterance.labels:
        return None
    labels = np.zeros((2, frames), np.int16)
    begin = round(100 * silence_before_s)
    for segment, label in enumerate(utterance.labels, start=1):
        end = max(round(100 * (label.end_s / stretch + silence_before_s) - 1), 0)
        labels[0, begin:end] = numbers[label.phone]
        labels[1, begin:end] = segment
        begin = end
    return labels


def save_records(path: Path, records: Sequence[Record]) -> None:
    """Write one file. Raises `EarError` when there is nothing to write."""
    if not records:
        raise EarError(f"no utterance is left for {path.name}; look at its sources")
    phones = [np.array([p for chunk in record.chunks for p in (*chunk, GAP)], np.int16) for record in records]
    labels = [record.labels if record.labels is not None else np.zeros((2, 0), np.int16) for record in records]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez(
            file,
            features=np.concatenate([record.features for record in records]),
            frames=np.array([len(record.features) for record in records]),
            phones=np.concatenate(phones),
            phone_counts=np.array([len(each) for each in phones]),
            labels=np.concatenate(labels, axis=1),
            label_counts=np.array([each.shape[1] for each in labels]),
        )


def load_records(path: Path) -> list[Record]:
    """What `save_records` wrote."""
    with np.load(path, allow_pickle=False) as data:
        features = np.split(data["features"], np.cumsum(data["frames"])[:-1])
        phones = np.split(data["phones"], np.cumsum(data["phone_counts"])[:-1])
        labels = np.split(data["labels"], np.cumsum(data["label_counts"])[:-1], axis=1)
    return [
        Record(frames, _chunks(numbers.tolist()), known if known.shape[1] else None)
        for frames, numbers, known in zip(features, phones, labels, strict=True)
    ]


def _chunks(numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    chunks: list[tuple[int, ...]] = []
    current: list[int] = []
    for number in numbers:
        if number == GAP:
            chunks.append(tuple(current))
            current = []
        else:
            current.append(number)
    return tuple(chunks)
