"""Missions: how many tokens, how many of them allow a mistake (rules 1.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from voiceduet.engine.errors import SetupError


@dataclass(frozen=True, slots=True)
class Mission:
    """*tokens–mistakes*, written "9-5" (rules 1.3)."""

    tokens: int = 9
    """Timer tokens in the supply, 1–11."""
    mistakes: int = 9
    """How many of them lie bystander side up, 0–`tokens`."""

    def __post_init__(self) -> None:
        if not (1 <= self.tokens <= 11 and 0 <= self.mistakes <= self.tokens):
            raise SetupError(
                "mission_range",
                f"mission {self.tokens}-{self.mistakes}: tokens must be 1-11 and mistakes 0-{self.tokens}",
            )


STANDARD = Mission()


def parse_mission(text: str) -> Mission:
    """Read "9-5", "9–5" or "9". Raise `SetupError` when it is neither."""
    match = re.fullmatch(r"\s*(\d{1,2})(?:\s*[-–—:]\s*(\d{1,2}))?\s*", text)
    if not match:
        raise SetupError("mission_format", f"mission {text!r}: write tokens and mistakes, for example 9-5")
    tokens = int(match[1])
    return Mission(tokens, int(match[2]) if match[2] is not None else tokens)


def format_mission(mission: Mission) -> str:
    """Write a mission so that `parse_mission` reads it."""
    return f"{mission.tokens}-{mission.mistakes}"
