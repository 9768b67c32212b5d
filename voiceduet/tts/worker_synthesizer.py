"""Every engine as a `Synthesizer`: in its own process, watched, restarted when it hangs or dies."""

from __future__ import annotations

import array
import threading
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from voiceduet.tts.engines import ENGINES, Limits
from voiceduet.tts.faults import EngineMissing, FaultCode, SpeechFault
from voiceduet.tts.synthesis import VoiceInfo, VoiceSettings, choose_voice
from voiceduet.workers import WatchedWorker, WorkerDied, WorkerFault, WorkerMissing

_T = TypeVar("_T")

TAIL_S = 0.05
"""Silence that stays behind a phrase, seconds."""

QUIET = 150
"""Samples up to this are silence, of 32768."""


class WorkerSynthesizer:
    """Renders phrases with the engine of the settings. One call at a time; safe to use from several threads."""

    def __init__(
        self, settings: VoiceSettings, *, command: Sequence[str] | None = None, limits: Limits | None = None
    ) -> None:
        """`command` and `limits` are those of the engine when not given."""
        self._settings = settings
        self._entry = ENGINES[settings.engine]
        self._limits = limits or self._entry.limits
        self._worker = WatchedWorker(command or self._entry.command(settings), self._limits.start_s)
        self._voice: VoiceInfo | None = None
        self._lock = threading.Lock()
        self._closing = threading.Event()

    @property
    def restarts(self) -> int:
        """How often a hung or dead engine was replaced."""
        return self._worker.restarts

    @property
    def pid(self) -> int | None:
        """The engine's process; `None` when none is running."""
        return self._worker.pid

    def render(self, text: str, path: Path) -> float:
        """Write the spoken text to a WAV file; return seconds. A hung or dead engine is replaced, once a phrase."""
        with self._lock:
            return self._render_watched(text, path)

    def voices(self) -> tuple[VoiceInfo, ...]:
        """Every installed voice. Raise `EngineMissing` when there is no engine."""
        with self._lock:
            return self._twice(self._list_voices)

    def close(self) -> None:
        """End the engine's process, also in the middle of a phrase; nothing is rendered any more."""
        self._closing.set()
        self._worker.end()
        with self._lock:
            self._worker.end()

    def _render_watched(self, text: str, path: Path) -> float:
        def attempt() -> float:
            # An engine that returns at once must not have the phrase before heard again.
            path.unlink(missing_ok=True)
            voice = self._chosen_voice()
            settings = self._settings
            request: dict[str, object] = {"text": text, "path": str(path), "voice": voice.id}
            request |= {"rate": settings.rate, "volume": settings.volume}
            answer = self._worker.ask("render", request, self._limits.for_text(text))
            if "fault" in answer:
                raise WorkerDied(str(answer["fault"]))
            return trim_tail(path)

        return self._twice(attempt)

    def _twice(self, attempt: Callable[[], _T]) -> _T:
        def unless_closed() -> _T:
            if self._closing.is_set():
                raise SpeechFault(FaultCode.CLOSED)
            return attempt()

        try:
            return self._worker.twice(unless_closed)
        except WorkerMissing as error:
            raise EngineMissing(self._entry.missing, why=error) from error
        except WorkerFault as error:
            raise SpeechFault(FaultCode.ENGINE_FAILED, why=error) from error

    def _list_voices(self) -> tuple[VoiceInfo, ...]:
        answer = self._worker.ask("voices", {}, self._limits.start_s)
        listed = answer.get("voices")
        if not isinstance(listed, list):
            raise WorkerDied(str(answer.get("fault", "no list of voices")))
        return tuple(VoiceInfo(str(v["id"]), str(v["name"]), tuple(map(str, v["languages"]))) for v in listed)

    def _chosen_voice(self) -> VoiceInfo:
        if self._voice is None:
            self._voice = choose_voice(self._list_voices(), self._settings)
        return self._voice


def trim_tail(path: Path) -> float:
    """Cut the silence that voices put behind a phrase, so that the players need not wait for it; return seconds.

    Raise `WorkerDied` when the file is no WAV file.
    """
    try:
        with wave.open(str(path), "rb") as sound:
            shape, rate_hz = sound.getparams(), sound.getframerate()
            data = sound.readframes(sound.getnframes())
        if (shape.nchannels, shape.sampwidth) != (1, 2):
            return shape.nframes / rate_hz
        samples = array.array("h", data)
        last = next((i for i in range(len(samples) - 1, -1, -1) if abs(samples[i]) > QUIET), len(samples))
        kept = samples[: last + round(TAIL_S * rate_hz)]
        with wave.open(str(path), "wb") as sound:
            sound.setparams(shape)
            sound.writeframes(kept.tobytes())
        return len(kept) / rate_hz
    except (wave.Error, EOFError, OSError) as error:
        raise WorkerDied(f"the engine wrote no readable sound: {error}") from error
