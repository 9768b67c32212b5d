"""Word graphs: file layout, numbers of words, the tree, and words added to the model that comes along."""

from __future__ import annotations

import itertools
import math
import os
import random
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.errors import LexiconError
from voiceduet.asr.pronunciation import pronunciations, sound_rules
from voiceduet.asr.wordgraph.folder import extend_model, read_graph, read_words, with_words
from voiceduet.asr.wordgraph.fst_file import Arc, Fst, read_const, read_lookahead, write_acceptor, write_lookahead
from voiceduet.asr.wordgraph.labels import following_labels, neighbouring_numbers, renumber
from voiceduet.asr.wordgraph.word_tree import PhoneTable, WordTree, build_tree

pytestmark = pytest.mark.logic

SHIPPED = DATA / "ru-table"
WORDS = {"дом": 1, "дон": 2, "кот": 3, "замок": 4, "код": 5}
UNKNOWN = 6
FSTPRINT = shutil.which("fstprint")


def small_tree() -> WordTree:
    table = PhoneTable.of(sound_rules().phones)
    lexicon = [(label, phones) for word, label in WORDS.items() for phones in pronunciations(word)]
    return build_tree(lexicon, table, UNKNOWN, lambda before, after: 0.0 if before and after else 1.0)


def random_fst(seed: int, states: int = 12) -> Fst:
    chance = random.Random(seed)
    fst = Fst(0, [[] for _ in range(states)], {states - 1: 0.0})
    for _ in range(3 * states):
        output = chance.choice([0, 0, 1, 2, 3, 4])
        fst.add_arc(chance.randrange(states), chance.randrange(states), (chance.randrange(5), output), 0.5)
    return fst


def slowly_following(fst: Fst, state: int, final_label: int) -> set[int]:
    seen, todo, found = {state}, [state], set()
    while todo:
        here = todo.pop()
        found |= {final_label} if here in fst.finals else set()
        for arc in fst.arcs[here]:
            if arc.output:
                found.add(arc.output)
            elif arc.target not in seen:
                seen.add(arc.target)
                todo.append(arc.target)
    return found


def test_layout_of_a_const_file(tmp_path: Path) -> None:
    fst = Fst(0, [[Arc(2, 2, 1.5, 0), Arc(1, 1, 0.5, 0)]], {0: 0.25})
    write_acceptor(tmp_path / "g", fst)
    expected = (
        struct.pack("<ii5si8sii", 2125659606, 5, b"const", 8, b"standard", 2, 0)
        + struct.pack("<Qqqq", 0x50010001, 0, 1, 2)
        + struct.pack("<fIIII", 0.25, 0, 2, 0, 0)
        + struct.pack("<iifi", 1, 1, 0.5, 0)
        + struct.pack("<iifi", 2, 2, 1.5, 0)
    )
    assert (tmp_path / "g").read_bytes() == expected
    assert read_const(tmp_path / "g") == fst


def test_layout_of_the_look_ahead_table(tmp_path: Path) -> None:
    fst = Fst(0, [[Arc(1, 1, 0.0, 1)], []], {1: 0.0})
    write_lookahead(tmp_path / "h", fst, [((1, 2),), ((2, 3),)], 2)
    table = bytes([1, 0, 1, 0, 0]) + struct.pack("<iq", 2, 2)
    rows = struct.pack("<qiii", 1, 1, 2, 1) + struct.pack("<qiii", 1, 2, 3, 1)
    assert (tmp_path / "h").read_bytes().endswith(table + rows)
    assert read_lookahead(tmp_path / "h") == (fst, [((1, 2),), ((2, 3),)])


@pytest.mark.parametrize("cut", [3, 40, 100, 400])
def test_a_file_that_ends_too_early_is_told(tmp_path: Path, cut: int) -> None:
    fst = small_tree().fst
    write_lookahead(tmp_path / "h", fst, following_labels(fst, 7), 7)
    (tmp_path / "h").write_bytes((tmp_path / "h").read_bytes()[:cut])
    with pytest.raises(LexiconError, match="h "):
        read_lookahead(tmp_path / "h")


