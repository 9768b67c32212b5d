"""Files that nobody should hand over: one clear error or a usable value, never a crash and never a hang."""

from __future__ import annotations

import io
import json
import random
import tempfile
import wave
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.robust.fuzzing import damaged, fuzzed, json_values, lines_of, within_a_second
from tests.robust.running import DEMO
from voiceduet.asr.errors import AsrError
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.unpacking import UnpackLimits, model_root, unpack
from voiceduet.engine.errors import DuetError, RecordError
from voiceduet.engine.game import new_game
from voiceduet.engine.grid import Board, parse_board
from voiceduet.engine.key import KeyCard, parse_key
from voiceduet.engine.mission import Mission, parse_mission
from voiceduet.engine.record import format_record, parse_record
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.state import GameState
from voiceduet.table.config import Settings, load_settings
from voiceduet.table.errors import ConfigError, JournalError, SetupFileError, UserError
from voiceduet.table.journal import Journal, read_journal
from voiceduet.table.journal_lines import plain, seal
from voiceduet.table.replay import read_replay_file
from voiceduet.table.saved import Agreement, SavedTable, header_of, restore
from voiceduet.table.setup import load_board, load_key, load_mission, parse_names

pytestmark = pytest.mark.logic

BOARD = (DEMO / "board.txt").read_text("utf-8")
KEY = (DEMO / "key.txt").read_text("utf-8")
GAME = new_game(GameSetup(parse_board(BOARD), parse_key(KEY), parse_mission("9-9")))
RECORD = format_record(GAME) + "a clue завтрак 3\nb touch 1:1\nb touch 1:2\nb clue небо 2\n"
SETTINGS = '[game]\nlanguage = "ru"\nmission = "9-5"\nnames = ["Анна", "Борис"]\n[speech]\nrate = 165\nvolume = 0.5\n'
MEMORY: dict[str, Any] = {"pending": None, "last_said": [], "giver": None, "paused": False, "misheard": 0}
ENTRY: dict[str, Any] = {"t": 1.0, "input": "heard", "undone": 0, "moves": ["a clue завтрак 3"], "memory": MEMORY}
HEADER = header_of(GAME, Agreement(names=("Анна", "Борис")))


def on_disk(data: bytes, use: Callable[[Path], object], name: str = "file") -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        with within_a_second():
            use(path)


def one_line(error: Exception) -> None:
    assert str(error).strip()
    assert "Traceback" not in str(error)


def _board(path: Path) -> None:
    try:
        board = load_board(str(path), "ru", random.Random(1))
    except (SetupFileError, DuetError) as error:
        one_line(error)
    else:
        assert isinstance(board, Board)
        assert len(set(board.words)) == 25


def _key(path: Path) -> None:
    try:
        key = load_key(str(path), random.Random(1))
    except (SetupFileError, DuetError) as error:
        one_line(error)
    else:
        assert isinstance(key, KeyCard)


@fuzzed
@given(
    damaged(BOARD.encode())
    | st.binary(max_size=300)
    | lines_of(BOARD).map(lambda text: text.encode("utf-8", "replace"))
)
def test_fuzz_boards(data: bytes) -> None:
    on_disk(data, _board)


@fuzzed
@given(damaged(KEY.encode()) | st.binary(max_size=100) | st.text("GBA \n/", max_size=60).map(str.encode))
def test_fuzz_keys(data: bytes) -> None:
    on_disk(data, _key)


@fuzzed
@given(st.text(max_size=40) | st.from_regex(r"-?[0-9]{1,30}[-–:][0-9]{1,30}"))
@example("9-²")
@example("９-９")
def test_fuzz_missions_and_names(text: str) -> None:
    with within_a_second():
        try:
            assert isinstance(load_mission(text), Mission)
        except (SetupFileError, DuetError) as error:
            one_line(error)
        try:
            assert len(parse_names(text)) == 2
        except SetupFileError as error:
            one_line(error)


@fuzzed
@given(lines_of(RECORD) | damaged(RECORD.encode()).map(lambda data: data.decode("utf-8", "replace")))
def test_fuzz_records(text: str) -> None:
    with within_a_second():
        try:
            state = parse_record(text)
        except DuetError as error:
            one_line(error)
        else:
            assert isinstance(state, GameState)


@fuzzed
@given(json_values.map(json.dumps) | lines_of(RECORD) | st.text(max_size=200))
def test_fuzz_files_to_replay(text: str) -> None:
    def read(path: Path) -> None:
        try:
            read_replay_file(path)
        except (UserError, RecordError) as error:
            one_line(error)

    on_disk(text.encode("utf-8", "replace"), read)


