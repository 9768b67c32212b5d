"""A long read-out is cut by the key and a warning is not; then the ear opens (voice.md, Speaking 3, Listening 11).

The voice is real. It is heard through a sound server where one can be started, else by a player that only takes time.
"""

from __future__ import annotations

import io
import itertools
import os
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.table.transcripts import open_table
from voiceduet.asr.activity import WebrtcSpeechDetector
from voiceduet.asr.endpointing import Endpointer
from voiceduet.asr.gate import MicGate
from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import AudioFrame
from voiceduet.table.devices import NoScreen
from voiceduet.table.ears import KeyPressed, MicrophoneEars
from voiceduet.table.eventlog import EventLog
from voiceduet.table.loop import Devices, connect
from voiceduet.table.session import Session
from voiceduet.tts.player import CommandPlayer, Player
from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished, PlaybackStarted, Priority
from voiceduet.tts.speakers import LiveSpeaker
from voiceduet.tts.synthesis import VoiceSettings

pytestmark = pytest.mark.speaks

FRAME_S = 0.02
TAIL_S = MicGate().settings.tail_s
WARNING = Announcement("Внимание: остался последний жетон.", Priority.NORMAL, interruptible=False)


class Silence:
    """A microphone in a quiet room."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def frames(self) -> Iterator[AudioFrame]:
        begun_s = time.monotonic()
        for number in itertools.count():
            if self._closed.wait(max(0.0, begun_s + number * FRAME_S - time.monotonic())):
                return
            yield AudioFrame(bytes(640), number * FRAME_S)

    def close(self) -> None:
        self._closed.set()


class SilentPlayer:
    """Takes as long as the sound, and makes none."""

    def play(self, path: Path, length_s: float, started: Callable[[], None], cut: threading.Event) -> float:
        started()
        begin = time.monotonic()
        cut.wait(length_s)
        return time.monotonic() - begin


class NoLedger:
    def append(self, entry: Any) -> None:
        """Nothing is kept."""


@pytest.fixture
def sound_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A sound server with one silent loudspeaker."""
    if not all(map(shutil.which, ("pulseaudio", "pactl", "paplay"))):
        pytest.skip("needs pulseaudio and pulseaudio-utils")
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    loads = ("--load=module-native-protocol-unix", "--load=module-null-sink")
    command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", *loads]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ) as server:
        try:
            if not any(_until(lambda: pactl("info") != "", 10.0)):
                pytest.skip("PulseAudio does not start here")
            yield
        finally:
            server.terminate()


def pactl(*words: str) -> str:
    return subprocess.run(
        [shutil.which("pactl") or "", *words], capture_output=True, encoding="utf-8", check=False
    ).stdout


def _until(holds: Callable[[], bool], limit_s: float) -> Iterator[bool]:
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if holds():
            yield True
            return
        time.sleep(0.05)


class Evening:
    """A table in full speech that begins with a long read-out and a warning, and a hand at the key."""

    def __init__(self, player: Player) -> None:
        self.happened: list[tuple[float, PlaybackEvent]] = []
        self.listener = Listener((), Endpointer(), WebrtcSpeechDetector(), MicGate())
        self.source = Silence()
        self.ears = MicrophoneEars(self.listener, self.source)
        self.speaker = LiveSpeaker(VoiceSettings("ru"), player=player)
        conversation = open_table("table style=full")
        log = EventLog((io.StringIO(),), self.ears.now_s)
        self.inbox: queue.Queue[Any] = queue.Queue()
        devices = Devices(self.ears, conversation.hearing, self.speaker, NoScreen(), log, self.inbox)
        start = self.speaker.start
        self.speaker.start = lambda deliver: start(self._noting(deliver))  # type: ignore[method-assign]
        connect(devices)
        self.opening = replace(conversation.opening, says=(*conversation.opening.says, WARNING))
        self._session = Session(conversation.table, conversation.state, devices, NoLedger())
        self._thread = threading.Thread(target=self._session.run, args=(self.opening,), daemon=True)

    def _noting(self, deliver: Callable[[PlaybackEvent], None]) -> Callable[[PlaybackEvent], None]:
        def note(event: PlaybackEvent) -> None:
            self.happened.append((time.monotonic(), event))
            deliver(event)

        return note

    def finished(self) -> list[tuple[float, PlaybackFinished]]:
        return [(at_s, event) for at_s, event in self.happened if isinstance(event, PlaybackFinished)]

    def play(self) -> float:
        """Press the key half a second into the read-out, and wait for the end; return when it was pressed."""
        self._thread.start()
        assert any(_until(lambda: bool(self.happened), 10.0)), "nothing was said"
        time.sleep(0.5)
        assert not self.is_hearing()
        pressed_s = time.monotonic()
        self.inbox.put(KeyPressed())
        assert any(_until(lambda: len(self.finished()) == len(self.opening.says), 15.0)), "not all was over"
        return pressed_s

    def is_hearing(self) -> bool:
        return self.listener.gate.is_open(self.ears.now_s())

    def close(self) -> None:
        self.source.close()
        self._thread.join(10.0)
        self.speaker.close()
        self.ears.close()


@pytest.fixture(params=["sound server", "silent"])
def evening(request: pytest.FixtureRequest) -> Iterator[Evening]:
    if request.param == "sound server":
        request.getfixturevalue("sound_server")
        table = Evening(CommandPlayer((("paplay",),)))
    else:
        table = Evening(SilentPlayer())
    yield table
    table.close()


def test_the_key_cuts_a_read_out_but_no_warning_and_the_ear_opens(evening: Evening) -> None:
    pressed_s = evening.play()
    cut = [(at_s, end) for at_s, end in evening.finished() if end.announcement != WARNING]
    assert len(cut) == len(evening.opening.says) - 1
    assert all(end.stopped and end.fault is None and at_s - pressed_s < 0.5 for at_s, end in cut)
    (warned_s, warning), *_ = [(at_s, end) for at_s, end in evening.finished() if end.announcement == WARNING]
    assert not warning.stopped
    assert warning.duration_s > 1.5
    started = [event.announcement for _, event in evening.happened if isinstance(event, PlaybackStarted)]
    assert started == [evening.opening.says[0], WARNING]
    assert any(_until(evening.is_hearing, 3.0))
    assert TAIL_S - FRAME_S <= time.monotonic() - warned_s < TAIL_S + 0.4


@pytest.mark.usefixtures("sound_server")
def test_no_sound_goes_on_after_a_stop() -> None:
    speaker = LiveSpeaker(VoiceSettings("ru"), player=CommandPlayer((("paplay",),)))
    events: queue.Queue[PlaybackEvent] = queue.Queue()
    speaker.start(events.put)
    speaker.say(Announcement("Ряд один: яйцо, геркулес, солнце, песок, сыр."))
    assert any(_until(lambda: pactl("list", "short", "sink-inputs").strip() != "", 10.0))
    speaker.stop()
    assert any(_until(lambda: pactl("list", "short", "sink-inputs").strip() == "", 0.5))
    speaker.close()
