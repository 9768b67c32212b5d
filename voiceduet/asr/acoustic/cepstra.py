"""Sound as the network hears it: Kaldi's cepstral coefficients, by the settings of `conf/mfcc.conf`.

Windows of 25 ms every 10 ms, pre-emphasis, Kaldi's own window shape, mel bands of the power spectrum, logarithm,
cosine transform, lifter. Kaldi's dither (noise of power 1) is left out, so that the same sound gives the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from voiceduet.asr.arrays import Doubles, Floats, np
from voiceduet.asr.errors import ModelError

SAMPLE_RATE_HZ = 16_000
WINDOW, SHIFT, SPECTRUM = 400, 160, 512
"""Samples."""
PRE_EMPHASIS = 0.97
LIFTER = 22.0
LEAST_POWER = float(np.finfo(np.float32).eps)


@dataclass(frozen=True, slots=True)
class CepstraSettings:
    """Sizes and edges of the mel bands."""

    bands: int
    coefficients: int
    low_hz: float
    high_hz: float

    @classmethod
    def read(cls, path: Path) -> CepstraSettings:
        """Take them from `mfcc.conf`. Raises `ModelError` for a file that is missing or of another kind."""
        try:
            lines = (line.strip().lstrip("-").partition("=") for line in path.read_text(encoding="utf-8").splitlines())
            found = {name: value for name, _, value in lines}
            if found.get("use-energy") != "false" or found.get("sample-frequency", "16000") != str(SAMPLE_RATE_HZ):
                raise ValueError("other kinds of coefficients are asked for")
            high = float(found["high-freq"])
            return cls(
                int(found["num-mel-bins"]),
                int(found["num-ceps"]),
                float(found["low-freq"]),
                high if high > 0 else SAMPLE_RATE_HZ / 2 + high,
            )
        except (OSError, KeyError, ValueError) as error:
            raise ModelError(f"{path.name} cannot be used to weigh phrases: {error}") from error


def cepstra(sound: bytes, settings: CepstraSettings) -> Floats:
    """(frames, coefficients) of sound as an `AudioFrame` has it; no frame where there is less than a window."""
    samples = np.frombuffer(sound, "<i2").astype(np.float64)
    count = 1 + (len(samples) - WINDOW) // SHIFT if len(samples) >= WINDOW else 0
    if count == 0:
        return np.zeros((0, settings.coefficients), np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(samples, WINDOW)[::SHIFT][:count]
    windows = windows - windows.mean(axis=1, keepdims=True)
    before = np.concatenate([windows[:, :1], windows[:, :-1]], axis=1)
    shaped = (windows - PRE_EMPHASIS * before) * _shape()
    power = np.abs(np.fft.rfft(shaped, SPECTRUM, axis=1)[:, : SPECTRUM // 2]) ** 2
    bands = np.log(np.maximum(power @ _bands(settings).T, LEAST_POWER))
    return np.asarray(bands @ _cosines(settings).T, np.float32)


@lru_cache(maxsize=1)
def _shape() -> Doubles:
    return np.asarray((0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / (WINDOW - 1))) ** 0.85, np.float64)


@lru_cache(maxsize=4)
def _bands(settings: CepstraSettings) -> Doubles:
    """(bands, half of the spectrum): triangles that are straight in mels."""
    mels = _mel(np.arange(SPECTRUM // 2) * SAMPLE_RATE_HZ / SPECTRUM)[None, :]
    low, high = _mel(np.array([settings.low_hz, settings.high_hz]))
    edges = low + (high - low) / (settings.bands + 1) * np.arange(settings.bands + 2)
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising, falling = (mels - left) / (centre - left), (right - mels) / (right - centre)
    return np.asarray(np.maximum(0.0, np.minimum(rising, falling)), np.float64)


def _mel(hertz: Doubles) -> Doubles:
    return np.asarray(1127.0 * np.log(1.0 + hertz / 700.0), np.float64)


@lru_cache(maxsize=4)
def _cosines(settings: CepstraSettings) -> Doubles:
    """(coefficients, bands): the cosine transform, liftered."""
    number, band = np.arange(settings.coefficients)[:, None], np.arange(settings.bands)[None, :]
    cosines = np.sqrt(2.0 / settings.bands) * np.cos(np.pi / settings.bands * (band + 0.5) * number)
    cosines[0] = np.sqrt(1.0 / settings.bands)
    lifter = 1.0 + 0.5 * LIFTER * np.sin(np.pi * np.arange(settings.coefficients) / LIFTER)
    return np.asarray(lifter[:, None] * cosines, np.float64)
