"""How large a model is made, and from how much speech."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

DATA = Path(__file__).parent / "data"
FEATURE_SIZE = 40
"""Mel bands, and cepstral coefficients."""
FRAMES_PER_OUTPUT = 3
"""The network answers once for so many frames of 10 ms."""
WIDE_SUFFIX = ".g722"
"""Of prompts at 16 kHz."""


@dataclass(frozen=True, slots=True)
class NetworkSize:
    """Widths of the network's layers."""

    first: int = 256
    hidden: int = 384
    bottleneck: int = 96
    blocks: int = 7
    last: int = 192


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides about the result; two runs with the same settings and sources make the same model."""

    seed: int = 1
    frequent_words: int = 30_000
    """Most frequent words of any class in the vocabulary."""
    nouns: int = 26_000
    """Most frequent nouns in their dictionary form; those among the first third also in the accusative."""
    alike: int = 380_000
    """So many of the most frequent words are looked through for what sounds like one that is meant for the referee."""
    synthetic: int = 1300
    """Utterances for espeak-ng; festival says a third as many."""
    borrowed: int = 650
    """Utterances for a diphone voice of another language that says most; the others say their share of it."""
    recordings: int | None = None
    """At most so many utterances of every source; `None`: all."""
    copies: int = 3
    """Different disturbances of every human utterance; synthetic ones get one fewer."""
    batch_seconds: float = 150.0
    start_steps: int = 260
    """Batches of cross-entropy on the recordings with phone labels."""
    steps: int = 1400
    """Batches of LF-MMI on everything."""
    averaged: float = 0.1
    """The weights that are kept are the mean of those in this last part of the batches."""
    first_rate: float = 1e-3
    continued_rate: float = 2.5e-4
    """The first rate when a network that is there is trained further."""
    last_rate: float = 2e-5
    unknown_scale: float = 0.75
    """Weight of the phone statistics in the unknown word; less takes up more speech that is not in the list."""
    network: NetworkSize = field(default_factory=NetworkSize)

    def mark(self, *names: str) -> str:
        """Short fingerprint of the settings named, or of all."""
        values = asdict(self)
        return sha256(repr([(name, values[name]) for name in names or sorted(values)]).encode()).hexdigest()[:16]


FULL = Settings()
SMALL = Settings(
    frequent_words=1500,
    nouns=1500,
    alike=30_000,
    synthetic=120,
    borrowed=20,
    recordings=100,
    copies=2,
    batch_seconds=30.0,
    start_steps=60,
    steps=60,
    network=NetworkSize(64, 96, 32, 4, 64),
)
"""A toy in minutes: the whole way, for trying the pipeline."""
