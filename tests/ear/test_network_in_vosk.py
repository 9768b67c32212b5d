"""The network in Vosk gives what the network in torch gives, and so does the one computed here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import vosk

pytest.importorskip("torch", reason="torch is missing: pip install -e '.[ear]'")
pytest.importorskip("kaldi_native_fbank", reason="kaldi-native-fbank is missing: pip install -e '.[ear]'")

import torch

from tests.ear.models import hear, make_model
from tools.ear.export import to_nnet
from tools.ear.features import mfcc
from tools.ear.mel import cepstra_to_mel
from tools.ear.network import Network
from tools.ear.settings import NetworkSize
from tools.ear.utterances import phone_numbers
from voiceduet.asr.acoustic.cepstra import CepstraSettings, cepstra
from voiceduet.asr.acoustic.kaldi_model import read_network
from voiceduet.asr.acoustic.network import AcousticNetwork
from voiceduet.asr.acoustic.paths import PhoneTree, silence_after, silence_before, tree_scores
from voiceduet.asr.arrays import Floats
from voiceduet.asr.pronunciation import Phones, pronunciations

pytestmark = pytest.mark.hears


def random_network() -> Network:
    """With batch normalisation that does something."""
    torch.manual_seed(5)
    network = Network(NetworkSize(24, 32, 12, 3, 20))
    network.eval()
    for norm in [*network.norms, *(block.norm for block in network.blocks)]:
        norm.running_mean.uniform_(-0.5, 0.5)
        norm.running_var.uniform_(0.5, 2.0)
    network.mean.uniform_(5, 10)
    network.inverse_deviation.uniform_(0.2, 0.6)
    return network


def best_path(scores: Floats, phones: Phones) -> float:
    """Score of the best way through a word with optional silence around it."""
    numbers = phone_numbers()
    tree = PhoneTree.of([tuple(numbers[phone] for phone in phones)])
    return float(tree_scores(scores, tree, silence_before(scores), silence_after(scores))[0])


def vosk_score(model: vosk.Model, samples: npt.NDArray[np.int16], word: str) -> float:
    (first, *_) = hear(model, samples.tobytes(), [word], alternatives=1)["alternatives"]
    assert first["text"].strip() == word
    return float(first["confidence"])


def test_vosk_computes_the_scores_of_the_network_in_torch(tmp_path: Path) -> None:
    """A word's score is made of its graph and of the network: between two sounds only the network differs."""
    network = random_network()
    folder = make_model(tmp_path / "model", to_nnet(network), {"молоко": pronunciations("молок+о")})
    with (folder / "conf" / "mfcc.conf").open("a") as conf:
        conf.write("--dither=0\n")
    model = vosk.Model(str(folder))
    ours_alone = AcousticNetwork(read_network(folder / "am" / "final.mdl"))
    settings = CepstraSettings.read(folder / "conf" / "mfcc.conf")
    chance = np.random.default_rng(3)
    ours, theirs = [], []
    for frames in (30, 33, 36):
        samples = (chance.standard_normal(160 * frames + 400) * 3000).astype(np.int16)
        features = mfcc(samples.astype(np.float64))
        padded = np.concatenate([features[:1]] * network.context + [features] + [features[-1:]] * network.context)
        with torch.no_grad():
            scores = network(torch.tensor(padded @ cepstra_to_mel().T)[None])[0][0].numpy()
        count = -(-len(features) // 3)
        assert scores[:count] == pytest.approx(ours_alone.scores(features), abs=2e-3)
        assert cepstra(samples.tobytes(), settings) == pytest.approx(features, abs=0.02)
        ours.append(best_path(scores[:count], pronunciations("молок+о")[0]))
        theirs.append(vosk_score(model, samples, "молоко"))
    assert np.diff(theirs) == pytest.approx(np.diff(ours), abs=0.02)
    assert abs(np.diff(ours)).max() > 0.1, "the sounds differ, so the comparison says something"
