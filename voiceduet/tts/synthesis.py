"""Rendering speech to a file: the port and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from voiceduet.tts.faults import EngineMissing, FaultCode, SpeechFault

__all__ = [
    "EngineMissing",
    "EngineName",
    "SpeechFault",
    "Synthesizer",
    "VoiceInfo",
    "VoiceSettings",
    "choose_voice",
    "voices_of",
]


class EngineName(StrEnum):
    """The speech engines; only the first must be there."""

    PYTTSX3 = "pyttsx3"
    """The system's voices."""
    RHVOICE = "rhvoice"
    PIPER = "piper"
    FESTIVAL = "festival"


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How the referee sounds (voice.md, Speaking 5)."""

    language: str
    """ISO code: ru, en, ko."""
    voice: str | None = None
    """The engine's id or name of a voice, for Piper also a model file; `None` takes the first of the language."""
    rate: int = 165
    """Words a minute, 80–450."""
    volume: float = 1.0
    """0–1."""
    engine: EngineName = EngineName.PYTTSX3

    def __post_init__(self) -> None:
        if not 80 <= self.rate <= 450:
            raise ValueError(f"speech rate {self.rate}: choose 80-450 words a minute")
        if not 0 <= self.volume <= 1:
            raise ValueError(f"volume {self.volume}: choose 0-1")


@dataclass(frozen=True, slots=True)
class VoiceInfo:
    """One installed voice."""

    id: str
    name: str
    languages: tuple[str, ...]
    """ISO codes, lower case, with region where the engine names one: ru, en-us."""


class Synthesizer(Protocol):
    """A speech engine that writes WAV files."""

    def render(self, text: str, path: Path) -> float:
        """Write the spoken text to a file; return its length in seconds. Raise `SpeechFault`."""

    def voices(self) -> tuple[VoiceInfo, ...]:
        """Every installed voice. Raise `SpeechFault`."""

    def close(self) -> None:
        """Release the engine; safe to call twice."""


def choose_voice(voices: tuple[VoiceInfo, ...], settings: VoiceSettings) -> VoiceInfo:
    """Pick the voice of the settings, else the best of the language. Raise `EngineMissing` naming what there is."""
    if settings.voice is not None:
        for voice in voices:
            if settings.voice.lower() in (voice.id.lower(), voice.name.lower()):
                return voice
        raise EngineMissing(FaultCode.UNKNOWN_VOICE, voice=settings.voice)
    found = voices_of(voices, settings.language)
    if not found:
        if settings.engine is EngineName.PYTTSX3:
            raise EngineMissing(FaultCode.NO_VOICE, language=settings.language)
        raise EngineMissing(FaultCode.NO_VOICE_OF, engine=settings.engine, language=settings.language)
    return found[0]


def voices_of(voices: tuple[VoiceInfo, ...], language: str) -> tuple[VoiceInfo, ...]:
    """The voices of a language, plainest first: ru before ru-lv."""
    matching = [v for v in voices if any(code.split("-")[0] == language for code in v.languages)]
    return tuple(sorted(matching, key=lambda v: (language not in v.languages, len(v.id))))
