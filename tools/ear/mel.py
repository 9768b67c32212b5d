"""Mel bands and cepstra: the settings that Vosk reads, and the way back from one to the other."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from tools.ear.settings import FEATURE_SIZE

LOW_HZ, HIGH_HZ = 20, 7600
LIFTER = 22.0
"""Kaldi's weighting of the coefficients."""

Matrix = npt.NDArray[np.float32]


def mfcc_conf() -> str:
    """The text of `conf/mfcc.conf`."""
    options = {
        "use-energy": "false",
        "num-mel-bins": FEATURE_SIZE,
        "num-ceps": FEATURE_SIZE,
        "low-freq": LOW_HZ,
        "high-freq": HIGH_HZ,
        "allow-upsample": "true",
        "allow-downsample": "true",
    }
    return "".join(f"--{name}={value}\n" for name, value in options.items())


def cepstra_to_mel() -> Matrix:
    """The matrix (bands × coefficients) that turns features back into logarithms of band energies."""
    coefficient, band = np.arange(FEATURE_SIZE)[:, None], np.arange(FEATURE_SIZE)[None, :]
    cosines = math.sqrt(2.0 / FEATURE_SIZE) * np.cos(math.pi / FEATURE_SIZE * (band + 0.5) * coefficient)
    cosines[0] = math.sqrt(1.0 / FEATURE_SIZE)
    weights = 1 + 0.5 * LIFTER * np.sin(math.pi * np.arange(FEATURE_SIZE) / LIFTER)
    return np.asarray(cosines.T / weights[None, :], np.float32)
