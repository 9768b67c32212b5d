"""Material, objective and resuming of the training. Needs torch; skipped without."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is missing: pip install -e '.[ear]'")
pytest.importorskip("kaldi_native_fbank", reason="kaldi-native-fbank is missing: pip install -e '.[ear]'")

import torch

from tools.ear.averaging import MeanState
from tools.ear.batches import batches, label_targets, stretched, tensors
from tools.ear.network import Network, load_checkpoint, output_count, save_checkpoint
from tools.ear.objective import Bigram, Paths, all_paths, said_paths
from tools.ear.records import Record, load_records, save_records
from tools.ear.renewal import mean_network, renew
from tools.ear.settings import SMALL, NetworkSize
from tools.ear.steps import EarError
from tools.ear.training import Trainer

pytestmark = pytest.mark.logic

TINY = replace(SMALL, network=NetworkSize(8, 8, 4, 1, 8), batch_seconds=5.0, start_steps=2, steps=4)


def record(seed: int, frames: int = 60, labelled: bool = False) -> Record:
    chance = np.random.default_rng(seed)
    features = chance.standard_normal((frames, 40)).astype(np.float16)
    labels = np.stack([np.full(frames, 3), np.arange(frames) // 6]).astype(np.int16) if labelled else None
    return Record(features, ((1, 2), (3,)), labels)


def test_records_are_read_back(tmp_path: Path) -> None:
    records = [record(1), record(2, 33, labelled=True), record(3)]
    save_records(tmp_path / "x.npz", records)
    for saved, loaded in zip(records, load_records(tmp_path / "x.npz"), strict=True):
        assert np.array_equal(saved.features, loaded.features)
        assert saved.chunks == loaded.chunks
        assert (saved.labels is None) == (loaded.labels is None)


def test_batches_are_the_same_every_time_and_fit() -> None:
    records = [record(seed, 40 + seed) for seed in range(30)]
    first = list(itertools.islice(batches(records, 5.0, 1), 12))
    again = list(itertools.islice(batches(records, 5.0, 1), 12))
    assert [[id(each) for each in batch] for _, batch in first] == [[id(each) for each in batch] for _, batch in again]
    assert [number for number, _ in first] == list(range(12))
    assert all(len(batch) * max(len(each.features) for each in batch) <= 500 for _, batch in first)


def test_targets_enter_a_phone_and_stay_in_it() -> None:
    targets = label_targets([record(1, 18, labelled=True)], 6)
    assert targets.tolist() == [[6, 7, 6, 7, 6, 7]]


def test_inputs_are_padded_by_their_edges() -> None:
    mel, lengths = tensors([record(1, 30), record(2, 61)], 7, None)
    assert mel.shape == (2, 61 + 14, 40)
    assert lengths.tolist() == [10, 21]
    assert torch.equal(mel[0, 0], mel[0, 7])
    assert torch.equal(mel[0, -1], mel[0, 36])


def test_some_utterances_are_said_faster_or_slower_and_all_phones_still_fit() -> None:
    said = record(1, 60, labelled=True)
    ways = [stretched(said, np.random.default_rng(seed)) for seed in range(60)]
    lengths = [len(way.features) for way in ways]
    assert min(lengths) < 52, "a tenth faster"
    assert max(lengths) > 68, "a tenth slower"
    assert lengths.count(60) > 15
    assert all(way.chunks == said.chunks and way.fits for way in ways)
    assert all((way.labels is None) == (way is not said) for way in ways)
    for way in ways:
        assert np.array_equal(way.features[[0, -1]], said.features[[0, -1]])
    short = record(2, 12)
    assert all(stretched(short, np.random.default_rng(seed)).fits for seed in range(60))


def enumerated(scores: np.ndarray, bigram: Bigram, allowed: set[tuple[int, ...]] | None) -> float:
    """Sum over all ways, one by one: at each output stay, or enter some phone."""
    after, first = bigram.after.numpy(), bigram.first.numpy()
    total = 0.0
    outputs, phones = scores.shape[0], scores.shape[1] // 2
    for moves in itertools.product(range(-1, phones), repeat=outputs - 1):
        for begin in range(phones):
            here, weight, passed = begin, float(first[begin] * np.exp(scores[0, 2 * begin])), [begin]
            for at, move in enumerate(moves, start=1):
                if move < 0:
                    weight *= float(np.exp(scores[at, 2 * here + 1]))
                else:
                    weight *= float(after[here, move] * np.exp(scores[at, 2 * move]))
                    here = move
                    passed.append(move)
            if allowed is None or tuple(passed) in allowed:
                total += weight
    return float(np.log(total))


def test_the_sums_are_those_of_all_paths() -> None:
    chance = np.random.default_rng(1)
    scores = torch.tensor(chance.standard_normal((1, 5, 8)), dtype=torch.float32)
    bigram = Bigram.of([record(1)], 4)
    lengths = torch.tensor([5])
    assert float(all_paths(scores, lengths, bigram)) == pytest.approx(
        enumerated(scores[0].numpy(), bigram, None), abs=1e-4
    )
    silences = itertools.product((True, False), repeat=3)
    allowed = {(*[0] * front, 1, 2, *[0] * middle, 3, *[0] * back) for front, middle, back in silences}
    said = float(said_paths(scores, lengths, Paths.of([record(1)], bigram)))
    assert said == pytest.approx(enumerated(scores[0].numpy(), bigram, allowed), abs=1e-4)


def test_padding_changes_no_sum() -> None:
    scores = torch.randn(1, 9, 2 * 4, generator=torch.Generator().manual_seed(1))
    bigram = Bigram.of([record(1)], 4)
    longer = torch.cat([scores, torch.randn(1, 4, 8)], 1)
    for total in (all_paths, lambda *it: said_paths(it[0], it[1], Paths.of([record(1)], bigram))):
        assert float(total(scores, torch.tensor([9]), bigram)) == pytest.approx(
            float(total(longer, torch.tensor([9]), bigram)), abs=1e-4
        )


def test_an_interrupted_training_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    records = [record(seed, 60, labelled=seed < 6) for seed in range(12)]
    Trainer(records, TINY, tmp_path / "whole.pt").run()
    first = replace(TINY, steps=2, last_rate=TINY.last_rate)
    trainer = Trainer(records, TINY, tmp_path / "parts.pt")
    trainer.stop_after(first.start_steps + first.steps)
    trainer.run()
    Trainer(records, TINY, tmp_path / "parts.pt").run()
    whole, parts = load_checkpoint(tmp_path / "whole.pt")[0], load_checkpoint(tmp_path / "parts.pt")[0]
    for name, weights in whole.state_dict().items():
        assert torch.allclose(weights.float(), parts.state_dict()[name].float(), atol=1e-5), name


def test_the_network_answers_every_third_frame() -> None:
    network = Network(NetworkSize(8, 8, 4, 2, 8)).eval()
    scores, second = network(torch.zeros(2, 30 + 2 * network.context, 40))
    assert scores.shape == second.shape == (2, 10, output_count())


def test_the_mean_of_states() -> None:
    mean = MeanState()
    for value in (1.0, 2.0, 6.0):
        mean.add({"weights": torch.tensor([value]), "batches": torch.tensor(int(value))})
    assert mean.state["weights"].tolist() == [3.0]
    assert mean.state["batches"].item() == 6
    again = MeanState(mean.state, mean.count)
    again.add({"weights": torch.tensor([7.0]), "batches": torch.tensor(7)})
    assert again.state["weights"].tolist() == [4.0]
    assert mean.state["weights"].tolist() == [3.0]


def test_a_network_is_trained_further(tmp_path: Path) -> None:
    records = [record(seed) for seed in range(12)]
    Trainer(records, TINY, tmp_path / "first.pt").run()
    Trainer(records, TINY, tmp_path / "second.pt", tmp_path / "first.pt").run()
    (_, first), (_, second) = (load_checkpoint(tmp_path / name) for name in ("first.pt", "second.pt"))
    assert torch.equal(first["after"], second["after"])
    assert second["done"] == TINY.steps
    assert not torch.equal(first["state"]["last.weight"], second["state"]["last.weight"])
    assert torch.allclose(first["state"]["last.weight"], second["state"]["last.weight"], atol=0.01)


def test_a_model_gets_the_mean_of_networks(tmp_path: Path) -> None:
    model, out = tmp_path / "model", tmp_path / "out"
    (model / "am").mkdir(parents=True)
    (model / "am" / "final.mdl").write_bytes(b"old")
    (model / "SHA256SUMS.txt").write_text("1  am/final.mdl\n2  graph/words.txt\n", encoding="utf-8")
    networks = [Network(TINY.network) for _ in range(2)]
    paths = [tmp_path / f"{at}.pt" for at in range(2)]
    for network, path in zip(networks, paths, strict=True):
        save_checkpoint(path, network)
    renew(model, paths, out)
    mean = (networks[0].last.weight + networks[1].last.weight) / 2
    assert torch.allclose(mean_network(paths).last.weight, mean)
    assert (out / "am" / "final.mdl").stat().st_size > 1000
    first, second = (out / "SHA256SUMS.txt").read_text(encoding="utf-8").splitlines()
    assert len(first.split()[0]) == 64
    assert second == "2  graph/words.txt"
    with pytest.raises(EarError, match="there already"):
        renew(model, paths, out)
    with pytest.raises(EarError, match=r"gone\.pt is missing"):
        renew(model, [tmp_path / "gone.pt"], tmp_path / "other")
