"""What can be checked when the key stands on the table and the referee does not know it (rules 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from voiceduet.engine.grid import SIZE
from voiceduet.engine.key import PAIR_COUNTS, Identity
from voiceduet.engine.side import Side
from voiceduet.engine.state import SIDES, GameState

_AGENT, _BYSTANDER = Identity.AGENT, Identity.BYSTANDER
_EVERYTHING = frozenset(Identity)

_Pairs = frozenset[tuple[Identity, Identity]]


def is_possible(state: GameState, by: Side, index: int, identity: Identity) -> bool:
    """Whether some Duet key shows `identity` at `index` on the giver's side `by` besides all that was shown."""
    shown = {(by, index): identity}
    return _some_key_fits(state, shown, state.completed)


def can_be_complete(state: GameState, side: Side) -> bool:
    """Whether some Duet key that agrees with the table has all nine agents of `side` covered."""
    return _some_key_fits(state, {}, (*state.completed, side))


def _some_key_fits(state: GameState, shown: dict[tuple[Side, int], Identity], completed: tuple[Side, ...]) -> bool:
    """Whether the words can be shared out among the nine pairs of rules 1.2.

    Each word allows some pairs, and each pair stands on a fixed number of words. By Hall's theorem they fit
    if and only if no group of words allows too few pairs together.
    """
    alike = Counter(tuple(_allowed(state, side, index, shown, completed) for side in SIDES) for index in range(SIZE))
    groups: Counter[_Pairs] = Counter()
    for (on_a, on_b), words in alike.items():
        groups[frozenset(pair for pair in PAIR_COUNTS if pair[0] in on_a and pair[1] in on_b)] += words
    return all(
        sum(groups[pairs] for pairs in chosen) <= _room(chosen)
        for size in range(1, len(groups) + 1)
        for chosen in combinations(groups, size)
    )


def _room(groups: Iterable[_Pairs]) -> int:
    return sum(PAIR_COUNTS[pair] for pair in frozenset[tuple[Identity, Identity]]().union(*groups))


def _allowed(
    state: GameState,
    side: Side,
    index: int,
    shown: dict[tuple[Side, int], Identity],
    completed: tuple[Side, ...],
) -> frozenset[Identity]:
    """Return what the word may be on this side of the card, seen from the table."""
    if (side, index) in shown:
        return frozenset((shown[side, index],))
    if index in state.table.shown_by(side):
        return frozenset((_AGENT,))
    if index in state.table.marked_for(side.other):
        return frozenset((_BYSTANDER,))
    just_covered = shown.get((side.other, index)) is _AGENT
    if side in completed and not just_covered and not state.table.is_covered(index):
        return _EVERYTHING - {_AGENT}
    return _EVERYTHING
