"""The speech engines that the referee can use, each behind the same port; all but the first are optional."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

from voiceduet.tts import festival_worker, rhvoice_worker
from voiceduet.tts.faults import FaultCode
from voiceduet.tts.synthesis import EngineName, VoiceSettings


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an engine may take, seconds. All render many times faster than real time."""

    start_s: float = 15.0
    """To load the engine, or to list its voices."""
    phrase_s: float = 3.0
    """For any phrase."""
    letter_s: float = 0.03
    """More for each letter of a phrase."""

    def for_text(self, text: str) -> float:
        """The limit of one phrase."""
        return self.phrase_s + self.letter_s * len(text)


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """What is known about an engine before it is started."""

    module: str
    """Its worker."""
    is_installed: Callable[[], bool]
    """A look that costs next to nothing; whether it works shows when it is started."""
    missing: FaultCode
    """What the players are told where it is not there."""
    limits: Limits = field(default_factory=Limits)

    def command(self, settings: VoiceSettings) -> tuple[str, ...]:
        """How its worker is started."""
        return (sys.executable, "-m", self.module, settings.voice or "")


ENGINES: Mapping[EngineName, EngineEntry] = {
    EngineName.PYTTSX3: EngineEntry(
        "voiceduet.tts.pyttsx3_worker", lambda: find_spec("pyttsx3") is not None, FaultCode.ENGINE_MISSING
    ),
    EngineName.RHVOICE: EngineEntry(
        "voiceduet.tts.rhvoice_worker", lambda: rhvoice_worker.find_program() is not None, FaultCode.RHVOICE_MISSING
    ),
    # A neural voice is loaded with the first phrase.
    EngineName.PIPER: EngineEntry(
        "voiceduet.tts.piper_worker",
        lambda: find_spec("piper") is not None,
        FaultCode.PIPER_MISSING,
        Limits(start_s=30.0, phrase_s=15.0),
    ),
    # A recorded voice is searched through for every sound.
    EngineName.FESTIVAL: EngineEntry(
        "voiceduet.tts.festival_worker",
        lambda: festival_worker.find_program() is not None,
        FaultCode.FESTIVAL_MISSING,
        Limits(phrase_s=6.0, letter_s=0.1),
    ),
}


def installed_engines() -> tuple[EngineName, ...]:
    """The engines that are found on this machine, the default first."""
    return tuple(name for name, entry in ENGINES.items() if entry.is_installed())
