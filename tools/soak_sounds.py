"""What is to be heard in a long evening: the sentences of the demo, and silence, noise and talk between them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.ports import AudioFrame
from voiceduet.asr.sources.file import FileSource

PROJECT = Path(__file__).parents[1]
DEMO = PROJECT / "voiceduet" / "table" / "demo"
FIXTURES = PROJECT / "tests" / "audio_fixtures"
FRAME_S = 0.03
SILENT_FRAME = bytes(960)


def pcm_of(path: Path) -> list[bytes]:
    """A recording as frames of 30 ms."""
    return [frame.samples for frame in FileSource(path).frames() if len(frame.samples) == len(SILENT_FRAME)]


@dataclass(frozen=True)
class Sounds:
    """What is to be heard in an evening, as frames."""

    sentences: list[list[bytes]]
    talk: list[list[bytes]]
    noise: list[list[bytes]]


def load_sounds(talk_folder: Path | None = None) -> Sounds:
    """Cut the demo into its sentences; talk and noise are recordings of the tests, and talk also those of a folder."""
    demo = pcm_of(DEMO / "demo.flac")
    events = json.loads((DEMO / "demo.timeline.json").read_text("utf-8"))["events"]
    cuts = [
        (entry, round((entry["start"] - 0.25) / FRAME_S), round((entry["end"] + 0.25) / FRAME_S)) for entry in events
    ]
    talk = [demo[begin:end] for entry, begin, end in cuts if entry["kind"] == "negative"]
    recordings = sorted(FIXTURES.glob("ru-negative-*.flac"))
    if talk_folder is not None:
        recordings += sorted(path for path in talk_folder.iterdir() if path.suffix in {".flac", ".wav"})
    return Sounds(
        [demo[begin:end] for entry, begin, end in cuts if entry["kind"] != "negative"],
        talk + [pcm_of(path) for path in recordings],
        [pcm_of(path) for path in sorted(FIXTURES.glob("und-noise-*.flac"))],
    )


class Evening:
    """An audio source: the sentences of one game, and between them what else is to be heard in a room."""

    def __init__(self, sounds: Sounds, length_s: float, begin_s: float, rng: random.Random, real_time: bool) -> None:
        self._sounds, self._rng, self._real_time = sounds, rng, real_time
        spoken_s = sum(len(sentence) for sentence in sounds.sentences) * FRAME_S
        self._between_s = max(1.2, (length_s - spoken_s) / (len(sounds.sentences) + 1))
        self._begin_s = begin_s

    def frames(self) -> Iterator[AudioFrame]:
        """Yield frames until the game is played."""
        begun = time.monotonic()
        for number, samples in enumerate(self._samples()):
            at_s = number * FRAME_S
            if self._real_time and (wait_s := begun + at_s + FRAME_S - time.monotonic()) > 0:
                time.sleep(wait_s)
            yield AudioFrame(samples, round(self._begin_s + at_s, 3))

    @property
    def length_s(self) -> float:
        """How long it lasts at least."""
        spoken = sum(len(sentence) for sentence in self._sounds.sentences)
        return spoken * FRAME_S + self._between_s * (len(self._sounds.sentences) + 1)

    def close(self) -> None:
        """Nothing is open."""

    def _samples(self) -> Iterator[bytes]:
        for sentence in self._sounds.sentences:
            yield from self._between()
            yield from sentence
        yield from self._between()

    def _between(self) -> Iterator[bytes]:
        left = round(self._between_s / FRAME_S)
        quiet = [SILENT_FRAME] * round(0.9 / FRAME_S)
        yield from quiet
        left -= 2 * len(quiet)
        while left > 0:
            kind = self._rng.choice(("silence", "silence", "noise", "talk"))
            choice = {"silence": [[SILENT_FRAME] * 300], "noise": self._sounds.noise, "talk": self._sounds.talk}[kind]
            piece = self._rng.choice(choice)[: max(left, 0)] if kind != "talk" else self._rng.choice(choice)
            if kind == "talk" and len(piece) > left:
                piece = [SILENT_FRAME] * left
            yield from piece
            left -= len(piece)
        yield from quiet
