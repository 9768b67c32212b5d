"""How far apart two texts sound, from the language's `sounds.toml`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from voiceduet.grammar.hangul import letters_of
from voiceduet.grammar.schema import SoundsFile

MOST_KNOWN = 40_000
"""So many distances are remembered, 0.2 kB each; an utterance that two ears hear asks for about a thousand."""


@dataclass(frozen=True, eq=False)
class Sounds:
    """Spelling to sounds, and a distance on sounds. Pure; results are remembered."""

    rewrite: tuple[tuple[re.Pattern[str], str], ...]
    substitution: dict[tuple[str, str], float]
    gap: dict[str, float]
    letters_apart: bool = False
    """Texts are Hangul: rewritten as one run of letters."""
    is_rough: bool = False
    """Words with other sounds may sound the same; `homophones.txt` knows."""
    _known: dict[tuple[str, str], float] = field(default_factory=dict, repr=False)

    @lru_cache(maxsize=50_000)  # noqa: B019 - one object per language lives as long as the process
    def of(self, text: str) -> str:
        """The sounds of a text, one character each, words run together."""
        if self.letters_apart:
            return self._word(letters_of("".join(text.casefold().split())))
        return "".join(self._word(word) for word in text.casefold().split())

    def distance(self, left: str, right: str) -> float:
        """How far apart two texts sound: 0 the same, 1 nothing in common. Symmetric."""
        a, b = sorted((self.of(left), self.of(right)))
        if a == b:
            return 0.0
        if (a, b) not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[a, b] = min(1.0, self._edits(a, b) / max(self._weight(a), self._weight(b), 1.0))
        return self._known[a, b]

    @lru_cache(maxsize=20_000)  # noqa: B019 - one object per language lives as long as the process
    def compare(self, parts: tuple[str, ...], other: str) -> tuple[float, ...]:
        """How far each part of a text sounds from what stands in its place in another text, 0-1 each.

        The parts together are laid over the other text; sounds that the other has between two parts count for both.
        """
        rows = [self.of(part) for part in parts]
        heard = self.of(other)
        path = self._path("".join(rows), heard)
        distances = []
        start = 0
        for row in rows:
            stop = start + len(row)
            steps = [step for step in path if start <= step[0] and step[2] <= stop]
            taken = "".join(heard[step[1] : step[3]] for step in steps)
            cost = sum(step[4] for step in steps)
            distances.append(min(1.0, cost / max(self._weight(row), self._weight(taken), 1.0)))
            start = stop
        return tuple(distances)

    def _path(self, a: str, b: str) -> list[tuple[int, int, int, int, float]]:
        """One cheapest way to turn `a` into `b`, as steps (from a, from b, to a, to b, cost)."""
        gap, swaps = self.gap, self.substitution
        table = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]
        for j, right in enumerate(b):
            table[0][j + 1] = table[0][j] + gap.get(right, 1.0)
        for i, left in enumerate(a):
            above, row, lost = table[i], table[i + 1], gap.get(left, 1.0)
            row[0] = above[0] + lost
            for j, right in enumerate(b):
                swap = above[j] if left == right else above[j] + swaps.get((left, right), 1.0)
                row[j + 1] = min(swap, above[j + 1] + lost, row[j] + gap.get(right, 1.0))
        i, j = len(a), len(b)
        steps = []
        while i or j:
            here = table[i][j]
            if i and j and here == table[i - 1][j - 1] + self._swap(a[i - 1], b[j - 1]):
                before = (i - 1, j - 1)
            elif i and here == table[i - 1][j] + gap.get(a[i - 1], 1.0):
                before = (i - 1, j)
            else:
                before = (i, j - 1)
            steps.append((*before, i, j, here - table[before[0]][before[1]]))
            i, j = before
        return steps[::-1]

    def _swap(self, left: str, right: str) -> float:
        return 0.0 if left == right else self.substitution.get((left, right), 1.0)

    def _word(self, word: str) -> str:
        for pattern, replacement in self.rewrite:
            word = pattern.sub(replacement, word)
        return word

    def _weight(self, sounds: str) -> float:
        return sum(self.gap.get(sound, 1.0) for sound in sounds)

    def _edits(self, a: str, b: str) -> float:
        gap = self.gap
        gaps_b = [gap.get(sound, 1.0) for sound in b]
        swaps = {left: [self._swap(left, right) for right in b] for left in set(a)}
        row = [0.0]
        for cost in gaps_b:
            row.append(row[-1] + cost)
        for left in a:
            gap_left = gap.get(left, 1.0)
            diagonal, here = row[0], row[0] + gap_left
            row[0] = here
            for column, swap in enumerate(swaps[left], start=1):
                above = row[column]
                here += gaps_b[column - 1]
                if diagonal + swap < here:  # noqa: PLR1730 - innermost loop: a comparison costs less than a call
                    here = diagonal + swap
                if above + gap_left < here:  # noqa: PLR1730 - the same
                    here = above + gap_left
                row[column], diagonal = here, above
        return row[-1]


def compile_sounds(data: SoundsFile) -> Sounds:
    """Build the distance from its data. Raise `ValueError` on a bad rewrite rule or a relation without cost."""
    substitution: dict[tuple[str, str], float] = {}
    for relation, groups in data.close.items():
        if relation not in data.cost:
            raise ValueError(f"cost.{relation}: missing, but close.{relation} is given")
        cost = data.cost[relation]
        for group in groups:
            for left in group:
                for right in group:
                    if left != right:
                        substitution[left, right] = min(cost, substitution.get((left, right), 1.0))
    try:
        rewrite = tuple((re.compile(pattern), replacement) for pattern, replacement in data.rewrite)
    except re.error as error:
        raise ValueError(f"rewrite: {error.pattern!r} is no regular expression: {error}") from error
    return Sounds(rewrite, substitution, dict(data.gap_cost), data.letters_apart, data.is_rough)
