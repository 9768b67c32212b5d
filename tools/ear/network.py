"""The acoustic model: a factorised time-delay network (TDNN-F) that answers every 30 ms. Needs torch."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from tools.ear.settings import FEATURE_SIZE, NetworkSize
from tools.ear.steps import EarError
from voiceduet.asr.pronunciation import sound_rules

SKIP = 0.66
"""Weight of a block's input beside its output."""
DROPOUT = 0.1


def output_count() -> int:
    """Two answers for every phone and for silence: entering it, and staying."""
    return 2 * (1 + len(sound_rules().phones))


class Block(nn.Module):
    """Two narrow convolutions and a skip connection."""

    def __init__(self, hidden: int, bottleneck: int) -> None:
        super().__init__()
        self.narrow = nn.Conv1d(hidden, bottleneck, 2, bias=False)
        self.wide = nn.Conv1d(bottleneck, hidden, 2)
        self.norm = nn.BatchNorm1d(hidden)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Two outputs shorter than the input."""
        y = functional.relu(self.norm(self.wide(self.narrow(x))))
        return functional.dropout(y, DROPOUT, self.training) + SKIP * x[:, :, 1:-1]


class Network(nn.Module):
    """Log mel energies in, two scores for every phone out."""

    def __init__(self, size: NetworkSize) -> None:
        super().__init__()
        self.size = size
        self.register_buffer("mean", torch.zeros(FEATURE_SIZE))
        self.register_buffer("inverse_deviation", torch.ones(FEATURE_SIZE))
        self.convolutions = nn.ModuleList(
            [
                nn.Conv1d(FEATURE_SIZE, size.first, 5),
                nn.Conv1d(size.first, size.hidden, 3),
                nn.Conv1d(size.hidden, size.hidden, 3, stride=3),
            ]
        )
        self.norms = nn.ModuleList([nn.BatchNorm1d(width) for width in (size.first, size.hidden, size.hidden)])
        self.blocks = nn.ModuleList([Block(size.hidden, size.bottleneck) for _ in range(size.blocks)])
        self.last = nn.Conv1d(size.hidden, size.last, 1)
        self.scores = nn.Conv1d(size.last, output_count(), 1)
        self.second_scores = nn.Conv1d(size.last, output_count(), 1)

    @property
    def context(self) -> int:
        """Frames before the first and after the last frame that the network looks at."""
        return 4 + 3 * len(self.blocks)

    def forward(self, mel: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(batch, frames, bands), padded by `context` on both sides, to two × (batch, outputs, scores).

        The second scores are for the cross-entropy that steadies the training; the model folder has only the first.
        """
        x = ((mel - self.mean) * self.inverse_deviation).transpose(1, 2)
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = functional.relu(norm(convolution(x)))
        for block in self.blocks:
            x = block(x)
        x = self.last(x)
        return self.scores(x).transpose(1, 2), self.second_scores(x).transpose(1, 2)


def save_checkpoint(path: Path, network: Network, **more: Any) -> None:  # noqa: ANN401 - whatever torch can save
    """Write a network with what belongs to it, in one step."""
    partly = path.with_suffix(".part")
    content = {
        "state": network.state_dict(),
        "size": asdict(network.size),
        "phones": list(sound_rules().phones),
        **more,
    }
    torch.save(content, partly)
    partly.replace(path)


def load_checkpoint(path: Path) -> tuple[Network, dict[str, Any]]:
    """A network, ready to answer, and what was saved with it. Raises `EarError` when its phones are not ours."""
    content: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    if content.get("phones") != list(sound_rules().phones):
        raise EarError(f"{path} was trained with other phones; remove it and train again")
    network = Network(NetworkSize(**content["size"]))
    network.load_state_dict(content["state"])
    return network.eval(), content
