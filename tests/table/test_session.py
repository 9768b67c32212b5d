"""The loop of a table with scripted ears and voices: what waits for what, what is dropped, what is told once."""

from __future__ import annotations

import io
import json
import queue
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.table.transcripts import open_table
from voiceduet.asr.ports import PhraseSet
from voiceduet.asr.sources.typed import typed_utterance
from voiceduet.table.devices import NoScreen
from voiceduet.table.ears import Inbox, KeyPressed, Message, SourceFault, StreamEnded
from voiceduet.table.errors import JournalError
from voiceduet.table.eventlog import EventLog
from voiceduet.table.loop import Devices, connect
from voiceduet.table.session import Ending, Session
from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished, PlaybackStarted

pytestmark = pytest.mark.logic


class ScriptedEars:
    """Ears that hand over given messages, one a pull."""

    def __init__(self, messages: list[Message], *, waits_for_voice: bool = True) -> None:
        self.waits_for_voice = waits_for_voice
        self.log: list[str] = []
        self._messages = [*messages, StreamEnded()]
        self._inbox: Inbox = queue.Queue()

    def start(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def set_phrases(self, phrases: PhraseSet) -> None:
        self.log.append(f"scope {phrases.scope}")

    def pull(self) -> bool:
        self.log.append("pull")
        self._inbox.put(self._messages.pop(0))
        return True

    def voice_started(self) -> None:
        self.log.append("deaf")

    def voice_finished(self, duration_s: float) -> None:
        self.log.append(f"hears after {duration_s}")

    def push(self) -> bool:
        self.log.append("push")
        return True

    def now_s(self) -> float:
        return 0.0

    def close(self) -> None:
        """Nothing."""


class ScriptedSpeaker:
    """A voice that takes one second for everything, or fails."""

    def __init__(self, fault: str | None = None) -> None:
        self.said: list[str] = []
        self.stopped = 0
        self._fault = fault
        self._deliver: Callable[[PlaybackEvent], None] = lambda event: None

    def start(self, deliver: Callable[[PlaybackEvent], None]) -> None:
        self._deliver = deliver

    def say(self, announcement: Announcement) -> None:
        self.said.append(announcement.text)
        self._deliver(PlaybackStarted(announcement))
        self._deliver(PlaybackFinished(announcement, 1.0, self._fault))

    def stop(self) -> None:
        self.stopped += 1

    def close(self, *, at_once: bool = False) -> None:
        """Nothing."""


class ListLedger:
    """A journal in memory that can be full."""

    def __init__(self, room: int = 1000) -> None:
        self.entries: list[Mapping[str, Any]] = []
        self._room = room

    def append(self, entry: Mapping[str, Any]) -> None:
        if len(self.entries) >= self._room:
            raise JournalError("no space")
        self.entries.append(entry)


class KeyScreen(NoScreen):
    """Remembers when the key was shown."""

    def __init__(self) -> None:
        self.order: list[str] = []

    def said(self, text: str) -> None:
        self.order.append(text)

    def reveal(self, view: object, key: object) -> None:
        self.order.append("key")


class Played:
    """A session over a script, run to its end."""

    def __init__(self, messages: list[Message], fault: str | None = None, room: int = 1000) -> None:
        self.ears = ScriptedEars(messages)
        self.speaker = ScriptedSpeaker(fault)
        self.ledger = ListLedger(room)
        self.screen = KeyScreen()
        stream = io.StringIO()
        conversation = open_table()
        log = EventLog((stream,), self.ears.now_s)
        devices = Devices(self.ears, conversation.hearing, self.speaker, self.screen, log, queue.Queue())
        connect(devices)
        self.session = Session(conversation.table, conversation.state, devices, self.ledger)
        self.failure: JournalError | None = None
        self.ending: Ending | None = None
        try:
            self.ending = self.session.run(conversation.opening)
        except JournalError as error:
            self.failure = error
        self.events = [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_move_is_written_before_it_is_spoken() -> None:
    played = Played([typed_utterance("завтрак три")], room=1)
    assert played.failure is not None
    assert played.speaker.said == [Played([]).speaker.said[0]]
    assert played.session.state.game.moves == ()


def test_nothing_is_pulled_while_the_referee_speaks() -> None:
    log = Played([typed_utterance("завтрак три")]).ears.log
    for place, entry in enumerate(log):
        if entry == "pull":
            before = [each for each in log[:place] if each == "deaf" or each.startswith("hears")]
            assert before[-1].startswith("hears")


def test_what_was_heard_under_an_older_scope_is_dropped() -> None:
    played = Played([typed_utterance("касаюсь яйцо", "guess")])
    assert [event["event"] for event in played.events if event["event"] != "say"] == ["dropped"]
    assert played.session.state.game.moves == ()


def test_a_voice_that_fails_is_told_once_and_the_game_goes_on() -> None:
    played = Played([typed_utterance("завтрак три"), typed_utterance("касаюсь яйцо")], fault="no voice")
    assert [event["text"] for event in played.events if event["event"] == "fault"] == ["no voice"]
    assert len(played.session.state.game.moves) == 2


def test_a_fault_of_the_microphone_is_told_and_listening_goes_on() -> None:
    played = Played([SourceFault("unplugged"), SourceFault("unplugged"), typed_utterance("завтрак три")])
    assert [event["text"] for event in played.events if event["event"] == "fault"] == ["unplugged"]
    assert len(played.session.state.game.moves) == 1


def test_table_talk_is_not_written_down() -> None:
    played = Played([typed_utterance("наверное яйцо или сыр")])
    assert [entry["input"] for entry in played.ledger.entries] == ["opening"]


def test_the_key_opens_the_ear_when_nobody_speaks() -> None:
    assert "push" in Played([KeyPressed()]).ears.log


def test_quit_ends_the_session_after_the_goodbye() -> None:
    played = Played([typed_utterance("сохранить и выйти"), typed_utterance("завтрак три")])
    assert played.ending is Ending.QUIT
    assert played.session.state.game.moves == ()
    assert played.speaker.said[-1].startswith("Игра сохранена")


def test_the_scope_follows_the_game() -> None:
    log = Played([typed_utterance("завтрак три"), typed_utterance("касаюсь яйцо")]).ears.log
    assert [entry for entry in log if entry.startswith("scope")] == ["scope clue", "scope guess", "scope guess"]


def test_the_key_is_shown_when_the_table_is_left_after_the_end() -> None:
    """Until then a last move that was misheard can be undone (rules 10)."""
    lost = [typed_utterance("чай один"), typed_utterance("касаюсь лимонад")]
    assert Played([*lost]).screen.order[-1] == "key"
    mended = Played([*lost, typed_utterance("отмена"), typed_utterance("да")])
    assert "key" not in mended.screen.order
