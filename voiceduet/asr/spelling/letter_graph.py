"""What may be heard of a spelled word, as a graph: letters in the order in which words have them. Pure.

A list of phrases knows only which letter may stand after which; letter names are short, and vowels in the middle of
others are lost. Here every path is the letters of one word from beginning to end, whatever alphabet each letter is
said in, so that a name that was hardly heard is found by its neighbours. Other words can be spelled too, at a cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from voiceduet.asr.wordgraph.fst_file import Fst

OTHER_WORD_COST, OTHER_LETTER_COST = 4.0, 1.5
"""Of a word that is not in the list, and of each of its letters: natural logarithms."""
CLOSING_COST = 2.0
"""Of what is said after the letters."""
WHOLE_WORD_COST = 3.0
"""Of a whole word that nothing opens: «эс» is one letter rather than the word «эс»."""
UNKNOWN_COST = 4.0
"""Of speech that is no spelling."""

Phrase = tuple[int, ...]
"""Labels of the words of a phrase."""


@dataclass(frozen=True, slots=True)
class SpelledWords:
    """What may be spelled, and what is said around it, in the recogniser's spelling."""

    letters: Mapping[str, tuple[str, ...]]
    """Letter to its names, and its words in spelling alphabets."""
    words: tuple[str, ...]
    """Each as a string of letters."""
    openings: tuple[str, ...] = ()
    """What may be said before the letters: «по буквам»."""
    closings: tuple[str, ...] = ()
    """What may be said after them: «число два»."""
    phrases: tuple[str, ...] = ()
    """Whole utterances that may be said instead: «готово»."""


def letter_graph(spelled: SpelledWords, labels: Mapping[str, int], unknown: int | None) -> Fst:
    """The graph, over the labels of a model's words; a form with a word that the model lacks is left out.

    `unknown`: label of the unknown word.
    """
    graph = _Graph(Fst(), {letter: _known(forms, labels) for letter, forms in spelled.letters.items()})
    nothing, begin, end = (graph.fst.add_state() for _ in range(3))
    graph.fst.start = nothing
    graph.fst.finals |= {nothing: 0.0, begin: 0.0, end: 0.0}
    for phrase in _known(spelled.openings, labels):
        graph.add_phrase(nothing, begin, phrase)
    for phrase in _known(spelled.phrases, labels):
        graph.add_phrase(nothing, end, phrase)
    if unknown is not None:
        graph.fst.add_arc(nothing, end, (unknown, unknown), UNKNOWN_COST)
        graph.fst.add_arc(end, end, (unknown, unknown), UNKNOWN_COST)
    graph.add_letters(nothing, end)
    finals = graph.add_words(spelled.words, (nothing, begin)) | {graph.add_other_words((nothing, begin))}
    closings = _known(spelled.closings, labels)
    for state in finals:
        graph.fst.finals[state] = 0.0
        for phrase in closings:
            graph.add_phrase(state, end, phrase, CLOSING_COST)
    return graph.fst


def _known(phrases: Iterable[str], labels: Mapping[str, int]) -> tuple[Phrase, ...]:
    parts = (phrase.split() for phrase in dict.fromkeys(phrases))
    return tuple(tuple(labels[word] for word in words) for words in parts if words and labels.keys() >= set(words))


@dataclass(frozen=True, slots=True)
class _Graph:
    fst: Fst
    letters: Mapping[str, tuple[Phrase, ...]]

    def add_phrase(self, source: int, target: int, phrase: Phrase, cost: float = 0.0) -> None:
        for label in phrase[:-1]:
            state = self.fst.add_state()
            self.fst.add_arc(source, state, (label, label))
            source = state
        self.fst.add_arc(source, target, (phrase[-1], phrase[-1]), cost)

    def add_letter(self, source: int, target: int, letter: str, cost: float = 0.0) -> None:
        for form in self.letters[letter]:
            self.add_phrase(source, target, form, cost)

    def add_letters(self, source: int, target: int) -> None:
        """One letter alone: a word that is spelled with pauses."""
        for letter in self.letters:
            self.add_letter(source, target, letter)

    def add_words(self, words: Iterable[str], begins: Sequence[int]) -> set[int]:
        """Paths for all words that can be spelled; the states in which one has ended. Equal ends are shared.

        `begins`: where nothing was said before, and behind an opening.
        """
        spellable = sorted({word for word in words if len(word) > 1 and all(self.letters.get(each) for each in word)})
        states: dict[_Node, int] = {}
        finals: set[int] = set()
        _, first = _node(spellable, 0, states, self.fst, finals)
        for letter, state in first:
            for begin in begins:
                self.add_letter(begin, state, letter, WHOLE_WORD_COST if begin == begins[0] else 0.0)
        for (_, following), state in states.items():
            for letter, target in following:
                self.add_letter(state, target, letter)
        return finals

    def add_other_words(self, begins: Sequence[int]) -> int:
        """Any sequence of letters; the state in which it has ended."""
        state = self.fst.add_state()
        for letter in self.letters:
            for begin in begins:
                self.add_letter(begin, state, letter, OTHER_WORD_COST + OTHER_LETTER_COST)
            self.add_letter(state, state, letter, OTHER_LETTER_COST)
        return state


_Node = tuple[bool, tuple[tuple[str, int], ...]]
"""Whether a word ends here, and the letters that follow, with their states."""


def _node(words: Sequence[str], depth: int, states: dict[_Node, int], fst: Fst, finals: set[int]) -> _Node:
    """The node after `depth` letters that all of the sorted words share; makes the states of those below it."""
    ends = len(words[0]) == depth if words else False
    following: list[tuple[str, int]] = []
    for letter, group in groupby(words[1:] if ends else words, key=lambda word: word[depth]):
        node = _node(list(group), depth + 1, states, fst, finals)
        if node not in states:
            states[node] = fst.add_state()
            if node[0]:
                finals.add(states[node])
        following.append((letter, states[node]))
    return ends, tuple(following)
