"""The folder of the model for spelled words: made once, whole, and nothing half made stays."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from voiceduet.asr.spelling.letter_graph import SpelledWords
from voiceduet.asr.spelling.letter_model import LEFT_BEHIND_S, MADE, MAKING, letter_model

pytestmark = pytest.mark.logic

WORDS = SpelledWords(letters={"к": ("ка",)}, words=("к",), openings=(), closings=(), phrases=())


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A folder that looks like a model as far as this goes."""
    for folder in ("am", "conf", "graph"):
        (tmp_path / "model" / folder).mkdir(parents=True)
    (tmp_path / "model" / "am" / "final.mdl").write_bytes(b"\0B")
    (tmp_path / "model" / "graph" / "words.txt").write_text("<eps> 0\n[unk] 1\nка 2\n", "utf-8")
    return tmp_path / "model"


def test_what_another_game_left_half_made_is_removed_and_what_one_is_making_stays(model: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    left, at_work = cache / f"{MAKING}old", cache / f"{MAKING}new"
    for folder in (left, at_work):
        folder.mkdir(parents=True)
    long_ago = time.time() - 2 * LEFT_BEHIND_S
    os.utime(left, (long_ago, long_ago))
    made = letter_model(model, WORDS, cache)
    assert made.name.startswith(MADE)
    assert {each.name for each in cache.iterdir()} == {made.name, at_work.name}
    assert letter_model(model, WORDS, cache) == made
