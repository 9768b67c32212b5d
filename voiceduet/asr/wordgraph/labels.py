"""Numbers for the words of a graph, such that the words which can follow a state are few intervals.

A recogniser with a limited word list looks ahead: it leaves a state at once when none of the listed words can come
out of it. The table for that (`fst_file.py`) is small and quick when words that share their beginning have
neighbouring numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from voiceduet.asr.wordgraph.fst_file import Arc, Fst, Intervals


def neighbouring_numbers(fst: Fst, root: int) -> dict[int, int]:
    """New number of every output label, from 1, in the order in which a walk from the root meets them."""
    numbers: dict[int, int] = {}
    seen = {root}
    stack = [iter(fst.arcs[root])]
    while stack:
        arc = next(stack[-1], None)
        if arc is None:
            stack.pop()
        elif arc.output:
            numbers.setdefault(arc.output, len(numbers) + 1)
        elif arc.target not in seen:
            seen.add(arc.target)
            stack.append(iter(fst.arcs[arc.target]))
    for arcs in fst.arcs:
        for arc in arcs:
            if arc.output:
                numbers.setdefault(arc.output, len(numbers) + 1)
    return numbers


def renumber(fst: Fst, numbers: dict[int, int]) -> None:
    """Give every output label its new number, in place."""
    for arcs in fst.arcs:
        arcs[:] = [Arc(arc.input, numbers[arc.output], arc.cost, arc.target) if arc.output else arc for arc in arcs]


def following_labels(fst: Fst, final_label: int) -> list[Intervals]:
    """For each state the output labels that can come next, past any number of arcs without output.

    `final_label` stands for the end of the utterance. States that reach each other without output share one set.
    """
    result: list[Intervals] = [()] * len(fst.arcs)
    for component in _components(fst):
        inside = set(component)
        parts: list[tuple[int, int]] = []
        for state in component:
            if state in fst.finals:
                parts.append((final_label, final_label + 1))
            for arc in fst.arcs[state]:
                if arc.output:
                    parts.append((arc.output, arc.output + 1))
                elif arc.target not in inside:
                    parts.extend(result[arc.target])
        shared = _united(parts)
        for state in component:
            result[state] = shared
    return result


def _united(parts: Iterable[tuple[int, int]]) -> Intervals:
    result: list[tuple[int, int]] = []
    for begin, end in sorted(set(parts)):
        if result and begin <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((begin, end))
    return tuple(result)


def _components(fst: Fst) -> Iterable[Sequence[int]]:
    """Groups of states that reach each other over arcs without output, each after those that it leads to (Tarjan)."""
    search = _Search(fst, [-1] * len(fst.arcs), [0] * len(fst.arcs), [False] * len(fst.arcs))
    for state in range(len(fst.arcs)):
        if search.order[state] < 0:
            yield from search.from_state(state)


@dataclass(slots=True)
class _Search:
    fst: Fst
    order: list[int]
    """When a state was met; -1: not yet."""
    low: list[int]
    """The earliest state that is still open and can be reached from it."""
    is_open: list[bool]
    open_states: list[int] = field(default_factory=list)
    met: int = 0

    def from_state(self, begin: int) -> Iterable[Sequence[int]]:
        """The groups that can be reached from a state and are not known yet."""
        stack = [(begin, self._enter(begin))]
        while stack:
            state, arcs = stack[-1]
            target = next((arc.target for arc in arcs if not arc.output and self._leads_on(state, arc.target)), None)
            if target is not None:
                stack.append((target, self._enter(target)))
                continue
            stack.pop()
            if stack:
                self.low[stack[-1][0]] = min(self.low[stack[-1][0]], self.low[state])
            if self.low[state] == self.order[state]:
                yield self._close(state)

    def _enter(self, state: int) -> Iterator[Arc]:
        self.order[state] = self.low[state] = self.met
        self.met += 1
        self.open_states.append(state)
        self.is_open[state] = True
        return iter(self.fst.arcs[state])

    def _leads_on(self, state: int, target: int) -> bool:
        """Whether the target has not been met; one that is open still belongs to the state's group."""
        if self.order[target] >= 0:
            if self.is_open[target]:
                self.low[state] = min(self.low[state], self.order[target])
            return False
        return True

    def _close(self, state: int) -> Sequence[int]:
        component: list[int] = []
        while not component or component[-1] != state:
            component.append(self.open_states.pop())
            self.is_open[component[-1]] = False
        return component
