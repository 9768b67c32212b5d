"""Many words scored at once, as far as they are likely: most are given up after a few phones.

Words are followed some phones at a time, through the whole sound. After each such step those are given up that would
stay far below what is known to have been said as likely, even if their rest were as likely as any phones are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from voiceduet.asr.acoustic.paths import NEVER, PhoneTree
from voiceduet.asr.arrays import Booleans, Floats, Integers, np

STEPS = (3, 6)
"""After so many phones it is seen which words go on."""
GIVEN_UP = 10.0
"""Natural logarithm: so much less likely than what is known to be likely, and a word adds nothing to a sum of all."""
TOGETHER = 1024
"""So many beginnings go on at a time: twice as many take 7 MB more at the peak, and a twelfth less time."""
LOOKED_AT = 8
"""So often, in times, it is seen whether a step can still come to anything."""


@dataclass(frozen=True, slots=True)
class Around:
    """What is said around a word."""

    before: Floats
    """(times + 1,): score of what is said before each time, which is where the word begins."""
    after: Floats
    """(times + 1,): score of what is said from each time on, which is where it has ended."""
    rest: Floats
    """(times, phones): score of what may come after being in a phone at a time; see `paths.rest_scores`."""


@dataclass(frozen=True, slots=True)
class _Coming:
    """Beginnings of words that go on."""

    places: Integers
    """(columns,): their last phones in the tree; none at the beginning of all words."""
    scores: Floats
    """(times, columns): just before each time."""
    begin: int
    last: int
    """The times from and to which they matter."""


@dataclass(frozen=True, slots=True)
class _Step:
    """The next phones of words that go on."""

    places: Integers
    """In the tree."""
    phones: Integers
    before: Integers
    """For each of them where its score comes from: a column of what is coming, or after those another of them."""
    last: slice
    """Those that the step after this comes from."""


def likely_scores(answers: Floats, tree: PhoneTree, around: Around, least: float) -> Floats:
    """(sequences,): as `tree_scores`, but `NEVER` for what would stay far below `least`, or below the best of them.

    `least`: a score that is known to be likely. For a tree without silences to pass over.
    """
    return _Followed(answers, tree, around, least).scores()


class _Followed:
    """The words of one tree under way."""

    def __init__(self, answers: Floats, tree: PhoneTree, around: Around, least: float) -> None:
        self._entering = np.ascontiguousarray(answers[:, 0::2])
        self._holding = np.ascontiguousarray(answers[:, 1::2])
        self._tree = tree
        self._around = around
        self._least = least - GIVEN_UP
        self._found = np.full(len(tree.phones), NEVER, np.float32)
        self._column = np.empty(len(tree.phones), np.intp)
        self._goes_on = np.zeros(len(tree.phones), np.bool_)
        self._is_end = np.zeros(len(tree.phones), np.bool_)
        self._is_end[tree.ends] = True

    def scores(self) -> Floats:
        depth = len(self._tree.levels) - 1
        self._go_on(self._beginning(), (0, *(step for step in STEPS if step < depth), depth))
        return self._found[self._tree.ends]

    def _go_on(self, coming: _Coming | None, levels: Sequence[int]) -> None:
        """Follow what is coming through the steps between these levels, so many beginnings at a time."""
        if coming is None or len(levels) < 2:
            return
        for begin in range(0, coming.scores.shape[1], TOGETHER):
            own = slice(begin, begin + TOGETHER)
            part = replace(coming, places=coming.places[own], scores=coming.scores[:, own])
            self._go_on(self._follow(self._step(part, levels[0], levels[1]), part), levels[1:])

    def _beginning(self) -> _Coming | None:
        begun = self._around.before[:-1] + (self._entering + self._around.rest).max(axis=1)
        return _coming(np.zeros(0, np.intp), self._around.before[:-1, None], begun >= self._least)

    def _step(self, coming: _Coming, from_: int, to: int) -> _Step:
        """The places on some levels of the tree that go on from what is coming."""
        tree, goes_on, column = self._tree, self._goes_on, self._column
        goes_on[:] = False
        goes_on[coming.places] = True
        column[coming.places] = np.arange(len(coming.places))
        levels: list[Integers] = []
        for begin, end in pairwise(tree.levels[from_ : to + 1]):
            own = np.arange(begin, end) if begin == 0 else begin + np.flatnonzero(goes_on[tree.before[begin:end]])
            goes_on[own] = True
            levels.append(own)
        places = np.concatenate(levels)
        column[places] = coming.scores.shape[1] + np.arange(len(places))
        before = column[tree.before[places]]
        if from_ == 0:
            before[: len(levels[0])] = 0
        last = slice(len(places) - len(levels[-1]), len(places))
        return _Step(places, tree.phones[places].astype(np.intp), before, last)

    def _follow(self, step: _Step, coming: _Coming) -> _Coming | None:
        """Follow a step through the sound; what comes of it, or nothing where no word goes on."""
        best = np.full(len(step.places), NEVER, np.float32)
        peak = np.full(step.last.stop - step.last.start, NEVER, np.float32)
        series = np.full((len(self._entering), len(peak)), NEVER, np.float32)
        is_useful = np.zeros(len(series), np.bool_)
        expected = np.empty_like(peak)
        for time, own, ended in self._states(step, coming):
            np.maximum(best, ended, out=best)
            np.take(self._around.rest[time], step.phones[step.last], out=expected, mode="clip")
            expected += own[step.last]
            np.maximum(peak, expected, out=peak)
            is_useful[time] = expected.max(initial=NEVER) >= self._least
            series[time] = own[step.last]
        self._found[step.places] = best
        ends = best[self._is_end[step.places]]
        self._least = max(self._least, float(ends.max(initial=NEVER)) - GIVEN_UP)
        kept = np.flatnonzero(peak >= self._least)
        come = np.full((len(series), len(kept)), NEVER, np.float32)
        np.take(series[:-1], kept, axis=1, out=come[1:], mode="clip")
        return _coming(step.places[step.last][kept], come, np.roll(is_useful, 1))

    def _states(self, step: _Step, coming: _Coming) -> Iterator[tuple[int, Floats, Floats]]:
        """Each time, the score of being in each place at it, and of having ended there; the arrays are used again."""
        columns = coming.scores.shape[1]
        state = np.full(columns + len(step.places), NEVER, np.float32)
        own = state[columns:]
        come, score = np.empty_like(own), np.empty_like(own)
        for time in range(coming.begin, len(self._entering)):
            state[:columns] = coming.scores[time]
            # Without the check of `take` and without new arrays this is four times as fast; the places are all inside.
            np.take(state, step.before, out=come, mode="clip")
            come += np.take(self._entering[time], step.phones, out=score, mode="clip")
            own += np.take(self._holding[time], step.phones, out=score, mode="clip")
            np.maximum(own, come, out=own)
            yield time, own, np.add(own, self._around.after[time + 1], out=score)
            if time > coming.last and (time - coming.last) % LOOKED_AT == 0:
                np.take(self._around.rest[time], step.phones, out=score, mode="clip")
                if (score + own).max(initial=NEVER) < self._least:
                    return


def _coming(places: Integers, scores: Floats, is_useful: Booleans) -> _Coming | None:
    times = np.flatnonzero(is_useful)
    if not len(times) or not scores.shape[1]:
        return None
    return _Coming(places, scores, int(times[0]), int(times[-1]))
