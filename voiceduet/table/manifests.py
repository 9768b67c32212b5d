"""Lists of recordings with what each means, for measuring the ear.

Two forms, one JSON object a line. Exact: `file`, `lang`, `kind`, `text`, `scope`, `expect` (the meaning, or null where
nothing may happen). Noted: `file`, `lang`, `kind`, `text`, `note`, where the note is `key=value` pairs joined by `;`
(`clue`, `n`, `touch`, `command`, `result`, `expect=nothing`); scope and meaning follow from kind and note.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voiceduet.grammar.scopes import ScopeName
from voiceduet.table.errors import UserError

COMMANDS = {"tokens": "ask_tokens"}
"""Names of commands in notes that differ from the intent's name."""
SCOPES_OF_SILENCE = (ScopeName.CLUE, ScopeName.GUESS)
"""What means nothing is tried in both."""
UNLABELLED = frozenset({"long", "human_word", "human_number"})
"""Kinds whose rows say nothing about what they mean at a table."""


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One recording and what it means."""

    path: Path
    kind: str
    text: str
    scope: ScopeName
    expect: Mapping[str, Any] | None
    """`intent` with its slots as in the manifest; `None`: nothing may happen."""


def read_manifest(path: Path, language: str) -> tuple[BenchRow, ...]:
    """Read the rows of one language, and those of none, in either form.

    Raises `UserError` that names the line.
    """
    rows: list[BenchRow] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = json.loads(line)
            if row["lang"] in {language, "und"}:
                rows.extend(_exact(path, row) if "scope" in row else _noted(path, row))
        except (ValueError, KeyError, TypeError) as error:
            raise UserError(f"{path}, line {number}: {type(error).__name__}: {error}") from error
    return tuple(rows)


def _exact(path: Path, row: Mapping[str, Any]) -> Iterator[BenchRow]:
    yield BenchRow(path.parent / row["file"], row["kind"], row["text"], ScopeName(row["scope"]), row["expect"])


def _noted(path: Path, row: Mapping[str, Any]) -> Iterator[BenchRow]:
    note = dict(part.partition("=")[::2] for part in (row.get("note") or "").split(";") if part)
    if row["kind"] in UNLABELLED:
        return
    for scope, expect in _meanings(row["text"], note):
        yield BenchRow(path.parent / row["file"], row["kind"], row["text"], scope, expect)


def _meanings(text: str, note: Mapping[str, str]) -> Iterator[tuple[ScopeName, Mapping[str, Any] | None]]:
    """Where a recording is tried, and what it means there."""
    if "clue" in note:
        yield ScopeName.CLUE, {"intent": "clue", "word": note["clue"], "number": int(note["n"])}
    elif "touch" in note:
        bare = " " not in text.strip()
        yield ScopeName.GUESS, {"intent": "touch", "word": note["touch"], "bare": bare}
    elif "command" in note:
        intent = COMMANDS.get(note["command"], note["command"])
        yield ScopeName.CONFIRM if intent in {"yes", "no"} else ScopeName.GUESS, {"intent": intent}
    elif "result" in note:
        yield ScopeName.COLOUR, {"intent": "result", "identity": note["result"]}
    else:
        yield from ((scope, None) for scope in SCOPES_OF_SILENCE)
