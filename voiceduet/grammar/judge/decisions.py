"""What the table has decided about words: a small text file that players can edit.

One decision a line, `language TAB word TAB allowed|forbidden`; blank lines and lines that begin with # are skipped.
A later line about the same word wins. Decisions are about the clue by itself (is it a word, is it foreign, may the
abbreviation be used): a word tied to a visible card stays what it is.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from voiceduet.engine.errors import DuetError


class TableRule(StrEnum):
    """What the table said about a word."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class DecisionsError(DuetError):
    """The decisions file cannot be read; the message names file and line."""


_HEADER = "# Words the table has ruled on: language TAB word TAB allowed|forbidden\n"


class Decisions:
    """The remembered decisions of one file, or of memory alone when no file is given.

    Raises:
        DecisionsError: a line cannot be read.

    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._rules: dict[tuple[str, str], TableRule] = {}
        if path is not None and path.exists():
            self._read(path)

    def find(self, language: str, word: str) -> TableRule | None:
        """Return the decision about a normalised word."""
        return self._rules.get((language, word))

    def remember(self, language: str, word: str, rule: TableRule) -> None:
        """Keep a decision, and append it to the file at once."""
        self._rules[language, word] = rule
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        start = "" if self._path.exists() else _HEADER
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{start}{language}\t{word}\t{rule}\n")

    def _read(self, path: Path) -> None:
        for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            fields = [part.strip() for part in line.split("\t")]
            if len(fields) != 3 or fields[2] not in set(TableRule):
                raise DecisionsError(
                    f"{path}, line {number}: expected language, word, and allowed or forbidden, with tabs: {line!r}"
                )
            self._rules[fields[0], fields[1].casefold()] = TableRule(fields[2])
