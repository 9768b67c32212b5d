"""The graph of a model: a prefix tree of its words over phones, and a loop over phones for what is no word.

Phones are numbered from 1: silence, then four for every phone, by its place in a word (begin, end, internal, single).
A phone is entered over an arc with the input 2 × number and held by a loop with 2 × number − 1: the two transitions
of the model. The word stands on the arc into its last phone. After a word comes silence or the next word. Costs are
natural logarithms with the sign turned.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from voiceduet.asr.errors import LexiconError
from voiceduet.asr.wordgraph.fst_file import Arc, Fst

SILENCE = 1
PLACES = {"B": "begin", "E": "end", "I": "internal", "S": "singleton"}
"""Places in a word as phone tables write them, and as the word boundary table does."""
SILENCE_COST = math.log(2)
"""Silence between words is as likely as none."""

Phones = Sequence[str]
PairCost = Callable[[str | None, str | None], float]
"""Cost of one phone after another, infinity for none; `None` is the boundary of a word."""


@dataclass(frozen=True, slots=True)
class PhoneTable:
    """Numbers of phones in their four places."""

    ids: Mapping[str, int]
    """«A_B» to its number."""

    @classmethod
    def of(cls, phones: Phones) -> Self:
        """The table of a new model."""
        names = [f"{phone}_{place}" for phone in phones for place in PLACES]
        return cls({name: number for number, name in enumerate(names, start=SILENCE + 1)})

    @property
    def phones(self) -> tuple[str, ...]:
        """The phones themselves, in their order."""
        return tuple(dict.fromkeys(name.rpartition("_")[0] for name in self.ids))

    def number(self, phone: str, place: str) -> int:
        """Number of a phone in its place. Raises `LexiconError` for a phone that the model lacks."""
        try:
            return self.ids[f"{phone}_{place}"]
        except KeyError:
            raise LexiconError(f"the model does not know the phone {phone!r}; words cannot be added to it") from None

    def of_word(self, phones: Phones) -> tuple[int, ...]:
        """Numbers of a whole word."""
        if len(phones) == 1:
            return (self.number(phones[0], "S"),)
        inner = (self.number(phone, "I") for phone in phones[1:-1])
        return (self.number(phones[0], "B"), *inner, self.number(phones[-1], "E"))


def enter(phone: int) -> int:
    """Input that enters a phone."""
    return 2 * phone


def hold(phone: int) -> int:
    """Input that stays in a phone."""
    return 2 * phone - 1


class WordTree:
    """A graph that takes words."""

    def __init__(self, fst: Fst, table: PhoneTable, root: int, silence: int) -> None:
        self.fst = fst
        self.root = root
        self._table = table
        self._silence = silence
        self._ends: dict[int, int] = {}
        """State after the last phone of a word, by the phone."""
        self._steps: dict[tuple[int, int], int] = {}
        """States inside the tree, by the state before and the phone."""
        self._words: set[tuple[int, int, int]] = set()
        """Last arcs: state before, phone, label."""

    @classmethod
    def new(cls, table: PhoneTable) -> Self:
        """A graph without words."""
        fst = Fst()
        start, root = fst.add_state(), fst.add_state()
        fst.start, fst.finals[root] = start, 0.0
        tree = cls(fst, table, root, fst.add_state())
        fst.add_arc(tree._silence, tree._silence, (hold(SILENCE), 0))
        fst.add_arc(tree._silence, root, (0, 0))
        tree._go_on_from(start)
        return tree

    @classmethod
    def read(cls, fst: Fst, table: PhoneTable) -> Self:
        """A graph that has words already. Raises `LexiconError` when it is built in another way."""
        first = {arc.input: arc.target for arc in fst.arcs[fst.start] if not arc.output}
        if set(first) != {0, enter(SILENCE)} or first[0] not in fst.finals:
            raise LexiconError(
                "the word graph is of another kind; words can be added only to a model like the one that comes along"
            )
        tree = cls(fst, table, first[0], first[enter(SILENCE)])
        for state, arcs in enumerate(fst.arcs):
            tree._learn(state, arcs)
        return tree

    def _learn(self, state: int, arcs: Sequence[Arc]) -> None:
        held = next((arc.input for arc in arcs if arc.target == state), 0)
        if held != hold(SILENCE) and any(arc.target == self.root and not arc.input for arc in arcs):
            self._ends[(held + 1) // 2] = state
        for arc in arcs:
            if arc.input % 2 == 0 and arc.input:
                if arc.output:
                    self._words.add((state, arc.input // 2, arc.output))
                elif arc.target not in (self.root, self._silence):
                    self._steps.setdefault((state, arc.input // 2), arc.target)

    def add(self, label: int, phones: Phones) -> bool:
        """Let a word be heard; whether it was new."""
        numbers = self._table.of_word(phones)
        state = self.root
        for number in numbers[:-1]:
            state = self._step(state, number)
        word = (state, numbers[-1], label)
        if word in self._words:
            return False
        self._words.add(word)
        self.fst.add_arc(state, self._end(numbers[-1]), (enter(numbers[-1]), label))
        return True

    def add_unknown(self, label: int, cost: PairCost) -> None:
        """Let any sequence of phones be heard as the unknown word; pairs that cannot be (infinity) are left out."""
        phones = self._table.phones
        begin = self.fst.add_state()
        self.fst.add_arc(self.root, begin, (0, label))
        inner = {place: {phone: self._phone(phone, place) for phone in phones} for place in ("B", "I")}
        for phone in phones:
            first, single = self._table.number(phone, "B"), self._table.number(phone, "S")
            self.fst.add_arc(begin, inner["B"][phone], (enter(first), 0), cost(None, phone))
            self.fst.add_arc(begin, self._end(single), (enter(single), 0), cost(None, phone) + cost(phone, None))
        for before, after in ((a, b) for a in phones for b in phones):
            between = cost(before, after)
            if between == math.inf:
                continue
            within, last = self._table.number(after, "I"), self._table.number(after, "E")
            for place in ("B", "I"):
                state = inner[place][before]
                self.fst.add_arc(state, inner["I"][after], (enter(within), 0), between)
                self.fst.add_arc(state, self._end(last), (enter(last), 0), between + cost(after, None))

    def _phone(self, phone: str, place: str) -> int:
        return self._holding(self._table.number(phone, place))

    def _holding(self, number: int) -> int:
        """A new state that is held by a phone."""
        state = self.fst.add_state()
        self.fst.add_arc(state, state, (hold(number), 0))
        return state

    def _step(self, state: int, number: int) -> int:
        if (state, number) not in self._steps:
            self._steps[state, number] = self._holding(number)
            self.fst.add_arc(state, self._steps[state, number], (enter(number), 0))
        return self._steps[state, number]

    def _end(self, number: int) -> int:
        if number not in self._ends:
            self._ends[number] = self._holding(number)
            self._go_on_from(self._ends[number])
        return self._ends[number]

    def _go_on_from(self, state: int) -> None:
        self.fst.add_arc(state, self.root, (0, 0), SILENCE_COST)
        self.fst.add_arc(state, self._silence, (enter(SILENCE), 0), SILENCE_COST)


def build_tree(lexicon: Iterable[tuple[int, Phones]], table: PhoneTable, unknown: int, cost: PairCost) -> WordTree:
    """A graph of words (label, phones) and the unknown word."""
    tree = WordTree.new(table)
    for label, phones in lexicon:
        tree.add(label, phones)
    tree.add_unknown(unknown, cost)
    return tree
