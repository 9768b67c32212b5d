"""Words cut into morphemes: the compiled dictionary, and guesses for words that it lacks.

Everything is compared with ё folded to е; the data has no ё.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib import resources

from voiceduet.grammar.judge.messages import JudgeDataError
from voiceduet.grammar.ru.judge_sorted import SortedTable


class Kind(StrEnum):
    """What a morpheme is; the value is how the data file marks it around the text."""

    PREFIX = "{}-"
    ROOT = "{}"
    SUFFIX = "-{}"
    ENDING = "+{}"
    LINK = "={}"


@dataclass(frozen=True, slots=True)
class Morpheme:
    """One piece of a word."""

    text: str
    kind: Kind


Cut = tuple[Morpheme, ...]

LONG_ROOT = 4
"""Roots of this many letters are seen inside longer words."""
_EMPTY_PREFIXES = frozenset({"по", "не"})


def roots(cut: Cut) -> tuple[str, ...]:
    """The roots of a word, in order; two or more make a compound."""
    return tuple(m.text for m in cut if m.kind is Kind.ROOT)


def prefixes_before(cut: Cut, root: str) -> tuple[str, ...]:
    """The prefixes that stand directly before a root; по- and не- count as none."""
    place = next((i for i, m in enumerate(cut) if m.kind is Kind.ROOT and m.text == root), 0)
    start = place
    while start and cut[start - 1].kind is Kind.PREFIX:
        start -= 1
    return tuple(m.text for m in cut[start:place] if m.text not in _EMPTY_PREFIXES)


def read_table(name: str, columns: int) -> Iterator[list[str]]:
    """Rows of a tab-separated data file of this folder; `#` begins a comment line.

    Raises:
        JudgeDataError: a row has another number of columns; names file and line.

    """
    text = resources.files("voiceduet.grammar.ru").joinpath(name).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != columns:
            raise JudgeDataError(f"grammar/ru/{name}, line {number}: expected {columns} columns: {line!r}")
        yield fields


class MorphemeLexicon:
    """The dictionary of cut words: the compiled ones, and those written by hand, which win."""

    def __init__(self) -> None:
        self._compiled = SortedTable("judge_morphemes.tsv")
        self._by_hand = {row[0]: row[1] for row in read_table("judge_cuts.tsv", 2)}

    def __contains__(self, word: str) -> bool:
        return word in self._by_hand or word in self._compiled

    @lru_cache(maxsize=20_000)  # noqa: B019 - one lexicon lives as long as the process
    def cut(self, word: str) -> Cut | None:
        """Morphemes of a dictionary word, `None` when the dictionary lacks it."""
        line = self._by_hand.get(word) or self._compiled.get(word)
        return None if line is None else tuple(parse_morpheme(part) for part in line.split())

    def rows(self) -> Iterator[tuple[str, str]]:
        """Every word of the dictionary with its morphemes as the files mark them; reads everything."""
        yield from self._by_hand.items()
        yield from ((word, line) for word, line in self._compiled.rows() if word not in self._by_hand)

    def count(self) -> dict[Kind, Counter[str]]:
        """How often each morpheme occurs; those of the compiled words have been counted before."""
        counts: dict[Kind, Counter[str]] = {kind: Counter() for kind in Kind}
        for part, uses in read_table("judge_morpheme_counts.tsv", 2):
            _count(counts, part, int(uses))
        for word, line in self._by_hand.items():
            for part in (self._compiled.get(word) or "").split():
                _count(counts, part, -1)
            for part in line.split():
                _count(counts, part, 1)
        return {kind: +counter for kind, counter in counts.items()}


def _count(counts: dict[Kind, Counter[str]], part: str, uses: int) -> None:
    morpheme = parse_morpheme(part)
    counts[morpheme.kind][morpheme.text] += uses


def parse_morpheme(part: str) -> Morpheme:
    """Read one marked morpheme of the data file."""
    if part.endswith("-"):
        return Morpheme(part[:-1], Kind.PREFIX)
    kind = {"-": Kind.SUFFIX, "+": Kind.ENDING, "=": Kind.LINK}.get(part[0], Kind.ROOT)
    return Morpheme(part if kind is Kind.ROOT else part[1:], kind)


_NEXT = {
    None: (Kind.PREFIX, Kind.ROOT),
    Kind.PREFIX: (Kind.PREFIX, Kind.ROOT),
    Kind.ROOT: (Kind.SUFFIX, Kind.ENDING, Kind.LINK, Kind.ROOT),
    Kind.LINK: (Kind.PREFIX, Kind.ROOT),
    Kind.SUFFIX: (Kind.SUFFIX, Kind.ENDING, Kind.LINK),
    Kind.ENDING: (),
}
_MAY_END = frozenset({Kind.ROOT, Kind.SUFFIX, Kind.ENDING})
_UNKNOWN_ROOT_COST = 12.0
_UNKNOWN_LETTER_COST = 1.4
_SHORT_ROOT_COST = (0.0, 9.0, 5.0, 1.0)
"""Extra cost of a root by its length: short ones fit by chance."""
_SECOND_ROOT_COST = 4.0
_LONGEST = 12


class Segmenter:
    """Cuts words that the dictionary lacks, by the cheapest path over its morphemes (unigram costs)."""

    def __init__(self, counts: dict[Kind, Counter[str]]) -> None:
        self._costs = {kind: _costs(counter) for kind, counter in counts.items()}
        for root, cost in self._costs[Kind.ROOT].items():
            if len(root) < len(_SHORT_ROOT_COST):
                self._costs[Kind.ROOT][root] = cost + _SHORT_ROOT_COST[len(root)]

    @property
    def known_roots(self) -> Collection[str]:
        """Every root of the dictionary."""
        return self._costs[Kind.ROOT].keys()

    def cut(self, word: str, extra_roots: Iterable[str] = ()) -> Cut:
        """The most plausible morphemes of a word; `extra_roots` are taken as known roots."""
        known = {**self._costs[Kind.ROOT], **dict.fromkeys(extra_roots, 6.0)}
        best: dict[tuple[int, Kind | None], tuple[float, Cut]] = {(0, None): (0.0, ())}
        for start in range(len(word)):
            for state in (None, *Kind):
                here = best.get((start, state))
                if here is None:
                    continue
                for kind in _NEXT[state]:
                    self._extend(word, start, kind, here, known, best)
        ends = [best[len(word), kind] for kind in _MAY_END if (len(word), kind) in best]
        return min(ends, default=(0.0, (Morpheme(word, Kind.ROOT),)), key=lambda found: found[0])[1]

    def _extend(
        self,
        word: str,
        start: int,
        kind: Kind,
        here: tuple[float, Cut],
        known: dict[str, float],
        best: dict[tuple[int, Kind | None], tuple[float, Cut]],
    ) -> None:
        costs = known if kind is Kind.ROOT else self._costs[kind]
        second = _SECOND_ROOT_COST if kind is Kind.ROOT and any(m.kind is Kind.ROOT for m in here[1]) else 0.0
        for end in range(start + 1, min(len(word), start + _LONGEST) + 1):
            text = word[start:end]
            cost = costs.get(text)
            if cost is None:
                if kind is not Kind.ROOT or len(text) < 3 or (second and here[1]):
                    continue
                cost = _UNKNOWN_ROOT_COST + _UNKNOWN_LETTER_COST * len(text)
            total = here[0] + cost + second
            if total < best.get((end, kind), (math.inf, ()))[0]:
                best[end, kind] = (total, (*here[1], Morpheme(text, kind)))


def _costs(counter: Counter[str]) -> dict[str, float]:
    total = sum(counter.values())
    return {text: -math.log(count / total) for text, count in counter.items() if text}
