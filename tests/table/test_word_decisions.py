"""What the players ruled about a word is kept in a file that they can edit, and holds in later games (rules 9.6)."""

from __future__ import annotations

import io
import json
import queue
from dataclasses import replace
from pathlib import Path

import pytest

from tests.table.test_session import ListLedger, ScriptedEars, ScriptedSpeaker
from tests.table.transcripts import open_table
from voiceduet.asr.sources.typed import typed_utterance
from voiceduet.grammar.judge.judge import load_judge
from voiceduet.places import clue_decisions_file
from voiceduet.table.devices import NoScreen
from voiceduet.table.dialogue.memory import DoubtfulClue, IllegalClue
from voiceduet.table.eventlog import EventLog
from voiceduet.table.loop import Devices, connect
from voiceduet.table.session import Session

pytestmark = pytest.mark.logic


def play(file: Path, *said: str) -> tuple[Session, list[str]]:
    """Say sentences at a new table whose judge keeps its decisions in a file; the faults that were told come back."""
    conversation = open_table()
    table = replace(conversation.table, judge=load_judge("ru", file))
    ears, stream = ScriptedEars([typed_utterance(text) for text in said]), io.StringIO()
    log = EventLog((stream,), ears.now_s)
    devices = Devices(ears, conversation.hearing, ScriptedSpeaker(), NoScreen(), log, queue.Queue())
    connect(devices)
    session = Session(table, conversation.state, devices, ListLedger())
    session.run(conversation.opening)
    events = [json.loads(line) for line in stream.getvalue().splitlines()]
    return session, [event["text"] for event in events if event["event"] == "fault"]


def test_a_word_that_was_allowed_is_not_asked_about_again(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "clue-decisions.txt"
    play(file, "сша два", "да")
    assert "ru\tсша\tallowed" in file.read_text("utf-8").splitlines()
    session, _ = play(file, "сша два")
    assert session.state.memory.pending is None
    assert len(session.state.game.moves) == 1


def test_a_word_that_was_refused_is_illegal_next_time(tmp_path: Path) -> None:
    file = tmp_path / "clue-decisions.txt"
    play(file, "сша два", "нет")
    session, _ = play(file, "сша два")
    assert isinstance(session.state.memory.pending, IllegalClue)


def test_players_may_edit_the_file(tmp_path: Path) -> None:
    file = tmp_path / "clue-decisions.txt"
    file.write_text("# ours\nru\tСША\tallowed\n", "utf-8")
    session, _ = play(file, "сша два")
    assert len(session.state.game.moves) == 1


def test_an_answer_about_kinship_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "clue-decisions.txt"
    asked, _ = play(file, "поехать два")
    assert isinstance(asked.state.memory.pending, DoubtfulClue)
    played, _ = play(file, "поехать два", "да")
    assert len(played.state.game.moves) == 1
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", "utf-8")
    session, faults = play(tmp_path / "taken" / "clue-decisions.txt", "сша два", "да")
    assert len(session.state.game.moves) == 1
    assert len(faults) == 1
    assert "сша" in faults[0]


def test_the_file_lies_beside_the_settings() -> None:
    assert clue_decisions_file().name == "clue-decisions.txt"
