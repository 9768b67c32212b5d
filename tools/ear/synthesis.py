"""Speech of free synthesizers: espeak-ng (GPL-3.0-or-later) in many variants, festival with festvox-ru (BSD-like)."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

import numpy as np

from tools.ear.settings import DATA
from tools.ear.steps import EarError, Progress
from tools.ear.utterances import chunks_of, write_list
from tools.ear.words import Vocabulary, letter_names, number_words
from voiceduet.asr.pronunciation import Phones

TIMEOUT_S = 30.0
SMALLEST_FILE = 5000
"""Bytes; a shorter file holds no word."""
FESTIVAL_VOICE = "(voice_msu_ru_nsh_clunits)"
LATEST_LINES = 4000
"""Words that count as frequent."""

Speaker = Callable[[Sequence[str], Path, np.random.Generator], Sequence[str]]
"""The command that says words with stress marks into a file."""


def _lines(name: str) -> list[str]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class Sayings:
    """What the voices say: sentences of the table, single words, and chains of words."""

    def __init__(self, vocabulary: Vocabulary, marks: Mapping[str, str]) -> None:
        self._marks = marks
        self._sentences = _lines("sentences.txt")
        self._letters = letter_names()
        self._numbers = number_words()
        self._table = vocabulary.table
        self._common = vocabulary.frequent[:LATEST_LINES]
        self._all = vocabulary.all

    def draw(self, chance: np.random.Generator) -> list[str]:
        """Words of an utterance, with stress marks."""
        kind = chance.random()
        if kind < 0.25:
            sentence = self._sentences[chance.integers(len(self._sentences))]
            words = [self._filled(word, chance) for word in sentence.split()]
        elif kind < 0.4:
            words = [self._pick(self._table, chance)]
        elif kind < 0.7:
            words = [self._pick(self._all, chance)]
        else:
            words = [self._pick(self._all, chance) for _ in range(int(chance.integers(2, 5)))]
        return [self._marks.get(word, word) for word in words]

    def _filled(self, word: str, chance: np.random.Generator) -> str:
        choice = {"*": self._common, "@": self._letters, "%": self._numbers}.get(word)
        return word if choice is None else self._pick(choice, chance)

    def _pick(self, words: Sequence[str], chance: np.random.Generator) -> str:
        return words[int(chance.integers(len(words)))]


@cache
def _espeak_phones() -> dict[str, str]:
    data = tomllib.loads((DATA / "espeak_phones.toml").read_text(encoding="utf-8"))
    return dict(data["phones"])


def espeak_text(chunks: Iterable[Phones]) -> str:
    """Phones as espeak-ng reads them, so that what is said is known for certain."""
    names = _espeak_phones()
    words = ("|".join(names.get(phone, phone.replace("'", ";")) for phone in chunk) for chunk in chunks)
    return f"[[{' '.join(words)}]]"


def program_path(name: str) -> str:
    """Where a program is. Raises `EarError` when it is missing."""
    path = shutil.which(name)
    if path is None:
        raise EarError(f"{name} is missing; install Debian's packages espeak-ng, festival and festvox-ru")
    return path


def espeak_command(
    program: str, variants: Sequence[str], words: Sequence[str], path: Path, chance: np.random.Generator
) -> Sequence[str]:
    """espeak-ng in a random variant, at a random rate (words a minute) and pitch."""
    variant = variants[int(chance.integers(len(variants)))]
    rate, pitch = int(chance.integers(105, 230)), int(chance.integers(20, 81))
    text = espeak_text(chunks_of(words))
    return (program, "-v", f"ru+{variant}", "-s", str(rate), "-p", str(pitch), "-w", str(path), text)


def festival_command(program: str, words: Sequence[str], path: Path, _: np.random.Generator) -> Sequence[str]:
    """Festival's text2wave; the words come from a file beside the sound."""
    text = path.with_suffix(".txt")
    text.write_text(" ".join(words).replace("+", ""), encoding="utf-8")
    return (program, "-eval", FESTIVAL_VOICE, str(text), "-o", str(path))


def espeak_speaker() -> Speaker:
    """Raises `EarError` when espeak-ng is missing."""
    return partial(espeak_command, program_path("espeak-ng"), " ".join(_lines("espeak_variants.txt")).split())


def festival_speaker() -> Speaker:
    """Raises `EarError` when festival is missing."""
    return partial(festival_command, program_path("text2wave"))


def synthesize(folder: Path, sayings: Sayings, speaker: Speaker, count: int, seed: int) -> None:
    """Fill a folder with speech and its list. Files that are there from an interrupted run are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress(folder.name, count)
    rows = []
    for number in range(count):
        chance = np.random.default_rng((seed, number))
        words, path = sayings.draw(chance), folder / f"{number:05d}.wav"
        command = speaker(words, path, chance)
        if not path.is_file():
            partly = path.with_suffix(".part")
            spoken = [str(partly) if part == str(path) else part for part in command]
            subprocess.run(spoken, check=False, capture_output=True, timeout=TIMEOUT_S)  # noqa: S603 - our own command
            if partly.is_file():
                partly.rename(path)
        if path.is_file() and path.stat().st_size > SMALLEST_FILE:
            rows.append((path.name, words))
        progress.at(number + 1)
    if not rows:
        raise EarError(f"nothing could be spoken into {folder}; does this work? {' '.join(command)}")
    write_list(folder, rows)
