"""festvox-ru (Debian, BSD-like licence): recordings of one man with the times of their phones."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from tools.ear.settings import DATA
from tools.ear.steps import EarError
from tools.ear.utterances import SILENCE, Segment, Utterance

FOLDER = Path("/usr/share/festival/voices/russian/msu_ru_nsh_clunits")
"""Where Debian's package puts it."""
LONGEST_S = 5.0
"""Recordings are cut in pauses into pieces of about so long."""
SHORTEST_S = 0.4


def phone_names() -> dict[str, str]:
    """Names of the labels and our phones."""
    data = tomllib.loads((DATA / "festvox_phones.toml").read_text(encoding="utf-8"))
    names: dict[str, str] = dict(data["phones"])
    for consonant in data["paired"]["consonants"]:
        names |= {consonant: consonant, consonant * 2: f"{consonant}'"}
    return names


def festvox_utterances(folder: Path = FOLDER) -> list[Utterance]:
    """All recordings, cut in pauses. Raises `EarError` when the package is missing."""
    labels = sorted((folder / "lab").glob("*.lab"))
    if not labels:
        raise EarError(f"no recordings in {folder}; install Debian's package festvox-ru")
    names = phone_names()
    return [
        utterance for path in labels for utterance in cut(folder / "wav" / f"{path.stem}.wav", read_labels(path, names))
    ]


def read_labels(path: Path, names: Mapping[str, str]) -> list[Segment]:
    """Phones with their ends in the recording. Raises `EarError` for an unknown phone."""
    segments = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split()
        if len(fields) == 3:
            if fields[2] not in names:
                raise EarError(f"{path.name}: the phone {fields[2]!r} is not in festvox_phones.toml")
            segments.append(Segment(float(fields[0]), names[fields[2]]))
    return segments


def cut(sound: Path, segments: Sequence[Segment]) -> Iterator[Utterance]:
    """Cut a recording in the middle of pauses."""
    begin_s, piece = 0.0, list[Segment]()
    for at, segment in enumerate(segments):
        piece.append(segment)
        is_last = at == len(segments) - 1
        if segment.phone == SILENCE and len(piece) > 1:
            next_pause_s = next((it.end_s for it in segments[at + 1 :] if it.phone == SILENCE), segment.end_s)
            if not is_last and next_pause_s - begin_s <= LONGEST_S:
                continue
            middle_s = segment.end_s if is_last else (segments[at - 1].end_s + segment.end_s) / 2
            yield from _piece(sound, begin_s, middle_s, piece)
            begin_s, piece = middle_s, [segment]
    if len(piece) > 1:
        yield from _piece(sound, begin_s, piece[-1].end_s, piece)


def _piece(sound: Path, begin_s: float, end_s: float, segments: Sequence[Segment]) -> Iterator[Utterance]:
    labels = tuple(Segment(min(segment.end_s, end_s) - begin_s, segment.phone) for segment in segments)
    groups = groupby((label.phone for label in labels), key=lambda phone: phone == SILENCE)
    chunks = tuple(tuple(phones) for is_silence, phones in groups if not is_silence)
    if chunks and end_s - begin_s > SHORTEST_S:
        yield Utterance(sound, chunks, begin_s, end_s, labels)
