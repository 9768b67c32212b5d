from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.asr.doubles import FIXTURES
from voiceduet.cli.main import main

pytestmark = pytest.mark.hears
BOARD = Path(__file__).parents[2] / "voiceduet" / "table" / "demo" / "board.txt"


def hear(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["hear", "--json", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_clue_without_a_phase(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FIXTURES / "ru-clue-003.flac")
    (found,) = hear(capsys, path)
    assert (found["file"], found["text"], found["intent"]) == (path, "морской два", "clue")
    assert found["slots"] == {"word": "морской", "number": 2}
    assert 0.3 < found["start"] < found["end"] < 2.0
    assert found["phase"] == "clue"


@pytest.mark.parametrize(
    ("name", "intent", "slots"),
    [
        ("ru-command-007.flac", "stop", {}),
        ("ru-command-027.flac", "whose_turn", {}),
        ("ru-result-007.flac", "result", {"identity": "bystander"}),
        ("ru-touch-035.flac", "touch", {"word": "зеркало"}),
        ("ru-negative-006.flac", None, {}),
    ],
)
def test_intents_without_a_phase(
    capsys: pytest.CaptureFixture[str], name: str, intent: str | None, slots: dict[str, object]
) -> None:
    (found,) = hear(capsys, str(FIXTURES / name))
    assert found["intent"] == intent
    assert slots.items() <= found["slots"].items()


@pytest.mark.parametrize(
    ("name", "intents"),
    [
        ("two_breaths/ru-005.flac", ["touch"]),
        ("two_breaths/ru-006.flac", ["stop"]),
        ("two_breaths/ru-010.flac", ["clue"]),
        ("two_breaths/ru-014.flac", ["clue"]),
    ],
)
def test_two_breaths_without_a_phase(capsys: pytest.CaptureFixture[str], name: str, intents: list[str]) -> None:
    """What one phase keeps back, another may take for a whole; nothing is told twice."""
    found = hear(capsys, str(FIXTURES / name))
    assert [each["intent"] for each in found if each["intent"]] == intents
    starts = [each["start"] for each in found]
    assert starts == sorted(set(starts))


def test_a_board_and_a_phase(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = hear(
        capsys, "--board", str(BOARD), "--phase", "guess", "--touch", "bare", str(FIXTURES / "ru-touch-005.flac")
    )
    words = [line for line in BOARD.read_text(encoding="utf-8").split() if line]
    assert found["intent"] == "touch"
    assert words[found["slots"]["index"]].lower() == found["slots"]["word"] == "сыр"
    assert found["outcome"] == "understood"
    assert 0.0 <= found["confidence"] <= 1.0


@pytest.mark.parametrize("shares", [(1, 1), (1, -1), (0.6, -1), (1, 0), (0, 1)])
def test_two_channels_in_any_phase_are_heard(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, shares: tuple[float, float]
) -> None:
    speech, rate_hz = soundfile.read(FIXTURES / "ru-touch-035.flac")
    soundfile.write(tmp_path / "stereo.wav", np.outer(speech, shares), rate_hz)
    (found,) = hear(capsys, str(tmp_path / "stereo.wav"))
    assert (found["intent"], found["slots"]["word"]) == ("touch", "зеркало")


def test_silence_gives_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert hear(capsys, str(FIXTURES / "und-silence-001.flac")) == []


def test_a_bad_file_is_told_and_the_others_are_heard(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hear", "none.wav", str(FIXTURES / "ru-command-003.flac")]) == 2
    output = capsys.readouterr()
    assert output.out.endswith("стоп -> stop\n")
    assert output.err == "voiceduet: there is no file none.wav\n"


def test_a_phase_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hear", "--phase", "lunch", "none.wav"]) == 2
    assert "--phase" in capsys.readouterr().err
