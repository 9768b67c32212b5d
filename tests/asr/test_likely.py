"""Words followed as far as they are likely, against all of them followed to their ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiceduet.asr.acoustic import likely
from voiceduet.asr.acoustic.likely import GIVEN_UP, Around, likely_scores
from voiceduet.asr.acoustic.paths import (
    NEVER,
    Phones,
    PhoneTree,
    rest_scores,
    said_after,
    said_before,
    tree_scores,
)
from voiceduet.asr.arrays import Floats, np

pytestmark = pytest.mark.logic

PHONES = 4
FREE = np.zeros((PHONES, PHONES), np.float32)
"""Any phone after any other, at no cost: what comes is never more likely than this."""
words = st.lists(st.integers(1, PHONES - 1), min_size=1, max_size=9).map(tuple)


@st.composite
def answers(draw: st.DrawFn) -> Floats:
    times = draw(st.integers(1, 14))
    numbers = st.integers(-12, 12).map(float)
    return np.array([[draw(numbers) for _ in range(2 * PHONES)] for _ in range(times)], np.float32)


def around(given_answers: Floats, before: Phones, after: Phones) -> Around:
    end = said_after(given_answers, after)
    return Around(said_before(given_answers, before), end, rest_scores(given_answers, FREE, end))


@given(answers(), st.lists(words, min_size=1, max_size=12), words, words, st.floats(-20.0, 20.0))
def test_words_that_are_likely_enough_score_as_they_do_alone(
    given_answers: Floats, sequences: list[Phones], before: Phones, after: Phones, above: float
) -> None:
    own, tree = around(given_answers, before[:2], after[:2]), PhoneTree.of(sequences)
    wanted = tree_scores(given_answers, tree, own.before, own.after)
    best = float(wanted.max())
    found = likely_scores(given_answers, tree, own, best + above)
    for score, exact in zip(found, wanted, strict=True):
        if exact > max(best + above, best) - GIVEN_UP + 1e-2 and exact > NEVER / 2:
            assert score == pytest.approx(exact, abs=1e-3)
        else:
            assert score == pytest.approx(exact, abs=1e-3) or score < exact


def test_words_that_are_unlikely_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of words that begin with another sound than is heard none is followed to its end."""
    heard = np.full((12, 2 * PHONES), -10.0, np.float32)
    heard[:, 2:4] = 0.0
    own = around(heard, (), ())
    sequences = [(2, 2, 2, 2, 2, 3), (3, 2, 2, 2, 1), (1, 1, 1, 1)]
    assert (likely_scores(heard, PhoneTree.of(sequences), own, 0.0) > NEVER / 2).tolist() == [False, False, True]
    monkeypatch.setattr(likely, "GIVEN_UP", 1e6)
    assert (likely_scores(heard, PhoneTree.of(sequences), own, 0.0) > NEVER / 2).all()


def test_nothing_is_followed_where_nothing_is_likely() -> None:
    heard = np.full((5, 2 * PHONES), -10.0, np.float32)
    assert likely_scores(heard, PhoneTree.of([(1, 2), (3,)]), around(heard, (), ()), 0.0).tolist() == [NEVER, NEVER]


def test_rest_is_what_may_come_after_a_phone() -> None:
    """Being in phone 1 at the first time, the best that may come is phone 2 entered once and held."""
    heard = np.zeros((3, 2 * PHONES), np.float32)
    heard[1, 4], heard[2, 5] = 3.0, 2.0
    rest = rest_scores(heard, FREE)
    assert (rest[0, 1], rest[1, 2], rest[1, 1], rest[2].max()) == (5.0, 2.0, 0.0, 0.0)
    assert rest_scores(heard, FREE, np.array([0.0, 9.0, 0.0, 0.0], np.float32))[0, 1] == 9.0
