"""The two-sided key card (rules 1.2)."""

from __future__ import annotations

from enum import StrEnum


class Identity(StrEnum):
    """What a word is on one side of the key card; the value is its letter in key files."""

    AGENT = "G"
    BYSTANDER = "B"
    ASSASSIN = "A"

    @property
    def label(self) -> str:
        """The lower-case name used in records: agent, bystander, assassin."""
        return self.name.lower()
