"""What listens at the table: a microphone that pushes, a recording or typed lines that are pulled."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TextIO, TypeAlias

from voiceduet.asr.errors import AsrError
from voiceduet.asr.faults import Fault
from voiceduet.asr.listener import Listener, PartialHypothesis, SpeechPaused, SpeechStarted
from voiceduet.asr.ports import AudioFrame, AudioSource, PhraseSet, Utterance
from voiceduet.asr.sources.typed import typed_utterance
from voiceduet.table.messages import told
from voiceduet.table.wording import Notice
from voiceduet.tts.ports import PlaybackEvent

VOICE = "referee"
"""The gate's name for everything the referee says."""


@dataclass(frozen=True, slots=True)
class StreamEnded:
    """Nothing more will be heard."""

    fault: str | Fault | None = None
    """Why, when it was not simply the end."""
    detail: str = ""
    """What a library or the system said about it; for the events only."""


@dataclass(frozen=True, slots=True)
class SourceFault:
    """Something about what listens that the players should know; the game goes on."""

    message: str | Fault
    notices: tuple[Notice, ...] = ()
    """What is said about it aloud, for players who do not see the screen."""
    detail: str = ""
    """What a library or the system said about it; for the events only."""
    is_news: bool = False
    """Whether it is shown again when it happens again."""


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """The one key was pressed: it cuts what is being said (warnings excepted), or opens the ear of push-to-talk."""


Message: TypeAlias = (
    KeyPressed
    | Utterance
    | PartialHypothesis
    | SpeechStarted
    | SpeechPaused
    | PlaybackEvent
    | StreamEnded
    | SourceFault
)
Inbox: TypeAlias = "queue.Queue[Message]"


class Ears(Protocol):
    """One way of listening. All but `pull` return at once."""

    waits_for_voice: bool
    """Whether nothing is pulled while the referee speaks."""

    def start(self, inbox: Inbox) -> None:
        """Begin; everything heard goes into the inbox."""

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Say what may be heard from the next utterance on."""

    def pull(self) -> bool:
        """Make the next message arrive; false for ears that push by themselves."""

    def voice_started(self) -> None:
        """The referee begins to speak."""

    def voice_finished(self, duration_s: float) -> None:
        """The referee is silent again, after so many seconds of sound."""

    def push(self) -> bool:
        """Push-to-talk: open the ear, or close it again; whether it is open. Ears without such a key stay open."""

    def now_s(self) -> float:
        """The table's clock."""

    def close(self) -> None:
        """Let go of device or file; safe to call twice."""


class TypedEars:
    """Lines in spoken form, one utterance each, from a terminal or a file."""

    waits_for_voice = False

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines
        self._scope = ""
        self._begun_s = time.monotonic()
        self._inbox: Inbox = queue.Queue()

    def start(self, inbox: Inbox) -> None:
        """Begin."""
        self._inbox = inbox

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Remember the scope; typed lines are not limited."""
        self._scope = phrases.scope

    def pull(self) -> bool:
        """Wait for a line with something on it."""
        line = self._lines.readline()
        while line and not line.strip():
            line = self._lines.readline()
        self._inbox.put(typed_utterance(line.strip(), self._scope, self.now_s()) if line else StreamEnded())
        return True

    def voice_started(self) -> None:
        """Typed lines are not disturbed by speech."""

    def voice_finished(self, duration_s: float) -> None:
        """Typed lines are not disturbed by speech."""

    def push(self) -> bool:
        """Always open."""
        return True

    def now_s(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._begun_s

    def close(self) -> None:
        """The lines belong to the caller."""


class RecordingEars:
    """A recording heard exactly as a microphone; the clock follows the audio.

    The recording waits while the referee speaks, as polite players do; with `wait=False` it goes on, and what it says
    meanwhile is not heard.
    """

    waits_for_voice = True

    def __init__(self, listener: Listener, source: AudioSource, *, wait: bool = True) -> None:
        self._listener = listener
        self._source = source
        self._frames: Iterator[AudioFrame] = source.frames()
        self._wait = wait
        self._now_s = 0.0
        self._inbox: Inbox = queue.Queue()

    def start(self, inbox: Inbox) -> None:
        """Begin."""
        self._inbox = inbox

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Limit what may be heard next."""
        self._listener.set_phrases(phrases)

    def pull(self) -> bool:
        """Hear on until something is said or the recording ends."""
        while True:
            frame = self._next_frame()
            if frame is None:
                return True
            events = self._listener.feed(frame)
            for event in events:
                self._inbox.put(event)
            if any(isinstance(event, Utterance) for event in events):
                return True

    def _next_frame(self) -> AudioFrame | None:
        """The next frame, or `None` after the end has been told."""
        try:
            frame = next(self._frames, None)
        except AsrError as error:
            self._end(error)
            return None
        if frame is None:
            self._end(None)
            return None
        self._now_s = frame.start_s + frame.duration_s
        return frame

    def _end(self, error: AsrError | None) -> None:
        for event in self._listener.finish():
            self._inbox.put(event)
        self._inbox.put(StreamEnded() if error is None else StreamEnded(error.what, error.detail))

    def voice_started(self) -> None:
        """Close the gate; a recording that waits stands still and holds nothing to be deaf to."""
        if not self._wait:
            self._listener.gate = self._listener.gate.started(VOICE, self._now_s)

    def voice_finished(self, duration_s: float) -> None:
        """Let a recording that does not wait run on unheard, then open the gate after the tail."""
        if self._wait:
            return
        until_s = self._now_s + duration_s
        while self._now_s < until_s:
            frame = self._next_frame()
            if frame is None:
                break
            self._listener.feed(frame)
        self._listener.gate = self._listener.gate.finished(VOICE, self._now_s)

    def push(self) -> bool:
        """Always open."""
        return True

    def now_s(self) -> float:
        """Seconds of recording heard so far."""
        return self._now_s

    def close(self) -> None:
        """Close the file."""
        self._source.close()


