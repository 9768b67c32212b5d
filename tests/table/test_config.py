from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiceduet.engine.mission import Mission
from voiceduet.engine.setup import Edition
from voiceduet.grammar.judge.verdict import Relaxation
from voiceduet.table.config import (
    ClueSettings,
    GameSettings,
    ListeningSettings,
    Settings,
    SpeechSettings,
    TouchStyle,
    default_config_path,
    format_settings,
    load_settings,
    save_settings,
    with_options,
)
from voiceduet.table.dialogue.state import IllegalClueWay
from voiceduet.table.errors import ConfigError
from voiceduet.table.wording import Style

pytestmark = pytest.mark.logic


def loaded(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_without_a_file_there_are_defaults() -> None:
    settings = load_settings()
    assert settings == Settings()
    assert settings.game.chosen_edition is Edition.RU
    assert settings.game.chosen_mission == Mission(9, 9)
    assert settings.game.chosen_names == ("", "")


def test_a_full_file(tmp_path: Path) -> None:
    settings = loaded(
        tmp_path,
        """
        [game]
        language = "ko"
        mission = "Каир"
        names = "Анна,Борис"
        free_order = true
        [clues]
        illegal = "retake"
        relaxed = ["hyphens", "multi-word"]
        [listening]
        touch = "bare"
        end_silence_s = 0.8
        microphone = "USB"
        [speech]
        style = "full"
        voice = "zle/ru"
        rate = 200
        volume = 0.5
        """,
    )
    assert settings.game.chosen_edition is Edition.KO
    assert settings.game.chosen_mission == Mission(9, 5)
    assert settings.game.chosen_names == ("Анна", "Борис")
    assert settings.clues == ClueSettings(
        illegal=IllegalClueWay.RETAKE, relaxed=frozenset({Relaxation.HYPHENS, Relaxation.MULTI_WORD})
    )
    assert settings.listening == ListeningSettings(touch=TouchStyle.BARE, end_silence_s=0.8, microphone="USB")
    assert settings.speech == SpeechSettings(style=Style.FULL, voice="zle/ru", rate=200, volume=0.5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[game]\nlanguage = 'fi'", 'settings.toml: game.language cannot be "fi"; allowed: ru, en, ko'),
        ("[game]\nedition = 'de'", 'game.edition cannot be "de"; allowed: ru, ko, en'),
        ("[game]\nlanguge = 'ru'", "there is no setting game.languge; did you mean game.language?"),
        ("[game]\nzzz = 1", "there is no setting game.zzz; there are language, edition, mission"),
        ("[gmae]", "there is no setting gmae; did you mean game?"),
        ("game = 3", "game cannot be 3; allowed: a section"),
        ("[game]\nmission = '12-3'", "game.mission: the mission '12-3' is not possible"),
        ("[game]\nnames = 'Анна'", "game.names: 'Анна' does not give two names"),
        ("[game]\nfree_order = 'maybe'", 'game.free_order cannot be "maybe"; allowed: true, false'),
        ("[listening]\nend_silence_s = 9", "listening.end_silence_s cannot be 9; allowed: a number from 0.2 to 3.0"),
        ("[speech]\nrate = 'quick'", 'speech.rate cannot be "quick"; allowed: a number from 80 to 450'),
        ("[speech]\nvoice = 3", "speech.voice cannot be 3; allowed: a text in quotes"),
        ("[speech]\nvolume = nan", "speech.volume cannot be NaN; allowed: a number from 0.0 to 1.0"),
        ("[clues]\nrelaxed = ['spelling']", 'clues.relaxed cannot be "spelling"; allowed: a list of multi-word, abb'),
        ("[clues]\nrelaxed = 'hyphens'", 'clues.relaxed cannot be "hyphens"; allowed: a list of'),
        ("[game]\n\nlanguage = ru", "settings.toml is not valid TOML in line 3"),
        ("[game]\nlanguge = 'ru'\n[speech]\nrate = 7", "languge; did you mean game.language?; speech.rate cannot be 7"),
    ],
)
def test_messages_name_file_entry_and_what_is_allowed(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        loaded(tmp_path, text)
    assert message in str(refusal.value)
    assert str(tmp_path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_messages_in_russian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    with pytest.raises(ConfigError, match=r"listening.end_silence_s не может быть 9; допустимо: число от 0.2 до 3.0"):
        loaded(tmp_path, "[listening]\nend_silence_s = 9")


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no file"):
        load_settings(tmp_path / "none.toml")


def test_options_win() -> None:
    settings = Settings(game=GameSettings(language="en", free_order=True))
    changed = with_options(settings, {"game.language": "ko", "speech.style": "short", "game.mission": None})
    assert changed.game == GameSettings(language="ko", free_order=True)
    assert changed.speech.style is Style.SHORT
    with pytest.raises(ConfigError, match=r"the options: speech.rate cannot be 7; allowed: a number from 80 to 450"):
        with_options(settings, {"speech.rate": 7})


def test_what_is_written_is_private_and_read_back() -> None:
    settings = with_options(Settings(), {"game.names": "Анна,Борис", "clues.relaxed": ["hyphens", "abbreviations"]})
    path = save_settings(settings)
    assert path == default_config_path()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert load_settings() == settings
    assert "speech" not in path.read_text("utf-8")
    assert [file.name for file in path.parent.iterdir()] == [path.name]


texts = st.none() | st.text(st.characters(codec="utf-8"), max_size=20)


@given(
    microphone=texts,
    voice=texts,
    rate=st.integers(80, 450),
    volume=st.floats(0, 1),
    relaxed=st.sets(st.sampled_from(Relaxation)),
)
def test_every_settings_value_survives_its_file(
    tmp_path_factory: pytest.TempPathFactory,
    microphone: str | None,
    voice: str | None,
    rate: int,
    volume: float,
    relaxed: set[Relaxation],
) -> None:
    settings = Settings(
        clues=ClueSettings(relaxed=frozenset(relaxed)),
        listening=ListeningSettings(microphone=microphone),
        speech=SpeechSettings(voice=voice, rate=rate, volume=volume),
    )
    path = tmp_path_factory.getbasetemp() / "every.toml"
    assert load_settings(save_settings(settings, path)) == settings
    assert path.read_text("utf-8") == format_settings(settings)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="cannot be written"):
        save_settings(Settings(), tmp_path / "file" / "settings.toml")
