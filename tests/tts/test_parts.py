"""Long read-outs are cut where a reader would breathe."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiceduet.tts.output import LiveOutput
from voiceduet.tts.parts import PART_LETTERS, parts
from voiceduet.tts.synthesis import VoiceInfo

pytestmark = pytest.mark.logic

WORDS_LEFT = (
    "На столе двадцать пять слов: яйцо, геркулес, солнце, песок, сыр, салат, коктейль, ковш, лимонад, мост, тигр, "
    "замок, скрипка, пират, театр, якорь, поезд, корона, пингвин, бомба, лампа, хирург, вулкан, газета, шарф. "
    "Подсказку даёт Анна."
)


def test_the_words_of_a_table_are_read_in_parts() -> None:
    assert parts(WORDS_LEFT) == [
        "На столе двадцать пять слов: яйцо, геркулес, солнце, песок, сыр, салат, коктейль, ковш,",
        "лимонад, мост, тигр, замок, скрипка, пират, театр, якорь, поезд, корона, пингвин, бомба,",
        "лампа, хирург, вулкан, газета, шарф. Подсказку даёт Анна.",
    ]


def test_a_usual_answer_is_said_in_one_go() -> None:
    said = "Геркулес — мирный житель. Ход окончен. Осталось восемь жетонов. Подсказку даёт Анна."
    assert parts(said) == [said]


@given(st.lists(st.sampled_from(["ёж", "сыр,", "агент.", "касание:", "а" * 120, "да!"]), max_size=60))
def test_every_word_is_kept(words: list[str]) -> None:
    text = " ".join(words)
    cut = parts(text)
    assert " ".join(cut) == text
    assert all(cut) or not text
    if "а" * 120 not in words and all(word[-1] in ",.:!" for word in words):
        assert all(len(part) <= PART_LETTERS * 1.5 for part in cut)


class Recorder:
    """A synthesizer and a player that note what they get; cut after so many parts."""

    def __init__(self, cut_after: int = 99) -> None:
        self.rendered: list[str] = []
        self.played = 0
        self._cut_after = cut_after

    def render(self, text: str, path: Path) -> float:
        self.rendered.append(text)
        return 2.0

    def voices(self) -> tuple[VoiceInfo, ...]:
        return ()

    def play(self, path: Path, length_s: float, started: Callable[[], None], cut: threading.Event) -> float:
        started()
        self.played += 1
        if self.played == self._cut_after:
            cut.set()
            return 0.5
        return length_s

    def close(self) -> None:
        """Nothing."""


@pytest.mark.parametrize(("cut_after", "rendered", "audible_s"), [(99, 3, 6.0), (2, 2, 2.5), (1, 1, 0.5)])
def test_what_comes_after_a_cut_is_not_even_rendered(cut_after: int, rendered: int, audible_s: float) -> None:
    recorder, starts = Recorder(cut_after), []
    output = LiveOutput(recorder, recorder)
    assert output.perform(WORDS_LEFT, lambda: starts.append(1), threading.Event()) == audible_s
    output.close()
    assert len(recorder.rendered) == len(starts) == rendered
