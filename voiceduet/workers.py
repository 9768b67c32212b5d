"""Child processes that answer JSON lines, within a time limit. Below all rooms.

Libraries that may hang, or take the whole process down with them, run in such a worker, a module of ours that is
started as `python -m …`. Its first line is `{"ready": true}` or `{"missing": why}`. Every request has `id` and `do`;
a reply has the `id` of its request, and one without `id` is a remark that nobody waits for. It ends with its input.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, TextIO, TypeVar

Message = dict[str, object]
_T = TypeVar("_T")

PARENT_WATCH_S = 1.0
"""So often a worker looks whether its parent is still there."""


class WorkerFault(Exception):  # noqa: N818 - a fault of the outside world, not a programming error
    """The worker is of no use any more."""


class WorkerDied(WorkerFault):
    """The process ended or said something that is no JSON object."""


class WorkerHung(WorkerFault):
    """No answer within the time limit."""


class WorkerMissing(Exception):  # noqa: N818
    """The worker greeted with the reason why it can do nothing; another one will not do better, for now."""

    def __init__(self, greeting: Message) -> None:
        super().__init__(str(greeting.get("missing")))
        self.greeting = greeting
        """All that it said."""


class WorkerProcess:
    """One running worker. It has a process group of its own, so that `kill` also ends what it started.

    Neither `send` nor `waiting` ever blocks: one thread writes and another reads.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start it. Raise `WorkerDied` when the command cannot be run."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own module, or a test's script
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                start_new_session=True,
            )
        except OSError as error:
            raise WorkerDied(f"{command[0]}: {error.strerror}") from error
        self._requests: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True)
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._writer.start()
        self._reader.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, request: Mapping[str, object]) -> None:
        """Pass one request on. That nobody reads it shows when the answer is waited for."""
        self._requests.put(json.dumps(request, ensure_ascii=False) + "\n")

    def receive(self, limit_s: float) -> Message:
        """Return the next line. Raise `WorkerHung` after the limit, `WorkerDied` when there will be none."""
        try:
            line = self._replies.get(timeout=limit_s)
        except queue.Empty:
            raise WorkerHung(f"no answer within {limit_s:.1f} s") from None
        if line is None:
            self._replies.put(None)
            raise WorkerDied("its process ended")
        with contextlib.suppress(json.JSONDecodeError, RecursionError):
            answer = json.loads(line)
            if isinstance(answer, dict):
                return answer
        raise WorkerDied(f"its process said {line.strip()[:60]!r}")

    def waiting(self) -> Iterator[Message]:
        """Yield what has arrived. Raise `WorkerDied` when there will be nothing more."""
        while not self._replies.empty():
            yield self.receive(0.0)

    def kill(self) -> None:
        """End it and everything that it started; safe to call twice."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._requests.put(None)
        self._writer.join(1.0)
        self._reader.join(1.0)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):
                    stream.close()

    def _write(self, stream: IO[str] | None) -> None:
        if stream is not None:
            with contextlib.suppress(ValueError, OSError):
                for line in iter(self._requests.get, None):
                    stream.write(line)
                    stream.flush()

    def _read(self, stream: IO[str] | None) -> None:
        if stream is not None:
            with contextlib.suppress(ValueError, OSError):
                for line in stream:
                    self._replies.put(line)
        self._replies.put(None)


class WatchedWorker:
    """A worker that is started when it is needed, and replaced when it hangs or dies. For one thread at a time."""

    def __init__(self, command: Sequence[str], start_s: float) -> None:
        """`start_s` is how long a new process may take to greet."""
        self._command = tuple(command)
        self._start_s = start_s
        self._worker: WorkerProcess | None = None
        self._missing: WorkerMissing | None = None
        self._ids = itertools.count(1)
        self.restarts = 0
        """How often it was replaced."""

    @property
    def pid(self) -> int | None:
        """The number of the running process; `None` when there is none."""
        worker = self._worker
        return None if worker is None else worker.pid

    def running(self) -> WorkerProcess:
        """The process; a new one when there is none. Raise `WorkerMissing`, `WorkerFault`."""
        if self._missing is not None:
            raise self._missing
        worker = self._worker
        if worker is None:
            worker = self._worker = WorkerProcess(self._command)
            greeting = worker.receive(self._start_s)
            if "missing" in greeting:
                self._missing = WorkerMissing(greeting)
                self.end()
                raise self._missing
        return worker

    def ask(
        self, do: str, request: Mapping[str, object], limit_s: float, remark: Callable[[Message], None] | None = None
    ) -> Message:
        """Send a request and return the answer to it. Raise `WorkerMissing`, `WorkerFault`.

        `remark` gets what arrives before the answer; without it nothing may.
        """
        worker = self.running()
        number = next(self._ids)
        worker.send({"id": number, "do": do, **request})
        answer = worker.receive(limit_s)
        while "id" not in answer and remark is not None:
            remark(answer)
            answer = worker.receive(limit_s)
        if answer.get("id") != number:
            raise WorkerDied("its process answered something else")
        return answer

    def begin(self, do: str, request: Mapping[str, object]) -> int:
        """Send a request and return its number, for `answer`. Raise `WorkerMissing`, `WorkerFault`."""
        worker = self.running()
        number = next(self._ids)
        worker.send({"id": number, "do": do, **request})
        return number

    def answer(self, number: int, limit_s: float) -> Message:
        """Wait for the answer to a request; those to earlier ones are dropped. Raise `WorkerMissing`, `WorkerFault`."""
        worker = self.running()
        until_s = time.monotonic() + limit_s
        while True:
            answer = worker.receive(max(0.0, until_s - time.monotonic()))
            given = answer.get("id")
            if given == number:
                return answer
            if not isinstance(given, int) or given > number:
                raise WorkerDied("its process answered something else")

    def twice(self, attempt: Callable[[], _T]) -> _T:
        """Try something; after a `WorkerFault` replace the worker and try once more.

        The second `WorkerFault` is raised. In both cases the worker that failed is ended.
        """
        try:
            return attempt()
        except WorkerFault:
            self.replace()
        try:
            return attempt()
        except WorkerFault:
            self.end()
            raise

    def replace(self) -> None:
        """End the process, so that the next request gets a new one."""
        self.end()
        self.restarts += 1

    def end(self) -> None:
        """End the process; safe to call twice, and from any thread: whoever waits for an answer gets `WorkerDied`."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()


def worker_streams() -> tuple[TextIO, Callable[[Message], None]]:
    """Requests, and the way to reply, for the main function of a worker.

    The standard output of libraries is turned to the error stream, so that nothing gets between the replies. From now
    on the process ends with its parent, also while a library is at work and nobody reads the requests.
    """
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]

    def reply(message: Message) -> None:
        replies.write(json.dumps(message, ensure_ascii=False) + "\n")
        replies.flush()

    return sys.stdin, reply


def _end_with_parent() -> None:
    """Wait until another process has taken the parent's place, then end this one and what it started."""
    if sys.platform != "win32":  # there the end of the requests must do
        parent = os.getppid()
        while os.getppid() == parent:
            time.sleep(PARENT_WATCH_S)
        os.killpg(0, signal.SIGKILL)
