"""What may have been said in place of a phrase: the shipped model over real recordings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asr.doubles import FIXTURES
from voiceduet.asr.acoustic.counters import Counters
from voiceduet.asr.acoustic.ear import WeighingEar
from voiceduet.asr.acoustic.model import AcousticModel, load_acoustic_model
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ports import AudioFrame, Ear, PhraseSet
from voiceduet.asr.sources.file import FileSource

pytestmark = pytest.mark.hears
PAIRS = (("", "не"), ("открываю", "открываю не"), ("открываю", "открывала"), ("открываю", "абырвалг"), ("", "бы"))


@pytest.fixture(scope="module")
def model() -> AcousticModel:
    return load_acoustic_model(DATA / "ru-table")


def sound(file: Path) -> bytes:
    return b"".join(frame.samples for frame in FileSource(file).frames())


def test_what_is_likelier_than_the_phrase_is_told_best_first(model: AcousticModel) -> None:
    answers = model.answers(sound(FIXTURES / "negated" / "ru-001.flac"))
    found = Counters(model, PAIRS).weigh(answers, "открываю дверь")
    assert found[0].text == "открываю не дверь"
    assert found[0].share > 3.0
    assert [each.share for each in found] == sorted((each.share for each in found), reverse=True)
    assert all(each.share > 0.0 for each in found)


def test_nothing_is_likelier_than_what_was_said(model: AcousticModel) -> None:
    answers = model.answers(sound(FIXTURES / "negated" / "ru-001.flac"))
    assert Counters(model, (("открываю", "открываю"), *PAIRS[:1])).weigh(answers, "открываю не дверь") == ()


@pytest.mark.parametrize("phrase", ["абырвалг дверь", "открываю", "стоп"])
def test_phrases_that_are_unknown_or_nothing_but_a_beginning(model: AcousticModel, phrase: str) -> None:
    answers = model.answers(sound(FIXTURES / "negated" / "ru-001.flac"))
    assert not any(each.text.startswith("открыва") for each in Counters(model, PAIRS).weigh(answers, phrase))
    assert Counters(model, PAIRS).weigh(answers[:0], phrase) == ()


def test_the_weighing_ear_tells_it_of_its_likeliest_phrase(model: AcousticModel) -> None:
    ear = WeighingEar(model)
    ear.set_phrases(PhraseSet("guess", ("открываю дверь", "стоп"), counters=PAIRS))
    ear.accept(AudioFrame(sound(FIXTURES / "negated" / "ru-001.flac"), 0.0))
    counters = [each for each in ear.finish() if each.ear is Ear.COUNTER]
    assert counters[0].text == "открываю не дверь"