def test_fuzz_json_that_is_very_deep_to_replay() -> None:
    def read(path: Path) -> None:
        with pytest.raises(UserError):
            read_replay_file(path)

    on_disk(b"[" * 200_000, read)
    on_disk(b'{"a":' * 50_000, read)


@fuzzed
@given(
    damaged(SETTINGS.encode())
    | st.binary(max_size=200)
    | lines_of(SETTINGS).map(lambda text: text.encode("utf-8", "replace"))
)
def test_fuzz_settings(data: bytes) -> None:
    def read(path: Path) -> None:
        try:
            assert isinstance(load_settings(path), Settings)
        except ConfigError as error:
            one_line(error)

    on_disk(data, read, "config.toml")


def _sealed(payloads: list[dict[str, Any]]) -> bytes:
    last_sum, data = "", b""
    for number, payload in enumerate(payloads):
        last_sum, line = seal(last_sum, number, plain(payload))
        data += line
    return data


def _resume(path: Path) -> None:
    try:
        contents = read_journal(path)
        assert isinstance(restore(contents.header, contents.entries), SavedTable)
    except JournalError as error:
        one_line(error)
    before = path.read_bytes()
    try:
        Journal.resume(path)[0].close()
    except JournalError as error:
        one_line(error)
    assert path.read_bytes() == before


@fuzzed
@given(damaged(_sealed([HEADER, ENTRY, ENTRY])))
def test_fuzz_journals(data: bytes) -> None:
    on_disk(data, _resume, "game.jsonl")


@st.composite
def mistaken(draw: st.DrawFn, payload: dict[str, Any]) -> dict[str, Any]:
    """A payload in which one value is something else, or missing, at any depth."""
    copy: dict[str, Any] = json.loads(json.dumps(payload))
    inner = draw(st.sampled_from([copy, *(value for value in copy.values() if isinstance(value, dict))]))
    name = draw(st.sampled_from([*inner, "other"]))
    if draw(st.booleans()):
        inner[name] = draw(
            json_values | st.lists(st.sampled_from(["a clue a 1", "b touch 1:1", "x", "a stop"]), max_size=3)
        )
    else:
        inner.pop(name, None)
    return copy


@fuzzed
@given(mistaken(HEADER) | st.just(HEADER), st.lists(mistaken(ENTRY), max_size=3))
@example(HEADER, [{**ENTRY, "undone": 10**12}])
@example(HEADER, [{**ENTRY, "undone": -1, "moves": "ab"}])
def test_fuzz_journals_that_are_sealed_and_wrong(header: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    on_disk(_sealed([header, *entries]), _resume, "game.jsonl")


def _zip(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name in names:
            package.writestr(name, b"model " * 20)
    return buffer.getvalue()


def _nameless() -> bytes:
    """An archive whose only file has an empty name, as `zipfile` itself does not write it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        entry = zipfile.ZipInfo("x")
        entry.filename = ""
        package.writestr(entry, b"model")
    return buffer.getvalue()


ZIP = _zip("model/am/final.mdl", "model/conf/mfcc.conf", "model/graph/words.txt")


def _install(path: Path) -> None:
    target = path.parent / "model"
    target.mkdir()
    try:
        unpack(path, target, UnpackLimits(total=100_000, per_file=50_000, files=50))
        model_root(target)
    except AsrError as error:
        one_line(error)
    outside = [each for each in path.parent.iterdir() if each not in (path, target)]
    assert outside == []


@fuzzed
@given(damaged(ZIP) | st.binary(max_size=100))
@example(_zip("a", "a/b"))
@example(_zip("a/b", "a"))
@example(_zip("x" * 300 + "/final.mdl"))
@example(_zip("../final.mdl"))
@example(_zip("/final.mdl"))
@example(_zip("C:/final.mdl"))
@example(_zip("con\x00/final.mdl"))
@example(_nameless())
def test_fuzz_model_archives(data: bytes) -> None:
    on_disk(data, _install, "model.zip")


def _wav() -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as sound:
        sound.setparams((1, 2, 16_000, 0, "NONE", ""))
        sound.writeframes(b"\1\0" * 4000)
    return buffer.getvalue()


def _hear(path: Path) -> None:
    try:
        source = FileSource(path)
        try:
            frames = [frame for frame, _ in zip(source.frames(), range(2000), strict=False)]
        finally:
            source.close()
    except AsrError as error:
        one_line(error)
    else:
        assert all(len(frame.samples) % 2 == 0 for frame in frames)


WAV = _wav()


@fuzzed
@given(
    st.tuples(damaged(WAV[:44]), st.just(WAV[44:])).map(b"".join)
    | damaged(WAV)
    | damaged((DEMO / "demo.flac").read_bytes()[:4000])
    | st.binary(max_size=60)
)
def test_fuzz_recordings(data: bytes) -> None:
    on_disk(data, _hear, "sound.wav")
