"""The voice of a table: its engine, settings and pronunciation."""

from __future__ import annotations

from pathlib import Path

from voiceduet import places
from voiceduet.table.config import Settings
from voiceduet.table.errors import ConfigError
from voiceduet.tts.pronunciation import Pronunciation, PronunciationError, load_pronunciation
from voiceduet.tts.synthesis import EngineName, VoiceSettings


def voice_settings(settings: Settings, language: str, engine: EngineName | None = None) -> VoiceSettings:
    """How the referee sounds; the engine of the settings when none is given."""
    speech = settings.speech
    return VoiceSettings(language, speech.voice, speech.rate, speech.volume, engine or speech.engine)


def own_pronunciation_path(language: str) -> Path:
    """The file with the table's own respellings; it need not exist."""
    return places.config_dir() / "pronunciation" / f"{language}.toml"


def table_pronunciation(voice: VoiceSettings) -> Pronunciation:
    """The respellings that come along and those of the table. Raise `ConfigError` naming file and entry."""
    try:
        return load_pronunciation(voice.engine, voice.language, own=own_pronunciation_path(voice.language))
    except PronunciationError as error:
        raise ConfigError(str(error)) from error
