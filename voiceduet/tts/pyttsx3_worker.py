"""The system's voices through pyttsx3, espeak-ng on Linux. The one module that imports pyttsx3.

pyttsx3 keeps one engine per process, must be used in one thread, swallows errors in callbacks and prints to the
standard output; so errors are collected here.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

from voiceduet.tts.serving import WAV_HEADER_BYTES, Phrase, main
from voiceduet.tts.synthesis import VoiceInfo

TRIES = 3
"""One phrase in a thousand comes out empty on a busy machine: the engine's thread ends before it has begun."""
FINISH_S = 2.0
"""As long a phrase is waited for, seconds: the engine's thread writes the file after its loop has ended."""
SETTLE_S = 1.0
"""As long the engine's thread may take to set the rate and the volume, seconds."""
LEAST_STEP = 0.006
"""Nearer settings are the same: a volume is kept in hundredths."""
DRIVER = None if sys.platform == "win32" else "espeak"
"""`None` is the system's own voice; the one of macOS writes no WAV files."""


class Pyttsx3Engine:
    """An engine of the system."""

    def __init__(self, wanted: str) -> None:
        """Load it; every voice is there, whichever is wanted. May raise anything."""
        import pyttsx3  # noqa: PLC0415 - importing it already fails where espeak is missing

        self._engine: Any = pyttsx3.init(DRIVER)
        self._errors: list[str] = []
        self._finished = threading.Event()
        self._engine.connect("error", lambda name=None, exception=None: self._errors.append(str(exception)))
        self._engine.connect("finished-utterance", lambda name=None, completed=None: self._finished.set())
        # Before its first loop the engine only collects settings, and the loop drops them when its thread is slow.
        self._engine.runAndWait()

    def voices(self) -> list[VoiceInfo]:
        """Every voice of the system."""
        return [
            VoiceInfo(str(voice.id), str(voice.name), tuple(_code(code) for code in voice.languages or ()))
            for voice in self._engine.getProperty("voices")
        ]

    def render(self, phrase: Phrase) -> None:
        """Write the file; one that comes out empty is tried again."""
        self._errors.clear()
        if self._engine.getProperty("voice") != phrase.voice:
            self._engine.setProperty("voice", phrase.voice)
        for name, value in (("rate", phrase.rate), ("volume", phrase.volume)):
            self._settle(name, value)
        for _ in range(TRIES):
            phrase.path.unlink(missing_ok=True)
            self._finished.clear()
            self._engine.save_to_file(phrase.text, str(phrase.path))
            self._engine.runAndWait()
            if DRIVER is not None:
                self._finished.wait(FINISH_S)
            if self._errors:
                raise RuntimeError("; ".join(self._errors))
            if phrase.path.exists() and phrase.path.stat().st_size > WAV_HEADER_BYTES:
                return

    def _settle(self, name: str, value: float) -> None:
        """Set what another thread sets in its own time, and wait for it."""
        if self._has(name, value):
            return
        self._engine.setProperty(name, value)
        latest = time.monotonic() + SETTLE_S
        while not self._has(name, value):
            if time.monotonic() > latest:
                raise RuntimeError(f"the voice did not take the {name} {value}")
            time.sleep(0.001)

    def _has(self, name: str, value: float) -> bool:
        return abs(float(self._engine.getProperty(name)) - value) < LEAST_STEP


def _code(language: str | bytes) -> str:
    """A language code without the priority byte that espeak puts before it."""
    text = language.decode("utf-8", "ignore") if isinstance(language, bytes) else str(language)
    return text.strip("\0\x02\x05\x07").replace("_", "-").lower()


if __name__ == "__main__":
    main(Pyttsx3Engine)
