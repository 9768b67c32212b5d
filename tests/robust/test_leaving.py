"""Leaving in the middle of a sentence: Ctrl-C, a closed terminal, the system's end, a kill. Nobody stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.robust.running import LAYING, PROGRAM
from voiceduet.table.journal import read_journal
from voiceduet.workers import PARENT_WATCH_S

pytestmark = pytest.mark.speaks

if not Path("/proc/self/task").exists():
    pytest.skip("this system has no /proc to look into", allow_module_level=True)

BUSY = """
import time
from voiceduet.workers import worker_streams
_, reply = worker_streams()
reply({"ready": True})
"""
PARENT = """
import sys, time
from voiceduet.workers import WatchedWorker
worker = WatchedWorker((sys.executable, "-c", sys.argv[1]), 20.0).running()
print(worker.pid, flush=True)
time.sleep(60)
"""


def is_there(pid: int) -> bool:
    """Whether a process still runs; one that is only not yet waited for does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text("ascii").rpartition(")")[2].split()[0] != "Z"


def gone_within(pids: list[int], limit_s: float) -> bool:
    end_s = time.monotonic() + limit_s
    while time.monotonic() < end_s:
        if not any(map(is_there, pids)):
            return True
        time.sleep(0.05)
    return False


def children_of(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(each) for task in tasks for each in task.read_text("ascii").split()]


@contextmanager
def speaking(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A game in the middle of its first sentence; the loudspeaker takes its time."""
    player = folder / "bin" / "aplay"
    player.parent.mkdir()
    player.write_text("#!/bin/sh\nexec sleep 30\n")
    player.chmod(0o755)
    (folder / "tmp").mkdir()
    environment = {**os.environ, "PATH": f"{player.parent}:{os.environ['PATH']}", "TMPDIR": str(folder / "tmp")}
    command = [*PROGRAM, "play", *LAYING, "--listen", "text", "--speak", "pyttsx3", "--json"]
    with subprocess.Popen(
        [*command, "--journal", str(folder / "game.jsonl")],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        while '"say"' not in process.stdout.readline():
            assert process.poll() is None, "the game does not start"
        end_s = time.monotonic() + 10.0
        while len(children_of(process.pid)) < 2:
            assert time.monotonic() < end_s, "nothing is spoken"
            time.sleep(0.05)
        yield process
        process.kill()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=["INT", "TERM", "HUP"]
)
def test_whoever_leaves_waits_for_no_sentence(tmp_path: Path, number: signal.Signals, code: int) -> None:
    with speaking(tmp_path) as process:
        children = children_of(process.pid)
        begin_s = time.monotonic()
        process.send_signal(number)
        assert process.wait(25) == code
        assert time.monotonic() - begin_s < 8.0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert gone_within(children, 2.0)
    assert list((tmp_path / "tmp").iterdir()) == []
    contents = read_journal(tmp_path / "game.jsonl")
    assert contents.damage is None
    assert len(contents.entries) == 1


def test_after_a_kill_only_the_sentence_is_ended(tmp_path: Path) -> None:
    with speaking(tmp_path) as process:
        helpers = [pid for pid in children_of(process.pid) if b"sleep" not in Path(f"/proc/{pid}/cmdline").read_bytes()]
        process.kill()
        assert helpers
    assert gone_within(helpers, 5 * PARENT_WATCH_S)


@pytest.mark.parametrize("work", ["time.sleep(60)", "while True: pass"], ids=["waits in a library", "computes"])
def test_a_worker_at_work_ends_with_its_parent(work: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, BUSY + work], stdout=subprocess.PIPE, encoding="ascii"
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
    assert gone_within([worker], 10 * PARENT_WATCH_S)


def test_whoever_leaves_is_told_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [*PROGRAM, "play", *LAYING, "--listen", "text", "--speak", "none", "--journal", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        while "Начинает Анна" not in process.stdout.readline():
            assert process.poll() is None, "the game does not start"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        last = process.stdout.read().splitlines()[-1]
        assert process.wait(25) == 130
    assert last == f"· Игра сохранена; продолжить: voiceduet resume {path}"


STUCK = """
import time
from voiceduet.cli import main
main.LEAVE_LIMIT_S = 0.5
main._heed_signals()
ready = ["ready"]
while True:
    try:
        if ready:
            print(ready.pop(), flush=True)
        time.sleep(60)
    except BaseException:
        pass
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["INT", "TERM"])
def test_devices_that_do_not_let_go_are_left_behind(number: signal.Signals, code: int) -> None:
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE, encoding="ascii") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.wait(20) == code
