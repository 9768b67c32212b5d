"""A disk that is full for the event file does not end the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.robust.running import LAYING, LINES, typed_here

pytestmark = pytest.mark.tool

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
def test_the_game_goes_on_without_its_event_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run = typed_here(["play", *LAYING, "--journal", str(path), "--events", str(FULL)], LINES)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count('"event": "touch"') == 3
    assert run.stdout.count("события больше не записываются (на диске нет места)") == 1
