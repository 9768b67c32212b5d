"""Best ways through the network's answers, against every way counted one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voiceduet.asr.acoustic.paths import (
    SILENCE,
    Phones,
    PhoneTree,
    any_phones,
    pair_scores,
    rest_scores,
    said_after,
    said_before,
    silence_after,
    silence_before,
    table_of,
    tree_scores,
)
from voiceduet.asr.arrays import Floats, np

pytestmark = pytest.mark.logic

PHONES = 4
words = st.lists(st.integers(1, PHONES - 1), min_size=1, max_size=3).map(tuple)


@st.composite
def answers(draw: st.DrawFn, least: int = 1) -> Floats:
    times = draw(st.integers(least, 6))
    numbers = st.integers(-8, 8).map(float)
    return np.array([[draw(numbers) for _ in range(2 * PHONES)] for _ in range(times)], np.float32)


def without_some_silence(phones: Phones) -> Iterator[Phones]:
    """The sequence with each silence said or passed over."""
    if SILENCE not in phones:
        yield phones
        return
    at = phones.index(SILENCE)
    for rest in without_some_silence(phones[at + 1 :]):
        yield (*phones[:at], *rest)
        yield (*phones[: at + 1], *rest)


def exact(given_answers: Floats, phones: Phones) -> float:
    """The best score of saying exactly these phones over all times, each for one time at least."""
    if not phones:
        return -np.inf if len(given_answers) else 0.0
    rows = np.full((len(phones), len(given_answers)), -np.inf)
    for place, phone in enumerate(phones):
        for time, row in enumerate(given_answers):
            first = 0.0 if place == time == 0 else -np.inf
            come = rows[place - 1, time - 1] if place and time else first
            stay = rows[place, time - 1] if time else -np.inf
            rows[place, time] = max(come + row[2 * phone], stay + row[2 * phone + 1])
    return float(rows[-1, -1])


def with_silence(given_answers: Floats, phones: Phones) -> float:
    return max(exact(given_answers, each) for each in without_some_silence((SILENCE, *phones, SILENCE)))


def close(found: float, wanted: float) -> bool:
    return found == pytest.approx(wanted, abs=1e-3) or (found < -1e8 and wanted == -np.inf)


@given(answers(), st.lists(words, min_size=1, max_size=4))
def test_words_of_a_tree_score_as_each_alone(given_answers: Floats, sequences: list[Phones]) -> None:
    alone = silence_before(given_answers), silence_after(given_answers)
    found = tree_scores(given_answers, PhoneTree.of(sequences), *alone)
    for score, sequence in zip(found, sequences, strict=True):
        assert close(float(score), with_silence(given_answers, sequence))


@given(answers(), words, words, words)
@settings(max_examples=60)
def test_a_word_between_words_scores_as_the_whole_phrase(
    given_answers: Floats, first: Phones, middle: Phones, last: Phones
) -> None:
    around = said_before(given_answers, first), said_after(given_answers, last)
    (found,) = tree_scores(given_answers, PhoneTree.of([middle]), *around)
    assert close(float(found), with_silence(given_answers, (*first, SILENCE, *middle, SILENCE, *last)))


@given(answers(), words, words)
def test_a_silence_inside_a_phrase_may_be_passed_over(given_answers: Floats, first: Phones, last: Phones) -> None:
    phrase = (*first, SILENCE, *last)
    alone = silence_before(given_answers), silence_after(given_answers)
    (found,) = tree_scores(given_answers, PhoneTree.of([phrase]), *alone)
    assert close(float(found), with_silence(given_answers, phrase))


@given(answers(), words)
def test_any_phones_score_at_least_as_much_as_a_word(given_answers: Floats, word: Phones) -> None:
    """With free pairs the best of all sequences is as good as the best word, and no better than each time's best."""
    follow = np.zeros((PHONES, PHONES), np.float32)
    best = any_phones(given_answers, follow, rest_scores(given_answers, follow))
    assert best >= with_silence(given_answers, word) - 1e-3
    assert best <= float(given_answers.max(axis=1).sum()) + 1e-3


@given(st.lists(words, min_size=1, max_size=5))
def test_pairs_of_phones_are_probabilities(sequences: list[Phones]) -> None:
    likely = np.exp(pair_scores(table_of(sequences), PHONES))
    assert likely.sum(axis=1) == pytest.approx(np.ones(PHONES), abs=1e-4)
    around = [(SILENCE, *sequence, SILENCE) for sequence in sequences]
    seen = {pair for each in around for pair in pairwise(each)}
    for before in range(PHONES):
        rare = [likely[before, after] for after in range(PHONES) if (before, after) not in seen]
        often = [likely[before, after] for after in range(PHONES) if (before, after) in seen]
        assert not rare or not often or max(rare) < min(often)


def test_words_that_begin_alike_share_their_places() -> None:
    tree = PhoneTree.of([(1, 2, 3), (1, 2), (1, 2, 3), (2,)])
    assert len(tree.phones) == 4
    assert tree.ends[0] == tree.ends[2]
