"""What `voiceduet doctor --sound` hears: how loud the microphone is, and whether it hears the referee's voice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from voiceduet.asr.errors import AsrError
from voiceduet.asr.ports import AudioSource
from voiceduet.asr.samples import level_db
from voiceduet.table.checkup import Finding, Level
from voiceduet.table.messages import interface_language, told
from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished, Speaker

SENTENCES = {
    "ru": "Проверка звука. Слышно ли меня в микрофоне?",
    "en": "This is a sound check. Can the microphone hear me?",
    "ko": "소리를 확인합니다. 마이크에 제 말이 들립니까?",
}
QUIET_S = 1.5
"""So long the room is listened to."""
LONGEST_S = 20.0
SWITCHED_OFF_DB = -90.0
"""A microphone that is switched off gives digital silence."""
TOO_LOUD_DB = -20.0
"""A quiet room that is louder is a microphone turned up too far."""
HEARD_DB = 6.0
"""By so much the referee's voice stands out where the microphone hears it."""


def examine_sound(language: str, source: AudioSource, speaker: Speaker) -> Iterator[Finding]:
    """Listen to the room, then speak and listen again; the findings as they come. Source and speaker are closed."""
    try:
        room_db = _level(source, QUIET_S, lambda: False)
        yield _room(room_db)
        yield _loopback(room_db, *_speak_and_listen(language, source, speaker))
    except AsrError as error:
        yield Finding("level", Level.DEGRADED, error.text(interface_language()), told("doctor.no_microphone"))
    finally:
        source.close()
        speaker.close()


def _level(source: AudioSource, at_most_s: float, is_over: Callable[[], bool]) -> float | None:
    """Loudness of the next sound in dBFS; `None` when none comes."""
    pieces: list[bytes] = []
    heard_s = 0.0
    for frame in source.frames():
        pieces.append(frame.samples)
        heard_s += frame.duration_s
        if heard_s >= at_most_s or is_over():
            break
    return level_db(pieces)


def _speak_and_listen(language: str, source: AudioSource, speaker: Speaker) -> tuple[float | None, str | None]:
    """Loudness while the referee speaks, and what was wrong with the voice."""
    over = threading.Event()
    faults: list[str] = []

    def deliver(event: PlaybackEvent) -> None:
        if isinstance(event, PlaybackFinished):
            if event.fault is not None:
                faults.append(f"{event.fault} ({event.detail})" if event.detail else event.fault)
            over.set()

    speaker.start(deliver)
    speaker.say(Announcement(SENTENCES.get(language, SENTENCES["en"])))
    spoken_db = _level(source, LONGEST_S, over.is_set)
    return spoken_db, faults[0] if faults else None


def _room(room_db: float | None) -> Finding:
    if room_db is None or room_db < SWITCHED_OFF_DB:
        return Finding("level", Level.DEGRADED, told("doctor.level_none"), told("doctor.unmute"))
    text = told("doctor.level", level=round(room_db))
    if room_db > TOO_LOUD_DB:
        return Finding("level", Level.DEGRADED, text, told("doctor.turn_down"))
    return Finding("level", Level.OK, text)


def _loopback(room_db: float | None, spoken_db: float | None, fault: str | None) -> Finding:
    if fault is not None:
        return Finding("loopback", Level.DEGRADED, fault, told("doctor.no_player"))
    if room_db is None or spoken_db is None or spoken_db < room_db + HEARD_DB:
        return Finding("loopback", Level.DEGRADED, told("doctor.loopback_none"), told("doctor.turn_up"))
    return Finding("loopback", Level.OK, told("doctor.loopback", level=round(spoken_db)))
