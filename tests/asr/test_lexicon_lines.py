"""The list of how words are said: words found in it, and lines that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiceduet.asr.acoustic import lexicon_lines
from voiceduet.asr.acoustic.lexicon import SpokenLexicon
from voiceduet.asr.acoustic.lexicon_lines import key_of
from voiceduet.asr.acoustic.paths import NOTHING
from voiceduet.asr.arrays import np
from voiceduet.asr.errors import ModelError

pytestmark = pytest.mark.logic

NAMES = ("a", "b'", "sch", "o")
spelled = st.text("аоя-x", min_size=1, max_size=12)
ways = st.lists(st.sampled_from(NAMES), min_size=1, max_size=5)
entries = st.lists(st.tuples(spelled, ways), min_size=1, max_size=30)


def lexicon_of(rows: list[tuple[str, list[str]]]) -> SpokenLexicon:
    return SpokenLexicon("".join(f"{word} {' '.join(way)}\n" for word, way in rows).encode(), NAMES)


@given(entries, spelled, st.integers(1, 60))
def test_each_word_has_its_ways_in_the_order_of_the_file(
    rows: list[tuple[str, list[str]]], other: str, block: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexicon_lines, "BLOCK", block)
        lexicon = lexicon_of(rows)
    assert list(lexicon.words()) == [word for word, _ in rows]
    for word in (other, *(word for word, _ in rows)):
        wanted = [tuple(1 + NAMES.index(phone) for phone in way) for each, way in rows if each == word]
        assert list(lexicon.of_word(word)) == wanted
    table = lexicon.table(lexicon.spread(len(rows)))
    assert [[NAMES[phone - 1] for phone in row if phone != NOTHING] for row in table] == [way for _, way in rows]


def test_words_with_the_same_ends_are_told_apart() -> None:
    alike = [("абвгдежз", ["a"]), ("абвгххдежз", ["o"]), ("абвгцццдежз", ["sch"]), ("абвгцчцдежз", ["b'"])]
    assert key_of("абвгцццдежз".encode()) == key_of("абвгцчцдежз".encode())
    assert [lexicon_of(alike).of_word(word) for word, _ in alike] == [((1,),), ((4,),), ((3,),), ((2,),)]


def test_rows_are_taken_from_all_over_or_from_the_front() -> None:
    lexicon = lexicon_of([(letter, ["a"]) for letter in "абвгдежзик"])
    assert lexicon.most_common(3).tolist() == [0, 1, 2]
    assert lexicon.spread(3).tolist() == [0, 3, 6, 9]
    assert lexicon.spread(40).tolist() == lexicon.most_common(40).tolist() == np.arange(10).tolist()


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("", 1),
        ("а a", 1),
        ("а a\nо", 2),
        ("а a\nо\nя a\n", 2),
        ("а a\n\nя a\n", 2),
        ("а a\nя  a\n", 2),
        ("а a \n", 1),
        (" а a\n", 1),
        ("а a\nя a\nо q\n", 3),
        ("а schschschsch\n", 1),
        ("а a\r\n", 1),
        ("а\ta\n", 1),
    ],
)
def test_a_line_that_is_no_word_and_its_phones_is_named(lines: str, wrong: int) -> None:
    with pytest.raises(ModelError, match=rf"lexicon\.txt, line {wrong}: not a word and phones of this model"):
        SpokenLexicon(lines.encode(), NAMES)
