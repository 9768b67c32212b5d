"""Starting the real command line in tests, on the demo's table."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from voiceduet.cli.main import main

PROJECT = Path(__file__).parents[2]
DEMO = PROJECT / "voiceduet" / "table" / "demo"
LAYING = ("--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--names", "Анна,Борис")
TYPED = ("--listen", "text", "--speak", "none", "--json")
PROGRAM = (sys.executable, "-m", "voiceduet")
LINES = ("завтрак три", "касаюсь яйцо", "касаюсь геркулес", "небо два", "касаюсь солнце", "стоп")
"""A clue, an agent, a bystander; a clue, an agent, the end of the turn."""

Finished = subprocess.CompletedProcess[str]


def typed(command: Sequence[str], lines: Sequence[str] = (), before: Sequence[str] = ()) -> Finished:
    """Run to the end with typed lines; `before` is a program that starts it, as `unshare`."""
    return subprocess.run(
        [*before, *PROGRAM, *command, *TYPED],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def typed_here(command: Sequence[str], lines: Sequence[str] = ()) -> Finished:
    """As `typed`, in this process, which is quicker."""
    out, err = io.StringIO(), io.StringIO()
    typing = io.StringIO("".join(f"{line}\n" for line in lines))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), patch.object(sys, "stdin", typing):
        code = main([*command, *TYPED])
    return Finished(command, code, out.getvalue(), err.getvalue())


def events(printed: str) -> list[dict[str, Any]]:
    """The events of a run with `--json`."""
    return [json.loads(line) for line in printed.splitlines() if line.startswith("{")]


def moves(printed: str) -> Iterator[tuple[str, str]]:
    """What was played, as short pairs."""
    for event in events(printed):
        if event["event"] in ("clue", "touch"):
            yield event["event"], event["word"]
