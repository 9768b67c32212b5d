"""What a saved game survives, through the command line: bad lines, a full disk, no access, two referees."""

from __future__ import annotations

import resource
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.robust.running import LAYING, LINES, PROGRAM, TYPED, Finished, events, typed_here
from voiceduet.table.journal import read_journal

pytestmark = pytest.mark.tool

Harm = Callable[[bytes], bytes]


def _last(data: bytes) -> tuple[bytes, bytes]:
    begin = data.rstrip(b"\n").rfind(b"\n") + 1
    return data[:begin], data[begin:]


def _flipped(data: bytes) -> bytes:
    before, last = _last(data)
    return before + last[:50] + bytes([last[50] ^ 4]) + last[51:]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The journal of a short game, six lines."""
    path = tmp_path_factory.mktemp("saved") / "game.jsonl"
    assert typed_here(["play", *LAYING, "--journal", str(path)], LINES).returncode == 0
    return path.read_bytes()


def _complaint(run: Finished) -> str:
    """The one line of a run that ended with a complaint."""
    assert run.returncode == 2, run.stderr
    (line,) = run.stderr.strip().splitlines()
    return line


@pytest.mark.parametrize(
    ("harm", "told", "kept"),
    [
        (lambda data: data[:-1], "обрывается в строке 8; записи до неё сохранены: 6.", 6),
        (lambda data: data[:-40], "обрывается в строке 8; записи до неё сохранены: 6.", 6),
        (lambda data: data + _last(data)[1], "Строка 9 журнала повторяет прежнюю; записи до неё сохранены: 7", 7),
        (_flipped, "Строка 8 журнала повреждена; записи до неё сохранены: 6", 6),
        (lambda data: data + bytes(4096), "обрывается в строке 9; записи до неё сохранены: 7", 7),
        (lambda data: data + b"\n\n", "Строка 9 журнала повреждена; записи до неё сохранены: 7", 7),
    ],
    ids=["no line end", "torn", "doubled", "a bit flipped", "zeros behind", "empty lines behind"],
)
def test_a_bad_last_line_costs_itself_only(saved: bytes, tmp_path: Path, harm: Harm, told: str, kept: int) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(harm(saved))
    run = typed_here(["resume", str(path)], ["чей ход"])
    assert run.returncode == 0, run.stderr
    (fault,) = [event["text"] for event in events(run.stdout) if event["event"] == "fault"]
    assert told in fault
    assert path.read_bytes() == harm(saved)
    (table,) = [event for event in events(run.stdout) if event["event"] == "table"]
    copy = Path(table["journal"])
    assert str(copy) in fault
    assert copy.read_bytes().startswith(b"".join(saved.splitlines(keepends=True)[: kept + 1]))
    assert len(read_journal(copy).entries) == kept + 2


@pytest.mark.parametrize("content", [b"", b"\0" * 500, b"not a game\n", b'{"sum":"","n":0,"format":1,"header":{}}\n'])
def test_what_is_no_game_gets_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    assert "start a new game" in _complaint(typed_here(["resume", str(path)]))
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_the_second_referee_is_sent_away(saved: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(saved)
    command = [*PROGRAM, "resume", str(path), *TYPED]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as first:
        assert first.stdout is not None and first.stdin is not None
        assert '"event": "table"' in first.stdout.readline()
        assert "in use by another voiceduet" in _complaint(typed_here(["resume", str(path)], LINES))
        assert "already exists" in _complaint(typed_here(["play", *LAYING, "--journal", str(path)], LINES))
        said, _ = first.communicate("сколько жетонов осталось\n", timeout=60)
    assert "Осталось" in said
    assert first.returncode == 0
    assert read_journal(path).damage is None


NO_SPACE = "на диске нет места для журнала"
NOT_SAVED = "Это не записалось и потому не считается. Что делать, написано на экране."


def test_a_size_limit_is_met_between_two_lines(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run = subprocess.run(
        [*PROGRAM, "play", *LAYING, *TYPED, "--journal", str(path)],
        input="\n".join(LINES),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert run.returncode == 2
    assert all(NO_SPACE in line for line in run.stderr.splitlines())
    _assert_everything_said_is_kept(path, run.stdout)


def _assert_everything_said_is_kept(path: Path, printed: str) -> None:
    contents = read_journal(path)
    assert contents.damage is None
    written = [text for entry in contents.entries for text in entry["say"]]
    said = [event["text"] for event in events(printed) if event["event"] == "say"]
    assert NOT_SAVED in said
    assert written == [text for text in said if text != NOT_SAVED]


def _in_own_mounts(script: str, folder: Path, lines: tuple[str, ...] = ()) -> Finished:
    """Run a shell script that may mount things nobody else sees; skip where the system does not let us."""
    shell = ["unshare", "--map-root-user", "--mount", "sh", "-euc"]
    if shutil.which("unshare") is None or subprocess.run([*shell, ":"], check=False, capture_output=True).returncode:
        pytest.skip("this machine lets nobody make mounts of their own (unshare --mount)")
    words = {"voiceduet": " ".join(PROGRAM), "typed": " ".join(TYPED), "laying": " ".join(LAYING), "folder": folder}
    return subprocess.run(
        [*shell, script.format(**words)],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


FULL_DISK = """
mkdir {folder}/disk && mount -t tmpfs -o size=8k tmpfs {folder}/disk
exec 2> {folder}/told
{voiceduet} play {laying} {typed} --journal {folder}/disk/game.jsonl > {folder}/said || echo "first: $?"
cp {folder}/disk/game.jsonl {folder}/full.jsonl
{voiceduet} resume {folder}/disk/game.jsonl {typed} < /dev/null > {folder}/again || echo "second: $?"
cmp {folder}/disk/game.jsonl {folder}/full.jsonl
mount -o remount,size=64k {folder}/disk
{voiceduet} resume {folder}/disk/game.jsonl {typed} < /dev/null > {folder}/later
"""


def test_what_a_full_disk_does_not_take_does_not_count(tmp_path: Path) -> None:
    many = LINES[:1] + ("сколько жетонов осталось", "чей ход") * 10 + LINES[1:2]
    run = _in_own_mounts(FULL_DISK, tmp_path, many)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["first:", "2", "second:", "2"]
    assert all(NO_SPACE in line for line in (tmp_path / "told").read_text("utf-8").splitlines())
    _assert_everything_said_is_kept(tmp_path / "full.jsonl", (tmp_path / "said").read_text("utf-8"))
    said = [event["text"] for event in events((tmp_path / "again").read_text("utf-8")) if event["event"] == "say"]
    assert said == [NOT_SAVED]
    assert '"event": "say"' in (tmp_path / "later").read_text("utf-8")


ROOM_IS_MADE = """
mkdir {folder}/disk && mount -t tmpfs -o size=8k tmpfs {folder}/disk
mkfifo {folder}/lines
{voiceduet} play {laying} {typed} --journal {folder}/disk/game.jsonl < {folder}/lines > {folder}/said 2> /dev/null &
exec 3> {folder}/lines
cat >&3
until grep -q "не записалось" {folder}/said; do sleep 0.1; done
mount -o remount,size=64k {folder}/disk
printf 'касаюсь яйцо\n' >&3
exec 3>&-
wait $!
cp {folder}/disk/game.jsonl {folder}/full.jsonl
"""


def test_a_game_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    talk = LINES[:1] + ("сколько жетонов осталось", "чей ход") * 10
    run = _in_own_mounts(ROOM_IS_MADE, tmp_path, talk)
    assert run.returncode == 0, run.stderr
    said = (tmp_path / "said").read_text("utf-8")
    assert [event["word"] for event in events(said) if event["event"] == "touch"] == ["ЯЙЦО"]
    _assert_everything_said_is_kept(tmp_path / "full.jsonl", said)


READ_ONLY = """
mount --bind {folder} {folder} && mount -o remount,ro,bind {folder}
{voiceduet} play {laying} {typed} --journal {folder}/new.jsonl || echo "play: $?" >&2
{voiceduet} resume {folder}/sound.jsonl {typed} || echo "sound: $?" >&2
{voiceduet} resume {folder}/torn.jsonl {typed} || echo "torn: $?" >&2
"""


def test_a_folder_that_is_read_only(saved: bytes, tmp_path: Path) -> None:
    (tmp_path / "sound.jsonl").write_bytes(saved)
    (tmp_path / "torn.jsonl").write_bytes(saved[:-9])
    run = _in_own_mounts(READ_ONLY, tmp_path, LINES)
    told = run.stderr.splitlines()
    assert [line for line in told if ": 2" in line] == ["play: 2", "sound: 2", "torn: 2"]
    assert sum("no access; choose another folder" in line for line in told) == 3
    assert "say" not in run.stdout
    assert (tmp_path / "sound.jsonl").read_bytes() == saved
