"""The ear for spelled words in a process of its own, started when the first word is spelled.

It needs a model of its own, which most games never do; and no fault of its library may end a game.
"""

from __future__ import annotations

import base64
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from voiceduet.asr.ports import Ear, Hypothesis
from voiceduet.asr.spelling.ear import SpellingEarFault
from voiceduet.asr.spelling.letter_graph import SpelledWords
from voiceduet.workers import Message, WatchedWorker, WorkerFault, WorkerMissing


@dataclass(frozen=True, slots=True)
class SpellingEarLimits:
    """How long it may take, seconds."""

    start_s: float = 10.0
    words_s: float = 30.0
    """To load the model; the first time on a machine its graph is made."""
    answer_s: float = 5.0


def spelling_ear_command(model: Path, cache: Path) -> tuple[str, ...]:
    """How the process for a model folder is started."""
    return (sys.executable, "-m", "voiceduet.asr.spelling.worker", str(model), str(cache))


class SpellingEarProcess:
    """The ear; safe to use from several threads, one after another."""

    def __init__(
        self, command: Sequence[str], words: Callable[[], SpelledWords], limits: SpellingEarLimits | None = None
    ) -> None:
        """Nothing is started; `words` is asked when it is."""
        self._limits = limits or SpellingEarLimits()
        self._worker = WatchedWorker(tuple(command), self._limits.start_s)
        self._words = words
        self._loaded: int | None = None
        self._is_used = False
        self._is_closed = False
        self._lock = threading.Lock()

    def wake(self) -> None:
        """Start it in the background: letters are about to come."""
        threading.Thread(target=self._wake, name="ear for letters", daemon=True).start()

    def prepare(self) -> None:
        """Let what is made once on a machine be made, in the background, and end the process again."""
        threading.Thread(target=self._prepare, name="ear for letters", daemon=True).start()

    def hear(self, sound: bytes) -> tuple[Hypothesis, ...]:
        """What was spelled in an utterance, best first. Raise `SpellingEarFault`."""
        with self._lock:
            return self._guarded(lambda: self._hear(sound))

    def close(self) -> None:
        """End the process; safe to call twice. Asked again, it starts another, but no more by itself."""
        self._is_closed = True
        self._worker.end()

    def _prepare(self) -> None:
        self._wake()
        with self._lock:
            if not self._is_used:
                self._worker.end()

    def _wake(self) -> None:
        with self._lock:
            if self._is_closed:
                return
            with suppress(SpellingEarFault):
                self._guarded(self._load)

    def _guarded(self, attempt: Callable[[], tuple[Hypothesis, ...]]) -> tuple[Hypothesis, ...]:
        try:
            return self._worker.twice(attempt)
        except (WorkerFault, WorkerMissing) as error:
            raise SpellingEarFault(str(error)) from error

    def _load(self) -> tuple[Hypothesis, ...]:
        if self._worker.running().pid != self._loaded:
            self._ask("words", {"spelled": asdict(self._words())}, self._limits.words_s)
            self._loaded = self._worker.pid
        return ()

    def _hear(self, sound: bytes) -> tuple[Hypothesis, ...]:
        self._is_used = True
        self._load()
        answer = self._ask("hear", {"pcm": base64.b64encode(sound).decode("ascii")}, self._limits.answer_s)
        heard: list[tuple[str, float | None]] = answer["heard"]  # type: ignore[assignment]
        return tuple(Hypothesis(text, Ear.SPELLED, score=score) for text, score in heard)

    def _ask(self, do: str, request: Message, limit_s: float) -> Message:
        answer = self._worker.ask(do, request, limit_s)
        if "fault" in answer:
            raise SpellingEarFault(str(answer["fault"]))
        return answer
