"""Several channels of one stream to one."""

from __future__ import annotations

from voiceduet.asr.arrays import np
from voiceduet.asr.samples import Samples, mix_down
from voiceduet.asr.sources.resampling import FRAME_S

WEAK = 0.1
"""A mean with less than this share of the loudest channel's power has lost the sound. Two channels that have nothing
in common leave a half of it, sound on one of two channels a quarter, channels in opposite phase nothing."""
STRONG = 0.2
"""The mean is used again from this share on."""
CLEARLY_LOUDER = 4.0
"""The channel in use gives way to one with so many times its power."""
HALF_LIFE_S = 0.1
"""After this time a sound weighs half."""
STEP_S = 0.000_25
"""Power is taken of what changes in this time: speech in full, hum and a constant offset hardly."""


class Mixer:
    """The mean of the channels; while they cancel each other out, the loudest channel alone.

    Channels in opposite phase come from a plug with two wires exchanged, for instance, and their mean is silence.
    Pieces of 30 ms at most are judged by what was heard lately and by the piece itself, so that no beginning is lost;
    a change is faded in over its piece. Where the mean carries the sound it is left as it is, to the bit.
    """

    def __init__(self, rate_hz: float, channels: int) -> None:
        self._piece = round(rate_hz * FRAME_S)
        self._step = round(rate_hz * STEP_S)
        self._half_life = rate_hz * HALF_LIFE_S
        self._powers = np.zeros(channels + 1)
        """Of each channel and, last, of the mean."""
        self._used: int | None = None
        """The channel that is used alone; `None` for the mean."""

    def feed(self, samples: Samples) -> Samples:
        """Take samples, (frames × channels) or (frames,); return as many of one channel."""
        mixed = mix_down(samples)
        if samples.ndim == 1:
            return mixed
        for start in range(0, len(samples), self._piece):
            piece = slice(start, start + self._piece)
            sound = np.column_stack([samples[piece], mixed[piece]])
            before, self._used = self._used, self._choose(sound)
            if before is not None or self._used is not None:
                mixed[piece] = _faded(sound, before, self._used)
        return mixed

    def _choose(self, sound: Samples) -> int | None:
        """The channel to use for a piece, whose last column is the mean; `None` for the mean."""
        heard = np.clip(np.nan_to_num(sound.astype(np.float64)), -1.0, 1.0)
        changes = heard[self._step :] - heard[: -self._step]
        self._powers = self._powers * 0.5 ** (len(heard) / self._half_life) + (changes**2).sum(axis=0)
        *powers, mean = self._powers.tolist()
        loudest = powers.index(max(powers))
        if mean >= (WEAK if self._used is None else STRONG) * powers[loudest]:
            return None
        if self._used is not None and powers[loudest] < CLEARLY_LOUDER * powers[self._used]:
            return self._used
        return loudest


def _faded(sound: Samples, before: int | None, after: int | None) -> Samples:
    """From one column to another; `None` is the last one, the mean."""
    old, new = (sound[:, -1 if column is None else column] for column in (before, after))
    if before == after:
        return new
    share = np.linspace(0.0, 1.0, len(sound), dtype=np.float32)
    faded: Samples = old * (1 - share) + new * share
    return faded
