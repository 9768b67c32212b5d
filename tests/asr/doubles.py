"""Doubles that say what they do, and the recordings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from voiceduet.asr.ports import AudioFrame, Ear, Hypothesis, PhraseSet

FIXTURES = Path(__file__).parents[1] / "audio_fixtures"
FRAME_S = 0.03
LOUD = b"\x00\x40" * 480
QUIET = bytes(960)


def fixture_rows() -> list[dict[str, Any]]:
    """The manifest of the recordings."""
    return [json.loads(line) for line in (FIXTURES / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]


def frames_of(pattern: str, start_s: float = 0.0) -> Iterator[AudioFrame]:
    """One frame of 30 ms per character: `#` is loud, anything else silent."""
    for number, sign in enumerate(pattern):
        yield AudioFrame(LOUD if sign == "#" else QUIET, round(start_s + number * FRAME_S, 3))


def pcm_frames(pcm: bytes) -> Iterator[AudioFrame]:
    """16-bit sound in frames of 30 ms."""
    for number, start in enumerate(range(0, len(pcm) - 959, 960)):
        yield AudioFrame(pcm[start : start + 960], round(number * FRAME_S, 3))


class LoudnessDetector:
    """Takes every frame that is not silent for speech."""

    def __init__(self) -> None:
        self.resets = 0

    def is_speech(self, frame: AudioFrame) -> bool:
        return any(frame.samples)

    def reset(self) -> None:
        self.resets += 1


@dataclass
class ScriptedRecognizer:
    """Hears one text of a list per utterance, whatever the sound."""

    texts: Sequence[str]
    ear: Ear = Ear.LIMITED
    phrase_sets: list[str] = field(default_factory=list)
    frames: list[AudioFrame] = field(default_factory=list)
    resets: int = 0
    finished: int = 0

    def set_phrases(self, phrases: PhraseSet) -> None:
        assert not self.frames, "phrases changed in the middle of an utterance"
        self.phrase_sets.append(phrases.scope)

    def accept(self, frame: AudioFrame) -> str | None:
        self.frames.append(frame)
        return f"partial {len(self.frames)}"

    def finish(self) -> tuple[Hypothesis, ...]:
        text = self.texts[self.finished]
        self.finished += 1
        self.frames.clear()
        return (Hypothesis(text, self.ear),) if text else ()

    def reset(self) -> None:
        self.resets += 1
        self.frames.clear()


def phrase_set(scope: str, phrases: Iterable[str] = ("стоп",)) -> PhraseSet:
    """A set with a name and a few phrases."""
    return PhraseSet(scope, tuple(phrases))
