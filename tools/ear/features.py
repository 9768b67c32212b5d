"""Sound as the model hears it: 40 cepstral coefficients every 10 ms, computed as Vosk does from `conf/mfcc.conf`."""

from __future__ import annotations

from pathlib import Path

import kaldi_native_fbank
import numpy as np
import numpy.typing as npt
import soundfile
from G722 import G722

from tools.ear.mel import HIGH_HZ, LOW_HZ
from tools.ear.settings import FEATURE_SIZE, WIDE_SUFFIX

SAMPLE_RATE_HZ = 16_000
WIDE_BITS = 64_000
"""Bits a second of such a file."""

Samples = npt.NDArray[np.float64]
Features = npt.NDArray[np.float32]
"""One row a frame."""


def mfcc(samples: Samples) -> Features:
    """Features of sound at 16 kHz in the range of 16-bit numbers. The noise of power 1 that Vosk adds is not added."""
    options = kaldi_native_fbank.MfccOptions()
    options.frame_opts.samp_freq = SAMPLE_RATE_HZ
    options.frame_opts.dither = 0.0
    options.frame_opts.snip_edges = True
    options.mel_opts.num_bins = FEATURE_SIZE
    options.mel_opts.low_freq = LOW_HZ
    options.mel_opts.high_freq = HIGH_HZ
    options.num_ceps = FEATURE_SIZE
    options.use_energy = False
    computer = kaldi_native_fbank.OnlineMfcc(options)
    computer.accept_waveform(SAMPLE_RATE_HZ, samples.astype(np.float32).tolist())
    computer.input_finished()
    rows = [computer.get_frame(at) for at in range(computer.num_frames_ready)]
    return np.stack(rows).astype(np.float32) if rows else np.zeros((0, FEATURE_SIZE), np.float32)


def load_sound(path: Path, begin_s: float = 0.0, end_s: float | None = None) -> tuple[Samples, int]:
    """Samples from -1 to 1 of the first channel, and their rate in Hz. Also reads G.722, the telephone's 16 kHz."""
    if path.suffix == WIDE_SUFFIX:
        samples = np.asarray(G722(SAMPLE_RATE_HZ, WIDE_BITS).decode(path.read_bytes()), np.float64) / 32_768
        last = None if end_s is None else int(end_s * SAMPLE_RATE_HZ)
        return samples[int(begin_s * SAMPLE_RATE_HZ) : last], SAMPLE_RATE_HZ
    with soundfile.SoundFile(path) as file:
        rate = int(file.samplerate)
        file.seek(int(begin_s * rate))
        count = -1 if end_s is None else int(end_s * rate) - int(begin_s * rate)
        samples = file.read(count, dtype="float64", always_2d=True)
    return samples[:, 0], rate
