"""The two sides of the table."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """A player, or a group sitting together (rules 12)."""

    A = "a"
    B = "b"

    @property
    def other(self) -> Side:
        """The side across the table."""
        return Side.B if self is Side.A else Side.A
