"""A child process that answers one JSON line with one JSON line, within a time limit."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import IO


class WorkerDied(Exception):  # noqa: N818
    """The process ended or said something that is no JSON object."""


class WorkerHung(Exception):  # noqa: N818
    """No answer within the time limit."""


class WorkerProcess:
    """One running worker. It has a process group of its own, so that `kill` also ends what it started."""

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
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(self._process.stdout,), name="speech-worker", daemon=True).start()

    def receive(self, limit_s: float) -> dict[str, object]:
        """Return the next answer. Raise `WorkerHung` after the limit, `WorkerDied` when there will be none."""
        try:
            line = self._lines.get(timeout=limit_s)
        except queue.Empty:
            raise WorkerHung(f"no answer within {limit_s:.1f} s") from None
        if line is None:
            raise WorkerDied("the speech process ended")
        try:
            answer = json.loads(line)
        except json.JSONDecodeError:
            raise WorkerDied(f"the speech process said {line.strip()[:60]!r}") from None
        if not isinstance(answer, dict):
            raise WorkerDied(f"the speech process said {line.strip()[:60]!r}")
        return answer

    def send(self, request: dict[str, object]) -> None:
        """Write one request. Raise `WorkerDied` when nobody reads."""
        pipe = self._process.stdin
        if pipe is None:
            raise WorkerDied("the speech process has no input")
        try:
            pipe.write(json.dumps(request, ensure_ascii=False) + "\n")
            pipe.flush()
        except (OSError, ValueError) as error:
            raise WorkerDied("the speech process ended") from error

    def kill(self) -> None:
        """End it and everything that it started; safe to call twice."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _read(self, stream: IO[str] | None) -> None:
        if stream is not None:
            with contextlib.suppress(ValueError, OSError):
                for line in stream:
                    self._lines.put(line)
        self._lines.put(None)
