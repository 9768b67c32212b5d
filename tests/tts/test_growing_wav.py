"""A recording is readable at any moment."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from voiceduet.tts.faults import SpeechFault
from voiceduet.tts.growing_wav import GrowingWav

pytestmark = pytest.mark.logic


def piece(path: Path, frames: int, *, rate_hz: int = 16_000, channels: int = 1) -> Path:
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(channels)
        sound.setsampwidth(2)
        sound.setframerate(rate_hz)
        sound.writeframes(b"\1\0" * frames * channels)
    return path


def frames_of(path: Path) -> int:
    with wave.open(str(path), "rb") as sound:
        assert (sound.getnchannels(), sound.getsampwidth()) == (1, 2)
        assert len(sound.readframes(sound.getnframes())) == 2 * sound.getnframes()
        return sound.getnframes()


def test_it_is_complete_after_every_piece_without_closing(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    recording = GrowingWav(path)
    assert frames_of(path) == 0
    assert recording.append(piece(tmp_path / "one.wav", 8_000), 0.3) == pytest.approx(0.5)
    assert frames_of(path) == 8_000
    assert recording.append(piece(tmp_path / "two.wav", 1_600), 0.3) == pytest.approx(0.1)
    assert frames_of(path) == 8_000 + 4_800 + 1_600
    with wave.open(str(path), "rb") as sound:
        assert sound.getframerate() == 16_000
    recording.close()
    recording.close()


@pytest.mark.parametrize("shape", [{"rate_hz": 22_050}, {"channels": 2}])
def test_a_piece_of_another_kind_is_refused(tmp_path: Path, shape: dict[str, int]) -> None:
    recording = GrowingWav(tmp_path / "game.wav")
    recording.append(piece(tmp_path / "one.wav", 100))
    with pytest.raises(SpeechFault, match="mono 16000 Hz is needed"):
        recording.append(piece(tmp_path / "two.wav", 100, **shape))
    assert frames_of(tmp_path / "game.wav") == 100
    recording.close()


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(SpeechFault, match=r"game\.wav cannot be written: No such file or directory"):
        GrowingWav(tmp_path / "nowhere" / "game.wav")


def test_a_piece_that_is_no_sound(tmp_path: Path) -> None:
    (tmp_path / "one.wav").write_bytes(b"no sound")
    recording = GrowingWav(tmp_path / "game.wav")
    with pytest.raises(SpeechFault, match="no readable sound"):
        recording.append(tmp_path / "one.wav")
    recording.close()
