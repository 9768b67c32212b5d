"""A second ear in a process of its own, with a time limit: it may be late or die, the game goes on without it."""

from __future__ import annotations

import base64
import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.second.ports import SecondEarFault
from voiceduet.workers import Message, WatchedWorker, WorkerFault, WorkerMissing

MOST_FAULTS = 3
"""So many in a row, and it is not asked again: a machine too slow for it must not make every answer late."""
MOST_LEARNED = 500
"""Texts that a process which takes another's place is told to presume; several games' worth."""


@dataclass(frozen=True, slots=True)
class SecondEarLimits:
    """How long it may take, seconds."""

    start_s: float = 30.0
    """To load a model."""
    answer_s: float = 1.5
    """For all that is asked about one utterance; `listen` starts the count."""


@dataclass(frozen=True, slots=True)
class _Foreseen:
    """A sound that the process hears, or has heard, though nobody asked yet."""

    number: int
    sound: bytes


ALONE = SecondEarLimits(answer_s=6.0)
"""The limits of one that hears alone: late is better than never."""


def second_ear_command(folder: Path, language: str) -> tuple[str, ...]:
    """How the process for a model folder is started."""
    return (sys.executable, "-m", "voiceduet.asr.second.worker", str(folder), language)


def _ignore(text: str) -> None:
    del text


def _sound(sound: bytes) -> Message:
    return {"pcm": base64.b64encode(sound).decode("ascii")}


class SecondEarProcess:
    """One second ear; safe to use from several threads, one at a time.

    The process is started, and after a fault replaced, in the background: while it loads there is no second opinion.
    """

    def __init__(
        self,
        command: Iterable[str],
        limits: SecondEarLimits | None = None,
        report: Callable[[str], None] = _ignore,
    ) -> None:
        """Start the process; `report` is told, from another thread, why it will not be asked any more."""
        self._limits = limits or SecondEarLimits()
        self._report = report
        self._worker = WatchedWorker(tuple(command), self._limits.start_s)
        self._lock = threading.Lock()
        self._until_s = 0.0
        self._faults = 0
        self._is_given_up = False
        self._foreseen: _Foreseen | None = None
        self._lesson: dict[str, None] = {}
        self._starting = self._start()

    @property
    def pid(self) -> int:
        """The number of the process that hears now. Raise `SecondEarFault`."""
        self.wait()
        if self._is_given_up:
            raise SecondEarFault("it is not asked any more")
        return self._worker.running().pid

    def wait(self) -> None:
        """Wait until it is loaded, or given up."""
        self._starting.join()

    def foresee(self, sound: bytes) -> None:
        """Let the process hear an utterance that may be over; nothing while it is being loaded."""
        if self._is_given_up or not self._lock.acquire(blocking=False):
            return
        try:
            self._foreseen = _Foreseen(self._worker.begin("listen", _sound(sound)), sound)
        except (WorkerFault, WorkerMissing):
            self._foreseen = None
        finally:
            self._lock.release()

    def learn(self, texts: Sequence[str]) -> None:
        """Let the process presume texts when it has nothing else to do; also a process that takes its place."""
        new = [text for text in dict.fromkeys(texts) if text not in self._lesson]
        self._lesson.update(dict.fromkeys(new))
        if len(self._lesson) > MOST_LEARNED:
            self._lesson = dict.fromkeys(new)
        if new and not self._is_given_up and self._lock.acquire(blocking=False):
            try:
                self._teach(new)
            finally:
                self._lock.release()

    def listen(self, sound: bytes) -> str:
        """Hear an utterance. Raise `SecondEarFault`."""
        self._until_s = time.monotonic() + self._limits.answer_s
        foreseen, self._foreseen = self._foreseen, None
        number = foreseen.number if foreseen is not None and foreseen.sound == sound else None
        return str(self._ask("listen", _sound(sound), number).get("text", ""))

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        """Weigh texts against the utterance. Raise `SecondEarFault`."""
        return self._scores("weigh", texts)

    def presume(self, texts: Sequence[str]) -> tuple[float, ...]:
        """Weigh texts against silence. Raise `SecondEarFault`."""
        return self._scores("presume", texts) if texts else ()

    def close(self) -> None:
        """End the process; safe to call twice."""
        self._is_given_up = True
        self._worker.end()
        self._starting.join(1.0)

    def _scores(self, do: str, texts: Sequence[str]) -> tuple[float, ...]:
        scores = self._ask(do, {"texts": list(texts)}).get("scores")
        if not isinstance(scores, list) or len(scores) != len(texts):
            raise SecondEarFault("its process answered something else")
        self._faults = 0
        return tuple(float(score) for score in scores)

    def _ask(self, do: str, request: Mapping[str, object], begun: int | None = None) -> Message:
        """The answer to a request; `begun` is its number where it was sent before."""
        if self._is_given_up:
            raise SecondEarFault("it is not asked any more")
        if not self._lock.acquire(blocking=False):
            raise SecondEarFault("it is still being loaded")
        try:
            number = self._worker.begin(do, request) if begun is None else begun
            return self._worker.answer(number, max(0.0, self._until_s - time.monotonic()))
        except (WorkerFault, WorkerMissing) as error:
            self._faults += 1
            self._foreseen = None
            self._worker.end()
            if self._faults >= MOST_FAULTS:
                self._give_up(str(error))
            raise SecondEarFault(str(error)) from error
        finally:
            self._lock.release()
            if self._faults and not self._is_given_up and not self._starting.is_alive():
                self._starting = self._start()

    def _start(self) -> threading.Thread:
        self._lock.acquire()
        thread = threading.Thread(target=self._load, name="second ear", daemon=True)
        thread.start()
        return thread

    def _load(self) -> None:
        """Let the worker greet; runs with the lock held."""
        try:
            if not self._is_given_up:
                self._worker.running()
                self._teach(tuple(self._lesson))
        except (WorkerFault, WorkerMissing) as error:
            self._worker.end()
            self._give_up(str(error))
        finally:
            self._lock.release()

    def _teach(self, texts: Sequence[str]) -> None:
        """Name texts to the process; what becomes of it shows when it is asked."""
        if not texts:
            return
        with contextlib.suppress(WorkerFault, WorkerMissing):
            self._worker.running().send({"do": "learn", "texts": list(texts)})

    def _give_up(self, why: str) -> None:
        if not self._is_given_up:
            self._is_given_up = True
            self._report(why)
