"""Archives and folders from elsewhere, unpacked so that they can do no harm."""

from __future__ import annotations

import lzma
import shutil
import stat
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from voiceduet.asr.errors import StoreError

CHUNK_BYTES = 1 << 16


DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""Everything that the standard library raises over an archive that is not what it says."""


@dataclass(frozen=True, slots=True)
class UnpackLimits:
    """What an archive may become, in bytes and files."""

    total: int = 4 << 30
    per_file: int = 3 << 30
    files: int = 2_000


def unpack(archive: Path, target: Path, limits: UnpackLimits | None = None) -> None:
    """Unpack a zip file (a wheel is one too) into the folder `target`.

    Raises `StoreError` on damage, on links and paths that lead out of the folder, and when it grows past the limits;
    sizes are counted as they are written, not believed.
    """
    limits = limits or UnpackLimits()
    try:
        with zipfile.ZipFile(archive) as package:
            entries = [entry for entry in package.infolist() if not entry.filename.endswith("/")]
            if len(entries) > limits.files:
                raise StoreError(f"{archive.name} holds {len(entries)} files; more than {limits.files} is no model")
            left = limits.total
            for entry in entries:
                _refuse_unsafe(archive.name, entry)
            for entry in entries:
                left -= _unpack_one(package, entry, target, min(left, limits.per_file))
    except DAMAGED as error:
        raise StoreError(f"{archive.name} is damaged, or no zip file: {error}") from error
    except OSError as error:
        raise StoreError(f"{archive.name} cannot be unpacked: {error.strerror or error}") from error


def copy_folder(source: Path, target: Path) -> None:
    """Copy the files of a folder, writable; links in it are refused, because they may lead anywhere."""
    for path in sorted(source.rglob("*")):
        if path.is_symlink():
            raise StoreError(f"{path} is a link; a model folder must hold its files itself")
        if path.is_file():
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def model_root(folder: Path) -> Path:
    """The folder at or below `folder` that holds a Vosk model.

    Raises `StoreError` when there is none or more than one.
    """
    confs = sorted(path for name in ("am/final.mdl", "final.mdl") for path in folder.rglob(name))
    roots = sorted({path.parent.parent if path.parent.name == "am" else path.parent for path in confs})
    if not roots:
        raise StoreError("there is no Vosk model in it: no file final.mdl")
    if len(roots) > 1:
        raise StoreError("there are several models in it; unpack it and name the folder of one")
    return roots[0]


def _refuse_unsafe(archive: str, entry: zipfile.ZipInfo) -> None:
    path = PurePosixPath(entry.filename)
    if not path.parts:
        raise StoreError(f"{archive} holds a file without a name; not unpacked")
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename or ":" in entry.filename:
        raise StoreError(f"{archive} wants to write outside its folder: {entry.filename!r}; not unpacked")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in {0, stat.S_IFREG}:
        raise StoreError(f"{archive} holds a link or a device: {entry.filename!r}; not unpacked")
    if entry.flag_bits & 1:
        raise StoreError(f"{archive} is locked with a password; unpack it yourself and name the folder")


def _unpack_one(package: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, limit: int) -> int:
    """Write one file; returns its size."""
    path = target / entry.filename
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with package.open(entry) as source, path.open("wb") as file:
        while chunk := source.read(CHUNK_BYTES):
            written += len(chunk)
            if written > limit:
                raise StoreError(f"{package.filename}: {entry.filename} grows past the limit; stopped")
            file.write(chunk)
    return written
