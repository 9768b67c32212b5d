from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voiceduet.asr.errors import SourceError
from voiceduet.asr.samples import level_db
from voiceduet.asr.sources.file import FileSource

pytestmark = pytest.mark.logic
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a tone of one second."""

    def tone(name: str, rate_hz: int = 16_000, channels: int = 1, seconds: float = 1.0) -> Path:
        wave = 0.5 * np.sin(2 * np.pi * 440 * np.arange(int(rate_hz * seconds)) / rate_hz)
        path = tmp_path / name
        soundfile.write(path, np.stack([wave] * channels, axis=1), rate_hz)
        return path

    return tone


@pytest.mark.parametrize("name", ["tone.wav", "tone.flac", "запись со стола.wav", "녹음.flac"])
def test_frames_are_30_ms_and_the_clock_follows_the_audio(write: Write, name: str) -> None:
    source = FileSource(write(name))
    frames = list(source.frames())
    assert source.notes == ()
    assert {len(frame.samples) for frame in frames} == {960}
    assert [frame.start_s for frame in frames[:3]] == [0.0, 0.03, 0.06]
    assert level_db([frames[5].samples]) == pytest.approx(-9.03, abs=0.2)


def test_a_second_of_silence_follows_the_end(write: Write) -> None:
    frames = list(FileSource(write("tone.wav")).frames())
    assert len(frames) == 34 + 34
    assert not any(any(frame.samples) for frame in frames[-34:])


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 22_050, 44_100, 48_000])
def test_other_rates_are_resampled_and_said(write: Write, rate_hz: int) -> None:
    source = FileSource(write("tone.wav", rate_hz))
    frames = list(source.frames())
    assert len(frames) == pytest.approx(68, abs=1)
    assert f"resampled from {rate_hz} Hz" in str(source.notes[0])
    assert any("telephone" in str(note) for note in source.notes) is (rate_hz == 8_000)
    assert level_db([frames[10].samples]) == pytest.approx(-9.03, abs=0.3)


@pytest.mark.parametrize("rate_hz", [1, 3_999])
def test_a_rate_that_leaves_no_word_is_refused(write: Write, rate_hz: int) -> None:
    with pytest.raises(SourceError, match=f"no sound that can be read.*{rate_hz} Hz"):
        FileSource(write("tone.wav", rate_hz))


def test_stereo_is_mixed_down_and_said(write: Write) -> None:
    source = FileSource(write("tone.wav", channels=2))
    assert [str(note) for note in source.notes] == ["2 channels mixed down to one"]
    assert level_db([list(source.frames())[5].samples]) == pytest.approx(-9.03, abs=0.2)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="there is no file"):
        FileSource(tmp_path / "none.wav")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is a folder"):
        FileSource(tmp_path)


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "empty.wav").touch()
    with pytest.raises(SourceError, match="is empty"):
        FileSource(tmp_path / "empty.wav")


def test_only_a_header(write: Write) -> None:
    with pytest.raises(SourceError, match="only a header"):
        FileSource(write("short.wav", seconds=0.0))


def test_no_sound_at_all(tmp_path: Path) -> None:
    path = tmp_path / "letter.wav"
    path.write_text("Dear players, this is no recording.", encoding="utf-8")
    with pytest.raises(SourceError, match="no sound that can be read"):
        FileSource(path)


@pytest.mark.parametrize("name", ["cut.wav", "cut.flac"])
def test_a_recording_that_breaks_off_gives_what_is_there_and_then_the_fault(write: Write, name: str) -> None:
    path = write(name, seconds=4.0)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    frames: list[object] = []
    with pytest.raises(SourceError, match="cut off after"):
        frames.extend(FileSource(path).frames())
    assert len(list(_until_fault(FileSource(path)))) > 30


def test_a_header_of_unknown_length_is_no_fault(write: Write) -> None:
    path = write("pipe.wav")
    data = bytearray(path.read_bytes())
    at = data.index(b"data")
    data[at + 4 : at + 8] = b"\xff\xff\xff\xff"
    path.write_bytes(data)
    assert len(list(FileSource(path).frames())) == 68


def test_closing_twice_is_safe(write: Write) -> None:
    source = FileSource(write("tone.wav"))
    source.close()
    source.close()


def _until_fault(source: FileSource) -> list[float]:
    seen = []
    frames = source.frames()
    try:
        for frame in frames:
            seen.append(frame.start_s)
    except SourceError:
        return seen
    return seen
