"""The case files and a clue check that needs no language: equal spelling only."""

from __future__ import annotations

from pathlib import Path

from voiceduet.engine.words import fold

CASES = Path(__file__).parent / "cases"
CASE_FILES = sorted(CASES.glob("*.json"))
RECORD_FILES = sorted(CASES.glob("*.txt"))


def unlike_visible_words(clue: str, _number: int, visible: tuple[str, ...]) -> bool:
    """Whether the clue is spelled otherwise than every visible word."""
    return fold(clue) not in {fold(word) for word in visible}
