"""What people know about roots: which shapes are one root, and ties written by hand (rules 9.2).

The compiled data say which root shapes alternate; `judge_kinship.tsv`, written by hand, corrects and completes them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from voiceduet.grammar.judge.messages import JudgeDataError
from voiceduet.grammar.ru.judge_lexicon import LONG_ROOT, read_table


class Tie(StrEnum):
    """Kinds of entries in `judge_kinship.tsv`."""

    ROOTS = "roots"
    """These root shapes are one root."""
    SPLIT = "split"
    """These two root shapes do not alternate, whatever the compiled data say."""
    SAME = "same"
    """Every speaker feels these words as forms or kin of each other."""
    FELT = "felt"
    """Some speakers feel these words as kin: a doubt."""
    APART = "apart"
    """No ordinary speaker feels these words as kin, though they share a root or look so."""


@dataclass(slots=True)
class HandData:
    """`judge_kinship.tsv`, read and checked."""

    roots: list[list[str]] = field(default_factory=list)
    split: set[frozenset[str]] = field(default_factory=set)
    pairs: dict[frozenset[str], Tie] = field(default_factory=dict)


def read_hand_data() -> HandData:
    """Read `judge_kinship.tsv`: kind TAB words, words separated by spaces. Raise `JudgeDataError`."""
    return parse_hand_rows((kind, words) for kind, words in read_table("judge_kinship.tsv", 2))


def parse_hand_rows(rows: Iterable[tuple[str, str]]) -> HandData:
    """Check rows of kind and words.

    Raises:
        JudgeDataError: an unknown kind or too few words; names the row.

    """
    data = HandData()
    for kind, words in rows:
        sides = [side.split() for side in words.split(":")]
        if kind not in set(Tie) or not all(sides) or sum(map(len, sides)) < 2:
            raise JudgeDataError(
                f"grammar/ru/judge_kinship.tsv: «{kind}\t{words}»: expected {', '.join(Tie)} and two words or more"
            )
        if kind == Tie.ROOTS:
            data.roots.append(words.split())
        elif kind == Tie.SPLIT:
            data.split.update(frozenset((sides[0][0], other)) for other in sides[0][1:])
        else:
            data.pairs.update(_pairs(Tie(kind), words))
    return data


def _pairs(tie: Tie, words: str) -> dict[frozenset[str], Tie]:
    """Pairs of a plain list: all, or for `felt` the first word with each other; with `:` across it."""
    if ":" in words:
        left, right = (side.split() for side in words.split(":"))
        return {frozenset((a, b)): tie for a in left for b in right}
    items = words.split()
    firsts = items[:1] if tie is Tie.FELT else items
    return {frozenset((a, b)): tie for i, a in enumerate(firsts) for b in items[i + 1 :]}


class RootFamilies:
    """Which root shapes are the same root."""

    def __init__(self, hand: HandData) -> None:
        self._parent: dict[str, str] = {}
        self._direct: set[frozenset[str]] = set()
        for one, other, _ in read_table("judge_alternations.tsv", 3):
            if frozenset((one, other)) not in hand.split:
                self._join(one, other)
                self._direct.add(frozenset((one, other)))
        self._by_hand = {frozenset(pair) for shapes in hand.roots for pair in itertools.combinations(shapes, 2)}
        for shapes in hand.roots:
            for shape in shapes[1:]:
                self._join(shapes[0], shape)

    def find(self, shape: str) -> str:
        """Name of the family of a root shape."""
        while (parent := self._parent.get(shape, shape)) != shape:
            shape = parent
        return shape

    def alternate(self, one: str, other: str) -> bool:
        """Whether two shapes of a family are one root: short shapes must alternate directly, not over a third one.

        Over пол, поль and польш one would come from половина to Польша.
        """
        pair = frozenset((one, other))
        return len(pair) == 1 or pair in self._by_hand or pair in self._direct or min(len(one), len(other)) >= LONG_ROOT

    def is_verbal_pair(self, one: str, other: str) -> bool:
        """Whether the shapes differ as only verbs of repeated action do: копать, выкапывать."""
        pair = frozenset((one, other))
        return pair not in self._by_hand and one != other and one.replace("а", "о") == other.replace("а", "о")

    def _join(self, one: str, other: str) -> None:
        first, second = self.find(one), self.find(other)
        if first != second:
            self._parent[second] = first
