"""The journal of a game: written and synced before anything is spoken, append-only, private, one referee at a time."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from voiceduet import places
from voiceduet.table.errors import JournalError
from voiceduet.table.journal_lines import FormatTooNew, SoundLines, plain, read_lines, seal
from voiceduet.table.locks import try_lock
from voiceduet.table.messages import told, told_system

SUFFIX = ".jsonl"
_LARGEST_BYTES = 64 * 1024 * 1024
_NO_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@dataclass(frozen=True, slots=True)
class JournalContents:
    """What could be read."""

    header: Mapping[str, Any]
    entries: tuple[Mapping[str, Any], ...]
    damage: str | None = None
    """What is wrong after the last entry, in words for the screen; `None` when the file is sound."""


class Journal:
    """An open journal, locked by this process. Every method raises `JournalError` with a text for the screen."""

    def __init__(self, path: Path, descriptor: int, lines: SoundLines) -> None:
        self.path = path
        self._descriptor = descriptor
        self._size = lines.length
        self._count = len(lines.payloads)
        self._last_sum = lines.last_sum
        self._also_locked: list[int] = []

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any]) -> Self:
        """Start a journal in a new file (0600; missing folders are made 0700). The header is synced on return."""
        try:
            places.make_private_dir(path.parent)
        except OSError as error:
            raise JournalError(told("journal.no_folder", path=path.parent, what=told_system(error))) from error
        try:
            descriptor = _open(path, os.O_CREAT | os.O_EXCL)
        except FileExistsError as error:
            raise JournalError(told("journal.exists", path=path)) from error
        except OSError as error:
            raise JournalError(_failure(path, error)) from error
        journal = cls(path, descriptor, SoundLines((), 0, "", None))
        try:
            journal._lock()
            journal.append(header)
            _sync_folder(path.parent)
        except JournalError:
            journal.close()
            path.unlink(missing_ok=True)
            raise
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, JournalContents]:
        """Open a journal to go on with it.

        A damaged file is left as it is: its sound part is copied beside it and the copy is continued; the returned
        journal's `path` is the copy, and `damage` of the contents tells.
        """
        try:
            descriptor = _open(path, 0)
        except OSError as error:
            raise JournalError(_failure(path, error)) from error
        original = cls(path, descriptor, SoundLines((), 0, "", None))
        try:
            original._lock()
            data = _read_all(path)
            lines = _sound_lines(path, data)
            if lines.damage is None:
                return cls(path, descriptor, lines), _contents(lines)
            repaired = cls._copy_beside(path, data[: lines.length], lines)
        except (JournalError, OSError) as error:
            original.close()
            raise error if isinstance(error, JournalError) else JournalError(_failure(path, error)) from error
        repaired._also_locked.append(descriptor)
        return repaired, _contents(lines, repaired.path)

    @classmethod
    def _copy_beside(cls, path: Path, data: bytes, lines: SoundLines) -> Self:
        copy = _unused(path.with_name(f"{path.stem}-repaired{SUFFIX}"))
        try:
            descriptor = _open(copy, os.O_CREAT | os.O_EXCL)
            _write_all(descriptor, data)
            os.fsync(descriptor)
        except OSError as error:
            raise JournalError(_failure(copy, error)) from error
        _sync_folder(path.parent)
        journal = cls(copy, descriptor, lines)
        journal._lock()
        return journal

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write one entry and sync it. When this raises, nothing was written: the step must not be taken or spoken."""
        checksum, line = seal(self._last_sum, self._count, plain(entry))
        self._check_untouched()
        try:
            _write_all(self._descriptor, line)
            os.fsync(self._descriptor)
        except OSError as error:
            self._take_back()
            raise JournalError(_failure(self.path, error), may_pass=True) from error
        self._size += len(line)
        self._count += 1
        self._last_sum = checksum

    def close(self) -> None:
        """Release the file and its lock; safe to call twice."""
        for descriptor in (self._descriptor, *self._also_locked):
            if descriptor >= 0:
                os.close(descriptor)
        self._descriptor = -1
        self._also_locked.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def _lock(self) -> None:
        if not try_lock(self._descriptor):
            raise JournalError(told("journal.locked", path=self.path))

    def _check_untouched(self) -> None:
        if self._descriptor < 0:
            raise JournalError(told("journal.closed", path=self.path))
        now = os.fstat(self._descriptor)
        if now.st_nlink == 0:
            raise JournalError(told("journal.deleted", path=self.path))
        if now.st_size != self._size:
            raise JournalError(told("journal.touched", path=self.path))

    def _take_back(self) -> None:
        """Cut off a line that was written in part; if that fails too, the next append finds the size wrong."""
        try:
            os.ftruncate(self._descriptor, self._size)
        except OSError:
            return


def read_journal(path: Path) -> JournalContents:
    """Read a journal without locking it. The sound part is returned, whatever follows it; raise `JournalError`."""
    try:
        data = _read_all(path)
    except OSError as error:
        raise JournalError(_failure(path, error)) from error
    return _contents(_sound_lines(path, data))


def new_journal_path(started: datetime, folder: Path | None = None) -> Path:
    """Return an unused name for a game that starts now."""
    folder = places.journal_dir() if folder is None else folder
    return _unused(folder / f"duet-{started:%Y-%m-%d-%H%M%S}{SUFFIX}")


def journals(folder: Path | None = None) -> list[Path]:
    """Return all journals, the one that was written last first."""
    folder = places.journal_dir() if folder is None else folder
    found = [(path.stat().st_mtime_ns, path.name, path) for path in folder.glob(f"*{SUFFIX}") if path.is_file()]
    return [path for _, _, path in sorted(found, reverse=True)]


def latest_journal(folder: Path | None = None) -> Path | None:
    """Return the journal that was written last, or `None`."""
    return next(iter(journals(folder)), None)


def _contents(lines: SoundLines, copy: Path | None = None) -> JournalContents:
    header, *entries = lines.payloads
    damage = None
    if lines.damage is not None:
        damage = told(lines.damage, line=len(lines.payloads) + 1, kept=len(entries))
        if copy is not None:
            damage = told("journal.damaged", what=damage, copied=told("journal.copied", path=copy))
    return JournalContents(header, tuple(entries), damage)


def _sound_lines(path: Path, data: bytes) -> SoundLines:
    try:
        lines = read_lines(data)
    except FormatTooNew as error:
        raise JournalError(told("journal.too_new", path=path, format=error)) from error
    if not data:
        raise JournalError(told("journal.empty", path=path))
    if not lines.payloads:
        raise JournalError(told("journal.no_header", path=path))
    return lines


def _read_all(path: Path) -> bytes:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST_BYTES:
        raise JournalError(told("journal.not_a_journal", path=path))
    return path.read_bytes()


def _open(path: Path, flags: int) -> int:
    # O_NONBLOCK: a named pipe must not stop the program; it is refused when it is read.
    return os.open(
        path, os.O_RDWR | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | flags, 0o600
    )


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _sync_folder(folder: Path) -> None:
    """Make the new name in the folder durable, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)


def _unused(path: Path) -> Path:
    candidate, number = path, 2
    while candidate.exists():
        candidate = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return candidate


def _failure(path: Path, error: OSError) -> str:
    if error.errno in _NO_SPACE:
        return told("journal.no_space", path=path)
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return told("journal.no_permission", path=path)
    if isinstance(error, FileNotFoundError):
        return told("journal.not_found", path=path)
    if isinstance(error, IsADirectoryError | NotADirectoryError):
        return told("journal.not_a_journal", path=path)
    return told("journal.system", path=path, what=told_system(error))
