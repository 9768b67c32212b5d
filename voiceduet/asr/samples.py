"""Arithmetic on samples."""

from __future__ import annotations

import math
from collections.abc import Iterable

from voiceduet.asr.arrays import ArrayLike, Floats, np

FULL_SCALE = 32768.0
SILENCE_DB = -96.0
"""What digital silence counts as."""

Samples = Floats
"""Sound as floats of ±1; (frames,) or (frames × channels)."""


def level_db(pieces: Iterable[bytes]) -> float | None:
    """Mean power of 16-bit samples in dBFS; `None` when there are none."""
    joined = b"".join(pieces)
    if not joined:
        return None
    power = float(np.mean(np.frombuffer(joined, dtype="<i2").astype(np.float64) ** 2)) / FULL_SCALE**2
    return max(SILENCE_DB, 10 * math.log10(power)) if power > 0 else SILENCE_DB


def mix_down(samples: Samples) -> Samples:
    """Channels to one, by their mean."""
    mixed: Samples = samples.mean(axis=1, dtype=np.float32) if samples.ndim > 1 else samples
    return mixed


def to_pcm(samples: Samples) -> bytes:
    """Floats of ±1 as 16-bit little-endian; what is louder is clipped, what is no number is silence."""
    numbers = np.nan_to_num(samples, nan=0.0, posinf=1.0, neginf=-1.0)
    pcm: bytes = np.clip(np.rint(numbers * FULL_SCALE), -FULL_SCALE, FULL_SCALE - 1).astype("<i2").tobytes()
    return pcm


def from_pcm(pcm: bytes, channels: int = 1) -> Samples:
    """16-bit little-endian, channels interleaved, as floats of ±1: (frames × channels), of one channel (frames,)."""
    samples: Samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(FULL_SCALE)
    return samples.reshape(-1, channels) if channels > 1 else samples


def no_samples() -> Samples:
    """Sound of no length."""
    return np.zeros(0, dtype=np.float32)


def padded(samples: Samples, length: int) -> Samples:
    """Exactly so many samples: cut, or with silence after them."""
    window = np.zeros(length, dtype=np.float32)
    window[: len(samples)] = samples[:length]
    return window


def copied(values: ArrayLike) -> Samples:
    """Numbers of any kind of array, in one piece of memory."""
    return np.array(values, dtype=np.float32, order="C")


def repeated(values: Samples, count: int) -> Samples:
    """An array so many times, along its first axis."""
    return np.repeat(values, count, axis=0)
