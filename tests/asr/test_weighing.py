"""The weighing ear: the shipped model over real recordings, and what it needs of a model folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.asr.doubles import FIXTURES
from voiceduet.asr.acoustic.cepstra import CepstraSettings, cepstra
from voiceduet.asr.acoustic.ear import KEPT_LISTS, WeighingEar
from voiceduet.asr.acoustic.lexicon import SpokenLexicon
from voiceduet.asr.acoustic.model import AS_COMMON, COMMONNESS, AcousticModel, can_weigh, load_acoustic_model
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_listener
from voiceduet.asr.errors import ModelError
from voiceduet.asr.ports import UNKNOWN_WORD, AudioFrame, Ear, Hypothesis, PhraseSet
from voiceduet.asr.samples import no_samples, to_pcm
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.wordgraph.folder import read_words

pytestmark = pytest.mark.hears
SHIPPED = DATA / "ru-table"
BOARD = [
    "яйцо",
    "геркулес",
    "солнце",
    "песок",
    "сыр",
    "мост",
    "салат",
    "лимонад",
    "замок",
    "ключ",
    "рыба",
    "птица",
    "дождь",
    "снег",
    "пианино",
    "корабль",
    "лебедь",
    "алмаз",
    "бинокль",
    "верблюд",
    "гвоздь",
    "дракон",
    "ёж",
    "жемчуг",
    "зебра",
]
ROWS = [json.loads(line) for line in (FIXTURES / "manifest.jsonl").read_text("utf-8").splitlines()]
TOUCHES = {row["file"]: row["expect"]["word"] for row in ROWS if row["kind"] == "touch" and row["lang"] == "ru"}
TALK = [row["file"] for row in ROWS if row["kind"] in {"negative", "silence", "noise", "human_phrase"}]


@pytest.fixture(scope="module")
def model() -> AcousticModel:
    return load_acoustic_model(SHIPPED)


def phrases(*words: str) -> PhraseSet:
    verbs = ("касаюсь", "трогаю", "открываю", "ответ", "касаюсь слова")
    touches = (f"{verb} {word}" for verb in verbs for word in words)
    return PhraseSet("guess", (*touches, "стоп", "сколько жетонов"))


def weigh(model: AcousticModel, path: Path, offered: PhraseSet) -> tuple[Hypothesis, ...]:
    ear = WeighingEar(model)
    ear.set_phrases(offered)
    for frame in FileSource(path).frames():
        assert ear.accept(frame) is None
    return ear.finish()


def share(heard: tuple[Hypothesis, ...], word: str) -> float:
    return max((each.score or 0.0 for each in heard if each.text.split()[-1] == word), default=-99.0)


def test_everything_else_is_among_what_is_weighed(model: AcousticModel) -> None:
    heard = weigh(model, FIXTURES / next(iter(TOUCHES)), phrases(*BOARD))
    assert {each.ear for each in heard} == {Ear.WEIGHED}
    assert [each.text for each in heard].count(UNKNOWN_WORD) == 1
    assert all(each.score is not None and each.score <= 0.0 for each in heard)


@pytest.mark.parametrize("file", TALK)
def test_talk_and_noise_are_something_else(model: AcousticModel, file: str) -> None:
    best, *others = weigh(model, FIXTURES / file, phrases(*BOARD)) or (None,)
    assert best is None or best.text == UNKNOWN_WORD
    assert all((each.score or 0.0) < -6.0 for each in others)


def test_an_ear_without_sound_or_phrases_says_nothing(model: AcousticModel) -> None:
    ear = WeighingEar(model)
    ear.set_phrases(phrases(*BOARD))
    assert ear.finish() == ()
    ear.accept(AudioFrame(to_pcm(no_samples()) + b"\0\0" * 100, 0.0))
    assert ear.finish() == (), "less than one window of sound"
    ear.set_phrases(PhraseSet("none", ()))
    ear.accept(AudioFrame(b"\0\0" * 8000, 0.0))
    assert ear.finish() == ()


def test_what_was_dropped_is_forgotten(model: AcousticModel) -> None:
    ear = WeighingEar(model)
    ear.set_phrases(phrases(*BOARD))
    for frame in FileSource(FIXTURES / next(iter(TOUCHES))).frames():
        ear.accept(frame)
    ear.reset()
    assert ear.finish() == ()


def test_few_lists_are_kept(model: AcousticModel) -> None:
    ear = WeighingEar(model)
    for number in range(KEPT_LISTS + 3):
        ear.set_phrases(phrases(*BOARD[number : number + 5]))
        ear.accept(AudioFrame(b"\0\0" * 8000, 0.0))
        ear.finish()
    assert len(ear._lists) == KEPT_LISTS


def test_the_lexicon_has_the_words_of_the_graph(model: AcousticModel) -> None:
    assert set(model.lexicon.words()) == set(read_words(SHIPPED / "graph" / "words.txt")) - {UNKNOWN_WORD}
    assert model.lexicon.of_phrase("яйцо квазиквази") == (), "no phrase with an unknown word"
    assert len(model.lexicon.of_phrase("касаюсь слова яйцо")) == 2, "«сл+ова» and «слов+а»"


def test_the_same_sound_gives_the_same_numbers(model: AcousticModel) -> None:
    sound = b"".join(frame.samples for frame in FileSource(FIXTURES / next(iter(TOUCHES))).frames())
    assert (model.answers(sound) == model.answers(sound)).all()
    assert cepstra(b"", model.settings).shape == (0, model.settings.coefficients)


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        ("am/final.mdl", None, r"final\.mdl cannot be used to weigh phrases"),
        ("am/final.mdl", b"\0Bnothing", r"final\.mdl cannot be used to weigh phrases"),
        ("conf/mfcc.conf", b"--use-energy=true\n", r"mfcc\.conf cannot be used to weigh phrases"),
        ("graph/lexicon.txt", "яйцо\n".encode(), r"lexicon\.txt, line 1"),
        ("graph/lexicon.txt", "яйцо q q\n".encode(), r"lexicon\.txt, line 1: not a word and phones of this model"),
    ],
)
def test_a_damaged_folder_is_named(tmp_path: Path, file: str, change: bytes | None, message: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(SHIPPED, folder)
    if change is None:
        (folder / file).write_bytes((SHIPPED / file).read_bytes()[:100_000])
    else:
        (folder / file).write_bytes(change)
    with pytest.raises(ModelError, match=message) as told:
        load_acoustic_model(folder)
    assert "испорчен" in told.value.text("ru")


def test_a_damaged_lexicon_is_found_before_anything_is_heard(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "model")
    lexicon = tmp_path / "model" / "graph" / "lexicon.txt"
    broken = 1 + len(lexicon.read_bytes().splitlines())
    with lexicon.open("ab") as file:
        file.write(b"broken\n\0\1 zz\n")
    with pytest.raises(ModelError, match=rf"lexicon\.txt, line {broken}"):
        make_listener(tmp_path / "model")


def test_only_folders_with_a_lexicon_weigh(tmp_path: Path) -> None:
    assert can_weigh(SHIPPED)
    assert not can_weigh(tmp_path)
    with pytest.raises(ModelError, match="lexicon"):
        SpokenLexicon.read(tmp_path / "lexicon.txt", ["a"])
    with pytest.raises(ModelError, match="mfcc"):
        CepstraSettings.read(tmp_path / "mfcc.conf")


def test_words_of_the_table_are_told_from_words_of_none(model: AcousticModel) -> None:
    """Each announced touch at its own table is likely; the same recording at a table without the word is not."""
    near, far = [], []
    for file, word in TOUCHES.items():
        if "bare" in next(row["expect"] for row in ROWS if row["file"] == file):
            continue
        others = [each for each in BOARD if each != word]
        spoken = next(row["text"] for row in ROWS if row["file"] == file).split()[-1]
        near.append(share(weigh(model, FIXTURES / file, phrases(spoken, *others)), spoken))
        heard = weigh(model, FIXTURES / file, phrases(*others))
        far.append(max((each.score or 0.0 for each in heard if each.text != UNKNOWN_WORD), default=-99.0))
    assert sorted(near)[1] > max(far), "one of them may be hard to hear"


def test_other_words_are_less_likely_the_rarer_they_are(model: AcousticModel) -> None:
    likely = model.others.likely
    assert likely[0] == 0.0
    assert (np.diff(likely) < 0.0).all()
    assert np.exp(likely[-1]) == pytest.approx((1 + model.others.rows[-1] / AS_COMMON) ** -COMMONNESS, rel=1e-4)
