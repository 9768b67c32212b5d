"""A speech engine that hangs, dies or is missing (voice.md, Speaking 6)."""

from __future__ import annotations

import sys
import threading
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from voiceduet.tts.engines import Limits
from voiceduet.tts.faults import FaultCode
from voiceduet.tts.synthesis import EngineMissing, SpeechFault, VoiceInfo, VoiceSettings, choose_voice, voices_of
from voiceduet.tts.worker_synthesizer import TAIL_S, WorkerSynthesizer, trim_tail

pytestmark = pytest.mark.tool

FAKE = Path(__file__).parent / "fake_worker.py"
QUICK = Limits(start_s=5.0, phrase_s=0.4, letter_s=0.0)
Make = Callable[[str], WorkerSynthesizer]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[WorkerSynthesizer] = []

    def build(mode: str) -> WorkerSynthesizer:
        command = (sys.executable, str(FAKE), mode, str(tmp_path))
        made.append(WorkerSynthesizer(VoiceSettings("ru"), command=command, limits=QUICK))
        return made[-1]

    yield build
    for synthesizer in made:
        synthesizer.close()


def starts(folder: Path) -> int:
    return len(list(folder.glob("start-*")))


def test_one_process_serves_all_phrases(make: Make, tmp_path: Path) -> None:
    synthesizer = make("good")
    lengths = [synthesizer.render("а" * n, tmp_path / "phrase.wav") for n in (5, 10)]
    assert lengths == [pytest.approx(0.5, abs=0.01), pytest.approx(1.0, abs=0.01)]
    assert starts(tmp_path) == 1
    assert synthesizer.restarts == 0


@pytest.mark.parametrize("mode", ["hang_once", "die_once"])
def test_a_failing_engine_is_replaced_and_the_phrase_said(make: Make, tmp_path: Path, mode: str) -> None:
    synthesizer = make(mode)
    assert synthesizer.render("сыр", tmp_path / "phrase.wav") == pytest.approx(0.3, abs=0.01)
    assert synthesizer.restarts == 1
    assert starts(tmp_path) == 2


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("hang", r"failed twice: no answer within 0\.4 s"),
        ("die", "failed twice: its process ended"),
        ("garbage", r"failed twice: its process said 'Audio saved to phrase\.wav'"),
        ("fault", "failed twice: ValueError: no such voice"),
        ("at_once", "failed twice: the engine wrote no readable sound"),
    ],
)
def test_a_phrase_is_given_up_after_the_second_failure(make: Make, tmp_path: Path, mode: str, reason: str) -> None:
    synthesizer = make(mode)
    begin = time.monotonic()
    with pytest.raises(SpeechFault, match=reason):
        synthesizer.render("сыр", tmp_path / "phrase.wav")
    assert time.monotonic() - begin < 5
    assert starts(tmp_path) == 2


def test_an_engine_that_returns_at_once_does_not_repeat_the_phrase_before(make: Make, tmp_path: Path) -> None:
    phrase = tmp_path / "phrase.wav"
    make("good").render("Яйцо — агент", phrase)
    with pytest.raises(SpeechFault):
        make("at_once").render("сыр — убийца", phrase)
    assert not phrase.exists()


def test_an_engine_that_answers_twice_is_replaced_before_it_gets_out_of_step(make: Make, tmp_path: Path) -> None:
    synthesizer = make("twice")
    lengths = [synthesizer.render("а" * number, tmp_path / "phrase.wav") for number in (5, 10, 15)]
    assert lengths == [pytest.approx(length_s, abs=0.01) for length_s in (0.5, 1.0, 1.5)]
    assert synthesizer.restarts == 2


def test_a_missing_engine_is_tried_once_and_named(make: Make, tmp_path: Path) -> None:
    synthesizer = make("missing")
    for _ in range(2):
        with pytest.raises(EngineMissing, match=r"libespeak.*apt install espeak-ng"):
            synthesizer.render("сыр", tmp_path / "phrase.wav")
    assert starts(tmp_path) == 1


def test_a_missing_voice_is_named(make: Make, tmp_path: Path) -> None:
    with pytest.raises(EngineMissing, match="no installed voice speaks 'ru': install espeak-ng"):
        make("no_voice").render("сыр", tmp_path / "phrase.wav")


def test_a_command_that_cannot_start(tmp_path: Path) -> None:
    synthesizer = WorkerSynthesizer(VoiceSettings("ru"), command=(str(tmp_path / "nothing"),), limits=QUICK)
    with pytest.raises(SpeechFault, match="failed twice"):
        synthesizer.render("сыр", tmp_path / "phrase.wav")


def test_close_twice(make: Make, tmp_path: Path) -> None:
    synthesizer = make("good")
    synthesizer.render("сыр", tmp_path / "phrase.wav")
    synthesizer.close()
    synthesizer.close()


VOICES = (
    VoiceInfo("zle/ru-lv", "Russian (Latvia)", ("ru-lv",)),
    VoiceInfo("zle/ru", "Russian", ("ru",)),
    VoiceInfo("gmw/en-us", "English (America)", ("en-us",)),
)


def test_the_plainest_voice_of_the_language_comes_first() -> None:
    assert [voice.id for voice in voices_of(VOICES, "ru")] == ["zle/ru", "zle/ru-lv"]
    assert choose_voice(VOICES, VoiceSettings("ru")).id == "zle/ru"
    assert choose_voice(VOICES, VoiceSettings("en")).id == "gmw/en-us"
    assert choose_voice(VOICES, VoiceSettings("ru", voice="Russian (Latvia)")).id == "zle/ru-lv"
    with pytest.raises(EngineMissing, match="there is no voice 'Irina': `voiceduet doctor` lists"):
        choose_voice(VOICES, VoiceSettings("ru", voice="Irina"))


@pytest.mark.parametrize(
    ("settings", "message"), [({"rate": 20}, "choose 80-450 words a minute"), ({"volume": 1.5}, "choose 0-1")]
)
def test_settings_have_limits(settings: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        VoiceSettings("ru", **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(("loud_s", "quiet_s", "left_s"), [(1.0, 0.5, 1.0 + TAIL_S), (1.0, 0.0, 1.0), (0.0, 0.5, 0.5)])
def test_silence_behind_a_phrase_is_cut(tmp_path: Path, loud_s: float, quiet_s: float, left_s: float) -> None:
    path = tmp_path / "phrase.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(16_000)
        sound.writeframes(b"\0\x10" * round(loud_s * 16_000) + b"\1\0" * round(quiet_s * 16_000))
    assert trim_tail(path) == pytest.approx(left_s, abs=0.001)
    with wave.open(str(path), "rb") as sound:
        assert sound.getnframes() / 16_000 == pytest.approx(left_s, abs=0.001)


def test_close_ends_an_engine_in_the_middle_of_a_phrase(tmp_path: Path) -> None:
    command = (sys.executable, str(FAKE), "hang", str(tmp_path))
    synthesizer = WorkerSynthesizer(VoiceSettings("ru"), command=command, limits=Limits(phrase_s=30.0))
    faults: list[FaultCode] = []

    def render() -> None:
        try:
            synthesizer.render("сыр", tmp_path / "phrase.wav")
        except SpeechFault as fault:
            faults.append(fault.code)

    thread = threading.Thread(target=render)
    thread.start()
    while starts(tmp_path) == 0:
        time.sleep(0.02)
    time.sleep(0.2)
    begin = time.monotonic()
    synthesizer.close()
    thread.join(5.0)
    assert time.monotonic() - begin < 4.0
    assert faults == [FaultCode.CLOSED]
    assert starts(tmp_path) == 1