def test_another_type_is_told() -> None:
    with pytest.raises(LexiconError, match="should be a word graph of type const"):
        read_const(SHIPPED / "graph" / "HCLr.fst")


@pytest.mark.parametrize("seed", range(30))
def test_what_can_follow_a_state(seed: int) -> None:
    fst = random_fst(seed)
    for state, intervals in enumerate(following_labels(fst, 9)):
        assert {label for begin, end in intervals for label in range(begin, end)} == slowly_following(fst, state, 9)
        assert all(end < begin for (_, end), (begin, _) in itertools.pairwise(intervals))


def test_neighbours_have_neighbouring_numbers() -> None:
    tree = small_tree()
    numbers = neighbouring_numbers(tree.fst, tree.root)
    assert sorted(numbers.values()) == list(range(1, 7))
    assert abs(numbers[WORDS["дом"]] - numbers[WORDS["дон"]]) == 1
    assert abs(numbers[WORDS["кот"]] - numbers[WORDS["код"]]) == 1


def test_the_table_of_the_shipped_model_is_right() -> None:
    fst, following = read_lookahead(SHIPPED / "graph" / "HCLr.fst")
    assert following_labels(fst, len(read_words(SHIPPED / "graph" / "words.txt")) + 1) == following


def test_homophones_are_two_words_on_one_path() -> None:
    tree = small_tree()
    endings = [(state, arc) for state, arcs in enumerate(tree.fst.arcs) for arc in arcs if arc.output in (3, 5)]
    assert len({(state, arc.input, arc.target) for state, arc in endings}) == 1
    assert {arc.output for _, arc in endings} == {3, 5}


def test_a_word_is_added_once() -> None:
    tree = WordTree.read(small_tree().fst, PhoneTable.of(sound_rules().phones))
    states = len(tree.fst.arcs)
    assert not tree.add(WORDS["дом"], ("d", "O", "m"))
    assert len(tree.fst.arcs) == states
    assert tree.add(7, ("d", "O", "m", "a"))
    assert len(tree.fst.arcs) == states + 1, "м inside the word; the unknown word has all last phones already"
    assert tree.add(8, ("k", "A"))
    assert len(tree.fst.arcs) == states + 1, "к begins another word"


def test_an_unknown_phone_is_told() -> None:
    with pytest.raises(LexiconError, match="'w'"):
        small_tree().add(9, ("w", "A"))


def test_a_graph_of_another_kind_takes_no_words() -> None:
    with pytest.raises(LexiconError, match="another kind"):
        WordTree.read(Fst(0, [[Arc(1, 1, 0.0, 0)]], {0: 0.0}), PhoneTable.of(sound_rules().phones))


def test_labels_and_costs_of_added_words() -> None:
    graph, added = with_words(
        read_graph(SHIPPED / "graph"), {"куздра": pronunciations("к+уздра"), "дом": [["d", "O", "m"]]}
    )
    assert added == ("куздра",)
    label = graph.words["куздра"]
    assert list(graph.words.values()).count(label) == 1
    assert math.isclose(graph.costs[label], 11.5)


@pytest.mark.parametrize("file", ["phones.txt", "HCLr.fst"])
def test_a_model_of_another_kind_is_told(tmp_path: Path, file: str) -> None:
    shutil.copytree(SHIPPED / "graph", tmp_path / "graph")
    (tmp_path / "graph" / file).write_bytes(b"SIL 1\nAA 2\n")
    with pytest.raises(LexiconError, match=file):
        extend_model(tmp_path, tmp_path / "new", {})
    assert not (tmp_path / "new").exists()


