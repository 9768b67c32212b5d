"""Hand-written tables of clue pairs with a remark: card, clue, number, verdict, reason, what the row is about."""

from __future__ import annotations

from pathlib import Path

from tests.judge.scoring import HERE, Pair
from voiceduet.grammar.judge.verdict import Reason, Verdict

CASES = HERE / "cases"
FIELDS = 6


def read_remarked(name: str, language: str) -> list[Pair]:
    """The pairs of a table.

    Raises:
        ValueError: a row is wrong; the message names file and line.

    """
    return [_pair(CASES / name, number, line, language) for number, line in _rows(CASES / name)]


def _rows(path: Path) -> list[tuple[int, str]]:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    return [(number, line) for number, line in lines if line.strip() and not line.startswith("#")]


def _pair(path: Path, number: int, line: str, language: str) -> Pair:
    fields = line.split("\t")
    if len(fields) != FIELDS or fields[3] not in set(Verdict) or fields[4] not in set(Reason):
        raise ValueError(f"{path.name}, line {number}: expected card, clue, number, verdict, reason, remark: {line!r}")
    card, clue, count, verdict, reason, _ = fields
    return Pair(language, card, clue, int(count), Verdict(verdict), Reason(reason))
