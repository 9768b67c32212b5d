"""What is kept back because its second half may follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from voiceduet.asr.halves import END_FOLLOWS_S, NUMBER_FOLLOWS_S, ends_of, half_of, may_be_number, may_be_one
from voiceduet.asr.ports import Ear, Endpoint, Hypothesis, PhraseSet, Utterance

pytestmark = pytest.mark.logic
CARDS = ("сыр", "мост", "дом", "ключ", "ёж")
TOUCHES = PhraseSet("guess", (*(f"касаюсь слова {card}" for card in CARDS), "ряд один", "стоп"))
CLUES = PhraseSet("clue", ("стоп", "чей ход"), True, ("море", "небо"), ("один", "два"), ("* один", "* два"))


def utterance(limited: str, *opened: str, framed: tuple[str, float] | None = None) -> Utterance:
    heard = [Hypothesis(limited, Ear.LIMITED)] if limited else []
    heard += [Hypothesis(text, Ear.OPEN) for text in opened]
    if framed is not None:
        heard.append(Hypothesis(framed[0], Ear.FRAMED, score=-0.5, lag=framed[1]))
    return Utterance(tuple(heard), 1.0, 2.0, Endpoint.SILENCE, "")


def test_ends_of_phrases() -> None:
    assert ends_of(TOUCHES.phrases) == {"касаюсь слова": CARDS}
    assert ends_of((*TOUCHES.phrases, "касаюсь слова")) == {}, "it is a phrase itself"


@pytest.mark.parametrize(
    ("heard", "phrases", "waits_s"),
    [
        (utterance("касаюсь слова", "касаюсь слова"), TOUCHES, END_FOLLOWS_S),
        (utterance("касаюсь слова сыр", "касаюсь слова сыр"), TOUCHES, None),
        (utterance("[unk]", "море"), TOUCHES, None),
        (utterance("[unk]", "море"), CLUES, NUMBER_FOLLOWS_S),
        (utterance("[unk]", "моя подсказка море"), CLUES, NUMBER_FOLLOWS_S),
        (utterance("[unk]", "море два"), CLUES, None),
        (utterance("[unk]", "море да", "мор един", "море два"), CLUES, None),
        (utterance("[unk]", "море", framed=("море два", 2.0)), CLUES, NUMBER_FOLLOWS_S),
        (utterance("[unk]", "море да", framed=("море два", -1.0)), CLUES, None),
        (utterance("стоп", "стоп"), CLUES, None),
        (utterance("[unk]", "дай мне ещё немного подумать"), CLUES, None),
        (utterance("[unk]"), CLUES, None),
        (utterance("", ""), CLUES, None),
    ],
)
def test_what_may_be_a_first_half(heard: Utterance, phrases: PhraseSet, waits_s: float | None) -> None:
    half = half_of(heard, phrases, ends_of(phrases.phrases))
    assert (half and half.until_s) == (waits_s and heard.end_s + waits_s)


@pytest.mark.parametrize(
    ("opened", "may"),
    [("два", True), ("число два", True), ("дай мне подумать два дня", False), ("море", False), ("", False)],
)
def test_what_may_be_a_number(opened: str, *, may: bool) -> None:
    assert may_be_number(utterance("[unk]", opened), CLUES) is may


@pytest.mark.parametrize(("second_ends_s", "may"), [(6.0, True), (6.1, False)])
def test_a_clue_is_short(second_ends_s: float, *, may: bool) -> None:
    second = replace(utterance("", "два"), end_s=second_ends_s)
    assert may_be_one(utterance("", "море"), second) is may
