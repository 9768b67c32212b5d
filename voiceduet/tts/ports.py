"""The values and ports of speaking. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol, TypeAlias


class Priority(IntEnum):
    """Order in the queue; a higher one is spoken first."""

    LOW = 0
    """Read-outs on request."""
    NORMAL = 1
    """Results, tokens, whose turn."""
    HIGH = 2
    """Questions and warnings."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing to say: words only, no digits."""

    text: str
    priority: Priority = Priority.NORMAL
    interruptible: bool = True
    """Warnings are not (voice.md, Speaking 3)."""
    topic: str = ""
    """When not empty: replaces an announcement of the same topic that still waits, so that no stale number is said."""


@dataclass(frozen=True, slots=True)
class PlaybackStarted:
    """Sound is going out. A long announcement is said in parts, and each tells, so that the gate is kept shut."""

    announcement: Announcement


@dataclass(frozen=True, slots=True)
class PlaybackFinished:
    """Always delivered once per announcement, also after stop and after an error; drives the gate."""

    announcement: Announcement
    duration_s: float
    """How long it was, or would have been, audible; 0 when printed only."""
    fault: str | None = None
    """What went wrong, in words for the screen; `None` when it was heard in full."""
    stopped: bool = False
    """Cut short on purpose."""
    detail: str = ""
    """What engine, player or system said about the fault; for the events only."""


PlaybackEvent: TypeAlias = PlaybackStarted | PlaybackFinished


class Speaker(Protocol):
    """Something that says announcements in order, without blocking the caller."""

    def start(self, deliver: Callable[[PlaybackEvent], None]) -> None:
        """Begin; `deliver` may be called from another thread."""

    def say(self, announcement: Announcement) -> None:
        """Queue one announcement."""

    def stop(self) -> None:
        """Cut the present announcement if it may be, and drop queued ones that may be."""

    def close(self, *, at_once: bool = False) -> None:
        """Finish what must be finished, nothing with `at_once`, and release the engine; safe to call twice."""
