"""tuxpaint-stamps-default (Debian, GPL-2.0-or-later): names of pictures, each said by a person, in several languages.

The Russian ones are transcribed by rule. Speakers of other languages are heard saying what sounds we share with them:
espeak-ng gives their sounds, `data/foreign_sounds.toml` our phones for them (`foreign.py`). Where more than one is
possible, and whether a recording holds its text at all, is told by the network of the model that comes along.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tools.ear.asterisk import plain_text
from tools.ear.augmentation import clean
from tools.ear.choice import Chosen, Word, choose
from tools.ear.features import load_sound
from tools.ear.foreign import foreign_words, sounds_of
from tools.ear.lexicon import Accentor
from tools.ear.steps import EarError, Progress
from tools.ear.utterances import Utterance, chunks_of, phone_numbers
from voiceduet.asr.acoustic.model import AcousticModel, load_acoustic_model
from voiceduet.asr.catalogue import DATA as MODELS

FOLDER = Path("/usr/share/tuxpaint/stamps")
"""Where Debian's package puts them."""
RUSSIAN = "ru"
KEPT, KEPT_OF_OTHERS = 0.94, 0.8
"""Of the Russian recordings, and of those in another language, the share that fits its text best; some hold another."""
PAUSE_S = 0.25
"""Silence that is put around a recording, many of which are cut close."""
PEAK = 16_000


@dataclass(frozen=True, slots=True)
class Stamp:
    """One recording and its text."""

    path: Path
    text: str


def read_stamps(language: str, folder: Path = FOLDER) -> list[Stamp]:
    """All recordings in a language. Raises `EarError` when the package is missing."""
    stamps = []
    for path in sorted(folder.rglob(f"*_desc_{language}.ogg")):
        texts = path.with_name(path.name.removesuffix(f"_desc_{language}.ogg") + ".txt")
        said = re.search(rf"^{language}\.utf8=(.+)$", texts.read_text("utf-8"), re.M) if texts.is_file() else None
        if said:
            stamps.append(Stamp(path, said.group(1).strip()))
    if not stamps:
        raise EarError("Debian's package tuxpaint-stamps-default is needed for these recordings")
    return stamps


def stamp_utterances(accentor: Accentor, folder: Path = FOLDER) -> list[Utterance]:
    """The Russian recordings whose text is Russian, but for those that fit it worst."""
    stamps = [(stamp, plain_text(stamp.text)) for stamp in read_stamps(RUSSIAN, folder)]
    said = []
    for stamp, text in stamps:
        chunks = chunks_of(re.findall("[а-яё+]+", accentor(text).lower())) if text else ()
        if chunks:
            said.append((stamp, tuple(tuple((phone,) for phone in chunk) for chunk in chunks)))
    words = [(stamp, [tuple((way,) for way in word) for word in chunks]) for stamp, chunks in said]
    return _fitting(words, KEPT)


def foreign_stamp_utterances(language: str, folder: Path = FOLDER) -> list[Utterance]:
    """The recordings in another language of which all sounds are like ours, but for those that fit worst."""
    stamps = read_stamps(language, folder)
    spoken = zip(stamps, sounds_of([stamp.text for stamp in stamps], language), strict=True)
    words = [(stamp, said) for stamp, said in ((stamp, foreign_words(sounds)) for stamp, sounds in spoken) if said]
    return _fitting(words, KEPT_OF_OTHERS)


def _fitting(stamps: Sequence[tuple[Stamp, Sequence[Word]]], kept: float) -> list[Utterance]:
    model, numbers = load_acoustic_model(MODELS / "ru-table"), phone_numbers()
    progress, chosen = Progress("texts of recordings", len(stamps)), []
    for at, (stamp, words) in enumerate(stamps):
        way = _chosen(model, stamp, words, numbers)
        if way is not None:
            chosen.append((way.loss, stamp.path, way.chunks))
        progress.at(at + 1)
    chosen.sort()
    return [Utterance(path, chunks) for _, path, chunks in chosen[: round(kept * len(chosen))]]


def _chosen(model: AcousticModel, stamp: Stamp, words: Sequence[Word], numbers: dict[str, int]) -> Chosen | None:
    sound = clean(*load_sound(stamp.path))
    if len(sound) == 0 or np.abs(sound).max() < 1e-3:
        return None
    edge = np.zeros(int(PAUSE_S * 16_000))
    padded = np.concatenate([edge, sound / np.abs(sound).max() * PEAK, edge])
    return choose(model.answers(padded.astype(np.int16).tobytes()), words, numbers)
