"""A model folder made by the pipeline, loaded by Vosk: the graph limits it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
import vosk

from tests.ear.models import FLAT, hear, make_model
from tools.ear.model_folder import unknown_cost, write_model
from tools.ear.utterances import phone_numbers
from voiceduet.asr.acoustic.kaldi_model import Affine, Nnet, read_network
from voiceduet.asr.acoustic.model import load_acoustic_model
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.pronunciation import Phones, pronunciations
from voiceduet.asr.wordgraph.folder import read_graph

pytestmark = pytest.mark.hears

FIXTURES = Path(__file__).parents[1] / "audio_fixtures"
SHIPPED = DATA / "ru-table"
LEXICON: dict[str, tuple[Phones, ...]] = {
    word.replace("+", ""): pronunciations(word) for word in ("стоп", "зак+анчиваю", "ход", "+осень", "вар+енье")
}


def test_a_small_lexicon_is_heard_with_the_shipped_network(tmp_path: Path) -> None:
    nnet = read_network(SHIPPED / "am" / "final.mdl")
    model = vosk.Model(str(make_model(tmp_path / "model", nnet, LEXICON)))
    assert model.vosk_model_find_word("варенье") > 0
    assert model.vosk_model_find_word("молоко") < 0
    pcm = soundfile.read(FIXTURES / "ru-command-007.flac", dtype="int16")[0].tobytes()
    assert hear(model, pcm, ["заканчиваю ход", "стоп", "осень", "варенье", "[unk]"])["text"] == "заканчиваю ход"
    assert hear(model, pcm, ["стоп", "осень"])["text"] != "заканчиваю ход"


def test_a_written_graph_takes_more_words(tmp_path: Path) -> None:
    nnet = read_network(SHIPPED / "am" / "final.mdl")
    folder = make_model(tmp_path / "model", nnet, LEXICON)
    graph = read_graph(folder / "graph")
    assert set(graph.words) == {*LEXICON, "[unk]"}
    assert graph.tree.add(len(graph.words) + 1, ("d", "O", "m"))
    assert not graph.tree.add(graph.words["ход"], pronunciations("ход")[0])


def test_a_written_model_lists_how_its_words_are_said(tmp_path: Path) -> None:
    """Common words first: they stand for what else may be said."""
    nnet = read_network(SHIPPED / "am" / "final.mdl")
    costs = {word: float(number) for number, word in enumerate(reversed(LEXICON))}
    write_model(tmp_path / "model", nnet, LEXICON, costs, unknown_cost(FLAT, 0.75))
    lines = (tmp_path / "model" / "graph" / "lexicon.txt").read_text("utf-8").splitlines()
    assert [line.split()[0] for line in lines] == list(reversed(LEXICON))
    model = load_acoustic_model(tmp_path / "model")
    assert len(model.lexicon.of_word("варенье")) == len(LEXICON["варенье"])


def test_a_model_folder_is_replaced_whole(tmp_path: Path) -> None:
    affine = Affine(
        np.zeros((2 * len(phone_numbers()), 40), np.float32), np.zeros(2 * len(phone_numbers()), np.float32)
    )
    node = "component-node name=a component=a input=input"
    config = ("input-node name=input dim=40", node, "output-node name=output input=a objective=linear")
    nnet = Nnet(config, (("a", affine),), 0)
    folder = make_model(tmp_path / "model", nnet, LEXICON)
    (folder / "left-over").write_text("old", encoding="utf-8")
    make_model(folder, nnet, {"ход": LEXICON["ход"]})
    assert not (folder / "left-over").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
    assert (folder / "graph" / "words.txt").read_text("utf-8").split()[::2] == ["<eps>", "ход", "[unk]"]
