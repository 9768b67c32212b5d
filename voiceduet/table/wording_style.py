"""How much is said (voice.md, Speaking 5)."""

from __future__ import annotations

from enum import StrEnum


class Style(StrEnum):
    """Three lengths of speech."""

    SHORT = "short"
    """Result and tokens only."""
    NORMAL = "normal"
    FULL = "full"
    """For players who do not see the table: marks and the touched row are read after each change."""
