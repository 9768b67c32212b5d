"""A real voice: pyttsx3 with the voices of this machine."""

from __future__ import annotations

import array
import json
import math
import queue
import signal
import subprocess
import sys
import threading
import time
import wave
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished, PlaybackStarted
from voiceduet.tts.speakers import LiveSpeaker, WavSpeaker, list_voices
from voiceduet.tts.synthesis import EngineMissing, VoiceSettings
from voiceduet.tts.worker_synthesizer import WorkerSynthesizer

pytestmark = pytest.mark.speaks


@pytest.fixture(scope="module")
def voice() -> Iterator[WorkerSynthesizer]:
    synthesizer = WorkerSynthesizer(VoiceSettings("ru"))
    yield synthesizer
    synthesizer.close()


def loudness(path: Path) -> float:
    """Root mean square of the samples, 0–1."""
    with wave.open(str(path), "rb") as sound:
        samples = array.array("h", sound.readframes(sound.getnframes()))
    return math.sqrt(sum(s * s for s in samples) / len(samples)) / 32768


@pytest.mark.parametrize("text", ["Яйцо — агент. Четыре из пятнадцати.", "Ёж.", "Самолёт — мирный житель."])
def test_russian_is_audible(voice: WorkerSynthesizer, tmp_path: Path, text: str) -> None:
    path = tmp_path / "phrase.wav"
    assert voice.render(text, path) > 0.3
    assert loudness(path) > 0.01


def test_yo_reaches_the_voice(voice: WorkerSynthesizer, tmp_path: Path) -> None:
    sounds = []
    for text in ("самолёт", "самолет"):
        voice.render(text, tmp_path / "phrase.wav")
        sounds.append((tmp_path / "phrase.wav").read_bytes())
    assert sounds[0] != sounds[1]


def test_fifty_phrases_in_a_row(voice: WorkerSynthesizer, tmp_path: Path) -> None:
    for number in range(50):
        begin = time.monotonic()
        length_s = voice.render(f"Осталось восемь жетонов. {'Сыр. ' * (number % 5)}", tmp_path / "phrase.wav")
        assert length_s > 0.3
        assert time.monotonic() - begin < 3
    assert voice.restarts == 0


def test_the_tool_that_speaks_many_lines_loses_none() -> None:
    command = [sys.executable, str(Path(__file__).parents[2] / "tools" / "speak_many.py"), "--lines", "30"]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    figures = json.loads(ran.stdout)
    assert (ran.returncode, figures["lost"], figures["restarts"]) == (0, [], 0)


def test_volume_and_rate_are_heard(tmp_path: Path) -> None:
    measured = []
    for settings in (VoiceSettings("ru", rate=120, volume=0.3), VoiceSettings("ru", rate=240, volume=1.0)):
        synthesizer = WorkerSynthesizer(settings)
        try:
            length_s = synthesizer.render("Подсказку даёт Анна.", tmp_path / "phrase.wav")
        finally:
            synthesizer.close()
        measured.append((length_s, loudness(tmp_path / "phrase.wav")))
    assert measured[0][0] > 1.3 * measured[1][0]
    assert measured[0][1] < measured[1][1]


def test_a_new_voice_has_its_rate_and_volume_from_the_first_phrase_on(tmp_path: Path) -> None:
    """Also on a busy machine, where the engine's thread once dropped settings that it had not come to."""

    def first_phrase(number: int) -> tuple[float, float]:
        path = tmp_path / f"{number}.wav"
        synthesizer = WorkerSynthesizer(VoiceSettings("ru", rate=120, volume=0.3))
        try:
            return round(synthesizer.render("Подсказку даёт Анна.", path), 2), round(loudness(path), 2)
        finally:
            synthesizer.close()

    with ThreadPoolExecutor(max_workers=8) as pool:
        assert len(set(pool.map(first_phrase, range(24)))) == 1


def test_a_voice_that_is_not_installed(tmp_path: Path) -> None:
    synthesizer = WorkerSynthesizer(VoiceSettings("ru", voice="Irina"))
    with pytest.raises(EngineMissing, match="there is no voice 'Irina'"):
        synthesizer.render("сыр", tmp_path / "phrase.wav")
    synthesizer.close()


@pytest.mark.parametrize("language", ["ru", "en", "ko"])
def test_every_language_has_a_voice(language: str) -> None:
    assert list_voices(language)


def test_a_recording_has_every_announcement_and_its_true_length(tmp_path: Path) -> None:
    events: list[PlaybackEvent] = []
    speaker = WavSpeaker(tmp_path / "game.wav", VoiceSettings("ru"))
    speaker.start(events.append)
    texts = ["Подсказка завтрак, три.", "Яйцо — агент.", "Ход окончен."]
    for text in texts:
        speaker.say(Announcement(text))
    speaker.close()
    ends = [event for event in events if isinstance(event, PlaybackFinished)]
    assert [end.announcement.text for end in ends] == texts
    assert all(end.fault is None and end.duration_s > 0.3 for end in ends)
    with wave.open(str(tmp_path / "game.wav"), "rb") as sound:
        length_s = sound.getnframes() / sound.getframerate()
        assert sound.getframerate() == 22_050
    assert length_s == pytest.approx(sum(end.duration_s for end in ends) + 2 * 0.3, abs=0.01)


class SilentPlayer:
    """Takes as long as the sound, and makes none."""

    def play(self, path: Path, length_s: float, started: Callable[[], None], cut: threading.Event) -> float:
        started()
        begin = time.monotonic()
        cut.wait(length_s)
        return time.monotonic() - begin


def test_the_first_sample_comes_soon_and_a_stop_is_obeyed() -> None:
    happened: queue.Queue[tuple[float, PlaybackEvent]] = queue.Queue()
    speaker = LiveSpeaker(VoiceSettings("ru"), player=SilentPlayer())
    speaker.start(lambda event: happened.put((time.monotonic(), event)))
    speaker.say(Announcement("Да."))
    for _ in range(2):
        happened.get(timeout=10)
    said_s = time.monotonic()
    speaker.say(Announcement("Подсказка остаётся, угадывает Борис. Осталось восемь жетонов."))
    started_s, started = happened.get(timeout=10)
    assert isinstance(started, PlaybackStarted)
    assert started_s - said_s < 0.5
    speaker.stop()
    stopped_s, finished = happened.get(timeout=10)
    assert isinstance(finished, PlaybackFinished)
    assert finished.stopped
    assert stopped_s - started_s < 0.5
    speaker.close()


KILLED = """
import sys, time
from pathlib import Path
from voiceduet.tts.ports import Announcement
from voiceduet.tts.speakers import WavSpeaker
from voiceduet.tts.synthesis import VoiceSettings
speaker = WavSpeaker(Path(sys.argv[1]), VoiceSettings("ru"))
speaker.start(lambda event: print(type(event).__name__, flush=True))
speaker.say(Announcement("Яйцо — агент."))
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_game_leaves_a_readable_recording(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    with subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert [process.stdout.readline().strip() for _ in range(2)] == ["PlaybackStarted", "PlaybackFinished"]
        process.send_signal(signal.SIGKILL)
    with wave.open(str(path), "rb") as sound:
        assert sound.getnframes() > 0.3 * sound.getframerate()
    assert loudness(path) > 0.01
