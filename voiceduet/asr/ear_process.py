"""Ears that live in a process of their own, as one `Recognizer`: whatever becomes of it, the game goes on.

A process that dies or hangs is replaced within a second or two, gets the same phrases and hears the utterance under
way again from its beginning. An utterance that ends the process twice is dropped, and that is told. Where no process
can be started any more the ears are deaf: that is told too, and they try again until they hear.
"""

from __future__ import annotations

import base64
import contextlib
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from voiceduet.asr.errors import ModelError, RecognizerError
from voiceduet.asr.faults import Fault, FaultCode, fault, read_fault
from voiceduet.asr.ports import AudioFrame, Ear, Hypothesis, PhraseSet, RecognizedWord
from voiceduet.workers import Message, WatchedWorker, WorkerDied, WorkerFault, WorkerMissing, WorkerProcess

_T = TypeVar("_T")

MOST_DROPPED = 3
"""So many utterances dropped in a row, and the ears are as good as deaf."""


class EarTrouble(StrEnum):
    """What the players should know; listening goes on."""

    RESTARTED = "restarted"
    """The process was replaced, and nothing is lost."""
    DROPPED = "dropped"
    """An utterance ended the process twice and is not heard."""
    GONE = "gone"
    """No process can be started: nothing is heard until `BACK`."""
    BACK = "back"
    """The ears hear again."""


@dataclass(frozen=True, slots=True)
class EarReport:
    """Something the players should know about the ears."""

    trouble: EarTrouble
    fault: Fault | None = None
    """With `GONE`: why."""


@dataclass(frozen=True, slots=True)
class EarLimits:
    """How long the process may take, seconds."""

    start_s: float = 20.0
    """To load a model, also a large one from a slow disk."""
    again_s: float = 20.0
    """To load it again for an utterance that waits."""
    answer_s: float = 3.0
    """To close an utterance, or to look words up."""
    behind: float = 1.0
    """More for each second of the utterance: a recording is sent faster than it is heard."""
    retry_s: float = 4.0
    """Between two tries of deaf ears; doubled each time."""
    retry_most_s: float = 30.0


def worker_command(model: Path, n_best: int = 10) -> tuple[str, ...]:
    """How the process for a model folder is started."""
    return (sys.executable, "-m", "voiceduet.asr.ear_worker", str(model), str(n_best))


def _ignore(_: EarReport) -> None:
    return


class _Unheard(Exception):  # noqa: N818 - never leaves this module
    """Nothing can be heard of this utterance."""


