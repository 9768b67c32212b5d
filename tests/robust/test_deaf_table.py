"""A table whose recogniser cannot be started any more: the game goes on by typing, and by voice when it is back."""

from __future__ import annotations

import io
import json
import os
import queue
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest

from tests.robust.fakes import SoundCard, in_background, wait_until
from tests.robust.running import DEMO
from tests.table.transcripts import open_table
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ear_process import EarLimits, EarProcess, EarReport, worker_command
from voiceduet.asr.ears import make_listener
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.sources.microphone import MicrophoneSource
from voiceduet.engine.moves import Move
from voiceduet.table.devices import NoScreen, ear_fault
from voiceduet.table.ears import Inbox, MicrophoneEars
from voiceduet.table.eventlog import EventLog
from voiceduet.table.journal import Journal, read_journal
from voiceduet.table.keyboard import watch_keyboard
from voiceduet.table.loop import Devices, connect
from voiceduet.table.saved import Agreement, header_of, restore
from voiceduet.table.session import Session
from voiceduet.tts.speakers import PrintSpeaker

pytestmark = pytest.mark.hears

NAMES = ("Анна", "Борис")
CUTS = {
    event["text"]: (event["start"] - 0.3, event["end"] + 0.2)
    for event in json.loads((DEMO / "demo.timeline.json").read_text("utf-8"))["events"]
}
FRAMES = list(FileSource(DEMO / "demo.flac").frames())


class Evening:
    """A game at a sound card in memory and a real terminal."""

    def __init__(self, folder: Path, keyboard: TextIO) -> None:
        self.model, self.away = folder / "model", folder / "away"
        shutil.copytree(DATA / "ru-table", self.model)
        self.path = folder / "game.jsonl"
        self._stream = io.StringIO()
        inbox: Inbox = queue.Queue()
        conversation = open_table()

        def report(trouble: EarReport) -> None:
            inbox.put(ear_fault(trouble, can_type=True))

        self.process = EarProcess(worker_command(self.model), report, EarLimits(answer_s=15.0, retry_s=0.3))
        self.card = SoundCard()
        source = MicrophoneSource(None, backend=self.card.module, dead_after_s=60.0)
        self.ears = MicrophoneEars(make_listener(self.process), source, can_type=True)
        log = EventLog((self._stream,), self.ears.now_s)
        devices = Devices(self.ears, conversation.hearing, PrintSpeaker(), NoScreen(), log, inbox)
        connect(devices)
        watch_keyboard(keyboard, inbox, self.ears.now_s)
        self.journal = Journal.create(self.path, header_of(conversation.state.game, Agreement(names=NAMES)))
        self.session = Session(conversation.table, conversation.state, devices, self.journal)
        self.thread = in_background(lambda: self.session.run(conversation.opening))
        wait_until(lambda: "say" in self.names())

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.session.state.game.moves

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._stream.getvalue().splitlines()]

    def names(self) -> list[str]:
        return [event["event"] for event in self.events()]

    def said(self) -> list[str]:
        return [event["text"] for event in self.events() if event["event"] == "say"]

    def speak(self, text: str) -> None:
        """Let a sentence of the demo be heard, with silence around it."""
        begin_s, end_s = CUTS[text]
        pcm = b"".join(frame.samples for frame in FRAMES if begin_s <= frame.start_s < end_s)
        self.card.play(bytes(32_000) + pcm + bytes(64_000), speed=5.0)

    def close(self) -> None:
        self.ears.close()
        self.process.close()
        self.thread.join(5.0)
        self.journal.close()


@pytest.fixture
def keyboard() -> Iterator[tuple[TextIO, TextIO]]:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, encoding="utf-8") as terminal, os.fdopen(ours, "w", encoding="utf-8") as hands:
        yield terminal, hands


@pytest.mark.skipif(os.name != "posix", reason="types on a terminal of POSIX")
def test_a_game_goes_on_by_typing_while_the_recogniser_is_gone(tmp_path: Path, keyboard: tuple[TextIO, TextIO]) -> None:
    terminal, hands = keyboard
    evening = Evening(tmp_path, terminal)
    try:
        evening.speak("завтрак три")
        wait_until(lambda: len(evening.moves) == 1)
        evening.model.rename(evening.away)
        os.kill(evening.process.pid or 0, signal.SIGKILL)
        evening.speak("касаюсь слова яйцо")
        wait_until(lambda: "fault" in evening.names())
        told = [
            "Я вас больше не слышу. Ничего не потеряно, пробую снова.",
            "Пока пишите на клавиатуре: каждая строка считается сказанной.",
        ]
        wait_until(lambda: evening.said()[-1] == told[-1])
        assert evening.said()[-2:] == told
        hands.write("касаюсь слова яйцо\n")
        hands.flush()
        wait_until(lambda: len(evening.moves) == 2)
        evening.away.rename(evening.model)
        wait_until(lambda: "Я снова вас слышу." in evening.said(), 40.0)
        evening.speak("трогаю геркулес")
        wait_until(lambda: len(evening.moves) == 3)
        assert evening.names().count("fault") == 2
    finally:
        evening.close()
    contents = read_journal(evening.path)
    assert restore(contents.header, contents.entries).state.game == evening.session.state.game
