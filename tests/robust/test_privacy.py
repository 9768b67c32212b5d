"""Nobody peeks: no network at play, no sound on the disk, the key only where it must be."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests.robust.running import DEMO, LAYING, LINES, PROGRAM, events, moves
from voiceduet.asr.spelling.letter_model import MADE, MAKING
from voiceduet.table.journal import read_journal

pytestmark = pytest.mark.tool

NO_NETWORK = """
import os, socket
def refuse(*arguments, **named):
    with open(os.environ["TRIED"], "a") as file:
        file.write(repr(arguments) + "\\n")
    raise PermissionError("no network at play")
def make(*arguments, **named):
    raise PermissionError("no socket at play")
class Socket(socket.socket):
    __init__ = make
socket.socket = Socket
socket.create_connection = socket.getaddrinfo = socket.gethostbyname = refuse
"""
"""No process can make a socket, and whoever asks for a name or a connection is noted. (A library that comes with the
recogniser makes a socket when it is imported, to see whether the machine knows IPv6; that is refused as well.)"""
SOUND = (b"RIFF", b"fLaC", b"OggS", b"ID3")
LARGEST_TEXT = 200_000


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Everything that the program may write is below one folder; sockets are refused in all its processes."""
    for name in ("home", "tmp", "site"):
        (tmp_path / name).mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(NO_NETWORK, "utf-8")
    paths = {"HOME": "home", "VOICEDUET_HOME": "home", "TMPDIR": "tmp", "PYTHONPATH": "site", "TRIED": "tried"}
    return {**os.environ, **{name: str(tmp_path / folder) for name, folder in paths.items()}}


def run(arguments: list[str], home: dict[str, str], lines: tuple[str, ...] = (), before: tuple[str, ...] = ()) -> str:
    ran = subprocess.run(
        [*before, *PROGRAM, *arguments],
        input="".join(f"{line}\n" for line in lines),
        env=home,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


MODEL_FILES = {".conf", ".fst", ".int", ".md", ".mdl", ".txt"}


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_the_demo_needs_no_network_and_stores_no_sound(tmp_path: Path, home: dict[str, str]) -> None:
    printed = run(["play", *LAYING, "--listen", str(DEMO / "demo.flac"), "--speak", "none", "--json"], home)
    assert len(list(moves(printed))) >= 10
    assert not (tmp_path / "tried").exists(), (tmp_path / "tried").read_text("utf-8")
    written = files(tmp_path / "home") + files(tmp_path / "tmp")
    letters = [path for path in written if any(part.startswith((MADE, MAKING)) for part in path.parts)]
    assert {path.suffix for path in letters} <= MODEL_FILES, "the model for spelled words is made before anybody spells"
    told = [path for path in written if path not in letters]
    assert [path.suffix for path in told] == [".jsonl"]
    for path in told:
        data = path.read_bytes()
        assert len(data) < LARGEST_TEXT
        assert not any(mark in data for mark in SOUND)


def test_a_machine_without_any_network_will_do(home: dict[str, str]) -> None:
    alone = ("unshare", "--map-root-user", "--net")
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this machine lets nobody have a network of their own (unshare --net)")
    fixture = Path(__file__).parents[1] / "audio_fixtures" / "ru-clue-003.flac"
    printed = run(
        ["play", *LAYING, "--listen", str(fixture), "--speak", str(Path(home["TMPDIR"]) / "said.wav"), "--json"],
        home,
        before=alone,
    )
    assert [event["event"] for event in events(printed)].count("say") >= 1


def test_the_key_is_in_the_journal_only_and_that_is_private(tmp_path: Path, home: dict[str, str]) -> None:
    event_file = tmp_path / "events.jsonl"
    options = ["--key", "draw", "--listen", "text", "--speak", "none", "--events", str(event_file)]
    printed = run(["play", *LAYING[:2], *options], home, LINES)
    (journal,) = files(tmp_path / "home")
    record = read_journal(journal).header["record"]
    (sides,) = [line.split()[1:] for line in record.splitlines() if line.startswith("key ")]
    assert [len(side) for side in sides] == [25, 25]
    for text in (printed, event_file.read_text("utf-8")):
        assert not any(side in text.replace(" ", "") for side in sides)
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.parent.stat().st_mode) == 0o700


def test_the_key_is_not_in_a_process_title_and_the_environment(home: dict[str, str]) -> None:
    command = [*PROGRAM, "play", *LAYING[:2], "--key", "draw", "--listen", "text", "--speak", "none", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=home) as game:
        assert game.stdout is not None
        assert '"event": "table"' in game.stdout.readline()
        seen = [Path(f"/proc/{game.pid}/{name}") for name in ("cmdline", "comm", "environ")]
        shown = b"".join(path.read_bytes() for path in seen if path.exists())
        (journal,) = files(Path(home["HOME"]))
        game.kill()
    key = next(line for line in read_journal(journal).header["record"].splitlines() if line.startswith("key "))
    assert not any(side.encode() in shown for side in key.split()[1:])


def test_table_talk_is_nowhere_on_the_disk(tmp_path: Path, home: dict[str, str]) -> None:
    options = ["--listen", "text", "--speak", "none"]
    run(["play", *LAYING, *options], home, ("завтрак три", "наверное яйцо или сыр", "касаюсь яйцо"))
    for path in files(tmp_path / "home"):
        assert "наверное" not in path.read_text("utf-8")
