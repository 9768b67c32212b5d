"""Voices of other languages that say Russian sounds: which sounds a voice needs for phones, and whether it has them.

Diphone voices of festival hold recordings of every pair of sounds; with those of their own language one can say most of
ours. Data: `data/diphone_voices.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from tools.ear.settings import DATA
from tools.ear.steps import EarError
from tools.ear.utterances import SILENCE
from voiceduet.asr.pronunciation import VOWEL_PHONES, sound_rules

FOLDER = Path("/usr/share/festival/voices")
"""Where Debian's packages put voices."""
FILE = "diphone_voices.toml"
INDEX_ROW = re.compile(rb"^(\S+)-(\S+)\s+\d+\s+\d+")
HEADER_END = b"EST_Header_End"
ENTRIES = frozenset({"select", "package", "licence", "inventory", "sounds", "pitch", "share"})
GLIDELESS = frozenset("iI")
"""Vowels before which a soft consonant needs no glide."""

Way = tuple[str, ...]
"""Sounds of a voice, one after the other, for one of our phones."""
Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Sounds:
    """How the phones of Russian are said in another language."""

    silence: str
    glide: str
    phones: Mapping[str, tuple[Way, ...]]

    def ways(self, phone: str, after: str | None) -> tuple[Way, ...]:
        """Ways to say a phone before another one (`None`: at the end), the best first; empty: it cannot be said."""
        if phone == SILENCE:
            return ((self.silence,),)
        hard = phone.rstrip("'")
        if phone in self.phones or phone == hard:
            return self.phones.get(phone, ())
        if after is None or after not in VOWEL_PHONES:
            return ()
        plain = self.phones.get(hard, ())
        return plain if after in GLIDELESS else tuple((*way, self.glide) for way in plain)


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice that may be installed."""

    name: str
    select: str
    package: str
    licence: str
    inventory: Path
    sounds: Sounds
    pitch_hz: float
    share: float

    @property
    def is_installed(self) -> bool:
        """Whether its diphones are there."""
        return self.inventory.is_file()

    def pairs(self) -> Pairs:
        """The diphones of the voice."""
        return read_pairs(self.inventory)


@cache
def diphone_voices(path: Path = DATA / FILE, folder: Path = FOLDER) -> tuple[Voice, ...]:
    """All voices of the data file. Raises `EarError` that names the entry which is wrong."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    sounds = {name: _sounds(f"{path.name}, sounds.{name}", table) for name, table in data["sounds"].items()}
    voices = []
    for name, table in data["voices"].items():
        missing = ", ".join(sorted(ENTRIES - set(table)))
        if missing or table["sounds"] not in sounds:
            raise EarError(f"{path.name}, voices.{name}: {missing or 'its table of sounds'} is missing")
        voices.append(
            Voice(
                name,
                table["select"],
                table["package"],
                table["licence"],
                folder / table["inventory"],
                sounds[table["sounds"]],
                float(table["pitch"]),
                float(table["share"]),
            )
        )
    return tuple(voices)


def _sounds(place: str, table: Mapping[str, Any]) -> Sounds:
    known = set(sound_rules().phones)
    for phone, ways in table["phones"].items():
        if phone not in known:
            raise EarError(f"{place}: {phone!r} is no phone of ours")
        if not ways or not all(way.split() for way in ways):
            raise EarError(f"{place}: {phone!r} has an empty way to say it")
    phones = {phone: tuple(tuple(way.split()) for way in ways) for phone, ways in table["phones"].items()}
    return Sounds(table["silence"], table["glide"], phones)


@cache
def read_pairs(path: Path) -> Pairs:
    """The pairs of sounds in a festival voice: its index stands in text before the recordings."""
    content = path.read_bytes()
    begin = content.find(HEADER_END)
    rows = content[begin:].split(b"\n")[1:]
    return frozenset(_pairs_of(rows))


def _pairs_of(rows: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    for row in rows:
        found = INDEX_ROW.match(row)
        if found is None:
            return
        yield found.group(1).decode("latin-1"), found.group(2).decode("latin-1")


def say_with(sounds: Sounds, pairs: Pairs, phones: Sequence[str]) -> list[Way] | None:
    """The sounds for each phone, so that the voice has every pair of them; `None`: it cannot say this.

    Better ways are preferred: the sum of the places in the lists of ways is as small as can be.
    """
    reached: dict[str, tuple[int, list[Way]]] = {}
    for at, phone in enumerate(phones):
        after = phones[at + 1] if at + 1 < len(phones) else None
        found: dict[str, tuple[int, list[Way]]] = {}
        for cost, way in enumerate(sounds.ways(phone, after)):
            if not all(pair in pairs for pair in pairwise(way)):
                continue
            fitting = [old for last, old in reached.items() if (last, way[0]) in pairs] if at else [(0, [])]
            if fitting:
                before, ways = min(fitting, key=lambda old: old[0])
                if way[-1] not in found or before + cost < found[way[-1]][0]:
                    found[way[-1]] = (before + cost, [*ways, way])
        reached = found
    return min(reached.values(), key=lambda old: old[0])[1] if reached else None
