"""Memory of this process. Below all rooms: any of them may ask."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress


def give_back() -> None:
    """Give what loading took and no longer needs back to the system; only glibc keeps it."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
