"""Any rate to frames of 16 kHz. The only module that imports soxr."""

from __future__ import annotations

import soxr

from voiceduet.asr.ports import SAMPLE_RATE_HZ
from voiceduet.asr.samples import Samples, to_pcm

FRAME_S = 0.03
"""Length of a frame that sources yield."""
FRAME_BYTES = round(FRAME_S * SAMPLE_RATE_HZ) * 2


class Resampler:
    """One stream of mono samples in any rate, as 16-bit frames of 30 ms at 16 kHz."""

    def __init__(self, rate_hz: float) -> None:
        is_needed = round(rate_hz) != SAMPLE_RATE_HZ
        self._stream = soxr.ResampleStream(rate_hz, SAMPLE_RATE_HZ, 1, dtype="float32") if is_needed else None
        self._rest = b""

    def feed(self, samples: Samples, is_last: bool = False) -> list[bytes]:
        """Take samples; return the frames that are full. With `is_last` the rest comes too, filled up with silence."""
        if self._stream is not None:
            samples = self._stream.resample_chunk(samples, last=is_last)
        joined = self._rest + to_pcm(samples)
        if is_last and len(joined) % FRAME_BYTES:
            joined += bytes(FRAME_BYTES - len(joined) % FRAME_BYTES)
        full = len(joined) - len(joined) % FRAME_BYTES
        self._rest = joined[full:]
        return [joined[start : start + FRAME_BYTES] for start in range(0, full, FRAME_BYTES)]
