"""Sums of files, and who is told how far something large is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

Progress = Callable[[int, int], None]
"""Called with the bytes that are there and the bytes that there will be."""


def ignore_progress(done: int, total: int) -> None:
    """Show nothing."""
    del done, total


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, in lower-case hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
