"""Reading data files, with messages that name file and entry. The one module here that imports yaml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeVar

import yaml

from voiceduet.schema import Model, ValidationError


class DataFileError(ValueError):
    """A data file that cannot be used; the message names the file and the entry."""

    def __init__(self, file: str, entry: str, fault: str) -> None:
        super().__init__(f"{file}: {entry}: {fault}")
        self.file = file
        self.entry = entry


M = TypeVar("M", bound=Model)

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The same loader in C, where the library was built with it: several times quicker."""


def read_toml(path: Path, model: type[M]) -> M:
    """Read and validate a TOML file. Raise `DataFileError`."""
    try:
        raw: object = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataFileError(path.name, "file", f"not valid TOML: {error}") from error
    return _validated(path, raw, model)


def read_yaml(path: Path, model: type[M]) -> M:
    """Read and validate a YAML file. Raise `DataFileError`."""
    try:
        raw: object = yaml.load(path.read_text(encoding="utf-8"), _LOADER)  # noqa: S506 - the safe loaders
    except yaml.YAMLError as error:
        raise DataFileError(path.name, "file", f"not valid YAML: {error}") from error
    return _validated(path, raw, model)


def read_words(path: Path) -> tuple[str, ...]:
    """Read a list of words, one a line; `#` starts a comment line. Raise `DataFileError` on a repeated word."""
    words: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        if word in words:
            raise DataFileError(path.name, f"line {number}", f"{word!r} stands in line {words[word]} already")
        words[word] = number
    return tuple(words)


def _validated(path: Path, raw: object, model: type[M]) -> M:
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        entry = ".".join(str(part) for part in first["loc"]) or "file"
        raise DataFileError(path.name, entry, str(first["msg"])) from error
