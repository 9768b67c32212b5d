from __future__ import annotations

import errno
import os
import random
import re
import resource
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voiceduet.table.errors import JournalError
from voiceduet.table.journal import Journal, latest_journal, new_journal_path, read_journal
from voiceduet.table.journal_lines import FormatTooNew, plain, read_lines, seal

pytestmark = pytest.mark.logic

HEADER = {"board": ["ЁЖ", "ЛЁД"], "mission": "9-5", "names": ["Анна", "Борис"]}
ENTRIES: list[dict[str, Any]] = [
    {"step": 1, "moves": [{"clue": "завтрак", "number": 3}], "said": ["Завтрак, три."]},
    {"step": 2, "moves": [{"touch": 7}], "said": ["Яйцо — агент."], "t": 12.25},
    {"step": 3, "moves": [], "pending": None, "heard": 'кавычки " и \n перевод'},
]


def written(path: Path) -> bytes:
    with Journal.create(path, HEADER) as journal:
        for entry in ENTRIES:
            journal.append(entry)
    return path.read_bytes()


def file_bytes() -> bytes:
    """The same bytes as `written`, without a file."""
    last_sum, lines = "", []
    for number, payload in enumerate([HEADER, *ENTRIES]):
        last_sum, line = seal(last_sum, number, payload)
        lines.append(line)
    return b"".join(lines)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert written(path) == file_bytes()
    contents = read_journal(path)
    assert contents.header == HEADER
    assert list(contents.entries) == ENTRIES
    assert contents.damage is None


def test_the_file_is_json_lines_in_readable_utf8(tmp_path: Path) -> None:
    text = written(tmp_path / "game.jsonl").decode("utf-8")
    assert "завтрак" in text
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1 + len(ENTRIES)


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "games" / "game.jsonl"
    written(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_going_on_after_a_pause(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    written(path)
    journal, contents = Journal.resume(path)
    assert list(contents.entries) == ENTRIES
    journal.append({"step": 4})
    journal.close()
    journal.close()
    assert journal.path == path
    assert read_journal(path).entries[-1] == {"step": 4}


def test_two_referees_cannot_use_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Journal.create(path, HEADER):
        with pytest.raises(JournalError, match="in use by another voiceduet"):
            Journal.resume(path)
        with pytest.raises(JournalError, match="already exists"):
            Journal.create(path, HEADER)
        assert read_journal(path).header == HEADER
    journal, _ = Journal.resume(path)
    journal.close()


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
any_text_with_surrogates = st.text(st.characters(), max_size=8)


@settings(max_examples=60)
@given(st.lists(st.dictionaries(any_text_with_surrogates, any_json | any_text_with_surrogates, max_size=4), min_size=1))
def test_every_mapping_survives(payloads: list[dict[str, Any]]) -> None:
    last_sum, data = "", b""
    for number, payload in enumerate(payloads):
        last_sum, line = seal(last_sum, number, plain(payload))
        data += line
    lines = read_lines(data)
    assert lines.damage is None
    assert list(lines.payloads) == [plain(payload) for payload in payloads]
    assert (lines.length, lines.last_sum) == (len(data), last_sum)


def assert_prefix(data: bytes) -> int:
    """Whatever happened to the file, what is read is what was written, up to some line."""
    try:
        lines = read_lines(data)
    except FormatTooNew:
        return 0
    assert list(lines.payloads) == [HEADER, *ENTRIES][: len(lines.payloads)]
    assert file_bytes().startswith(data[: lines.length])
    return len(lines.payloads)


def test_a_journal_cut_anywhere_keeps_its_whole_lines() -> None:
    data = file_bytes()
    for length in range(len(data)):
        cut = data[:length]
        assert assert_prefix(cut) == cut.count(b"\n")
        assert (read_lines(cut).damage is None) == (cut == b"" or cut.endswith(b"\n"))


def test_any_flipped_bit_is_noticed() -> None:
    data = file_bytes()
    for position in range(len(data)):
        line = data[:position].count(b"\n")
        for bit in range(8):
            flipped = bytearray(data)
            flipped[position] ^= 1 << bit
            assert assert_prefix(bytes(flipped)) <= line


@given(st.data())
@settings(max_examples=300)
def test_no_mixture_of_lines_gives_a_wrong_entry(data: st.DataObject) -> None:
    lines = file_bytes().splitlines(keepends=True)
    mixed = data.draw(st.lists(st.sampled_from(lines) | st.binary(max_size=40), max_size=8))
    assert_prefix(b"".join(mixed))


@pytest.mark.parametrize(
    ("harm", "message", "kept"),
    [
        (lambda lines: [*lines[:3], lines[3][:20]], "breaks off in line 4; 2 entries", 2),
        (lambda lines: [*lines[:3], lines[2], lines[3]], "Line 4 of the journal repeats an earlier one; 2 entries", 2),
        (lambda lines: [*lines[:2], lines[3]], "missing from the journal before line 3; 1 entries", 1),
        (lambda lines: [*lines[:2], lines[2].replace(b"12.25", b"12.26"), lines[3]], "Line 3 .* is damaged; 1 entr", 1),
    ],
)
def test_a_damaged_journal_is_continued_in_a_copy(tmp_path: Path, harm: Any, message: str, kept: int) -> None:
    path = tmp_path / "game.jsonl"
    harmed = b"".join(harm(written(path).splitlines(keepends=True)))
    path.write_bytes(harmed)
    journal, contents = Journal.resume(path)
    with journal:
        assert list(contents.entries) == ENTRIES[:kept]
        assert contents.damage is not None
        assert re.search(message, contents.damage)
        assert str(journal.path) in contents.damage
        journal.append({"step": "next"})
        with pytest.raises(JournalError, match="in use"):
            Journal.resume(path)
    assert path.read_bytes() == harmed
    assert journal.path.stat().st_mode & 0o777 == 0o600
    mended = read_journal(journal.path)
    assert (list(mended.entries), mended.damage) == ([*ENTRIES[:kept], {"step": "next"}], None)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"hello\n", "first line .* is damaged"),
        (b'{"sum":"0000000000000000","n":0,"format":2,"header":{}}\n', r"newer voiceduet \(format 2\)"),
        (b"[" * 100_000 + b"\n", "first line"),
        (b"\xff\xfe\x00", "first line"),
    ],
)
def test_what_is_no_journal_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=message):
        read_journal(path)
    with pytest.raises(JournalError, match=message):
        Journal.resume(path)
    assert path.read_bytes() == content


