"""The order in which announcements are spoken. Pure: every change gives a new queue."""

from __future__ import annotations

from dataclasses import dataclass

from voiceduet.tts.ports import Announcement


@dataclass(frozen=True, slots=True)
class SpeechQueue:
    """Announcements that wait; higher priority first, in the order of arrival within one priority."""

    waiting: tuple[Announcement, ...] = ()
    """In the order in which they will be spoken."""

    def put(self, announcement: Announcement) -> tuple[SpeechQueue, tuple[Announcement, ...]]:
        """Return the queue with one more and those that it replaces: the same topic, and free to be cut."""
        topic = announcement.topic
        replaced = tuple(old for old in self.waiting if topic and old.topic == topic and old.interruptible)
        kept = tuple(old for old in self.waiting if old not in replaced)
        place = next((i for i, old in enumerate(kept) if old.priority < announcement.priority), len(kept))
        return SpeechQueue((*kept[:place], announcement, *kept[place:])), replaced

    def take(self) -> tuple[Announcement | None, SpeechQueue]:
        """Return the next announcement and the rest; `None` when nothing waits."""
        if not self.waiting:
            return None, self
        return self.waiting[0], SpeechQueue(self.waiting[1:])

    def clear(self) -> tuple[SpeechQueue, tuple[Announcement, ...]]:
        """Return the queue after a stop, and what was dropped; what must not be interrupted stays."""
        dropped = tuple(old for old in self.waiting if old.interruptible)
        return SpeechQueue(tuple(old for old in self.waiting if not old.interruptible)), dropped
