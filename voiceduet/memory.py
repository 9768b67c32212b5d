"""Memory of this process. Below all rooms: any of them may ask."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_ARENA_MAX = -8
"""glibc's `M_ARENA_MAX`."""


def share_one_heap() -> None:
    """Let all threads of this process take memory from one heap, so that what one gives back another can use.

    To be called before there are threads. For a process whose threads take much, one after the other.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Give what loading took and no longer needs back to the system; only glibc keeps it."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
