"""How long phones last and how high they are spoken, for voices that must be told: durations of a man's recordings."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tools.ear.utterances import SILENCE, Utterance
from voiceduet.asr.pronunciation import VOWEL_PHONES, Phones

SHORTEST_S, LONGEST_S = 0.03, 0.35
RARELY_SEEN = 10
"""Phones that were heard less often last as long as the average."""
SHORT_UTTERANCE = 9
"""Phones; fewer are spoken more slowly."""
PAUSE_BETWEEN = 0.25
"""How often chunks are parted by a pause."""
STRESSED = frozenset("AEIOUY")


@dataclass(frozen=True, slots=True)
class Spoken:
    """One phone, or silence, as it is to be said."""

    phone: str
    duration_s: float
    pitch_hz: float


@dataclass(frozen=True, slots=True)
class Durations:
    """Mean and deviation of the logarithm of a phone's duration in seconds."""

    phones: dict[str, tuple[float, float]]
    usual: tuple[float, float]

    @classmethod
    def of(cls, utterances: Iterable[Utterance]) -> Durations:
        """Measure them in recordings with labels."""
        seen = defaultdict[str, list[float]](list)
        for utterance in utterances:
            begin_s = 0.0
            for label in utterance.labels:
                if label.phone != SILENCE and label.end_s > begin_s:
                    seen[label.phone].append(math.log(label.end_s - begin_s))
                begin_s = label.end_s
        every = [value for values in seen.values() for value in values]
        phones = {
            phone: (float(np.mean(values)), float(np.std(values)))
            for phone, values in seen.items()
            if len(values) >= RARELY_SEEN
        }
        return cls(phones, (float(np.mean(every)), float(np.std(every))))

    def draw(self, phone: str, chance: np.random.Generator) -> float:
        """A duration in seconds as it might have been recorded."""
        mean, deviation = self.phones.get(phone, self.usual)
        return math.exp(mean + 0.6 * deviation * float(np.clip(chance.standard_normal(), -2, 2)))


@dataclass(frozen=True, slots=True)
class Manner:
    """How a speaker says one utterance."""

    slowness: float
    pitch_hz: float
    liveliness: float
    """How much stressed vowels are higher, as a share."""
    fall: float
    """How much lower the end is than the beginning, as a share; below 0 it rises."""

    @classmethod
    def draw(cls, pitch_hz: float, phones: int, chance: np.random.Generator) -> Manner:
        """Fast and slow, high and low, lively and flat; short utterances are slower."""
        slowness = math.exp(chance.uniform(-0.35, 0.3)) * (1.2 if phones < SHORT_UTTERANCE else 1.0)
        return cls(
            slowness,
            pitch_hz * math.exp(chance.uniform(-0.22, 0.25)),
            chance.uniform(0, 0.25),
            chance.uniform(-0.1, 0.3),
        )


def spoken(
    chunks: Sequence[Phones], durations: Durations, pitch_hz: float, chance: np.random.Generator
) -> list[Spoken]:
    """An utterance with silence around it, and now and then between its chunks."""
    manner = Manner.draw(pitch_hz, sum(map(len, chunks)), chance)
    phones: list[str] = []
    for at, chunk in enumerate(chunks):
        if at and chance.random() < PAUSE_BETWEEN:
            phones.append(SILENCE)
        phones.extend(chunk)
    last_vowel = max((at for at, phone in enumerate(phones) if phone in VOWEL_PHONES), default=0)
    lengths = [0.2]
    for at, phone in enumerate(phones):
        length = chance.uniform(0.08, 0.4) if phone == SILENCE else durations.draw(phone, chance) * manner.slowness
        lengths.append(min(max(length * (1.3 if at >= last_vowel else 1.0), SHORTEST_S), LONGEST_S))
    return list(_melody([SILENCE, *phones, SILENCE], [*lengths, 0.2], manner))


def _melody(phones: Sequence[str], lengths: Sequence[float], manner: Manner) -> Iterable[Spoken]:
    whole = sum(lengths)
    passed = 0.0
    for phone, length in zip(phones, lengths, strict=True):
        height = 1 - manner.fall * (passed / whole - 0.5) + manner.liveliness * (phone in STRESSED)
        yield Spoken(phone, length, manner.pitch_hz * height)
        passed += length
