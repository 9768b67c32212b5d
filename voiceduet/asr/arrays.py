"""Arrays of numbers. The only module that imports numpy: others take `np` and the types from here."""

from __future__ import annotations

import os

# Set before numpy is loaded. The matrices here are small: more threads only wait for each other, and take the core
# that hears or speaks.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import numpy.typing as npt

__all__ = ["ArrayLike", "Booleans", "Doubles", "Floats", "Integers", "Keys", "PhoneNumbers", "np"]

ArrayLike = npt.ArrayLike
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Integers = npt.NDArray[np.signedinteger]
Keys = npt.NDArray[np.uint64]
PhoneNumbers = npt.NDArray[np.int16]
Booleans = npt.NDArray[np.bool_]
