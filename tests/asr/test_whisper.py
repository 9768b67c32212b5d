"""The real second ear, where its library and weights are installed: `voiceduet models install whisper-base`."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.asr.doubles import FIXTURES
from voiceduet.asr.second.process import SecondEarLimits, SecondEarProcess, second_ear_command
from voiceduet.asr.second.weights import INSTALL, choose_second_ear
from voiceduet.asr.second.whisper import WhisperEar, load_whisper
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.store import default_root

pytestmark = pytest.mark.hears
CHOSEN = choose_second_ear("auto", default_root())
if CHOSEN.folder is None:
    pytest.skip(f"no second ear ({CHOSEN.why}); pip install voiceduet[whisper], {INSTALL}", allow_module_level=True)
FOLDER = CHOSEN.folder
PATIENT = SecondEarLimits(start_s=120.0, answer_s=20.0)

BOARD = (
    "трогаю зеркало",
    "трогаю иголку",
    "солнце",
    "труба",
    "пила",
    "гвоздь",
    "ключ",
    "лампа",
    "молоток",
    "сыр",
    "трава",
    "якорь",
)


def sound(name: str) -> bytes:
    return b"".join(frame.samples for frame in FileSource(FIXTURES / name).frames())


@pytest.fixture(scope="module")
def ear() -> WhisperEar:
    return load_whisper(FOLDER, "ru")


def test_a_longer_batch_gives_the_same_scores(ear: WhisperEar) -> None:
    ear.listen(sound("ru-touch-035.flac"))
    assert ear.weigh(BOARD)[:2] == pytest.approx(ear.weigh(BOARD[:2]), abs=0.5)


def test_a_word_is_likelier_than_its_beginning_and_than_a_longer_one(ear: WhisperEar) -> None:
    ear.listen(sound("ru-command-003.flac"))
    whole, part, longer = ear.weigh(("стоп", "сто", "стоп стоп"))
    assert whole > max(part, longer)


def test_its_process_answers_as_it_does(ear: WhisperEar) -> None:
    process = SecondEarProcess(second_ear_command(FOLDER, "ru"), PATIENT)
    try:
        process.wait()
        heard = sound("ru-touch-035.flac")
        assert process.listen(heard) == ear.listen(heard)
        assert process.weigh(BOARD) == pytest.approx(ear.weigh(BOARD), abs=0.01)
    finally:
        process.close()


def test_short_words_are_likelier_before_anything_is_said(ear: WhisperEar) -> None:
    short, long = ear.presume(("да", "зеркало"))
    assert short > long + 5.0
    assert ear.presume(("зеркало",)) == (long,)


def test_presuming_does_not_disturb_what_was_heard(ear: WhisperEar) -> None:
    ear.listen(sound("ru-touch-035.flac"))
    before = ear.weigh(BOARD[:2])
    ear.presume(("якорь",))
    assert ear.weigh(BOARD[:2]) == pytest.approx(before, abs=0.01)


@pytest.mark.parametrize("name", ["ru-touch-035.flac", "ru-clue-003.flac", "und-noise-004.flac"])
def test_it_writes_russian_letters_only(ear: WhisperEar, name: str) -> None:
    assert set(ear.listen(sound(name))) <= set("абвгдеёжзийклмнопрстуфхцчшщъыьэюя -")


def test_what_was_foreseen_need_not_be_heard_again() -> None:
    process = SecondEarProcess(second_ear_command(FOLDER, "ru"), PATIENT)
    try:
        process.wait()
        heard = sound("ru-touch-035.flac")
        process.foresee(heard)
        before = process.listen(heard)
        process.foresee(heard)
        time.sleep(5.0)
        began_s = time.monotonic()
        assert process.listen(heard) == before
        assert time.monotonic() - began_s < 0.5
    finally:
        process.close()


MEMORY_IN_USE = """
import ctypes, sys
from pathlib import Path
from voiceduet.asr.second.whisper import load_whisper

names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
Figures = type("Figures", (ctypes.Structure,), {"_fields_": [(name, ctypes.c_size_t) for name in names]})
tell = ctypes.CDLL(None).mallinfo2
tell.restype = Figures
ear = load_whisper(Path(sys.argv[1]), "ru")

def used_after(first: int) -> float:
    for length in range(first, first + 40):
        ear.listen(bytes(640 * (60 + length)))
        ear.weigh(("зеркало",))
    figures = tell()
    return (figures.uordblks + figures.hblkhd) / 1e6

before = used_after(0)
print(used_after(40) - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks glibc for what is in use")
def test_sounds_of_ever_other_lengths_take_no_more_memory() -> None:
    """The library would keep 0.4 MB for each length, 16 MB for these forty."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY_IN_USE, str(FOLDER)], capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 2.0