@pytest.fixture
def openfst(tmp_path: Path) -> Callable[..., bytes]:
    """Runs one of OpenFst's programs, which look for the library of this type by its name."""
    if FSTPRINT is None:
        pytest.skip("OpenFst's programs are missing (Debian: libfst-tools)")
    libraries = sorted(Path("/usr/lib").glob("*/libfstlookahead.so.*"))
    (tmp_path / "olabel_lookahead-fst.so").symlink_to(libraries[0])
    environment = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}

    def run(program: str, *arguments: str, data: bytes = b"") -> bytes:
        command = [str(Path(str(FSTPRINT)).with_name(program)), *arguments]
        return subprocess.run(command, env=environment, input=data, capture_output=True, check=True).stdout

    return run


def test_openfst_reads_what_is_written(tmp_path: Path, openfst: Callable[..., bytes]) -> None:
    tree = small_tree()
    renumber(tree.fst, neighbouring_numbers(tree.fst, tree.root))
    write_lookahead(tmp_path / "h", tree.fst, following_labels(tree.fst, 7), 7)
    shown = openfst("fstprint", str(tmp_path / "h")).decode()
    found = [line.split("\t")[:4] for line in shown.splitlines() if line.count("\t") >= 3]
    arcs = [(state, arc) for state, arcs in enumerate(tree.fst.arcs) for arc in arcs]
    assert found == [[str(state), str(arc.target), str(arc.input), str(arc.output)] for state, arc in arcs]


def test_openfst_makes_the_same_table(tmp_path: Path, openfst: Callable[..., bytes]) -> None:
    """Up to the numbers that it gives to the labels."""
    fst = small_tree().fst
    arcs = [(state, arc) for state, arcs in enumerate(fst.arcs) for arc in arcs]
    lines = [f"{state} {arc.target} {arc.input} {arc.output} {arc.cost}\n" for state, arc in arcs]
    text = "".join([*lines, *(f"{state} {cost}\n" for state, cost in fst.finals.items())])
    pairs = tmp_path / "pairs"
    options = ("--fst_type=olabel_lookahead", f"--save_relabel_opairs={pairs}")
    (tmp_path / "h").write_bytes(
        openfst("fstconvert", *options, data=openfst("fstcompile", "--keep_state_numbering", data=text.encode()))
    )
    _, theirs = read_lookahead(tmp_path / "h")
    old = {int(new): int(old) for old, new in (line.split() for line in pairs.read_text().splitlines())}
    ours = following_labels(fst, 7)
    for our, their in zip(ours, theirs, strict=True):
        wanted = {label for begin, end in our for label in range(begin, end)}
        assert {old.get(label, 7) for begin, end in their for label in range(begin, end)} == wanted


def test_words_file(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("<eps> 0\nдом 2\n[unk] 1\n", encoding="utf-8")
    assert read_words(tmp_path / "words.txt") == {"дом": 2, "[unk]": 1}
    (tmp_path / "words.txt").write_text("дом два\n", encoding="utf-8")
    with pytest.raises(LexiconError, match=r"words\.txt, line 1"):
        read_words(tmp_path / "words.txt")


def test_notes_of_added_words(tmp_path: Path) -> None:
    assert extend_model(SHIPPED, tmp_path / "new", {"куздра": pronunciations("к+уздра")}) == ("куздра",)
    assert (tmp_path / "new" / "added-words.tsv").read_text("utf-8") == "куздра\tk U z d r a\n"
    lexicon = (tmp_path / "new" / "graph" / "lexicon.txt").read_text("utf-8")
    assert lexicon == (SHIPPED / "graph" / "lexicon.txt").read_text("utf-8") + "куздра k U z d r a\n"
    assert (tmp_path / "new" / "am" / "final.mdl").read_bytes() == (SHIPPED / "am" / "final.mdl").read_bytes()
    labels = sorted(read_words(tmp_path / "new" / "graph" / "words.txt").values())
    assert len(labels) == len(read_words(SHIPPED / "graph" / "words.txt")) + 1
    assert labels == list(range(1, len(labels) + 1)), "every word has its own number"
