"""Whole conversations, readable by a player; see `transcripts.py` for the format.

Run `python -m tests.table.test_conversations` to write what is said now into the files, then read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.transcripts import DEMO, play

pytestmark = pytest.mark.logic

FOLDER = Path(__file__).parent / "conversations"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_conversation(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert list(play(lines)) == lines


def test_there_are_conversations() -> None:
    assert len(FILES) >= 15


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_typed_demos_are_those_of_the_conversations(language: str) -> None:
    said = (DEMO / language / "said.txt").read_text("utf-8").splitlines()
    lines = (FOLDER / f"{language}_demo.txt").read_text("utf-8").splitlines()
    assert [line[2:] for line in lines if line.startswith("> ")] == said


if __name__ == "__main__":
    for file in FILES:
        file.write_text("\n".join(play(file.read_text("utf-8").splitlines())) + "\n", "utf-8")
