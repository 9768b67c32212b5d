"""The `graph` folder of a model: its words and phones as text, its two graphs, and words added to them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from voiceduet.asr.errors import LexiconError
from voiceduet.asr.wordgraph.fst_file import Fst, read_const, read_lookahead, write_acceptor, write_lookahead
from voiceduet.asr.wordgraph.labels import following_labels, neighbouring_numbers, renumber
from voiceduet.asr.wordgraph.word_tree import PLACES, SILENCE, PhoneTable, WordTree

NEW_WORD_COST = 11.5
"""Of an added word in open speech, as a natural logarithm: one word in 100,000. Limited lists ignore it."""
END_COST = 0.69
NOTHING = "<eps>"
ADDED_FILE = "added-words.tsv"
LEXICON_FILE = "lexicon.txt"
"""How the words of the graph are said: a word and its phones on each line."""

Lexicon = Mapping[str, Sequence[Sequence[str]]]
"""Words to their ways of being said, as phones."""


@dataclass(frozen=True, slots=True)
class GraphFolder:
    """The word graph of a model in memory, with its labels as they are in `words.txt`."""

    tree: WordTree
    words: Mapping[str, int]
    costs: Mapping[int, float]
    """Cost of a label where every word may be heard."""


def read_words(path: Path) -> dict[str, int]:
    """Words of `words.txt` with their labels; what stands for nothing is left out. Raises `LexiconError`."""
    words: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        word, _, label = line.rpartition(" ")
        if not word or not label.isdigit():
            raise LexiconError(f"{path.name}, line {number}: {line!r} is not a word and its number")
        words[word] = int(label)
    words.pop(NOTHING, None)
    return words


def read_phones(path: Path) -> PhoneTable:
    """The table of `phones.txt`. Raises `LexiconError` when it is missing or of another kind."""
    if not path.is_file():
        raise LexiconError(f"{path.name} is missing; words can be added only to a model like the one that comes along")
    table = read_words(path)
    names = {name: number for name, number in table.items() if name.rpartition("_")[2] in PLACES and "_" in name}
    if table.get("SIL") != SILENCE or not names or sorted(names.values()) != list(range(2, len(names) + 2)):
        raise LexiconError(
            f"{path.name} is of another kind; words can be added only to a model like the one that comes along"
        )
    return PhoneTable(names)


def read_graph(folder: Path) -> GraphFolder:
    """Read `graph/`. Raises `LexiconError` when the model is of another kind or damaged."""
    table = read_phones(folder / "phones.txt")
    words = read_words(folder / "words.txt")
    fst, _ = read_lookahead(folder / "HCLr.fst")
    loop = read_const(folder / "Gr.fst")
    return GraphFolder(WordTree.read(fst, table), words, {arc.input: arc.cost for arc in loop.arcs[loop.start]})


def write_graph(folder: Path, graph: GraphFolder) -> None:
    """Write `HCLr.fst`, `Gr.fst` and `words.txt`. Labels are given anew; the graph in memory is used up by it."""
    fst = graph.tree.fst
    numbers = neighbouring_numbers(fst, graph.tree.root)
    renumber(fst, numbers)
    final = len(numbers) + 1
    write_lookahead(folder / "HCLr.fst", fst, following_labels(fst, final), final)
    labels = {word: numbers[label] for word, label in graph.words.items()}
    ordered = sorted(labels.items(), key=lambda item: item[1])
    lines = [f"{word} {label}\n" for word, label in ((NOTHING, 0), *ordered)]
    (folder / "words.txt").write_text("".join(lines), encoding="utf-8")
    loop = Fst(0, [[]], {0: END_COST})
    for label, cost in graph.costs.items():
        loop.add_arc(0, 0, (numbers[label], numbers[label]), cost)
    write_acceptor(folder / "Gr.fst", loop)


def write_phones(folder: Path, table: PhoneTable) -> None:
    """Write `phones.txt`, `phones/word_boundary.int` and `disambig_tid.int` (a number that no transition has)."""
    (folder / "phones").mkdir(parents=True, exist_ok=True)
    lines = [f"{NOTHING} 0\n", f"SIL {SILENCE}\n", *(f"{name} {number}\n" for name, number in table.ids.items())]
    (folder / "phones.txt").write_text("".join(lines), encoding="utf-8")
    places = [f"{number} {PLACES[name.rpartition('_')[2]]}\n" for name, number in table.ids.items()]
    (folder / "phones" / "word_boundary.int").write_text("".join([f"{SILENCE} nonword\n", *places]), encoding="utf-8")
    last = max(table.ids.values())
    (folder / "disambig_tid.int").write_text(f"{2 * last + 1}\n", encoding="utf-8")


def with_words(
    graph: GraphFolder, lexicon: Lexicon, new_costs: Mapping[str, float] | None = None
) -> tuple[GraphFolder, tuple[str, ...]]:
    """The graph with more words, and those that were new or got a new way to be said.

    `new_costs`: of new words in open speech; without one a word costs `NEW_WORD_COST`.
    """
    words, costs = dict(graph.words), dict(graph.costs)
    last = max(words.values())
    added: list[str] = []
    for word, ways in lexicon.items():
        if word not in words:
            last += 1
            words[word] = last
            costs[last] = (new_costs or {}).get(word, NEW_WORD_COST)
        label = words[word]
        new_ways = [phones for phones in ways if graph.tree.add(label, phones)]
        if new_ways:
            added.append(word)
    return replace(graph, words=words, costs=costs), tuple(added)


def lexicon_lines(ways: Iterable[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Lines of `lexicon.txt`."""
    return (f"{word} {' '.join(phones)}\n" for word, phones in ways)


def note_ways(folder: Path, ways: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Add words at the end of `lexicon.txt`, after the more common ones, if the model has one."""
    if (folder / LEXICON_FILE).is_file():
        with (folder / LEXICON_FILE).open("a", encoding="utf-8") as file:
            file.writelines(lexicon_lines(ways))


def extend_model(model: Path, target: Path, lexicon: Lexicon) -> tuple[str, ...]:
    """Copy a model folder to `target` (which must not exist) with more words; returns those that were new.

    `added-words.tsv` in it lists all words that were ever added and how they are said. Raises `LexiconError`.
    """
    graph, added = with_words(read_graph(model / "graph"), lexicon)
    shutil.copytree(model, target, copy_function=shutil.copyfile)
    write_graph(target / "graph", graph)
    new_ways = [(word, way) for word in added for way in lexicon[word]]
    _note_words(target / ADDED_FILE, new_ways)
    note_ways(target / "graph", new_ways)
    return added


def _note_words(path: Path, words: Iterable[tuple[str, Sequence[str]]]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{word}\t{' '.join(phones)}\n" for word, phones in words)
