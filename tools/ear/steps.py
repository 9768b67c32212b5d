"""Steps that are done once: a finished one leaves a stamp and is skipped until something it depends on changes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class EarError(Exception):
    """Something that the pipeline needs is missing or wrong; the message says what to do."""


def say(text: str) -> None:
    """Tell the user how far it is."""
    print(f"ear: {text}", file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class Steps:
    """Stamps under one working folder."""

    folder: Path

    def run(self, name: str, mark: str, action: Callable[[], None]) -> str:
        """Do a step unless it was done with the same mark; returns the mark for the steps that build on it."""
        stamp = self.folder / "stamps" / name
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == mark:
            say(f"{name}: done before")
            return mark
        stamp.unlink(missing_ok=True)
        began_s = time.monotonic()
        say(f"{name} ...")
        action()
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(mark, encoding="utf-8")
        say(f"{name}: {time.monotonic() - began_s:.0f} s")
        return mark


class Progress:
    """A line on stderr at every tenth."""

    def __init__(self, name: str, total: int) -> None:
        self._name = name
        self._total = max(total, 1)
        self._told = 0

    def at(self, done: int, note: str = "") -> None:
        """Tell it when another tenth is done."""
        tenth = done * 10 // self._total
        if tenth > self._told:
            self._told = tenth
            say(f"{self._name}: {tenth * 10} %{f', {note}' if note else ''}")
