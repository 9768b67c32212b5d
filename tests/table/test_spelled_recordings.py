"""Spelled words from sound to the read-back: the real ears, the real dialogue, recordings of three voices."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asr.doubles import FIXTURES
from tools.bench_spelling import Bench
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.spelling.ear import LetterEar
from voiceduet.asr.spelling.process import SpellingEarProcess, spelling_ear_command
from voiceduet.grammar.language import load_language
from voiceduet.table.hearing import TableHearing
from voiceduet.table.setup import load_deck
from voiceduet.table.speller import spelled_words

pytestmark = pytest.mark.hears

SPELLED = FIXTURES / "spelled"
MODEL = DATA / "ru-table"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def bench(cache: Path) -> Bench:
    ear = LetterEar(MODEL, spelled_words(load_language("ru"), load_deck("ru")), cache)
    return Bench(TableHearing("ru", letters=ear), MODEL)


@pytest.mark.parametrize(
    ("number", "word"),
    [(1, "рыцарь"), (2, "жемчуг"), (3, "вулкан"), (4, "базальт"), (5, "сыр"), (6, "зебра")],
    ids=str,
)
def test_the_spelled_word_is_read_back_first(bench: Bench, number: int, word: str) -> None:
    assert bench.words(SPELLED / f"ru-spelled-00{number}.flac")[:1] == (word,)


def test_without_the_ear_for_letters_names_are_not_understood() -> None:
    assert Bench(TableHearing("ru"), MODEL).words(SPELLED / "ru-spelled-001.flac")[:1] != ("рыцарь",)


def test_the_ear_in_its_process_hears_the_same_and_dies_without_harm(cache: Path) -> None:
    """The model is in the cache by now or made again; a killed process is replaced."""
    sound = b"".join(frame.samples for frame in FileSource(SPELLED / "ru-spelled-003.flac").frames())
    words = spelled_words(load_language("ru"), load_deck("ru"))
    ear = SpellingEarProcess(spelling_ear_command(MODEL, cache), lambda: words)
    try:
        ear.wake()
        first = ear.hear(sound)
        ear.close()
        assert ear.hear(sound) == first
        assert first[0].text.startswith("по буквам василий ульяна леонид")
    finally:
        ear.close()
