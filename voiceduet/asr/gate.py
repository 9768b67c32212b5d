"""The mic gate: deaf while the referee speaks and a moment after (voice.md, Listening 11). A pure policy."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class GateSettings:
    """How the gate behaves; durations in seconds."""

    tail_s: float = 0.4
    """Deaf time after the last announcement: the room still rings."""
    watchdog_s: float = 30.0
    """An announcement that plays longer than this is taken as lost, and no longer closes the gate."""
    push_to_talk: bool = False
    """Listen only while the key is held."""


@dataclass(frozen=True, slots=True)
class MicGate:
    """Closed while anything of a *set* of announcements plays, plus a tail.

    Times are seconds on one clock of the caller's choice. A set and not a counter: a finish that comes twice, or for an
    announcement that never started, does no harm.
    """

    settings: GateSettings = field(default_factory=GateSettings)
    playing: frozenset[tuple[str, float]] = frozenset()
    """Identity and start of each announcement under way."""
    closed_until_s: float = -math.inf
    key_is_down: bool = False

    def started(self, announcement: str, now_s: float) -> MicGate:
        """The gate after an announcement began to play."""
        return replace(self, playing=self._without(announcement) | {(announcement, now_s)})

    def finished(self, announcement: str, now_s: float) -> MicGate:
        """The gate after an announcement ended, was stopped, or failed."""
        if not any(name == announcement for name, _ in self.playing):
            return self
        until_s = max(self.closed_until_s, now_s + self.settings.tail_s)
        return replace(self, playing=self._without(announcement), closed_until_s=until_s)

    def pushed(self, key_is_down: bool) -> MicGate:
        """The gate after the key of push-to-talk went down or up."""
        return replace(self, key_is_down=key_is_down)

    def is_open(self, now_s: float) -> bool:
        """Whether sound of this moment may be heard."""
        if self.settings.push_to_talk and not self.key_is_down:
            return False
        lost = self.overdue(now_s)
        return now_s >= self.closed_until_s and all(name in lost for name, _ in self.playing)

    def overdue(self, now_s: float) -> frozenset[str]:
        """Announcements that have played longer than the watchdog allows: the speaker should be looked at."""
        return frozenset(name for name, start_s in self.playing if now_s - start_s > self.settings.watchdog_s)

    def _without(self, announcement: str) -> frozenset[tuple[str, float]]:
        return frozenset((name, start_s) for name, start_s in self.playing if name != announcement)
