"""What becomes of one phrase: it is played, or written into a recording."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from voiceduet.tts.growing_wav import GrowingWav
from voiceduet.tts.parts import parts
from voiceduet.tts.player import Player
from voiceduet.tts.synthesis import Synthesizer


class Output(Protocol):
    """Says one phrase at a time; called from one thread."""

    def perform(self, text: str, started: Callable[[], None], cut: threading.Event) -> float:
        """Say it; call `started` when sound goes out, for each part of a long one; return audible seconds.

        Raise `SpeechFault`.
        """

    def close(self) -> None:
        """Release everything; safe to call twice."""


class LiveOutput:
    """Renders and plays."""

    def __init__(self, synthesizer: Synthesizer, player: Player) -> None:
        self._synthesizer = synthesizer
        self._player = player
        self._folder = tempfile.TemporaryDirectory(prefix="voiceduet-", ignore_cleanup_errors=True)

    def perform(self, text: str, started: Callable[[], None], cut: threading.Event) -> float:
        """Render the phrase and play it until it ends or is cut; a long one part by part."""
        path = Path(self._folder.name) / "phrase.wav"
        audible_s = 0.0
        for part in parts(text):
            length_s = self._synthesizer.render(part, path)
            if cut.is_set():
                break
            audible_s += self._player.play(path, length_s, started, cut)
            if cut.is_set():
                break
        return audible_s

    def close(self) -> None:
        """End the engine and remove the rendered sound."""
        self._synthesizer.close()
        self._folder.cleanup()


class WavOutput:
    """Renders into one recording, phrase after phrase, without waiting for the time that they take."""

    def __init__(self, synthesizer: Synthesizer, path: Path, *, pause_s: float = 0.3) -> None:
        """`pause_s` lies between two phrases. Raise `SpeechFault` when the file cannot be written."""
        self._synthesizer = synthesizer
        self._recording = GrowingWav(path)
        self._pause_s = pause_s
        self._folder = tempfile.TemporaryDirectory(prefix="voiceduet-", ignore_cleanup_errors=True)

    def perform(self, text: str, started: Callable[[], None], cut: threading.Event) -> float:
        """Add the phrase to the recording; a recording is never cut."""
        path = Path(self._folder.name) / "phrase.wav"
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        self._synthesizer.render(text, path)
        started()
        return self._recording.append(path, self._pause_s)

    def close(self) -> None:
        """Close the recording."""
        self._synthesizer.close()
        self._recording.close()
        self._folder.cleanup()
