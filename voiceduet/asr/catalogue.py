"""The models that are known, read from `data/models.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from voiceduet.asr.errors import StoreError

DATA = Path(__file__).parent / "data"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KnownModel:
    """An archive that can be fetched."""

    name: str
    language: str
    url: str
    size: int
    """Of the archive, in bytes."""
    sha256: str
    licence: str


@dataclass(frozen=True, slots=True)
class ShippedModel:
    """A model inside this package, or inside another one that is installed for it."""

    name: str
    language: str
    path: Path
    licence: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What can be had, in order of preference within a language."""

    known: tuple[KnownModel, ...]
    shipped: tuple[ShippedModel, ...]

    def find(self, name: str) -> KnownModel:
        """The archive of that name, or the first of that language.

        Raises `StoreError` with what there is.
        """
        for model in self.known:
            if name in {model.name, model.language}:
                return model
        choice = ", ".join(f"{model.language} ({model.name})" for model in self.known)
        raise StoreError(f"no model or language {name!r} is known; there are: {choice}")


def load_catalogue(path: Path = DATA / "models.toml") -> Catalogue:
    """Read and check a catalogue file; `StoreError` names the entry that is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise StoreError(f"{path.name} cannot be read: {error}") from error
    return Catalogue(
        tuple(_known(path.name, entry) for entry in data.get("model", ())),
        (*(_shipped(path, entry) for entry in data.get("shipped", ())), *_packaged(path.name, data.get("package", ()))),
    )


def _known(file: str, entry: Mapping[str, Any]) -> KnownModel:
    name = _text(file, entry, "name", NAME.pattern)
    size = entry.get("size")
    if not isinstance(size, int) or size <= 0:
        raise StoreError(f"{file}: {name}: size must be a number of bytes above 0")
    return KnownModel(
        name,
        _text(file, entry, "language", r"[a-z]{2,3}"),
        _text(file, entry, "url", r"https?://\S+"),
        size,
        _text(file, entry, "sha256", r"[0-9a-f]{64}"),
        _text(file, entry, "licence", r".+"),
    )


def _shipped(path: Path, entry: Mapping[str, Any]) -> ShippedModel:
    return ShippedModel(
        _text(path.name, entry, "name", NAME.pattern),
        _text(path.name, entry, "language", r"[a-z]{2,3}"),
        path.parent / _text(path.name, entry, "folder", NAME.pattern),
        _text(path.name, entry, "licence", r".+"),
    )


def _packaged(file: str, entries: list[Mapping[str, Any]]) -> Iterator[ShippedModel]:
    """Models that come as Python packages, those that are installed; a package is found without being imported."""
    for entry in entries:
        name = _text(file, entry, "name", NAME.pattern)
        language = _text(file, entry, "language", r"[a-z]{2,3}")
        licence = _text(file, entry, "licence", r".+")
        folder = _text(file, entry, "folder", NAME.pattern)
        found = find_spec(_text(file, entry, "module", r"[a-z_][a-z0-9_]*"))
        for place in (found.submodule_search_locations or ()) if found else ():
            yield ShippedModel(name, language, Path(place) / folder, licence)


def _text(file: str, entry: Mapping[str, Any], key: str, pattern: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not re.fullmatch(pattern, value, re.IGNORECASE if key == "name" else 0):
        raise StoreError(f"{file}: {entry.get('name', 'an entry')}: {key} is missing or malformed: {value!r}")
    return value
