"""A second ear in a process of its own, with a time limit: it may be late or die, the game goes on without it."""

from __future__ import annotations

import base64
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.errors import ModelError
from voiceduet.asr.second.ports import SecondEarFault
from voiceduet.workers import Message, WatchedWorker, WorkerFault, WorkerMissing

MOST_FAULTS = 3
"""So many in a row, and it is not asked again: a machine too slow for it must not make every answer late."""


@dataclass(frozen=True, slots=True)
class SecondEarLimits:
    """How long it may take, seconds."""

    start_s: float = 30.0
    """To load a model."""
    answer_s: float = 1.5
    """For all that is asked about one utterance; `listen` starts the count."""


def worker_command(folder: Path, language: str) -> tuple[str, ...]:
    """How the process for a model folder is started."""
    return (sys.executable, "-m", "voiceduet.asr.second.worker", str(folder), language)


class SecondEarProcess:
    """One second ear; safe to use from several threads, one at a time.

    The process is replaced in the background of the game: while a new one loads there simply is no second opinion.
    """

    def __init__(self, command: Iterable[str], limits: SecondEarLimits | None = None) -> None:
        """Start the process and wait for it. Raise `ModelError`."""
        self._limits = limits or SecondEarLimits()
        self._worker = WatchedWorker(tuple(command), self._limits.start_s)
        self._lock = threading.Lock()
        self._until_s = 0.0
        self._faults = 0
        self._is_closed = False
        self._starting: threading.Thread | None = None
        try:
            self._worker.running()
        except (WorkerMissing, WorkerFault) as error:
            self._worker.end()
            raise ModelError(str(error)) from error

    def listen(self, sound: bytes) -> str:
        """Hear an utterance. Raise `SecondEarFault`."""
        self._until_s = time.monotonic() + self._limits.answer_s
        return str(self._ask("listen", {"pcm": base64.b64encode(sound).decode("ascii")}).get("text", ""))

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        """Weigh texts against the utterance. Raise `SecondEarFault`."""
        scores = self._ask("weigh", {"texts": list(texts)}).get("scores")
        if not isinstance(scores, list) or len(scores) != len(texts):
            raise SecondEarFault("its process answered something else")
        self._faults = 0
        return tuple(float(score) for score in scores)

    def close(self) -> None:
        """End the process; safe to call twice."""
        self._is_closed = True
        with self._lock:
            self._worker.end()

    def _ask(self, do: str, request: Mapping[str, object]) -> Message:
        if self._is_closed or self._faults >= MOST_FAULTS:
            raise SecondEarFault("it is not asked any more")
        if not self._lock.acquire(blocking=False):
            raise SecondEarFault("its process is being replaced")
        try:
            return self._worker.ask(do, request, max(0.0, self._until_s - time.monotonic()))
        except (WorkerFault, WorkerMissing) as error:
            self._faults += 1
            self._worker.end()
            self._starting = threading.Thread(target=self._restart, name="second ear", daemon=True)
            self._starting.start()
            raise SecondEarFault(str(error)) from error
        finally:
            self._lock.release()

    def _restart(self) -> None:
        with self._lock:
            if self._is_closed or self._faults >= MOST_FAULTS:
                return
            try:
                self._worker.running()
            except (WorkerFault, WorkerMissing):
                self._worker.end()
                self._faults = MOST_FAULTS
