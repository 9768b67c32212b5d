"""What can go wrong with the voice, with a text for the screen in the table's language (voice.md, Speaking 6)."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from voiceduet.texts import FALLBACK, Texts, load_texts

FILE = Path(__file__).parent / "faults.toml"
FOREIGN = re.compile(r"\[(.*?)\]")
"""What engine or system said, in whatever language."""


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
        """The text in a language with what engine or system said; English where there is none."""
        return self._filled(language, r"\1")

    def at_table(self, language: str) -> str:
        """The same without what engine or system said, which is `detail`."""
        return self._filled(language, "")

    @property
    def detail(self) -> str:
        """What engine or system said."""
        return "; ".join(str(self.facts[name]) for name in ("why", "reasons") if name in self.facts)

    def _filled(self, language: str, foreign: str) -> str:
        texts = fault_texts()[self.code]
        return FOREIGN.sub(foreign, texts.get(language, texts[FALLBACK])).format_map(self.facts)


class EngineMissing(SpeechFault):
    """No speech engine, or no voice for the language, is installed; trying again is of no use."""


@lru_cache(maxsize=1)
def fault_texts() -> Texts:
    """Code -> language -> text with {fields}. Raise `ValueError` naming file and entry when one is missing."""
    return load_texts(FILE, FaultCode)
