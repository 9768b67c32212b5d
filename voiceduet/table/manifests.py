"""Lists of recordings with what each means, for measuring the ear.

Two forms, one JSON object a line. Exact: `file`, `lang`, `kind`, `text`, `scope`, `expect` (the meaning, or null where
nothing may happen). Noted: `file`, `lang`, `kind`, `text`, `note`, where the note is `key=value` pairs joined by `;`
(`clue`, `n`, `touch`, `command`, `result`, `expect=nothing`); scope and meaning follow from kind and note. In both,
`voice` and `source` say who speaks, `noise`, `snr_db` and `reverb_rt60` of the note where.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from voiceduet.engine.words import fold
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.meaning import Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.errors import UserError

Expected: TypeAlias = Mapping[str, Any] | None
"""`intent` with its slots as in the manifest; `None`: nothing may happen."""

COMMANDS = {"tokens": "ask_tokens"}
"""Names of commands in notes that differ from the intent's name."""
SCOPES_OF_SILENCE = (ScopeName.CLUE, ScopeName.GUESS)
"""What means nothing is tried in both."""
WITHOUT_MEANING = frozenset({"long"})
"""Kinds whose rows say nothing about what they mean at a table."""
NUMBERS = frozenset({"human_number"})
WORDS = frozenset({"human_noun", "human_word"})
"""Kinds of bare words: a touch where a board word alone counts, unless the word is a command."""
BOARD_SIZE = 25
NOT_ON_TABLE, ANNOUNCED_ONLY = "word not on the table", "touches are announced"
"""How a bare word is tried besides: silence is right."""


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One recording and what it means in one trial."""

    path: Path
    kind: str
    text: str
    scope: ScopeName
    expect: Expected
    voice: str = ""
    is_human: bool = False
    noise: str = ""
    """In words, empty for a clean recording: "room, noise 15 dB"."""
    trial: str = ""
    """How a recording with a meaning is tried besides, so that it has none."""
    bare: bool = False
    """A board word alone counts as a touch (voice.md, Listening 1)."""

    @property
    def group(self) -> str:
        """The kind, and how it was tried."""
        return f"{self.kind}, {self.trial}" if self.trial else self.kind

    @property
    def is_talk(self) -> bool:
        """Talk, silence, noise: it means nothing anywhere."""
        return self.expect is None and not self.trial


def read_manifest(path: Path, language: str) -> tuple[BenchRow, ...]:
    """Read the rows of one language, and those of none, in either form.

    Raises `UserError` that names the line.
    """
    rows: list[BenchRow] = []
    grammar = load_language(language)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read as a manifest: {error}") from error
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            if row["lang"] in {language, "und"}:
                rows.extend(_exact(path, row) if "scope" in row else _noted(path, row, grammar))
        except (ValueError, KeyError, TypeError) as error:
            raise UserError(f"{path}, line {number}: {type(error).__name__}: {error}") from error
    return tuple(rows)


def _exact(path: Path, row: Mapping[str, Any]) -> Iterator[BenchRow]:
    expect: Expected = row["expect"]
    scope, bare = ScopeName(row["scope"]), bool(expect and expect.get("bare"))
    yield _row(path, row, scope, expect, bare=bare)


def _noted(path: Path, row: Mapping[str, Any], language: Language) -> Iterator[BenchRow]:
    note, text = _note_of(row), row["text"].strip()
    if row["kind"] in WITHOUT_MEANING:
        return
    if "clue" in note:
        yield _row(path, row, ScopeName.CLUE, {"intent": "clue", "word": note["clue"], "number": int(note["n"])})
    elif "touch" in note and " " in text:
        yield _row(path, row, ScopeName.GUESS, {"intent": "touch", "word": note["touch"], "bare": False})
    elif "touch" in note:
        yield _row(path, row, ScopeName.GUESS, {"intent": "touch", "word": note["touch"], "bare": True}, bare=True)
        yield _row(path, row, ScopeName.GUESS, None, trial=ANNOUNCED_ONLY)
    elif "command" in note:
        yield _command(path, row, COMMANDS.get(note["command"], note["command"]))
    elif "result" in note:
        yield _row(path, row, ScopeName.COLOUR, {"intent": "result", "identity": note["result"]})
    elif row["kind"] in WORDS:
        yield from _bare_word(path, row, language)
    elif row["kind"] in NUMBERS:
        number = language.numbers.value_of(Words.of(text))
        if number is not None:
            yield _row(path, row, ScopeName.NUMBER, {"intent": "number", "number": number})
    else:
        yield from (_row(path, row, scope, None) for scope in SCOPES_OF_SILENCE)


def _bare_word(path: Path, row: Mapping[str, Any], language: Language) -> Iterator[BenchRow]:
    """A word alone: a command where it is one, else a touch at a table that has the word, and none at one without."""
    text = row["text"].strip()
    command = interpret(language, (HeardText(text, "typed"),), Scope(ScopeName.GUESS, TableWords(())))
    if isinstance(command, Understood):
        yield _command(path, row, command.best.intent.name)
        return
    yield _row(path, row, ScopeName.GUESS, {"intent": "touch", "word": text, "bare": True}, bare=True)
    yield _row(path, row, ScopeName.GUESS, None, trial=NOT_ON_TABLE, bare=True)


def _command(path: Path, row: Mapping[str, Any], intent: str) -> BenchRow:
    return _row(path, row, ScopeName.CONFIRM if intent in {"yes", "no"} else ScopeName.GUESS, {"intent": intent})


def _row(
    path: Path, row: Mapping[str, Any], scope: ScopeName, expect: Expected, *, trial: str = "", bare: bool = False
) -> BenchRow:
    voice, source = row.get("voice") or "", row.get("source") or ""
    return BenchRow(
        path=path.parent / row["file"],
        kind=row["kind"],
        text=row["text"],
        scope=scope,
        expect=expect,
        voice=voice,
        is_human=source.startswith("human") or row["kind"].startswith("human"),
        noise=_noise(row),
        trial=trial,
        bare=bare,
    )


def _note_of(row: Mapping[str, Any]) -> Mapping[str, str]:
    parts = (part.partition("=") for part in (row.get("note") or "").split(";"))
    return {name.strip(): value.strip() for name, _, value in parts if name.strip()}


def _noise(row: Mapping[str, Any]) -> str:
    """In what surroundings it was spoken, in words."""
    note = _note_of(row)
    room = ["room"] if "reverb_rt60" in note else []
    noise = [f"noise {note['snr_db']} dB"] if "snr_db" in note else []
    return ", ".join(room + noise) or ("noise" if "noisy" in row["kind"] else "")


def words_of(row: BenchRow, deck: tuple[str, ...], drawn: tuple[str, ...]) -> tuple[str, ...]:
    """The 25 words of a row's table: the touched one, deck words that are named in talk, then those drawn.

    For a trial of a word that is not on the table it is kept off.
    """
    spoken = fold(row.text)
    touched = [str(row.expect["word"])] if row.expect and row.expect["intent"] == "touch" else []
    said = [row.text] if row.trial == ANNOUNCED_ONLY else []
    named = [word for word in deck if fold(word) in spoken.split()]
    words = dict.fromkeys(fold(word) for word in (*touched, *said, *named, *drawn))
    kept = [word for word in words if row.trial != NOT_ON_TABLE or word != spoken.strip()]
    return tuple(kept[:BOARD_SIZE])
