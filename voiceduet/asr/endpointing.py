"""Where an utterance begins and ends: a pure state machine over durations, with no sound in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum


class EndpointSignal(StrEnum):
    """What one more frame means."""

    WAITING = "waiting"
    """No utterance is running."""
    STARTED = "started"
    """An utterance begins; it reaches back by the pre-roll."""
    RUNNING = "running"
    """The utterance goes on."""
    ENDED = "ended"
    """It was followed by enough silence."""
    TOO_LONG = "too_long"
    """It was cut at the greatest length."""


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """Durations in seconds."""

    end_silence_s: float = 0.5
    """Silence that ends an utterance (voice.md, Time)."""
    min_speech_s: float = 0.15
    """Speech that it takes to begin one; a click is shorter."""
    max_length_s: float = 12.0
    """Longest utterance; a fan that passes for speech is cut here."""
    pre_roll_s: float = 0.4
    """Sound before the first speech that belongs to the utterance, for soft first consonants."""

    def __post_init__(self) -> None:
        for name in ("end_silence_s", "min_speech_s", "max_length_s"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be above 0 seconds, not {getattr(self, name)}")
        if self.pre_roll_s < 0:
            raise ValueError(f"pre_roll_s must not be negative, not {self.pre_roll_s}")


@dataclass(frozen=True, slots=True)
class Endpointer:
    """The state between two frames."""

    settings: EndpointSettings = field(default_factory=EndpointSettings)
    is_running: bool = False
    onset_s: float = 0.0
    """Speech gathered towards a start; silence takes it away at the same pace."""
    silence_s: float = 0.0
    """Silence since the last speech of the running utterance."""
    length_s: float = 0.0
    """Length of the running utterance from its first speech, silence included."""

    @property
    def reach_back_s(self) -> float:
        """How far back from the frame that starts an utterance its sound reaches."""
        return self.settings.pre_roll_s + 2 * self.settings.min_speech_s

    def step(self, duration_s: float, is_speech: bool) -> tuple[Endpointer, EndpointSignal]:
        """Take one frame's length and whether it is speech; return the next state and what the frame means."""
        return self._go_on(duration_s, is_speech) if self.is_running else self._wait(duration_s, is_speech)

    def reset(self) -> Endpointer:
        """The state with no utterance running."""
        return Endpointer(self.settings)

    def _wait(self, duration_s: float, is_speech: bool) -> tuple[Endpointer, EndpointSignal]:
        onset_s = self.onset_s + duration_s if is_speech else max(0.0, self.onset_s - duration_s)
        if onset_s + 1e-9 < self.settings.min_speech_s:
            return replace(self, onset_s=onset_s), EndpointSignal.WAITING
        return Endpointer(self.settings, is_running=True, length_s=onset_s), EndpointSignal.STARTED

    def _go_on(self, duration_s: float, is_speech: bool) -> tuple[Endpointer, EndpointSignal]:
        silence_s = 0.0 if is_speech else self.silence_s + duration_s
        length_s = self.length_s + duration_s
        if silence_s + 1e-9 >= self.settings.end_silence_s:
            return self.reset(), EndpointSignal.ENDED
        if length_s + 1e-9 >= self.settings.max_length_s:
            return self.reset(), EndpointSignal.TOO_LONG
        return replace(self, silence_s=silence_s, length_s=length_s), EndpointSignal.RUNNING
