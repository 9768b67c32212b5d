"""Ears that live in a process of their own, as one `Recognizer`: whatever becomes of it, the game goes on.

A process that dies or hangs is replaced within a second or two, gets the same phrases and hears the utterance under
way again from its beginning. Only an utterance that ends the process twice is dropped, and that is said.
"""

from __future__ import annotations

import base64
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from voiceduet.asr.errors import ModelError, RecognizerError
from voiceduet.asr.ports import AudioFrame, Ear, Hypothesis, PhraseSet, RecognizedWord
from voiceduet.workers import Message, WatchedWorker, WorkerDied, WorkerFault, WorkerMissing, WorkerProcess

_T = TypeVar("_T")

GONE = "the speech recogniser cannot be started again ({what}); the game is saved, go on with: voiceduet resume"


class EarTrouble(StrEnum):
    """What the players should know; listening goes on."""

    RESTARTED = "restarted"
    """The process was replaced, and nothing is lost."""
    DROPPED = "dropped"
    """An utterance ended the process twice and is not heard."""


@dataclass(frozen=True, slots=True)
class EarLimits:
    """How long the process may take, seconds."""

    start_s: float = 20.0
    """To load a model, also a large one from a slow disk."""
    answer_s: float = 3.0
    """To close an utterance, or to look words up."""
    behind: float = 1.0
    """More for each second of the utterance: a recording is sent faster than it is heard."""


def worker_command(model: Path, n_best: int = 10) -> tuple[str, ...]:
    """How the process for a model folder is started."""
    return (sys.executable, "-m", "voiceduet.asr.ear_worker", str(model), str(n_best))


def _ignore(_: EarTrouble) -> None:
    return


class _TooOften(Exception):  # noqa: N818 - never leaves this module
    """One utterance has ended the process twice."""


class EarProcess:
    """One ear, or several as one, over one stream; safe to use from several threads.

    Every method but `close` raises `RecognizerError` after `close`, and when no other process can be started.
    """

    def __init__(
        self, command: Iterable[str], report: Callable[[EarTrouble], None] = _ignore, limits: EarLimits | None = None
    ) -> None:
        """Start the process at once; `report` gets what the players should know. Raise `ModelError`."""
        self._limits = limits or EarLimits()
        self._worker = WatchedWorker(tuple(command), self._limits.start_s)
        self._report = report
        self._lock = threading.RLock()
        self._phrases: PhraseSet | None = None
        self._frames: list[AudioFrame] = []
        self._sent = 0
        self._failures = 0
        self._is_given_up = False
        self._is_closed = False
        self._partial: str | None = None
        try:
            self._worker.running()
        except (WorkerMissing, WorkerFault) as error:
            self._worker.end()
            raise ModelError(str(error)) from error

    @property
    def restarts(self) -> int:
        """How often a hung or dead process was replaced."""
        return self._worker.restarts

    @property
    def pid(self) -> int:
        """The number of the process that listens now."""
        return self._worker.running().pid

    def unknown_words(self, words: Iterable[str]) -> tuple[str, ...]:
        """Those of the words that the model lacks, once each, in order. Phrases are looked at word by word."""
        asked = list(words)

        def ask() -> Message:
            self._process()
            return self._worker.ask("unknown", {"words": asked}, self._limits.answer_s, self._remark)

        with self._lock:
            try:
                answer = self._guarded(ask)
            except _TooOften as error:
                raise RecognizerError(GONE.format(what="it fails again and again")) from error
            return tuple(str(word) for word in _list(answer, "unknown"))

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard. Only between utterances."""
        with self._lock:
            if self._frames:
                raise RecognizerError("phrases can only change between utterances: call finish() or reset() first")
            if phrases != self._phrases:
                self._phrases = phrases
                self._send_phrases()

    def accept(self, frame: AudioFrame) -> str | None:
        """Take a frame; return the latest partial text when a new one has arrived."""
        with self._lock:
            self._frames.append(frame)
            if not self._is_given_up:
                try:
                    self._guarded(self._send_frames)
                except _TooOften:
                    self._is_given_up = True
            partial, self._partial = self._partial, None
            return partial

    def finish(self) -> tuple[Hypothesis, ...]:
        """Close the utterance and return its hypotheses; none when it had to be dropped."""
        with self._lock:
            heard: tuple[Hypothesis, ...] = ()
            if self._frames and not self._is_given_up:
                try:
                    heard = self._guarded(self._close_utterance)
                except _TooOften:
                    self._is_given_up = True
            if self._is_given_up:
                self._report(EarTrouble.DROPPED)
            self._forget()
            return heard

    def reset(self) -> None:
        """Drop what was heard so far."""
        with self._lock:
            if self._sent:
                self._process().send({"do": "reset"})
            self._forget()

    def close(self) -> None:
        """End the process; safe to call twice."""
        with self._lock:
            self._is_closed = True
            self._worker.end()

    def _process(self) -> WorkerProcess:
        if self._is_closed:
            raise RecognizerError("the ears are closed")
        return self._worker.running()

    def _forget(self) -> None:
        self._frames.clear()
        self._sent = self._failures = 0
        self._is_given_up = False
        self._partial = None

    def _guarded(self, do: Callable[[], _T]) -> _T:
        """Do something with the process; when it fails replace the process and do it again."""
        try:
            return do()
        except WorkerFault:
            self._replace()
        return self._guarded(do)

    def _replace(self) -> None:
        self._failures += 1
        self._sent = 0
        self._worker.replace()
        try:
            self._worker.running()
        except (WorkerMissing, WorkerFault) as error:
            raise RecognizerError(GONE.format(what=error)) from error
        self._send_phrases()
        if self._failures > 1:
            self._failures = 0
            raise _TooOften
        self._report(EarTrouble.RESTARTED)

    def _send_phrases(self) -> None:
        if self._phrases is not None:
            self._process().send({"do": "phrases", **asdict(self._phrases)})

    def _send_frames(self) -> None:
        worker = self._process()
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


def _list(answer: Message, name: str) -> list[Any]:
    found = answer.get(name)
    if not isinstance(found, list):
        raise WorkerDied("its process answered something else")
    return found


def _hypothesis(fields: Mapping[str, Any]) -> Hypothesis:
    words = tuple(RecognizedWord(**word) for word in fields["words"])
    return Hypothesis(fields["text"], Ear(fields["ear"]), words, fields["score"])
