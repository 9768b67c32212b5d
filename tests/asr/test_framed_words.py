"""Clue words weighed between fixed words: the shipped model over real recordings, and against whole phrases."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.asr.doubles import FIXTURES
from voiceduet.asr.acoustic.ear import WeighingEar
from voiceduet.asr.acoustic.framed import FramedWords
from voiceduet.asr.acoustic.model import AcousticModel, load_acoustic_model
from voiceduet.asr.acoustic.paths import PhoneTree, silence_after, silence_before, tree_scores
from voiceduet.asr.arrays import Floats
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ports import Ear, PhraseSet
from voiceduet.asr.sources.file import FileSource
from voiceduet.grammar.language import load_language
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.hearing import TableHearing

pytestmark = pytest.mark.hears
ROWS = [json.loads(line) for line in (FIXTURES / "manifest.jsonl").read_text("utf-8").splitlines()]
CLUES = {row["file"]: row["expect"] for row in ROWS if row["kind"] == "clue" and row["lang"] == "ru"}
CLUE_SCOPE = Scope(ScopeName.CLUE, TableWords(tuple(f"карта{'а' * number}" for number in range(25))))
FRAMES = ("* один", "* два", "* три", "подсказка * два")


@pytest.fixture(scope="module")
def model() -> AcousticModel:
    return load_acoustic_model(DATA / "ru-table")


@pytest.fixture(scope="module")
def ear(model: AcousticModel) -> WeighingEar:
    return WeighingEar(model)


def answers(model: AcousticModel, file: str) -> Floats:
    return model.answers(b"".join(frame.samples for frame in FileSource(FIXTURES / file).frames()))


def test_clues_are_among_the_likeliest_with_their_numbers(ear: WeighingEar) -> None:
    numbers, first, among = load_language("ru").numbers, 0, 0
    ear.set_phrases(TableHearing("ru").phrases(CLUE_SCOPE))
    for file, expect in CLUES.items():
        for frame in FileSource(FIXTURES / file).frames():
            ear.accept(frame)
        framed = [each for each in ear.finish() if each.ear is Ear.FRAMED]
        spoken = [form for form, value in numbers.values.items() if value == expect["number"]]
        texts = [each.text for each in framed]
        right = {f"{expect['word']} {form}" for form in spoken}
        first += texts[0].removeprefix("подсказка ") in right
        among += any(text.removeprefix("подсказка ") in right for text in texts)
        scores = [each.score or 0.0 for each in framed]
        assert scores == sorted(scores, reverse=True)
        assert all(score <= 0.0 for score in scores)
    assert first >= 0.8 * len(CLUES), f"{first} of {len(CLUES)} first"
    assert among >= 0.9 * len(CLUES), f"{among} of {len(CLUES)} among the likeliest"


def numbers_lag(model: AcousticModel, file: str) -> float:
    """How much likelier other words are than the number of what is likeliest in a recording."""
    offered = TableHearing("ru").phrases(CLUE_SCOPE)
    framed = FramedWords(model, offered.open_words, offered.open_frames)
    best, *others = framed.weigh(answers(model, file), 4)
    assert all(each.lag is None for each in others)
    assert best.lag is not None
    return best.lag


@pytest.mark.parametrize("file", [file for file, clue in CLUES.items() if " " not in clue["word"]])
def test_no_other_word_is_likelier_than_the_number_of_a_clue(model: AcousticModel, file: str) -> None:
    assert numbers_lag(model, file) < 0.0


@pytest.mark.parametrize("file", ["like_touches/ru-001.flac", "like_touches/ru-002.flac", "ru-touch-005.flac"])
def test_other_words_are_likelier_than_a_number_that_was_not_said(model: AcousticModel, file: str) -> None:
    assert numbers_lag(model, file) > 2.0


def test_only_while_open_words_are_offered(ear: WeighingEar) -> None:
    file = next(iter(CLUES))
    for phrases in (PhraseSet("guess", ("стоп",)), PhraseSet("clue", ("стоп",), True, ("море", "небо"))):
        ear.set_phrases(phrases)
        for frame in FileSource(FIXTURES / file).frames():
            ear.accept(frame)
        assert {each.ear for each in ear.finish()} == {Ear.WEIGHED}


@pytest.mark.parametrize("file", list(CLUES)[:3])
def test_a_word_in_its_place_scores_as_the_whole_phrase(model: AcousticModel, file: str) -> None:
    words = ("море", "музыка", "морской", "замок", "река", "металл", "квазиквази")
    given, framed = answers(model, file), FramedWords(model, words, (*FRAMES, "квазиквази *"))
    found = {each.text: each.share for each in framed.weigh(given, 100)}
    assert set(found) <= {frame.replace("*", word) for frame in FRAMES for word in words[:-1]}
    assert len(found) >= 2 * len(FRAMES)
    alone = silence_before(given), silence_after(given)
    whole = {
        text: max(float(score) for score in tree_scores(given, PhoneTree.of(model.lexicon.of_phrase(text)), *alone))
        for text in found
    }
    one, *others = found
    for other in others:
        of_rank = np.log1p(words.index(word_of(other)) / 300) - np.log1p(words.index(word_of(one)) / 300)
        assert found[other] - found[one] == pytest.approx(whole[other] - whole[one] - 0.7 * of_rank, abs=0.02)


def word_of(text: str) -> str:
    return text.removeprefix("подсказка ").split()[0]


def test_nothing_comes_of_nothing(model: AcousticModel) -> None:
    given = answers(model, next(iter(CLUES)))
    assert FramedWords(model, (), FRAMES).weigh(given, 8) == ()
    assert FramedWords(model, ("море",), ("квазиквази *",)).weigh(given, 8) == ()
    assert FramedWords(model, ("море",), FRAMES).weigh(given[:0], 8) == ()
    assert len(FramedWords(model, ("море",), FRAMES).weigh(given, 3)) == 3