class EarProcess:
    """One ear, or several as one, over one stream; safe to use from several threads.

    `set_phrases` keeps the contract of the port; after `close` every other method raises `RecognizerError`.
    """

    def __init__(
        self, command: Iterable[str], report: Callable[[EarReport], None] = _ignore, limits: EarLimits | None = None
    ) -> None:
        """Start the process at once; `report` is called from any thread. Raise `ModelError`."""
        self._limits = limits or EarLimits()
        self._command = tuple(command)
        self._worker = WatchedWorker(self._command, self._limits.start_s)
        self._coming: WatchedWorker | None = None
        self._report = report
        self._lock = threading.RLock()
        self._closing = threading.Event()
        self._phrases: PhraseSet | None = None
        self._frames: list[AudioFrame] = []
        self._sent = 0
        self._failures = 0
        self._dropped_in_a_row = 0
        self._is_given_up = False
        self._is_deaf = False
        self._partial: str | None = None
        self.restarts = 0
        """How often a hung or dead process was replaced."""
        try:
            self._worker.running()
        except (WorkerMissing, WorkerFault) as error:
            self._worker.end()
            raise ModelError(_why(error)) from error

    @property
    def pid(self) -> int | None:
        """The number of the process that listens now; `None` for deaf ears."""
        return self._worker.pid

    def unknown_words(self, words: Iterable[str]) -> tuple[str, ...]:
        """Those of the words that the model lacks, once each, in order. Phrases are looked at word by word.

        None where nobody can be asked.
        """
        asked = list(words)

        def ask() -> Message:
            return self._worker.ask("unknown", {"words": asked}, self._limits.answer_s, self._remark)

        with self._lock:
            self._check_open()
            with contextlib.suppress(_Unheard):
                return tuple(str(word) for word in _list(self._guarded(ask), "unknown"))
            return ()

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard. Only between utterances."""
        with self._lock:
            if self._frames:
                raise RecognizerError("phrases can only change between utterances: call finish() or reset() first")
            if phrases != self._phrases:
                self._phrases = phrases
                with contextlib.suppress(_Unheard):
                    self._guarded(self._send_phrases)

    def accept(self, frame: AudioFrame) -> str | None:
        """Take a frame; return the latest partial text when a new one has arrived."""
        with self._lock:
            self._check_open()
            self._frames.append(frame)
            with contextlib.suppress(_Unheard):
                self._guarded(self._send_frames)
            partial, self._partial = self._partial, None
            return partial

    def finish(self) -> tuple[Hypothesis, ...]:
        """Close the utterance and return its hypotheses; none when it had to be dropped, or nothing can be heard."""
        with self._lock:
            self._check_open()
            heard: tuple[Hypothesis, ...] = ()
            if self._frames:
                with contextlib.suppress(_Unheard):
                    heard = self._guarded(self._close_utterance)
                self._count_dropped()
            self._forget()
            return heard

    def reset(self) -> None:
        """Drop what was heard so far."""
        with self._lock:
            if self._sent:
                self._worker.running().send({"do": "reset"})
            self._forget()

    def close(self) -> None:
        """End the process; safe to call twice."""
        self._closing.set()
        self._end_workers()  # whoever waits for one lets go of the lock
        with self._lock:
            self._end_workers()

    def _end_workers(self) -> None:
        for worker in filter(None, (self._worker, self._coming)):
            worker.end()

    def _check_open(self) -> None:
        if self._closing.is_set():
            raise RecognizerError("the ears are closed")

    def _forget(self) -> None:
        self._frames.clear()
        self._sent = self._failures = 0
        self._is_given_up = False
        self._partial = None

    def _count_dropped(self) -> None:
        if not self._is_given_up:
            self._dropped_in_a_row = 0
            return
        self._dropped_in_a_row += 1
        if self._dropped_in_a_row >= MOST_DROPPED:
            self._go_deaf(fault(FaultCode.EAR_FAILED), self._limits.retry_most_s)
        else:
            self._report(EarReport(EarTrouble.DROPPED))

    def _guarded(self, do: Callable[[], _T]) -> _T:
        """Do something with the process; when it fails replace the process and do it again. Raise `_Unheard`."""
        while not (self._is_given_up or self._is_deaf or self._closing.is_set()):
            try:
                return do()
            except WorkerFault:
                self._replace()
        raise _Unheard

    def _replace(self) -> None:
        self._failures += 1
        self._sent = 0
        self.restarts += 1
        self._worker.end()
        self._worker = WatchedWorker(self._command, self._limits.again_s)
        try:
            self._worker.running()
        except (WorkerMissing, WorkerFault) as error:
            self._go_deaf(_why(error), self._limits.retry_s)
            return
        self._send_phrases()
        if self._failures > 1:
            self._is_given_up = True
        else:
            self._report(EarReport(EarTrouble.RESTARTED))

    def _go_deaf(self, why: Fault, wait_s: float) -> None:
        self._worker.end()
        self._is_deaf = True
        self._sent = 0
        self._report(EarReport(EarTrouble.GONE, why))
        threading.Thread(target=self._come_back, args=(wait_s,), name="ear revival", daemon=True).start()

    def _come_back(self, wait_s: float) -> None:
        """Try to start a process until one listens; what is being said then is heard from its beginning."""
        while not self._closing.wait(wait_s):
            worker = self._coming = WatchedWorker(self._command, self._limits.start_s)
            try:
                worker.running()
            except (WorkerMissing, WorkerFault):
                worker.end()
                wait_s = min(2 * wait_s, self._limits.retry_most_s)
                continue
            with self._lock:
                self._coming, self._worker = None, worker
                if self._closing.is_set():
                    worker.end()
                    return
                self._sent = self._failures = 0
                self._is_deaf = self._is_given_up = False
                self._send_phrases()
            self._report(EarReport(EarTrouble.BACK))
            return

    def _send_phrases(self) -> None:
        if self._phrases is not None:
            self._worker.running().send({"do": "phrases", **asdict(self._phrases)})

    def _send_frames(self) -> None:
        worker: WorkerProcess = self._worker.running()
        for message in worker.waiting():
            self._remark(message)
        for frame in self._frames[self._sent :]:
            pcm = base64.b64encode(frame.samples).decode("ascii")
            worker.send({"do": "frame", "pcm": pcm, "at": frame.start_s})
        self._sent = len(self._frames)

    def _close_utterance(self) -> tuple[Hypothesis, ...]:
        self._send_frames()
        length_s = sum(frame.duration_s for frame in self._frames)
        limit_s = self._limits.answer_s + self._limits.behind * length_s
        answer = self._worker.ask("finish", {}, limit_s, self._remark)
        return tuple(_hypothesis(each) for each in _list(answer, "heard"))

    def _remark(self, message: Message) -> None:
        self._partial = str(message.get("partial", ""))


def _why(error: Exception) -> Fault:
    """What the worker said that it lacks; else only that it does not start."""
    said = read_fault(error.greeting.get("fault")) if isinstance(error, WorkerMissing) else None
    return said or fault(FaultCode.EAR_FAILED, error)


def _list(answer: Message, name: str) -> list[Any]:
    found = answer.get(name)
    if not isinstance(found, list):
        raise WorkerDied("its process answered something else")
    return found


def _hypothesis(fields: Mapping[str, Any]) -> Hypothesis:
    words = tuple(RecognizedWord(**word) for word in fields["words"])
    return Hypothesis(fields["text"], Ear(fields["ear"]), words, fields["score"], fields["lag"])
