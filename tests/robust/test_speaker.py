"""A real voice whose loudspeaker misbehaves: the game goes on, and it is told once what does not work."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.robust.running import LAYING, LINES, PROGRAM, events, moves

pytestmark = pytest.mark.speaks

PLAYERS = {
    "busy": "#!/bin/sh\necho 'audio open error: Device or resource busy' >&2\nexit 1\n",
    "unplugged during speech": "#!/bin/sh\n/bin/sleep 0.2\necho 'write error: No such device' >&2\nexit 1\n",
    "killed during speech": "#!/bin/sh\n/bin/sleep 0.1\nkill -9 $$\n",
    "hanging": "#!/bin/sh\nexec /bin/sleep 60\n",
}


def played(folder: Path, player: str | None, lines: tuple[str, ...]) -> tuple[str, float]:
    """A game with a programme that stands in for the system's player, in a path with nothing else."""
    programs = folder / "bin"
    programs.mkdir()
    if player is not None:
        (programs / "aplay").write_text(player, "utf-8")
        (programs / "aplay").chmod(0o755)
    begin = time.monotonic()
    ran = subprocess.run(
        [*PROGRAM, "play", *LAYING, "--listen", "text", "--speak", "pyttsx3", "--json", "--style", "short"],
        input="".join(f"{line}\n" for line in lines),
        env={**os.environ, "PATH": str(programs)},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=200,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout, time.monotonic() - begin


@pytest.mark.skipif(sys.platform != "linux", reason="the stand-in is a shell script called aplay")
@pytest.mark.parametrize("what", ["busy", "unplugged during speech", "killed during speech"])
def test_the_game_goes_on_and_the_fault_is_told_once(tmp_path: Path, what: str) -> None:
    printed, _ = played(tmp_path, PLAYERS[what], LINES)
    assert list(moves(printed))[:3] == [("clue", "завтрак"), ("touch", "ЯЙЦО"), ("touch", "ГЕРКУЛЕС")]
    faults = [event["text"] for event in events(printed) if event["event"] == "fault"]
    assert faults
    assert len(faults) == len(set(faults)) <= 2


def test_no_player_at_all(tmp_path: Path) -> None:
    printed, _ = played(tmp_path, None, LINES)
    assert len(list(moves(printed))) == 5
    assert 1 <= [event["event"] for event in events(printed)].count("fault") <= 2


@pytest.mark.skipif(sys.platform != "linux", reason="the stand-in is a shell script called aplay")
def test_a_player_that_hangs_is_ended(tmp_path: Path) -> None:
    printed, took_s = played(tmp_path, PLAYERS["hanging"], LINES[:1])
    assert [word for _, word in moves(printed)] == ["завтрак"]
    assert took_s < 40.0
