"""Throw bytes at everything that reads a file, led by the code that they reach. Needs atheris, in a venv of its own.

    python3.11 -m venv fuzz && fuzz/bin/pip install . atheris
    fuzz/bin/python -m tools.fuzz_parsers journal 120

A target has a number of seconds. Whatever is no error of ours, or takes ten seconds, ends the run with a traceback and
the input in a file `crash-…`; it belongs into `tests/robust/test_fuzz_files.py` as an example.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import shutil
import sys
import tempfile
import wave
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("atheris is not installed: pip install atheris (Python 3.11 to 3.13, Linux or macOS)")

with atheris.instrument_imports(include=["voiceduet", "zipfile", "tomllib"]):
    from voiceduet.asr.errors import AsrError
    from voiceduet.asr.sources.file import FileSource
    from voiceduet.asr.unpacking import UnpackLimits, model_root, unpack
    from voiceduet.engine.errors import DuetError
    from voiceduet.engine.game import new_game
    from voiceduet.engine.grid import parse_board
    from voiceduet.engine.key import parse_key
    from voiceduet.engine.mission import parse_mission
    from voiceduet.engine.record import format_record, parse_record
    from voiceduet.engine.setup import GameSetup
    from voiceduet.table.config import load_settings
    from voiceduet.table.errors import UserError
    from voiceduet.table.journal import read_journal
    from voiceduet.table.journal_lines import plain, seal
    from voiceduet.table.replay import read_replay_file
    from voiceduet.table.saved import Agreement, header_of, restore
    from voiceduet.table.setup import load_board, load_key

DEMO = Path(__file__).parents[1] / "voiceduet" / "table" / "demo"
BOARD, KEY = (DEMO / "board.txt").read_text("utf-8"), (DEMO / "key.txt").read_text("utf-8")
GAME = new_game(GameSetup(parse_board(BOARD), parse_key(KEY), parse_mission("9-9")))
RECORD = format_record(GAME) + "a clue завтрак 3\nb touch 1:1\nb touch 1:2\nb clue небо 2\n"
MEMORY: dict[str, object] = {"pending": None, "last_said": [], "giver": None, "paused": False, "misheard": 0}
ENTRY: dict[str, object] = {"t": 1.0, "input": "heard", "undone": 0, "moves": ["a clue завтрак 3"], "memory": MEMORY}
PAYLOADS = [plain(header_of(GAME, Agreement(names=("Анна", "Борис")))), ENTRY, {**ENTRY, "moves": ["b touch 1:1"]}]
SETTINGS = '[game]\nlanguage = "ru"\nmission = "9-5"\nnames = ["Анна", "Борис"]\n[speech]\nrate = 165\n'


@dataclass(frozen=True)
class Target:
    """One reader, and a good input to begin with."""

    read: Callable[[bytes], object]
    seed: bytes


def sealed(payloads: list[dict[str, object]]) -> bytes:
    """A journal with right sums, whatever is in it."""
    last_sum, data = "", b""
    for number, payload in enumerate(payloads):
        last_sum, line = seal(last_sum, number, payload)
        data += line
    return data


def resealed(data: bytes) -> bytes:
    """The lines as a journal whose sums are right: the fuzzer cannot find them itself."""
    payloads: list[dict[str, object]] = []
    for line in data.split(b"\n"):
        try:
            payload = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(payload, dict):
            payloads.append(payload)
    return sealed(payloads)


def on_disk(name: str, use: Callable[[Path], object]) -> Callable[[bytes], object]:
    """A reader of a file as one of bytes; the file is in memory where the system has such a folder."""
    shm = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
    folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir=shm if shm.is_dir() else None))

    def read(data: bytes) -> object:
        path = folder / name
        path.write_bytes(data)
        return use(path)

    return read


def open_model(path: Path) -> None:
    """Unpack an archive; nothing may land outside the folder."""
    target = path.parent / "model"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    try:
        unpack(path, target, UnpackLimits(total=100_000, per_file=50_000, files=50))
        model_root(target)
    finally:
        outside = [each for each in path.parent.iterdir() if each not in (path, target)]
        if outside:
            raise RuntimeError(f"written outside: {outside}")


def hear(path: Path) -> None:
    """Read a recording to its end, at most a minute."""
    source = FileSource(path)
    try:
        for _ in zip(source.frames(), range(2000), strict=False):
            pass
    finally:
        source.close()


def resume(path: Path) -> None:
    """Read a journal and lay the table that it saved."""
    contents = read_journal(path)
    restore(contents.header, contents.entries)


def archive() -> bytes:
    """A small model as a zip file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name in ("model/am/final.mdl", "model/conf/mfcc.conf", "model/graph/words.txt"):
            package.writestr(name, b"model " * 20)
    return buffer.getvalue()


def sound() -> bytes:
    """A quarter of a second as a WAV file."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        file.writeframes(b"\1\0" * 4000)
    return buffer.getvalue()


def targets() -> dict[str, Target]:
    """All targets by name."""
    rng = random.Random(1)  # noqa: S311 - repeatable
    journal = on_disk("game.jsonl", resume)
    lines = "\n".join(json.dumps(payload, ensure_ascii=False) for payload in PAYLOADS).encode()
    return {
        "journal": Target(journal, sealed(PAYLOADS)),
        "sealed": Target(lambda data: journal(resealed(data)), lines),
        "record": Target(lambda data: parse_record(data.decode("utf-8", "replace")), RECORD.encode()),
        "replay": Target(on_disk("game.txt", read_replay_file), RECORD.encode()),
        "board": Target(on_disk("board.txt", lambda path: load_board(str(path), "ru", rng)), BOARD.encode()),
        "key": Target(on_disk("key.txt", lambda path: load_key(str(path), rng)), KEY.encode()),
        "settings": Target(on_disk("config.toml", load_settings), SETTINGS.encode()),
        "archive": Target(on_disk("model.zip", open_model), archive()),
        "recording": Target(on_disk("sound.wav", hear), sound()),
    }


def main() -> None:
    """Run from the command line."""
    known = targets()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=known)
    parser.add_argument("seconds", type=int)
    options = parser.parse_args()
    target = known[options.target]

    def once(data: bytes) -> None:
        try:
            target.read(data)
        except (UserError, DuetError, AsrError) as error:
            if not str(error).strip():
                raise

    with tempfile.TemporaryDirectory(prefix="fuzz-seeds-") as seeds:
        (Path(seeds) / "seed").write_bytes(target.seed)
        limits = [f"-max_total_time={options.seconds}", "-timeout=10", "-rss_limit_mb=1500", "-max_len=8000"]
        atheris.Setup([sys.argv[0], *limits, seeds], once)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
