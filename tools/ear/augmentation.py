"""Other speakers, rooms, microphones and noises, made from few recordings.

Resampling makes the voice and its resonances higher or lower, and the speech faster or slower. All chance comes from
the generator that is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import soxr

from tools.ear.features import SAMPLE_RATE_HZ, Samples

SLOWEST, FASTEST = 0.82, 1.22
"""How much the sound is stretched; 1.22 makes a man nearly a woman, and a woman nearly a child."""
LONGEST_DECAY_S = 0.8
LOUDEST = 32_767
EQUALIZER_HZ = np.array([1, 60, 150, 300, 600, 1200, 2400, 4800, 8001.0])


@dataclass(frozen=True, slots=True)
class Disturbed:
    """Sound after it went through a room and a microphone."""

    samples: Samples
    """At 16 kHz, in the range of 16-bit numbers."""
    stretch: float
    """Sound is shorter by this factor."""
    silence_before_s: float


def clean(samples: Samples, rate_hz: int) -> Samples:
    """The sound at 16 kHz, unchanged."""
    return np.asarray(soxr.resample(samples, rate_hz, SAMPLE_RATE_HZ), np.float64)


def disturb(samples: Samples, rate_hz: int, chance: np.random.Generator, voices: Sequence[Samples]) -> Disturbed:
    """A version of an utterance as it might come from a table. `voices` (16 kHz) speak in the background."""
    stretch = float(np.exp(chance.uniform(np.log(SLOWEST), np.log(FASTEST))))
    sound = np.asarray(soxr.resample(samples, rate_hz * stretch, SAMPLE_RATE_HZ, quality="MQ"), np.float64)
    front = np.zeros(int(chance.uniform(0.05, 0.8) * SAMPLE_RATE_HZ))
    back = np.zeros(int(chance.uniform(0.15, 0.6) * SAMPLE_RATE_HZ))
    sound = np.concatenate([front, sound / _peak(sound), back])
    if chance.random() < 0.85:
        sound = equalize(sound, chance)
    if chance.random() < 0.6:
        sound = in_a_room(sound, chance, LONGEST_DECAY_S)
    speech = _power(sound)
    if chance.random() < 0.9:
        quietest = 18 if chance.random() < 0.5 else 40
        sound = sound + coloured_noise(len(sound), chance) * speech * _from_db(-chance.uniform(6, quietest))
    if chance.random() < 0.15:
        sound = sound + knocks(len(sound), chance) * speech * _from_db(-chance.uniform(5, 25))
    if chance.random() < 0.15:
        sound = sound + hum(len(sound), chance) * speech * _from_db(-chance.uniform(3, 25))
    if voices and chance.random() < 0.2:
        sound = sound + babble(len(sound), chance, voices) * speech * _from_db(-chance.uniform(10, 28))
    if chance.random() < 0.1:
        sound = np.clip(sound, -_peak(sound) / 2, _peak(sound) / 2)
    level = _from_db(-chance.uniform(1, 30)) * LOUDEST
    return Disturbed(sound / _peak(sound) * level, stretch, len(front) / SAMPLE_RATE_HZ)


def _peak(samples: Samples) -> float:
    return float(np.abs(samples).max()) + 1e-6


def _power(samples: Samples) -> float:
    return float(np.sqrt(np.mean(samples**2))) + 1e-6


def _from_db(level: float) -> float:
    return float(10 ** (level / 20))


def coloured_noise(length: int, chance: np.random.Generator) -> Samples:
    """Noise between white and pink, of power 1."""
    spectrum = np.fft.rfft(chance.standard_normal(length))
    slope = chance.uniform(0, 1.1)
    noise = np.fft.irfft(spectrum / (np.arange(len(spectrum)) + 20.0) ** slope, length)
    return noise / _power(noise)


def babble(length: int, chance: np.random.Generator, voices: Sequence[Samples]) -> Samples:
    """One to four voices at once, of power 1."""
    picked = [voices[int(chance.integers(len(voices)))] for _ in range(int(chance.integers(1, 5)))]
    mixed = sum((np.resize(voice, length) / _power(voice) for voice in picked), np.zeros(length))
    return mixed / _power(mixed)


def knocks(length: int, chance: np.random.Generator) -> Samples:
    """Cups, cards and knees: one to four bursts of noise that die away, of power 1 together."""
    sound = np.zeros(length)
    for _ in range(int(chance.integers(1, 5))):
        size = min(int(chance.uniform(0.01, 0.12) * SAMPLE_RATE_HZ), length)
        burst = coloured_noise(size, chance) * np.exp(-6.9 * np.arange(size) / size)
        begin = int(chance.integers(0, length - size + 1))
        sound[begin : begin + size] += burst * chance.uniform(0.3, 1)
    return sound / _power(sound)


def hum(length: int, chance: np.random.Generator) -> Samples:
    """Mains and motors: a low tone with its harmonics, of power 1."""
    turns = 2 * np.pi * chance.uniform(48, 125) * np.arange(length) / SAMPLE_RATE_HZ
    tones = [np.sin(number * turns + chance.uniform(0, 6)) / number ** chance.uniform(0, 2) for number in range(1, 9)]
    sound = np.sum(tones, axis=0)
    return np.asarray(sound / _power(sound))


def equalize(samples: Samples, chance: np.random.Generator) -> Samples:
    """A random smooth filter, sometimes with the band of a telephone, a codec or a small loudspeaker."""
    hz = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE_HZ) + 1
    gains = chance.uniform(-1, 1, len(EQUALIZER_HZ)) * chance.uniform(0, 7)
    curve = np.interp(np.log(hz), np.log(EQUALIZER_HZ), gains) + chance.uniform(-2.1, 2.1) * np.log2(hz / 1000)
    band = chance.random()
    if band < 0.1:
        curve += np.where((hz < 280) | (hz > 3500), -45, 0)
    elif band < 0.2:
        curve += np.where(hz > 3900, -50, 0)
    elif band < 0.3:
        curve += np.where(hz > chance.uniform(5000, 7000), -45, 0)
    if chance.random() < 0.3:
        curve += np.where(hz < chance.uniform(60, 200), -20, 0)
    return np.fft.irfft(np.fft.rfft(samples) * 10 ** (curve / 20), len(samples))


def in_a_room(samples: Samples, chance: np.random.Generator, longest_s: float = 0.6) -> Samples:
    """Reverberation: noise that dies away (60 dB in 0.08 s at least), weaker than the direct sound or as strong."""
    decay_s = chance.uniform(0.08, longest_s)
    length = int(decay_s * SAMPLE_RATE_HZ)
    response = chance.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length)
    response[: int(chance.uniform(0.001, 0.008) * SAMPLE_RATE_HZ)] = 0
    response *= _from_db(-chance.uniform(0, 14)) / (np.sqrt(np.sum(response**2)) + 1e-9)
    response[0] = 1.0
    size = 1 << (len(samples) + length - 2).bit_length()
    heard = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(response, size), size)
    return heard[: len(samples) + min(length, 2000)]
