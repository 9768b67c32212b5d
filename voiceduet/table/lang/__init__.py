"""What the referee says, one folder per language with the same file names inside."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""The folder that holds one folder per language."""


def languages() -> tuple[str, ...]:
    """ISO codes of the languages that have a wording, sorted."""
    return tuple(sorted(entry.parent.name for entry in FOLDER.glob("*/wording.toml")))
