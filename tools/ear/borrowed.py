"""Russian spoken by festival's diphone voices of other languages (`diphones.py`), with durations and pitch given."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tools.ear.diphones import Voice, Way, say_with
from tools.ear.prosody import Durations, Spoken, spoken
from tools.ear.steps import EarError, Progress
from tools.ear.synthesis import SMALLEST_FILE, Sayings, program_path
from tools.ear.utterances import chunks_of, write_list

AT_ONCE = 50
"""Utterances for one run of festival."""
TIMEOUT_S = 300.0
MOST_TRIES = 8
"""Utterances drawn for each that a voice can say."""
GLIDE_SHARE = 0.3
"""Of a soft consonant's duration."""
SAY = """(define (ear_say file segments)
  (let ((utt (eval (list 'Utterance 'Segments segments))))
    (utt.synth utt)
    (utt.save.wave utt file 'riff)))
"""


@dataclass(frozen=True, slots=True)
class Line:
    """What a voice says into one file."""

    path: Path
    words: tuple[str, ...]
    segments: str
    """For festival: sounds with durations and pitch."""


def segments_for(phones: Sequence[Spoken], ways: Sequence[Way]) -> str:
    """Sounds as festival reads them: name, seconds, and the pitch in the middle."""
    parts = []
    for phone, way in zip(phones, ways, strict=True):
        shares = [1.0] if len(way) == 1 else [1 - GLIDE_SHARE, *[GLIDE_SHARE / (len(way) - 1)] * (len(way) - 1)]
        for sound, share in zip(way, shares, strict=True):
            length = phone.duration_s * share
            parts.append(f'("{sound}" {length:.3f} ({length / 2:.3f} {phone.pitch_hz:.0f}))')
    return f"({' '.join(parts)})"


def lines_for(
    voice: Voice, folder: Path, sayings: Sayings, durations: Durations, count: int, seed: int
) -> Iterator[Line]:
    """As many utterances as wanted; what the voice cannot say is passed over."""
    done = 0
    for number in range(count * MOST_TRIES):
        chance = np.random.default_rng((seed, number))
        words = sayings.draw(chance)
        phones = spoken(chunks_of(words), durations, voice.pitch_hz, chance)
        ways = say_with(voice.sounds, voice.pairs(), [each.phone for each in phones])
        if ways is None or len(phones) <= 2:
            continue
        yield Line(folder / f"{number:06d}.wav", tuple(words), segments_for(phones, ways))
        done += 1
        if done == count:
            return


def speak_borrowed(voice: Voice, folder: Path, sayings: Sayings, durations: Durations, count: int, seed: int) -> None:
    """Fill a folder with a voice's speech and its list. Files that are there from an interrupted run are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    festival = program_path("festival")
    lines = list(lines_for(voice, folder, sayings, durations, count, seed))
    progress = Progress(folder.name, len(lines))
    for begin in range(0, len(lines), AT_ONCE):
        some = [line for line in lines[begin : begin + AT_ONCE] if not line.path.is_file()]
        _run(festival, voice, folder / "say.scm", some)
        progress.at(begin + AT_ONCE)
    rows = [
        (line.path.name, line.words)
        for line in lines
        if line.path.is_file() and line.path.stat().st_size > SMALLEST_FILE
    ]
    if not rows:
        raise EarError(f"{voice.package}: nothing could be spoken into {folder}")
    write_list(folder, rows)


def _run(festival: str, voice: Voice, script: Path, lines: Sequence[Line]) -> None:
    said = [f'(ear_say "{line.path.resolve()}" \'{line.segments})\n' for line in lines]
    script.write_text(f"({voice.select})\n{SAY}{''.join(said)}", encoding="utf-8")
    if said:
        command = (festival, "-b", str(script))
        subprocess.run(command, check=False, capture_output=True, timeout=TIMEOUT_S)  # noqa: S603 - our own command
    script.unlink()
