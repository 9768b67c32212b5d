"""How long a table takes to listen, and how much memory it needs: one that is started for this."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Started:
    """What a started table needed."""

    start_s: float
    """From nothing to its first announcement; by then it listens."""
    cpu_s: float | None
    """Processor time until then; `None` where the system does not tell."""
    memory_mb: float | None
    """Its greatest memory while it heard the recording; `None` where the system does not tell."""


def start_table(recording: Path, language: str, model: str | None, options: Sequence[str] = ()) -> Started | None:
    """Let a table hear a recording, without a voice; `None` when it does not start."""
    named = () if model is None else ("--model", model)
    with tempfile.TemporaryDirectory() as folder:
        command = (sys.executable, "-m", "voiceduet", "play", "--lang", language, "--listen", str(recording))
        silent = ("--speak", "none", "--json", "--journal", str(Path(folder) / "game.jsonl"))
        began_s = time.perf_counter()
        process = subprocess.Popen(  # noqa: S603 - this program itself
            (*command, *silent, *named, *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        with process:
            return _watch(process, began_s)


def _watch(process: subprocess.Popen[bytes], began_s: float) -> Started | None:
    start_s = cpu_s = memory_mb = None
    for line in process.stdout or ():
        if start_s is None and b'"event": "say"' in line:
            start_s, cpu_s = time.perf_counter() - began_s, _cpu_s(process.pid)
        memory_mb = memory_mb_of(process.pid) or memory_mb
    return None if start_s is None else Started(start_s, cpu_s, memory_mb)


def memory_mb_of(process: int | str = "self") -> float | None:
    """Greatest memory of a process so far; `None` on systems without /proc, and when it has ended."""
    with suppress(OSError, ValueError, IndexError):
        lines = Path(f"/proc/{process}/status").read_text("ascii", errors="replace").splitlines()
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), None)
    return None


def _cpu_s(process: int) -> float | None:
    if sys.platform == "win32":
        return None
    with suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{process}/stat").read_text("ascii", errors="replace").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return None
