"""Texts in other languages as phones of ours, with choices where it is not certain (`data/foreign_sounds.toml`)."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from tools.ear.choice import Word
from tools.ear.settings import DATA
from tools.ear.steps import EarError
from tools.ear.synthesis import TIMEOUT_S, program_path
from tools.ear.utterances import phone_numbers
from voiceduet.asr.pronunciation import UNPAIRED, VOWEL_PHONES, Phones

MARKS = re.compile("[ˈˌː‿ʲ̻̪̯\u2060]")
"""Signs that stand for no sound of their own."""
OTHER_LANGUAGE = re.compile(r"\([a-z]+\)")


def sounds_of(texts: Sequence[str], language: str) -> list[str]:
    """Texts in IPA, sounds with _ between. Raises `EarError` when espeak-ng gives another number of lines."""
    program = program_path("espeak-ng")
    lines = []
    for text in texts:
        command = (program, "-q", "--ipa", "--sep=_", "-v", language, "--", text)
        ran = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", timeout=TIMEOUT_S)  # noqa: S603
        lines.append(" ".join(ran.stdout.split()))
    return lines


@cache
def foreign_sounds() -> tuple[tuple[str, ...], Mapping[str, tuple[Phones, ...]]]:
    """Languages, and the ways of each sound. Raises `EarError` that names what is no phone of ours."""
    path = DATA / "foreign_sounds.toml"
    data = tomllib.loads(path.read_text("utf-8"))
    known, ways = phone_numbers(), {}
    for sound, listed in data["sounds"].items():
        for way in listed:
            strangers = set(way.split()) - set(known)
            if strangers:
                raise EarError(f"{path.name}, {sound}: {', '.join(sorted(strangers))} is no phone of the model")
        ways[sound] = tuple(_with_soft(tuple(way.split()) for way in listed))
    return tuple(data["languages"]), ways


def _with_soft(ways: Iterable[Phones]) -> Iterator[Phones]:
    for way in ways:
        yield way
        if len(way) == 1 and not way[0].endswith("'") and way[0] not in UNPAIRED | VOWEL_PHONES:
            yield (f"{way[0]}'",)


def foreign_words(sounds: str) -> list[Word]:
    """Words in IPA as slots with ways; empty when a sound is not ours."""
    if OTHER_LANGUAGE.search(sounds):
        return []
    words = []
    for word in sounds.split():
        slots = [_slot(sound) for sound in word.split("_") if MARKS.sub("", sound)]
        if not all(slots):
            return []
        words.append(tuple(slot for parts in slots if parts for slot in parts))
    return [word for word in words if word]


def _slot(sound: str) -> tuple[tuple[Phones, ...], ...] | None:
    """The slots of one sound of espeak, which may be a diphthong; `None` when it is not ours."""
    _, ways = foreign_sounds()
    plain, slots = MARKS.sub("", sound), []
    while plain:
        piece = next((plain[:length] for length in (3, 2, 1) if plain[:length] in ways), None)
        if piece is None:
            return None
        slots.append(ways[piece])
        plain = plain[len(piece) :]
    return tuple(slots)
