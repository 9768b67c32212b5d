"""`voiceduet doctor --sound` with rooms made of numbers."""

from __future__ import annotations

import math
import threading
import time
from array import array
from collections.abc import Callable, Iterator

import pytest

from voiceduet.asr.ports import AudioFrame
from voiceduet.table.checkup import Level
from voiceduet.table.checkup_sound import examine_sound
from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished

pytestmark = pytest.mark.logic


def tone(level_db: float | None) -> bytes:
    """30 ms of a level, or of digital silence."""
    height = 0.0 if level_db is None else 32768 * math.sqrt(2) * 10 ** (level_db / 20)
    return array("h", [int(height * math.sin(n)) for n in range(480)]).tobytes()


class Room:
    """A microphone and a loudspeaker in one room."""

    def __init__(self, quiet_db: float | None, spoken_db: float | None, fault: str | None = None) -> None:
        self._quiet, self._spoken, self._fault = tone(quiet_db), tone(spoken_db), fault
        self._speaks = threading.Event()
        self.closed = 0
        self._deliver: Callable[[PlaybackEvent], None] = lambda event: None

    def frames(self) -> Iterator[AudioFrame]:
        for number in range(10_000):
            time.sleep(0.0005)
            yield AudioFrame(self._spoken if self._speaks.is_set() else self._quiet, number * 0.03)

    def close(self, *, at_once: bool = False) -> None:
        self.closed += 1

    def start(self, deliver: Callable[[PlaybackEvent], None]) -> None:
        self._deliver = deliver

    def say(self, announcement: Announcement) -> None:
        self._speaks.set()
        threading.Timer(0.1, lambda: self._deliver(PlaybackFinished(announcement, 1.0, self._fault))).start()

    def stop(self) -> None:
        return


@pytest.mark.parametrize(
    ("room", "level", "loopback", "told"),
    [
        (Room(-60, -30), Level.OK, Level.OK, "heard at -60 dB"),
        (Room(-60, -60), Level.OK, Level.DEGRADED, "does not hear the referee"),
        (Room(None, None), Level.DEGRADED, Level.DEGRADED, "no sound at all"),
        (Room(-10, -5), Level.DEGRADED, Level.DEGRADED, "heard at -10 dB"),
        (Room(-60, -60, "no loudspeaker"), Level.OK, Level.DEGRADED, "no loudspeaker"),
    ],
)
def test_what_is_heard(room: Room, level: Level, loopback: Level, told: str) -> None:
    findings = list(examine_sound("ru", room, room))
    assert [(finding.topic, finding.level) for finding in findings] == [("level", level), ("loopback", loopback)]
    assert any(told in finding.text for finding in findings)
    assert all(finding.remedy for finding in findings if finding.level is not Level.OK)
    assert room.closed == 2
