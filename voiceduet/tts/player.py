"""Playing a rendered phrase through the sound device, with a program of the system."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from voiceduet.tts.faults import FaultCode, SpeechFault

_POLL_S = 0.02

PROGRAMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "darwin": (("afplay",),),
    "linux": (
        ("aplay", "-q", "--buffer-time=200000", "--period-time=20000"),
        ("paplay",),
        ("pw-play",),
        ("play", "-q"),
    ),
    "win32": ((sys.executable, "-c", "import sys, winsound; winsound.PlaySound(sys.argv[1], winsound.SND_FILENAME)"),),
}
"""Programs that play a WAV file and end when it ends, by platform, in the order in which they are tried.

Without a small buffer aplay goes on for more than a second after the sound when it plays through PulseAudio.
"""


class Player(Protocol):
    """Something that makes a WAV file audible."""

    def play(self, path: Path, length_s: float, started: Callable[[], None], cut: threading.Event) -> float:
        """Play to the end or until `cut` is set; call `started` as the sound begins; return audible seconds.

        Raise `SpeechFault` when nothing can be heard, or when it takes far longer than `length_s`.
        """


class CommandPlayer:
    """Plays with the first program of the system that works."""

    def __init__(self, programs: Sequence[Sequence[str]] | None = None, *, grace_s: float = 3.0) -> None:
        """`grace_s` is how much longer than the sound a program may take, for the device to open."""
        known = PROGRAMS.get(sys.platform, PROGRAMS["linux"]) if programs is None else programs
        self.programs = [tuple(program) for program in known]
        self._grace_s = grace_s

    def play(self, path: Path, length_s: float, started: Callable[[], None], cut: threading.Event) -> float:
        """Play with the first program that does not fail; one that fails is tried last from then on."""
        installed = [program for program in self.programs if shutil.which(program[0])]
        if not installed:
            names = ", ".join(program[0] for program in self.programs)
            raise SpeechFault(FaultCode.NO_PLAYER, programs=names)
        started()
        reasons = []
        for program in installed:
            begin = time.monotonic()
            reason = self._run(program, path, length_s, cut)
            if reason is None:
                return min(time.monotonic() - begin, length_s)
            reasons.append(f"{program[0]}: {reason}")
            self.programs.remove(program)
            self.programs.append(program)
        raise SpeechFault(FaultCode.NO_DEVICE, reasons="; ".join(reasons))

    def _run(self, program: Sequence[str], path: Path, length_s: float, cut: threading.Event) -> str | None:
        """Return why it failed, `None` when it played or was cut."""
        try:
            process = subprocess.Popen(  # noqa: S603 - programs named above
                [*program, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            return error.strerror or "cannot be started"
        deadline = time.monotonic() + length_s + self._grace_s
        try:
            while process.poll() is None:
                if cut.wait(_POLL_S):
                    return None
                if time.monotonic() > deadline:
                    return f"still busy after {length_s + self._grace_s:.0f} s"
            if process.returncode:
                error_text = process.stderr.read().decode("utf-8", "replace") if process.stderr else ""
                return (error_text.strip().splitlines() or [f"exit code {process.returncode}"])[-1]
            return None
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            if process.stderr is not None:
                with contextlib.suppress(OSError):
                    process.stderr.close()
