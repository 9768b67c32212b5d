"""A sound system in memory, which does what living rooms do to microphones."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import soxr

from voiceduet.asr.ports import SAMPLE_RATE_HZ

BLOCK_S = 0.03


class PortAudioError(Exception):
    """As the library's own."""


class _Stream:
    def __init__(self, card: SoundCard, settings: dict[str, Any]) -> None:
        self.settings = settings
        self._card = card

    def start(self) -> None:
        self._card.stream = self

    def close(self, ignore_errors: bool) -> None:
        if self._card.stream is self:
            self._card.stream = None


class SoundCard:
    """Takes the place of the `sounddevice` module: one microphone, which hears what the test plays."""

    PortAudioError = PortAudioError

    def __init__(self, rate_hz: int = 16_000, channels: int = 1) -> None:
        self.rate_hz = rate_hz
        self.channels = channels
        self.default = SimpleNamespace(device=[0, 0])
        self.is_plugged_in = True
        self.server_answers = True
        self.stream: _Stream | None = None
        self.opened = 0
        self._rest = b""

    @property
    def module(self) -> ModuleType:
        return cast("ModuleType", self)

    def query_devices(self) -> list[dict[str, Any]]:
        entry = {"name": "USB", "max_input_channels": self.channels, "default_samplerate": float(self.rate_hz)}
        return [entry] if self.is_plugged_in else []

    def RawInputStream(self, **settings: Any) -> _Stream:  # noqa: N802 - the library's name
        if settings["channels"] != self.channels:
            raise PortAudioError("Invalid number of channels")
        self.opened += 1
        return _Stream(self, settings)

    def _terminate(self) -> None:
        return

    def _initialize(self) -> None:
        if not self.server_answers:
            raise PortAudioError("PulseAudio: connection refused")

    def unplug(self) -> None:
        """From now on no block comes; nothing else tells."""
        self.is_plugged_in = False
        self.stream = None

    def sound(self, pcm_16khz: bytes) -> bytes:
        """A recording as this card delivers it."""
        samples = np.frombuffer(pcm_16khz, dtype="<i2")
        if self.rate_hz != SAMPLE_RATE_HZ:
            samples = soxr.resample(samples, SAMPLE_RATE_HZ, self.rate_hz)
        return np.repeat(samples[:, None], self.channels, axis=1).astype("<i2").tobytes()

    def play(self, pcm: bytes, *, speed: float = 100.0, overflow_at: int | None = None) -> None:
        """Let the microphone hear sound in its own format; what comes while nobody records is lost."""
        size = round(self.rate_hz * BLOCK_S) * 2 * self.channels
        for number, start in enumerate(range(0, len(pcm) - size + 1, size)):
            stream = self.stream
            if stream is not None:
                status = SimpleNamespace(input_overflow=True) if number == overflow_at else None
                stream.settings["callback"](pcm[start : start + size], size, None, status)
            time.sleep(BLOCK_S / speed)


def wait_until(is_so: Callable[[], bool], limit_s: float = 20.0) -> None:
    """Wait for other threads; fail loudly instead of for ever."""
    end_s = time.monotonic() + limit_s
    while not is_so():
        if time.monotonic() > end_s:
            raise AssertionError("it did not happen in time")
        time.sleep(0.01)


def in_background(work: Callable[[], object]) -> threading.Thread:
    """Run something in a thread that ends with the test."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
