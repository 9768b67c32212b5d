"""The table's own pronunciation and the engine of the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiceduet.table.config import Settings, SpeechSettings
from voiceduet.table.errors import ConfigError
from voiceduet.table.voice import own_pronunciation_path, table_pronunciation, voice_settings
from voiceduet.tts.synthesis import EngineName, VoiceSettings

pytestmark = pytest.mark.logic

SETTINGS = Settings(speech=SpeechSettings(engine=EngineName.FESTIVAL, rate=200, volume=0.5, voice="x"))


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICEDUET_HOME", str(tmp_path))
    path = own_pronunciation_path("ru")
    path.parent.mkdir(parents=True)
    assert path == tmp_path / "config" / "pronunciation" / "ru.toml"
    return path


def test_the_engine_is_that_of_the_settings_unless_another_is_named() -> None:
    assert voice_settings(SETTINGS, "ru") == VoiceSettings("ru", "x", 200, 0.5, EngineName.FESTIVAL)
    assert voice_settings(SETTINGS, "ru", EngineName.PIPER).engine is EngineName.PIPER


def test_own_respellings_are_added_and_decide(own_file: Path) -> None:
    own_file.write_text('[words]\n"лиса" = "лисса"\n"Агриппина" = "Агрипина"\n', "utf-8")
    said = table_pronunciation(VoiceSettings("ru")).apply("Лиса, нора, Агриппина.")
    assert said == "Лисса, нораа, Агрипина."


def test_what_comes_along_is_for_one_engine() -> None:
    assert table_pronunciation(VoiceSettings("ru", engine=EngineName.FESTIVAL)).apply("лиса") == "лиса"


def test_a_faulty_file_is_named_with_its_entry(own_file: Path) -> None:
    own_file.write_text('[words]\n"лиса" = 5\n', "utf-8")
    with pytest.raises(ConfigError, match="лиса: the respelling must be a text in quotes") as caught:
        table_pronunciation(VoiceSettings("ru"))
    assert str(own_file) in str(caught.value)
