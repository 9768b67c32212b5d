"""Utterances to train on: where the sound is, and what is said in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.ear.steps import EarError
from voiceduet.asr.pronunciation import Phones, pronounce, sound_rules

SILENCE = "SIL"
VOWEL = re.compile("[аеёиоуыэюя]")
LIST_NAME = "list.tsv"


@dataclass(frozen=True, slots=True)
class Segment:
    """A phone, or silence, and when it ends, in seconds from the beginning of the utterance."""

    end_s: float
    phone: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """A stretch of a sound file."""

    path: Path
    chunks: tuple[Phones, ...]
    """Phones between places where a pause may be."""
    begin_s: float = 0.0
    end_s: float | None = None
    """`None`: to the end of the file."""
    labels: tuple[Segment, ...] = ()
    """Empty: not known."""


def phone_numbers() -> dict[str, int]:
    """Numbers of phones in the network: silence is 0."""
    return {phone: number for number, phone in enumerate((SILENCE, *sound_rules().phones))}


def chunks_of(words: Iterable[str]) -> tuple[Phones, ...]:
    """Words with stress marks as phones; prepositions without a vowel are said with the next word."""
    chunks, carried = [], ""
    for word in words:
        if VOWEL.search(word):
            chunks.append(pronounce(carried + word))
            carried = ""
        else:
            carried += word
    return tuple(chunk for chunk in chunks if chunk)


def read_list(folder: Path) -> list[Utterance]:
    """A folder of speech: `list.tsv` has a file name and the words with their stress a line.

    Raises `EarError` that names the line.
    """
    path = folder / LIST_NAME
    utterances = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        name, tab, text = line.partition("\t")
        sound = folder / name
        if not tab or not text.strip() or not sound.is_file():
            raise EarError(f"{path}, line {number}: a file of this folder, a tab and words are expected, not {line!r}")
        utterances.append(Utterance(sound, chunks_of(text.split())))
    return [utterance for utterance in utterances if utterance.chunks]


def write_list(folder: Path, rows: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Write `list.tsv`: file names and words."""
    text = "".join(f"{name}\t{' '.join(words)}\n" for name, words in rows)
    (folder / LIST_NAME).write_text(text, encoding="utf-8")
