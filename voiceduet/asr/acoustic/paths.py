"""The best ways through the network's answers: of many word sequences at once, of one, and of any phones at all.

A phone is entered with its first score and held with its second. All scores are natural logarithms; a way's score is
the sum of what it passes. `answers`: (times, 2 × phones), the scores of phone p in columns 2p and 2p + 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voiceduet.asr.arrays import Doubles, Floats, Integers, np

NEVER = np.float32(-1e9)
SILENCE = 0
NOTHING = -1
"""No state before."""

Phones = tuple[int, ...]
"""Numbers of phones; 0 is silence, which may be passed over between words."""


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

    @classmethod
    def of(cls, sequences: Iterable[Phones]) -> PhoneTree:
        """Lay sequences out, all of them one phone further at a time."""
        rows = list(sequences)
        longest = max(map(len, rows), default=0)
        table = np.array([(*row, *(NOTHING,) * (longest - len(row))) for row in rows], np.intp).reshape(-1, longest)
        ends = np.full(len(rows), NOTHING, np.intp)
        parts: list[Integers] = [np.zeros((0, 3), np.intp)]
        skipped, count = ends, 0
        for column in table.T:
            going = np.flatnonzero(column != NOTHING)
            _, chosen, found = np.unique(
                column[going] + (ends[going] + 1) * (1 + table.max()), return_index=True, return_inverse=True
            )
            own = going[chosen]
            places = np.stack([column[own], ends[own], skipped[own]], axis=1)
            skipped = np.where(column == SILENCE, ends, NOTHING)
            ends = ends.copy()
            ends[going] = count + found.reshape(-1)
            parts.append(places)
            count += len(places)
        phones, before, overs = np.concatenate(parts).T.copy()
        first, skipping = np.flatnonzero(before == NOTHING), np.flatnonzero(overs != NOTHING)
        return cls(phones, np.maximum(before, 0), first, skipping, overs[skipping], ends)


def tree_scores(answers: Floats, tree: PhoneTree, before: Floats, after: Floats) -> Floats:
    """(sequences,): the best score of each over all times at which it may begin and end.

    `before[t]`: score of what is said before time t, which is where a sequence begins; `after[t]`: of what is said from
    time t on. Both (times + 1,).
    """
    entering, holding = np.ascontiguousarray(answers[:, 0::2]), np.ascontiguousarray(answers[:, 1::2])
    state = np.full(len(tree.phones), NEVER, np.float32)
    come, score = np.empty_like(state), np.empty_like(state)
    best = np.full(len(tree.ends), NEVER, np.float32)
    for time in range(len(answers)):
        # Without the check of `take` and without new arrays this is four times as fast; the places are all inside.
        np.take(state, tree.before, out=come, mode="clip")
        come[tree.first] = before[time]
        come[tree.skipping] = np.maximum(come[tree.skipping], state[tree.skipped_to])
        come += np.take(entering[time], tree.phones, out=score, mode="clip")
        state += np.take(holding[time], tree.phones, out=score, mode="clip")
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


def said_after(answers: Floats, phones: Phones) -> Floats:
    """(times + 1,): score of these phones from each time on, with silence around them."""
    if not phones:
        return silence_after(answers)
    chain = (SILENCE, *phones, SILENCE)
    entering, holding = answers[:, 0::2][:, chain], answers[:, 1::2][:, chain]
    silent = np.array([phone == SILENCE for phone in chain])
    follow = np.full(len(chain) + 2, NEVER, np.float32)
    result = np.full(len(answers) + 1, NEVER, np.float32)
    rest = np.full(len(chain), NEVER, np.float32)
    rest[-2:] = 0.0
    for time in range(len(answers) - 1, -1, -1):
        # `rest[s]`: score of everything after this time for one who is in state s at it.
        enter = entering[time] + rest
        result[time] = np.maximum(enter[0], enter[1])
        follow[:-2] = enter
        stepped = follow[1:-1].copy()
        over = np.flatnonzero(silent[1:-1])
        stepped[over] = np.maximum(stepped[over], enter[over + 2])
        rest = np.maximum(holding[time] + rest, stepped)
    return result


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


def any_phones(answers: Floats, follow: Floats) -> float:
    """The best score of any phones. `follow`: (phones, phones), score of one after another; silence begins and ends."""
    entering, holding = answers[:, 0::2], answers[:, 1::2]
    state = entering[0] + follow[SILENCE]
    state[SILENCE] = entering[0, SILENCE]
    for time in range(1, len(answers)):
        state = np.maximum(state + holding[time], (state[:, None] + follow).max(axis=0) + entering[time])
    return float(state.max())


def pair_scores(sequences: Iterable[Phones], phones: int) -> Floats:
    """(phones, phones): logarithm of how often one phone follows another in these words; silence stands around each."""
    counts: Doubles = np.full((phones, phones), 0.5)
    counts[SILENCE, SILENCE] = 1e-9
    for sequence in sequences:
        around = (SILENCE, *sequence, SILENCE)
        np.add.at(counts, (around[:-1], around[1:]), 1.0)
    return np.asarray(np.log(counts / counts.sum(axis=1, keepdims=True)), np.float32)