def test_names_that_lead_nowhere(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, message in [
        (tmp_path / "none.jsonl", "there is no journal"),
        (tmp_path, "not a journal file"),
        (tmp_path / "pipe", "not a journal file"),
    ]:
        with pytest.raises(JournalError, match=message):
            read_journal(path)
        with pytest.raises(JournalError, match=message):
            Journal.resume(path)


@pytest.mark.parametrize(
    ("code", "message"), [(errno.EACCES, "no access"), (errno.EROFS, "no access"), (errno.EIO, "cannot be used")]
)
def test_a_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, message: str
) -> None:
    def refuse(*arguments: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("voiceduet.table.journal._open", refuse)
    with pytest.raises(JournalError, match=message):
        Journal.create(tmp_path / "game.jsonl", HEADER)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(JournalError, match="for the journal cannot be made"):
            Journal.create(folder / "game.jsonl", HEADER)


def test_a_full_disk_leaves_the_journal_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    before = written(path)
    journal, _ = Journal.resume(path)
    really_write = os.write

    def write_a_little(descriptor: int, data: memoryview) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        return really_write(descriptor, data[:10])

    with journal:
        monkeypatch.setattr(os, "write", write_a_little)
        with pytest.raises(JournalError, match="no space left on the disk"):
            journal.append({"step": 4})
        assert path.read_bytes() == before
        monkeypatch.setattr(os, "write", really_write)
        journal.append({"step": 4})
    assert read_journal(path).entries[-1] == {"step": 4}


def test_the_systems_own_limit_stops_cleanly(tmp_path: Path) -> None:
    """A real file size limit: the write fails in the middle of a line."""
    path = tmp_path / "game.jsonl"
    child = subprocess.run(
        [sys.executable, "-c", APPENDER, str(path)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)),
        capture_output=True,
        check=False,
        text=True,
        timeout=30,
    )
    assert "JournalError" in child.stderr
    contents = read_journal(path)
    assert contents.damage is None
    assert [entry["step"] for entry in contents.entries] == list(range(len(child.stdout.split())))


def test_a_journal_changed_under_the_referee(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Journal.create(path, HEADER) as journal:
        path.open("ab").write(b"x")
        with pytest.raises(JournalError, match="changed by another program"):
            journal.append({})
        path.unlink()
        with pytest.raises(JournalError, match="was deleted"):
            journal.append({})
    with pytest.raises(JournalError, match="closed"):
        journal.append({})


def test_what_json_cannot_hold_is_refused_before_writing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Journal.create(path, HEADER) as journal:
        unfit: list[Mapping[str, Any]] = [{"x": float("nan")}, {"x": {1, 2}}]
        for entry in unfit:
            with pytest.raises((TypeError, ValueError)):
                journal.append(entry)
    assert read_journal(path).entries == ()


APPENDER = """
import sys
from pathlib import Path
from voiceduet.table.journal import Journal
with Journal.create(Path(sys.argv[1]), {"board": []}) as journal:
    for step in range(1_000_000):
        journal.append({"step": step, "said": "x" * (step * 37 % 300)})
        sys.stdout.write(f"{step}\\n")
        sys.stdout.flush()
"""


@pytest.mark.parametrize("seed", range(6))
def test_a_killed_referee_loses_nothing_that_was_acknowledged(tmp_path: Path, seed: int) -> None:
    """The process is killed at a random moment; every acknowledged step is in the file, in order."""
    path = tmp_path / "game.jsonl"
    child = subprocess.Popen([sys.executable, "-c", APPENDER, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(random.Random(seed).randrange(1, 60))]
    child.kill()
    acknowledged += [int(line) for line in child.stdout.read().splitlines()]
    child.wait(timeout=20)
    steps = [entry["step"] for entry in read_journal(path).entries]
    assert steps == list(range(len(steps)))
    assert len(acknowledged) <= len(steps)
    journal, _ = Journal.resume(path)
    journal.close()


def test_names_of_new_journals_and_the_latest(tmp_path: Path) -> None:
    started = datetime(2026, 3, 1, 18, 5, 9)
    assert latest_journal(tmp_path / "nothing") is None
    first = new_journal_path(started, tmp_path)
    assert first.name == "duet-2026-03-01-180509.jsonl"
    written(first)
    second = new_journal_path(started, tmp_path)
    assert second.name == "duet-2026-03-01-180509-2.jsonl"
    written(second)
    os.utime(first, (1, 1))
    assert latest_journal(tmp_path) == second
    os.utime(second, (0, 0))
    assert latest_journal(tmp_path) == first
