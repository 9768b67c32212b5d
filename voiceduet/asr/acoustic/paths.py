"""The best ways through the network's answers: of many word sequences at once, of one, and of any phones at all.

A phone is entered with its first score and held with its second. All scores are natural logarithms; a way's score is
the sum of what it passes. `answers`: (times, 2 × phones), the scores of phone p in columns 2p and 2p + 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voiceduet.asr.arrays import Floats, Integers, PhoneNumbers, np

NEVER = np.float32(-1e9)
SILENCE = 0
NOTHING = -1
"""No state before."""

Phones = tuple[int, ...]
"""Numbers of phones; 0 is silence, which may be passed over between words."""


def table_of(sequences: Iterable[Phones]) -> PhoneNumbers:
    """(sequences, longest): one in each row, with `NOTHING` after its last phone."""
    rows = list(sequences)
    longest = max(map(len, rows), default=0)
    padded = [(*row, *(NOTHING,) * (longest - len(row))) for row in rows]
    return np.array(padded, np.int16).reshape(len(rows), longest)


@dataclass(frozen=True, slots=True)
class PhoneTree:
    """Phone sequences that share their beginnings: one place for each phone of a beginning."""

    phones: Integers
    """(places,)"""
    before: Integers
    """(places,): the place before each; anything for the first of a sequence."""
    first: Integers
    """Places that begin a sequence."""
    skipping: Integers
    """Places with a silence before them that may be passed over."""
    skipped_to: Integers
    """For each of these the place before the silence."""
    ends: Integers
    """(sequences,): the last place of each."""

    levels: tuple[int, ...]
    """Where the first phones begin, the second ones, and so on; and where the last end."""

    @classmethod
    def of(cls, sequences: Iterable[Phones]) -> PhoneTree:
        """Lay sequences out."""
        return cls.of_table(table_of(sequences))

    @classmethod
    def of_table(cls, table: PhoneNumbers) -> PhoneTree:
        """Lay out rows of phones, each with `NOTHING` after its last: all of them one phone further at a time."""
        order = np.lexsort(table.T[::-1]) if table.size else np.arange(len(table))
        rows = table[order]
        lengths = (rows != NOTHING).sum(axis=1)
        differs = np.zeros(len(rows), np.bool_)
        differs[:1] = True
        place = np.full(len(rows), NOTHING, np.int32)
        ends = np.full(len(rows), NOTHING, np.int32)
        levels, phones, before = [0], [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
        for level, column in enumerate(rows.T, start=1):
            # The rows are sorted: the latest new place of a column is that of every row that begins alike.
            differs[1:] |= column[1:] != column[:-1]
            is_new = differs & (column != NOTHING)
            phones.append(column[is_new].astype(np.int32))
            before.append(place[is_new])
            place = is_new.cumsum(dtype=np.int32) + np.int32(levels[-1] - 1)
            levels.append(levels[-1] + int(is_new.sum()))
            ends[order[lengths == level]] = place[lengths == level]
        return cls._of(np.concatenate(phones), np.concatenate(before), ends, tuple(levels))

    @classmethod
    def _of(cls, phones: Integers, before: Integers, ends: Integers, levels: tuple[int, ...]) -> PhoneTree:
        skipping = np.flatnonzero((before != NOTHING) & (phones[before] == SILENCE) & (before[before] != NOTHING))
        firsts = np.arange(levels[1] if len(levels) > 1 else 0)
        return cls(phones, np.maximum(before, 0), firsts, skipping, before[before[skipping]], ends, levels)


def tree_scores(answers: Floats, tree: PhoneTree, before: Floats, after: Floats) -> Floats:
    """(sequences,): the best score of each over all times at which it may begin and end.

    `before[t]`: score of what is said before time t, which is where a sequence begins; `after[t]`: of what is said from
    time t on. Both (times + 1,).
    """
    entering, holding = np.ascontiguousarray(answers[:, 0::2]), np.ascontiguousarray(answers[:, 1::2])
    phones, places = tree.phones.astype(np.intp), tree.before.astype(np.intp)
    state = np.full(len(phones), NEVER, np.float32)
    come, score = np.empty_like(state), np.empty_like(state)
    best = np.full(len(tree.ends), NEVER, np.float32)
    for time in range(len(answers)):
        # Without the check of `take` and without new arrays this is four times as fast; the places are all inside.
        np.take(state, places, out=come, mode="clip")
        come[tree.first] = before[time]
        come[tree.skipping] = np.maximum(come[tree.skipping], state[tree.skipped_to])
        come += np.take(entering[time], phones, out=score, mode="clip")
        state += np.take(holding[time], phones, out=score, mode="clip")
        np.maximum(state, come, out=state)
        np.maximum(best, state[tree.ends] + after[time + 1], out=best)
    return best


def silence_before(answers: Floats) -> Floats:
    """(times + 1,): score of silence, or of nothing, up to each time."""
    total = np.concatenate([answers[:1, 0], answers[1:, 1]]).cumsum(dtype=np.float64)
    return np.concatenate([np.zeros(1), total]).astype(np.float32)


def silence_after(answers: Floats) -> Floats:
    """(times + 1,): score of silence from each time to the end; of nothing at the end."""
    held = answers[:, 1][::-1].cumsum(dtype=np.float64)[::-1]
    entered = answers[:, 0] + np.concatenate([held[1:], np.zeros(1)])
    return np.concatenate([entered, np.zeros(1)]).astype(np.float32)


def said_before(answers: Floats, phones: Phones) -> Floats:
    """(times + 1,): score of silence and these phones up to each time, and of a silence after them."""
    if not phones:
        return silence_before(answers)
    rows = _chain(answers, (SILENCE, *phones, SILENCE))
    ends = np.maximum(rows[:, -1], rows[:, -2])
    return np.concatenate([np.full(1, NEVER, np.float32), ends])


def said_after(answers: Floats, *ways: Phones) -> Floats:
    """(times + 1,): the best score of one of these sequences from each time on, with silence around it.

    Without phones in any of them that of silence.
    """
    spoken = [way for way in ways if way]
    silent = silence_after(answers)
    if not spoken:
        return silent
    table = _right_aligned([(SILENCE, *way, SILENCE) for way in spoken])
    entering, holding = (np.where(table == NOTHING, NEVER, answers[:, side::2][:, table]) for side in (0, 1))
    over = np.zeros(table.shape, np.bool_)
    over[:, :-2] = table[:, 1:-1] == SILENCE
    first = np.arange(len(table)), (table == NOTHING).sum(axis=1)
    second = first[0], first[1] + 1
    follow = np.full((len(table), table.shape[1] + 2), NEVER, np.float32)
    result = np.full(len(answers) + 1, NEVER, np.float32)
    rest = np.full(table.shape, NEVER, np.float32)
    rest[:, -2:] = 0.0
    for time in range(len(answers) - 1, -1, -1):
        # `rest[w, s]`: score of everything after this time for one who is in state s of a way at it.
        enter = entering[time] + rest
        result[time] = max(enter[first].max(), enter[second].max())
        follow[:, :-2] = enter
        stepped = np.maximum(follow[:, 1:-1], np.where(over, follow[:, 2:], NEVER))
        rest = np.maximum(holding[time] + rest, stepped)
    return result if len(spoken) == len(ways) else np.maximum(result, silent)


def _right_aligned(rows: Sequence[Sequence[int]]) -> PhoneNumbers:
    """(rows, longest): one in each row, with `NOTHING` before its first."""
    longest = max(map(len, rows))
    return np.array([(*(NOTHING,) * (longest - len(row)), *row) for row in rows], np.int16)


def _chain(answers: Floats, chain: Sequence[int]) -> Floats:
    """(times, states): the best score of being in each state of a sequence at each time."""
    entering, holding = answers[:, 0::2][:, chain], answers[:, 1::2][:, chain]
    over = np.array([at for at in range(2, len(chain)) if chain[at - 1] == SILENCE], np.intp)
    state = np.full(len(chain), NEVER, np.float32)
    state[:2] = entering[0, :2]
    rows = [state]
    for time in range(1, len(answers)):
        come = np.concatenate([np.full(1, NEVER, np.float32), state[:-1]])
        come[over] = np.maximum(come[over], state[over - 2])
        state = np.maximum(state + holding[time], come + entering[time])
        rows.append(state)
    return np.stack(rows)


def rest_scores(answers: Floats, follow: Floats, after: Floats | None = None) -> Floats:
    """(times, phones): the best score of any phones after being in one at a time, to the end or to what comes after.

    `follow`: (phones, phones), score of one after another. `after[t]`: score of what is said from time t on, and of
    nothing where that is not given.
    """
    entering, holding = np.ascontiguousarray(answers[:, 0::2]), np.ascontiguousarray(answers[:, 1::2])
    result = np.empty_like(entering)
    result[-1] = 0.0 if after is None else after[len(answers)]
    for time in range(len(answers) - 1, 0, -1):
        rest = result[time]
        best = np.maximum((follow + (entering[time] + rest)).max(axis=1), holding[time] + rest)
        result[time - 1] = best if after is None else np.maximum(best, after[time])
    return result


def any_phones(answers: Floats, follow: Floats, rest: Floats) -> float:
    """The best score of any phones, silence first. `rest`: the `rest_scores` of these answers."""
    start = answers[0, 0::2] + rest[0] + follow[SILENCE]
    start[SILENCE] -= follow[SILENCE, SILENCE]
    return float(start.max())


def pair_scores(table: PhoneNumbers, phones: int) -> Floats:
    """(phones, phones): logarithm of how often one phone follows another in these words; silence stands around each.

    `table`: a word in each row, with `NOTHING` after its last phone.
    """
    silence = np.full((len(table), 1), SILENCE)
    around = np.concatenate([silence, np.where(table == NOTHING, SILENCE, table), silence], axis=1)
    first, second = around[:, :-1].reshape(-1), around[:, 1:].reshape(-1)
    is_said = (first != SILENCE) | (second != SILENCE)
    pairs = np.bincount(first[is_said] * phones + second[is_said], minlength=phones * phones)
    counts = pairs.reshape(phones, phones) + 0.5
    counts[SILENCE, SILENCE] = 1e-9
    return np.asarray(np.log(counts / counts.sum(axis=1, keepdims=True)), np.float32)
