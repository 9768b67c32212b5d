"""Training: a start with cross-entropy on labelled recordings, then end-to-end LF-MMI on everything. Needs torch."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from tools.ear.averaging import MeanState
from tools.ear.batches import batches, label_targets, stretched, tensors, to_mel
from tools.ear.network import Network, load_checkpoint, output_count, save_checkpoint
from tools.ear.objective import Bigram, Paths, all_paths, said_paths
from tools.ear.records import Record
from tools.ear.settings import Settings
from tools.ear.steps import EarError, Progress, say

STATISTICS_FROM = 400
"""Utterances that mean and deviation of the input are taken from."""
SAVED_EVERY = 50
CROSS_ENTROPY_WEIGHT = 0.1
SMALL_SCORES = 5e-4
"""Weight that keeps the scores small."""
LARGEST_GRADIENT = 5.0
WEIGHT_DECAY = 1e-3


class Trainer:
    """A network in training; its state on disk is enough to go on."""

    def __init__(
        self, records: Sequence[Record], settings: Settings, checkpoint: Path, start: Path | None = None
    ) -> None:
        """`start`: a network to train further, unless the checkpoint is there already."""
        self._records = [record for record in records if record.fits]
        if not self._records:
            raise EarError("there is nothing to train on: all utterances are too short for their text")
        self._settings = settings
        self._checkpoint = checkpoint
        torch.manual_seed(settings.seed)
        self._done, self._start_steps = 0, settings.start_steps
        self._first_rate = settings.first_rate
        self._stop: int | None = None
        self._mean = MeanState()
        state: dict[str, Any] | None = None
        if start is not None:
            self._start_steps, self._first_rate = 0, settings.continued_rate
        if checkpoint.is_file():
            content = self._load(checkpoint)
            self._done, state = int(content.get("done", 0)), content.get("optimizer")
            self._mean = MeanState(content.get("mean"), int(content.get("mean_count", 0)))
            say(f"training goes on from batch {self._done}")
        elif start is not None:
            self._load(start)
        else:
            self._network = Network(settings.network)
            self._bigram = Bigram.of(self._records, output_count() // 2)
            self._measure_input()
        self._optimizer = torch.optim.AdamW(self._network.parameters(), lr=self._first_rate, weight_decay=WEIGHT_DECAY)
        if state is not None:
            self._optimizer.load_state_dict(state)

    def _load(self, path: Path) -> dict[str, Any]:
        self._network, content = load_checkpoint(path)
        self._bigram = Bigram(content["after"], content["first"])
        return content

    def _measure_input(self) -> None:
        picked = np.random.default_rng(self._settings.seed).permutation(len(self._records))[:STATISTICS_FROM]
        mel = torch.cat([to_mel(self._records[at]) for at in picked])
        self._network.mean.copy_(mel.mean(0))
        self._network.inverse_deviation.copy_(1 / mel.std(0))

    def run(self) -> None:
        """Train to the end; the checkpoint is written now and then, and at the end."""
        hours = sum(len(record.features) for record in self._records) / 360_000
        size = sum(weights.numel() for weights in self._network.parameters())
        say(f"{len(self._records)} utterances, {hours:.1f} hours, {size / 1e6:.2f} million parameters")
        # silero-stress, which may have run before, turns gradients off and keeps to one thread.
        torch.set_grad_enabled(True)
        torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", os.cpu_count() or 1)))
        self._network.train()
        labelled = [record for record in self._records if record.labels is not None]
        start = self._start_steps if labelled else 0
        end = start + self._settings.steps
        self._phase("start", labelled, 0, start)
        self._phase("training", self._records, start, end)
        if self._done == end and self._mean.count:
            self._network.load_state_dict(self._mean.state)
        self._save()

    def stop_after(self, batches_done: int) -> None:
        """End `run` when so many batches are done; another trainer goes on from the checkpoint."""
        self._stop = batches_done

    def _phase(self, name: str, records: Sequence[Record], begin: int, end: int) -> None:
        """Batches `begin` to `end` of the whole training, without those that were done before."""
        done = max(self._done, begin)
        last = end if self._stop is None else min(end, self._stop)
        if done >= last:
            return
        progress, smooth = Progress(name, end - begin), 0.0
        numbered = batches(records, self._settings.batch_seconds, self._settings.seed + begin)
        for number, batch in islice(numbered, done - begin, last - begin):
            torch.manual_seed(self._settings.seed + begin + number)
            chance = np.random.default_rng((self._settings.seed, begin + number))
            if name == "start":
                value = self._cross_entropy_step(batch, chance)
            else:
                self._set_rate(number / (end - begin))
                value = self._mutual_information_step(batch, chance)
                if number >= (end - begin) * (1 - self._settings.averaged):
                    self._mean.add(self._network.state_dict())
            smooth = value if number == done - begin else 0.95 * smooth + 0.05 * value
            self._done = begin + number + 1
            progress.at(number + 1, f"{smooth:.3f}")
            if self._done % SAVED_EVERY == 0:
                self._save()

    def _set_rate(self, part: float) -> None:
        first, last = self._first_rate, self._settings.last_rate
        for group in self._optimizer.param_groups:
            group["lr"] = first * (last / first) ** part

    def _scores(
        self, batch: Sequence[Record], chance: np.random.Generator
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Both outputs of the network and the lengths. Half precision is twice as fast where the processor has it."""
        mel, lengths = tensors(batch, self._network.context, chance)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores, second = self._network(mel)
        return scores.float(), second.float(), lengths

    def _cross_entropy_step(self, batch: Sequence[Record], chance: np.random.Generator) -> float:
        """Returns the share of outputs that were right."""
        scores, second, _ = self._scores(batch, chance)
        targets = label_targets(batch, scores.shape[1])
        flat = targets.reshape(-1)
        loss = sum(functional.cross_entropy(each.reshape(-1, each.shape[2]), flat) for each in (scores, second))
        self._step(loss)
        return float((scores.argmax(2) == targets).sum() / (targets >= 0).sum())

    def _mutual_information_step(self, batch: Sequence[Record], chance: np.random.Generator) -> float:
        """Returns the objective per output: 0 is perfect."""
        batch = [stretched(record, chance) for record in batch]
        scores, second, lengths = self._scores(batch, chance)
        loose = scores.detach().requires_grad_(True)
        said = said_paths(loose, lengths, Paths.of(batch, self._bigram))
        possible = all_paths(loose, lengths, self._bigram)
        wanted = torch.autograd.grad(said.sum(), loose)[0]
        present = torch.autograd.grad(possible.sum(), loose)[0]
        inside = (torch.arange(scores.shape[1])[None, :] < lengths[:, None]).float()[:, :, None]
        gradient = present - wanted + SMALL_SCORES * loose.detach() * inside
        cross_entropy = -(wanted * functional.log_softmax(second, 2)).sum()
        self._step(((scores * gradient).sum() + CROSS_ENTROPY_WEIGHT * cross_entropy) / lengths.sum())
        return float((said - possible).detach().sum() / lengths.sum())

    def _step(self, loss: torch.Tensor) -> None:
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), LARGEST_GRADIENT)
        self._optimizer.step()

    def _save(self) -> None:
        save_checkpoint(
            self._checkpoint,
            self._network,
            after=self._bigram.after,
            first=self._bigram.first,
            done=self._done,
            optimizer=self._optimizer.state_dict(),
            mean=self._mean.state,
            mean_count=self._mean.count,
        )
