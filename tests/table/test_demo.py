"""The demo: a real recording, a real recogniser, a real voice, the full rules; what must happen is in its README."""

from __future__ import annotations

import json
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voiceduet.cli.main import main

pytestmark = pytest.mark.hears

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], Path]:
    """The events of the demo and the recorded answers."""
    folder = tmp_path_factory.mktemp("demo")
    arguments = ["play", "--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--names", "Анна,Борис"]
    arguments += ["--listen", str(DEMO / "demo.flac"), "--speak", str(folder / "answers.wav")]
    arguments += ["--events", str(folder / "events.jsonl"), "--journal", str(folder / "game.jsonl")]
    assert main(arguments) == 0
    lines = (folder / "events.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines], folder / "answers.wav"


def _of(events: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] in names]


def test_every_move_is_made_and_no_other(demo: tuple[list[dict[str, Any]], Path]) -> None:
    clues = [(event["by"], event["word"], event["number"]) for event in _of(demo[0], "clue")]
    assert clues == [("a", "завтрак", 3), ("b", "небесный", 2), ("b", "небо", 2), ("a", "морской", 2)]
    touches = [(event["by"], event["word"], event["result"], event["agents_found"]) for event in _of(demo[0], "touch")]
    assert touches == [
        ("b", "ЯЙЦО", "agent", 1),
        ("b", "ГЕРКУЛЕС", "bystander", 1),
        ("a", "СОЛНЦЕ", "agent", 2),
        ("a", "ГЕРКУЛЕС", "agent", 3),
        ("b", "ПЕСОК", "agent", 4),
        ("b", "СЫР", "agent", 5),
        ("b", "САЛАТ", "agent", 6),
    ]
    assert [event["tokens_left"] for event in _of(demo[0], "turn_end")] == [8, 7, 6]


def test_the_illegal_clue_is_caught(demo: tuple[list[dict[str, Any]], Path]) -> None:
    rulings = _of(demo[0], "clue_ruling")
    assert [(r["verdict"], r["reason"], r["against"]) for r in rulings] == [("illegal", "word_form", "ПЕСОК")]
    assert [event["word"] for event in _of(demo[0], "undo")] == ["небесный"]


def test_the_last_announcement_is_repeated(demo: tuple[list[dict[str, Any]], Path]) -> None:
    said = [event["text"] for event in _of(demo[0], "say")]
    assert said[-1] == said[-2]
    assert "Осталось шесть жетонов" in said[-1]
    assert "Осталось восемь жетонов" in said[4]


def test_nothing_tells_that_a_word_is_green_on_both_sides(demo: tuple[list[dict[str, Any]], Path]) -> None:
    sentences = [event["text"] for event in _of(demo[0], "say") if "олнце" in event["text"]]
    assert sentences == ["Солнце — агент. Два из пятнадцати."]


def test_no_digit_is_spoken(demo: tuple[list[dict[str, Any]], Path]) -> None:
    assert not any(letter.isdigit() for event in _of(demo[0], "say") for letter in event["text"])


def test_the_answers_are_sound(demo: tuple[list[dict[str, Any]], Path]) -> None:
    with wave.open(str(demo[1])) as file:
        length_s = file.getnframes() / file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(float)
    assert length_s > len(_of(demo[0], "say")) * 0.8
    assert np.sqrt(np.mean(samples**2)) > 300
