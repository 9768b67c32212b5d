from __future__ import annotations

import pytest

from voiceduet.asr.open_ear import merge
from voiceduet.asr.ports import Ear, Hypothesis

pytestmark = pytest.mark.logic


def scored(**texts: float) -> tuple[Hypothesis, ...]:
    return tuple(Hypothesis(text.replace("_", " "), Ear.OPEN, score=score) for text, score in texts.items())


def test_a_text_that_both_have_beats_the_first_of_one() -> None:
    whole = scored(порой_два=200.0, пароль_два=199.0)
    slot = scored(пароль_два=180.0, порой_два=176.0)
    assert [each.text for each in merge(whole, slot, 10)] == ["пароль два", "порой два"]


def test_scores_are_minus_the_cost() -> None:
    best, *_ = merge(scored(лес_два=10.0), scored(лес_два=12.0), 10)
    assert best.score == pytest.approx(0.0)


def test_without_the_slot_the_whole_vocabulary_stands() -> None:
    whole = scored(лес=10.0, лист=9.0)
    assert merge(whole, (), 10) == whole


def test_no_more_than_asked_for() -> None:
    assert len(merge(scored(а=3.0, б=2.0, в=1.0), scored(г=1.0), 2)) == 2


def test_a_clue_that_only_the_slot_makes_up_ranks_behind_what_the_whole_vocabulary_heard() -> None:
    whole = scored(литовченко=200.0, листовка=195.0)
    slot = scored(литовский_два=180.0)
    assert merge(whole, slot, 10)[0].text == "литовченко"
