"""How the referee sounds, from the command line and the settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from voiceduet.cli.main import main
from voiceduet.cli.parsing import parse
from voiceduet.cli.table_options import settings_options

pytestmark = pytest.mark.tool

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"
TABLE = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--listen", "text", "--json"]


@pytest.mark.parametrize("command", ["play", "resume"])
def test_both_commands_take_voice_rate_and_volume(command: str) -> None:
    _, args = parse([command, "--voice", "Anna", "--rate", "200", "--volume", "0.5", "--style", "full"])
    options = {name: value for name, value in settings_options(args).items() if value is not None}
    assert options == {"speech.voice": "Anna", "speech.rate": 200, "speech.volume": 0.5, "speech.style": "full"}


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--speak", "loud"], "--speak loud is not known; write pyttsx3, rhvoice, piper, festival, none, or the name"),
        (["--rate", "7"], "speech.rate cannot be 7; allowed: a number from 80 to 450"),
        (["--volume", "3"], "speech.volume cannot be 3.0; allowed: a number from 0.0 to 1.0"),
    ],
)
def test_wrong_values_are_refused(options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *TABLE, *options]) == 2
    assert complaint in capsys.readouterr().err


def play(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "VOICEDUET_HOME": str(folder), "PATH": str(folder), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "voiceduet", "play", *TABLE, *options]
    said = "завтрак три\nкасаюсь яйцо\n"
    return subprocess.run(
        command, input=said, capture_output=True, encoding="utf-8", env=environment, check=False, timeout=60
    )


def test_without_the_engine_the_game_goes_on_and_what_to_do_is_told_once(tmp_path: Path) -> None:
    ran = play(tmp_path, "--speak", "rhvoice")
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    faults = [event["text"] for event in events if event["event"] == "fault"]
    assert len(faults) == 1
    assert "rhvoice-russian" in faults[0]
    assert [event["word"] for event in events if event["event"] == "touch"] == ["ЯЙЦО"]
    assert ran.returncode == 0


def test_the_engine_of_the_settings_speaks_and_own_words_are_checked(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "pronunciation"
    folder.mkdir(parents=True)
    (tmp_path / "config" / "voiceduet.toml").write_text('[speech]\nengine = "festival"\n', "utf-8")
    assert "festvox-ru" in play(tmp_path).stdout
    (folder / "ru.toml").write_text('[words]\n"яйцо" = 3\n', "utf-8")
    ran = play(tmp_path)
    assert ran.returncode == 2
    assert f"{folder / 'ru.toml'}: яйцо: the respelling must be a text in quotes" in ran.stderr
    assert "Traceback" not in ran.stderr
