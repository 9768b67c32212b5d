"""Labelled clue pairs and how a judge does on them; the measures are those of the data's own page."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from voiceduet.grammar.judge.verdict import ClueQuestion, Reason, Ruling, Verdict

HERE = Path(__file__).parent
_MEANT = frozenset({"letters_only", "number_as_clue"})
"""What was meant decides: on doubtful rows of these kinds «legal» is as good an answer."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One row: may the clue be given while the card is visible?"""

    language: str
    card: str
    clue: str
    number: int | None
    verdict: Verdict
    reason: Reason
    origin: str = "authored"

    @property
    def question(self) -> ClueQuestion:
        """As the judge is asked."""
        return ClueQuestion(self.clue, self.number, (self.card,), whole_table=False)

    def is_intent(self) -> bool:
        """A row of the rule documents that depends on what was meant; «doubtful» is as good as «illegal»."""
        return self.verdict is Verdict.ILLEGAL and self.origin != "authored" and self.reason in _MEANT | {"position"}


Judgement = Callable[[ClueQuestion], Ruling]


@dataclass(slots=True)
class Score:
    """Counts of answers by labelled verdict."""

    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_reason: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """(labelled reason, labelled verdict, answer)"""
    good_doubts: int = 0
    half: float = 0.0

    def rate(self, verdict: str, answer: str) -> float:
        """Share of the rows with a verdict that got an answer, in percent."""
        total = sum(n for (labelled, _), n in self.answers.items() if labelled == verdict)
        return 100 * self.answers[verdict, answer] / total if total else 0.0

    @property
    def found(self) -> float:
        """Illegal rows found, in percent; an answer «doubtful» counts half, or wholly where intent decides."""
        total = sum(n for (labelled, _), n in self.answers.items() if labelled == "illegal")
        return 100 * (self.answers["illegal", "illegal"] + self.half) / total if total else 0.0

    @property
    def doubts_met(self) -> float:
        """Doubtful rows answered well, in percent."""
        total = sum(n for (labelled, _), n in self.answers.items() if labelled == "doubtful")
        return 100 * self.good_doubts / total if total else 0.0

    @property
    def precision(self) -> float:
        """Of the illegal and legal rows answered «illegal», the share that is illegal, in percent."""
        right, wrong = self.answers["illegal", "illegal"], self.answers["legal", "illegal"]
        return 100 * right / (right + wrong) if right + wrong else 0.0


def score(pairs: Iterable[Pair], judge: Judgement) -> Score:
    """Ask a judge about every pair."""
    result = Score()
    for pair in pairs:
        answer = judge(pair.question).verdict
        result.answers[pair.verdict, answer] += 1
        result.by_reason[pair.reason, pair.verdict, answer] += 1
        if pair.verdict is Verdict.ILLEGAL and answer is Verdict.DOUBTFUL:
            result.half += 1.0 if pair.is_intent() else 0.5
        if pair.verdict is Verdict.DOUBTFUL:
            good = answer is Verdict.DOUBTFUL or (answer is Verdict.LEGAL and pair.reason in _MEANT)
            result.good_doubts += good
    return result


def read_pairs(language: str, path: Path = HERE / "pairs.jsonl") -> list[Pair]:
    """The labelled pairs of a language."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        Pair(
            row["lang"],
            row["board_word"],
            row["clue"],
            row["number"],
            Verdict(row["verdict"]),
            Reason(row["reason"]),
            row["origin"],
        )
        for row in rows
        if row["lang"] == language
    ]


def read_table(path: Path, language: str) -> list[Pair]:
    """Pairs from a hand-written table: card, clue, number, verdict, reason."""
    pairs: list[Pair] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 5:
            raise ValueError(f"{path.name}, line {number}: expected card, clue, number, verdict, reason: {line!r}")
        card, clue, count, verdict, reason = fields
        pairs.append(Pair(language, card, clue, int(count), Verdict(verdict), Reason(reason)))
    return pairs


def is_held_back(language: str, card: str) -> bool:
    """Whether the rows about a card are kept for the final measurement.

    The rule: SHA-256 of "lang:card" (lower case, composed, ё read as е), first eight bytes as a big-endian number,
    modulo 3; 0 is held back. Every row about one card lands in the same part, so nothing learned about a card leaks.
    """
    folded = unicodedata.normalize("NFC", card).casefold().replace("ё", "е")
    digest = hashlib.sha256(f"{language}:{folded}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % 3 == 0