class MicrophoneEars:
    """A microphone, heard in a thread of its own."""

    waits_for_voice = False

    def __init__(self, listener: Listener, source: AudioSource, *, can_type: bool = False) -> None:
        """With `can_type` the game goes on by typed lines where nothing can be heard any more."""
        self._listener = listener
        self._source = source
        self._can_type = can_type
        self._lock = threading.Lock()
        self._now_s = 0.0
        self._inbox: Inbox = queue.Queue()
        self._thread = threading.Thread(target=self._hear, name="ears", daemon=True)

    def start(self, inbox: Inbox) -> None:
        """Begin."""
        self._inbox = inbox
        self._thread.start()

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Limit what may be heard next."""
        with self._lock:
            self._listener.set_phrases(phrases)

    def pull(self) -> bool:
        """It pushes by itself."""
        return False

    def _hear(self) -> None:
        end = StreamEnded()
        try:
            for frame in self._source.frames():
                with self._lock:
                    self._now_s = frame.start_s + frame.duration_s
                    events = self._listener.feed(frame)
                for event in events:
                    self._inbox.put(event)
        except AsrError as error:
            end = StreamEnded(error.what, error.detail)
        except Exception as error:  # noqa: BLE001 - a table whose ears are gone must not wait for ever
            end = StreamEnded(told("ears.failed"), f"{type(error).__name__}: {error}")
        if end.fault is not None and self._can_type:
            lost = (Notice.HEARING_LOST, Notice.TYPE_MEANWHILE)
            self._inbox.put(SourceFault(told("ears.by_typing"), lost, f"{end.fault} {end.detail}".strip()))
        else:
            self._inbox.put(end)

    def voice_started(self) -> None:
        """Be deaf (voice.md, Listening 11)."""
        with self._lock:
            self._listener.gate = self._listener.gate.started(VOICE, self._now_s)

    def voice_finished(self, duration_s: float) -> None:
        """Hear again after the tail."""
        with self._lock:
            self._listener.gate = self._listener.gate.finished(VOICE, self._now_s)

    def push(self) -> bool:
        """With push-to-talk each press turns listening on or off; off closes the utterance under way."""
        with self._lock:
            gate = self._listener.gate
            if not gate.settings.push_to_talk:
                return True
            if gate.key_is_down:
                for event in self._listener.finish():
                    self._inbox.put(event)
            self._listener.gate = gate.pushed(not gate.key_is_down)
            return self._listener.gate.key_is_down

    def now_s(self) -> float:
        """Stream time of the last frame."""
        return self._now_s

    def close(self) -> None:
        """Release the device and wait a moment for the thread."""
        self._source.close()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(3.0)
