"""What can go wrong with the voice, with a text for the screen in the table's language (voice.md, Speaking 6)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

FILE = Path(__file__).parent / "faults.toml"
FALLBACK = "en"


class FaultCode(StrEnum):
    """Kinds of faults; each has an entry in `faults.toml`."""

    ENGINE_FAILED = "engine_failed"
    ENGINE_MISSING = "engine_missing"
    RHVOICE_MISSING = "rhvoice_missing"
    PIPER_MISSING = "piper_missing"
    FESTIVAL_MISSING = "festival_missing"
    NO_VOICE = "no_voice"
    NO_VOICE_OF = "no_voice_of"
    UNKNOWN_VOICE = "unknown_voice"
    NO_PLAYER = "no_player"
    NO_DEVICE = "no_device"
    CANNOT_WRITE = "cannot_write"
    NO_SOUND = "no_sound"
    WRONG_SOUND = "wrong_sound"
    CLOSED = "closed"
    CRASHED = "crashed"
    SWITCHED_OFF = "switched_off"


class SpeechFault(Exception):  # noqa: N818 - a fault of the outside world, not a programming error
    """A phrase could not be spoken; the text is for the screen and says what helps."""

    def __init__(self, code: FaultCode, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return self.text(FALLBACK)

    def text(self, language: str) -> str:
        """The text in a language, English where there is none."""
        texts = fault_texts()[self.code]
        return texts.get(language, texts[FALLBACK]).format_map(self.facts)


class EngineMissing(SpeechFault):
    """No speech engine, or no voice for the language, is installed; trying again is of no use."""


@lru_cache(maxsize=1)
def fault_texts() -> Mapping[str, Mapping[str, str]]:
    """Code -> language -> text with {fields}. Raise `ValueError` naming file and entry when one is missing."""
    texts: dict[str, dict[str, str]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for code in FaultCode:
        if FALLBACK not in texts.get(code, {}):
            raise ValueError(f"{FILE}: {code}: has no text in {FALLBACK!r}")
    return texts
