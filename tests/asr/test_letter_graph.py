"""The graph of letters, walked without sound."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from voiceduet.asr.spelling.letter_graph import SpelledWords, letter_graph
from voiceduet.asr.spelling.worker import words_from
from voiceduet.asr.wordgraph.fst_file import Fst

pytestmark = pytest.mark.logic

FORMS = ["ка", "константин", "о", "ольга", "тэ", "эр", "и", "краткое", "по", "буквам", "два", "готово", "[unk]"]
LABELS = {word: number for number, word in enumerate(FORMS, start=1)}
WORDS = SpelledWords(
    letters={
        "к": ("ка", "константин"),
        "о": ("о", "ольга"),
        "т": ("тэ", "татьяна"),
        "р": ("эр",),
        "й": ("и краткое",),
        "щ": ("ща",),
    },
    words=("кот", "рот", "кто", "щор", "о", "корт"),
    openings=("по буквам",),
    closings=("два",),
    phrases=("готово", "неизвестное слово"),
)


@pytest.fixture(scope="module")
def graph() -> Fst:
    return letter_graph(WORDS, LABELS, LABELS["[unk]"])


def cost(graph: Fst, text: str) -> float | None:
    """Of the cheapest way to say a text; `None` when it cannot be said."""
    ways: dict[int, float] = {graph.start: 0.0}
    for label in (LABELS[word] for word in text.split()):
        further: dict[int, float] = {}
        for state, so_far in ways.items():
            for arc in graph.arcs[state]:
                if arc.input == label:
                    further[arc.target] = min(further.get(arc.target, 99.0), so_far + arc.cost)
        ways = further
    return min((so_far for state, so_far in ways.items() if state in graph.finals), default=None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "по буквам",
        "по буквам ка о тэ",
        "по буквам константин о тэ",
        "по буквам тэ ка о",
        "готово",
        "ка",
        "и краткое",
    ],
)
def test_what_is_free(graph: Fst, text: str) -> None:
    if text == "по буквам тэ ка о":
        assert (cost(graph, text) or 0.0) > 5.0
    else:
        assert cost(graph, text) == 0.0


def test_a_number_may_follow_at_a_cost(graph: Fst) -> None:
    assert (cost(graph, "по буквам ка о тэ два") or 0.0) > 0.0
    assert cost(graph, "два") is None


def test_other_words_cost_more_the_longer_they_are(graph: Fst) -> None:
    short, long = cost(graph, "по буквам тэ о ка"), cost(graph, "по буквам тэ о ка о")
    assert short is not None
    assert long is not None
    assert 5.0 < short < long


def test_forms_that_the_model_lacks_are_left_out(graph: Fst) -> None:
    assert "татьяна" not in LABELS
    assert all(arc.input in LABELS.values() for arcs in graph.arcs for arc in arcs)


def test_equal_ends_of_words_are_shared() -> None:
    few = letter_graph(SpelledWords(WORDS.letters, ("кот",)), LABELS, None)
    more = letter_graph(SpelledWords(WORDS.letters, ("кот", "рот")), LABELS, None)
    assert len(more.arcs) == len(few.arcs)


def test_words_travel_to_the_worker_and_back() -> None:
    assert words_from(json.loads(json.dumps({"spelled": asdict(WORDS)}))) == WORDS
