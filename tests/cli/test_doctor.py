from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from voiceduet.asr.errors import SourceError
from voiceduet.asr.second import weights
from voiceduet.asr.second.weights import install_whisper
from voiceduet.asr.second.whisper import PARTS
from voiceduet.asr.sources.microphone import InputDevice
from voiceduet.asr.store import ModelStore
from voiceduet.cli.main import main
from voiceduet.table import checkup
from voiceduet.tts.faults import FaultCode
from voiceduet.tts.synthesis import EngineMissing, EngineName

pytestmark = pytest.mark.logic

NO_ENGINE = EngineMissing(FaultCode.ENGINE_MISSING, why="none")


@pytest.fixture(autouse=True)
def healthy_machine(monkeypatch: pytest.MonkeyPatch, own_home: Path) -> None:
    """Replace what depends on this machine's sound: two microphones, one voice, a player."""
    monkeypatch.delenv("VOICEDUET_MODELS", raising=False)
    devices = (InputDevice(0, "Built-in", 2, 48000, False), InputDevice(3, "USB", 1, 16000, True))
    monkeypatch.setattr(checkup, "list_devices", lambda: devices)
    monkeypatch.setattr(checkup, "list_voices", lambda language, engine: (f"voice-{language}",))
    monkeypatch.setattr(checkup, "installed_engines", lambda: (EngineName.PYTTSX3, EngineName.FESTIVAL))
    monkeypatch.setattr(checkup, "PROGRAMS", {"linux": (("sh",),)})


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, dict[str, str]]]:
    code = main(["doctor", "--json", *arguments])
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert findings[-1] == {"topic": "all", "playable": code == 0}
    return code, {finding["topic"]: finding for finding in findings}


def raising(error: Exception) -> Callable[..., None]:
    def fail(*arguments: object) -> None:
        raise error

    return fail


def test_a_machine_that_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    code, findings = report(capsys)
    assert code == 0
    assert [it["level"] for it in findings.values() if "level" in it] == ["ok"] * 10
    assert findings["microphone"]["text"] == "0 Built-in, 3 USB * (* is the default)"
    assert "ru-table" in findings["ear"]["text"]
    assert "voice-ru" in findings["voice"]["text"]
    assert findings["other engines"]["text"] == "festival (voice-ru); not installed: rhvoice, piper"
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.endswith("All is well: voiceduet play\n")


@pytest.mark.parametrize(
    ("part", "replacement", "topic", "remedy"),
    [
        ("list_devices", raising(SourceError("no PortAudio")), "microphone", "--listen text"),
        ("list_devices", lambda: (), "microphone", "plug in a microphone"),
        (
            "list_voices",
            raising(EngineMissing(FaultCode.ENGINE_MISSING, why="none")),
            "voice",
            "apt-get install espeak-ng",
        ),
        ("list_voices", lambda language, engine: (), "voice", "apt-get install espeak-ng"),
        ("PROGRAMS", {"linux": (("no-such-player",),)}, "sound", "alsa-utils"),
    ],
)
def test_without_sound_a_game_can_still_be_played(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    replacement: object,
    topic: str,
    remedy: str,
) -> None:
    monkeypatch.setattr(checkup, part, replacement)
    code, findings = report(capsys)
    assert (code, findings[topic]["level"]) == (0, "degraded")
    assert remedy in findings[topic]["remedy"]
    assert main(["doctor"]) == 0
    assert "without what is marked ~" in capsys.readouterr().out


def test_a_language_without_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    code, findings = report(capsys, "--lang", "en")
    assert (code, findings["ear"]["level"]) == (0, "degraded")
    assert "voiceduet models install en" in findings["ear"]["remedy"]


def test_broken_settings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text("[speech]\nrate = 7\n")
    code, findings = report(capsys, "--config", str(config))
    assert (code, findings["settings"]["level"]) == (1, "missing")
    assert "speech.rate cannot be 7" in findings["settings"]["text"]
    assert main(["doctor", "--config", str(config)]) == 1
    assert capsys.readouterr().out.endswith("No game can be played before what is marked ! is mended.\n")


def test_a_microphone_that_the_settings_name_and_is_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "settings.toml"
    config.write_text("[listening]\nmicrophone = 'Headset'\n")
    code, findings = report(capsys, "--config", str(config))
    assert (code, findings["microphone"]["level"]) == (0, "degraded")
    assert "'Headset'" in findings["microphone"]["text"]
    assert "--device" in findings["microphone"]["remedy"]


def test_a_journal_folder_that_others_can_enter(capsys: pytest.CaptureFixture[str], own_home: Path) -> None:
    games = own_home / "games"
    games.mkdir(mode=0o755)
    games.chmod(0o755)
    code, findings = report(capsys)
    assert (code, findings["journals"]["level"]) == (0, "degraded")
    assert findings["journals"]["remedy"] == f"run: chmod 700 {games}"


def test_a_journal_folder_that_cannot_be_made(capsys: pytest.CaptureFixture[str], own_home: Path) -> None:
    (own_home / "games").touch()
    code, findings = report(capsys)
    assert (code, findings["journals"]["level"]) == (1, "missing")
    assert "VOICEDUET_HOME=" in findings["journals"]["remedy"]


@pytest.mark.parametrize(("free", "level"), [(60_000_000, "ok"), (2_000_000, "degraded"), (1000, "missing")])
def test_space_on_the_disk(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    _, findings = report(capsys)
    assert findings["disk"]["level"] == level


SECOND_EARS = tomllib.loads((Path(__file__).parent / "second_ears.toml").read_text("utf-8"))["state"]


@pytest.mark.parametrize("state", SECOND_EARS, ids=[state["name"] for state in SECOND_EARS])
@pytest.mark.parametrize("locale", ["en_GB.UTF-8", "ru_RU.UTF-8"])
def test_the_second_ear_in_every_state(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    own_home: Path,
    tmp_path: Path,
    state: dict[str, Any],
    locale: str,
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.setattr(weights, "has_library", lambda: state["library"])
    if state["weights"]:
        source = tmp_path / "source"
        source.mkdir()
        for part in PARTS:
            (source / part).write_text(part)
        folder = install_whisper(ModelStore().root, source)
        if state["weights"] == "changed":
            (folder / PARTS[0]).write_text("?")
        if state["weights"] == "torn":
            (folder / PARTS[0]).unlink()
    config = tmp_path / "settings.toml"
    config.write_text(f"[listening]\nsecond_ear = '{state['wanted']}'\n")
    code, findings = report(capsys, "--config", str(config))
    found = findings["second ear"]
    assert (code, found["level"]) == (0, state["level"])
    assert state[locale[:2]].format(models=ModelStore().root) == found["text"]
    assert state.get("remedy", "") in found.get("remedy", "")
    assert bool(found.get("remedy")) == ("remedy" in state)
