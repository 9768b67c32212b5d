"""Time as a value: the table asks a clock, so that a scripted game of half an hour takes milliseconds."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """What the table needs of time."""

    def now_s(self) -> float:
        """Seconds since some fixed moment; never goes back."""

    def today(self) -> datetime:
        """The date and time on the wall, for names of files."""


class SystemClock:
    """The clock of this machine, from zero at its creation."""

    def __init__(self) -> None:
        self._start_s = time.monotonic()

    def now_s(self) -> float:
        """Seconds since the clock was made."""
        return time.monotonic() - self._start_s

    def today(self) -> datetime:
        """Local date and time, with its zone."""
        return datetime.now().astimezone()


class ManualClock:
    """A clock that stands still until it is moved: for recordings, whose audio brings the time, and for scripts."""

    def __init__(self, today: datetime, now_s: float = 0.0) -> None:
        self._today = today
        self._now_s = now_s

    def now_s(self) -> float:
        """The time it was moved to."""
        return self._now_s

    def today(self) -> datetime:
        """The date given at the start; it does not move."""
        return self._today

    def advance(self, seconds: float) -> None:
        """Move forward. Raise `ValueError` for a negative distance."""
        if seconds < 0:
            raise ValueError(f"a clock cannot go back by {-seconds} s")
        self._now_s += seconds

    def advance_to(self, moment_s: float) -> None:
        """Move to a moment; one that has passed already changes nothing."""
        self._now_s = max(self._now_s, moment_s)
