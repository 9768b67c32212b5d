"""What every conversation at a table has in common: one inbox, one loop, and what waits for what."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from voiceduet.asr.faults import Fault
from voiceduet.asr.listener import PartialHypothesis, SpeechPaused, SpeechStarted
from voiceduet.asr.ports import PhraseSet, Utterance
from voiceduet.engine.key import KeyCard
from voiceduet.engine.observation import PublicView
from voiceduet.grammar.meaning import Meaning
from voiceduet.grammar.scopes import Scope
from voiceduet.table.ears import Ears, Inbox, KeyPressed, Message, SourceFault, StreamEnded
from voiceduet.table.eventlog import EventLog
from voiceduet.table.messages import told_in
from voiceduet.table.wording import Notice
from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished, PlaybackStarted, Speaker


class Hearing(Protocol):
    """Scope to phrases, and utterance to meaning."""

    def phrases(self, scope: Scope) -> PhraseSet:
        """What the ears may hear in this scope."""

    def prepare(self, scope: Scope) -> None:
        """Get ready for what may be said from now on."""

    def foresee(self, sound: bytes) -> None:
        """Get ready for an utterance that may be over."""

    def understand(self, utterance: Utterance, scope: Scope) -> Meaning:
        """What was meant."""


class Screen(Protocol):
    """The table on the screen."""

    def show(self, view: PublicView) -> None:
        """Show words, marks, tokens, turn and clue."""

    def reveal(self, view: PublicView, key: KeyCard) -> None:
        """Show the whole key, after the end only."""

    def listening(self, partial: str) -> None:
        """Show that something is being heard."""

    def heard(self, text: str) -> None:
        """Show what was heard."""

    def said(self, text: str) -> None:
        """Show what is said."""

    def note(self, text: str) -> None:
        """Show a remark that is not spoken."""

    def fault(self, text: str) -> None:
        """Show what does not work."""


@dataclass(frozen=True, slots=True)
class Devices:
    """What surrounds a session; everything with an outside."""

    ears: Ears
    hearing: Hearing
    speaker: Speaker
    screen: Screen
    log: EventLog
    inbox: Inbox
    """Everything that arrives: from the ears, from the speaker."""


def connect(devices: Devices) -> None:
    """Start ears and speaker; they serve every game at this table."""

    def deliver(event: PlaybackEvent) -> None:
        """Called by the speaker, perhaps from its own thread."""
        if isinstance(event, PlaybackStarted):
            devices.ears.voice_started()
        devices.inbox.put(event)

    devices.speaker.start(deliver)
    devices.ears.start(devices.inbox)


class TableLoop(ABC):
    """Takes messages one by one until the conversation is over; says what is to be said."""

    def __init__(self, devices: Devices, notice: Callable[[Notice], Announcement], language: str) -> None:
        """`notice` words what is said about the devices; `language` is that of the table, also for its screen."""
        self._devices = devices
        self._language = language
        self._notice = notice
        self._inbox = devices.inbox
        self._is_over = False
        self._playing: Counter[Announcement] = Counter()
        self._silent_again_s = 0.0
        self._faults_told: set[str] = set()
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            Utterance: self._hear,
            PlaybackStarted: lambda _: None,
            PlaybackFinished: self._played,
            StreamEnded: self._stream_ended,
            KeyPressed: lambda _: self._key_pressed(),
            SourceFault: self._source_fault,
            PartialHypothesis: lambda partial: devices.screen.listening(partial.text),
            SpeechStarted: lambda _: None,
            SpeechPaused: self._paused,
        }

    @abstractmethod
    def _hear(self, utterance: Utterance) -> None:
        """Interpret an utterance and act on it."""

    def _paused(self, paused: SpeechPaused) -> None:  # noqa: B027 - nothing is to be done where nobody says what
        """Use the silence in which an utterance may be over; without need here."""

    def _talk(self) -> None:
        """Go on until it is over and all is said."""
        while not self._is_over:
            self._handle(self._next_message())
        while self._playing:
            self._handle(self._inbox.get())

    def _next_message(self) -> Message:
        """The next message; ears that are pulled are pulled only when nothing else waits."""
        ears = self._devices.ears
        may_pull = not (ears.waits_for_voice and self._playing)
        if self._inbox.empty() and may_pull:
            ears.pull()
        return self._inbox.get()

    def _handle(self, message: Message) -> None:
        self._handlers[type(message)](message)

    def _say(self, announcement: Announcement) -> None:
        if not self._playing:
            self._devices.ears.voice_started()
            self._silent_again_s = 0.0
        self._playing[announcement] += 1
        self._devices.log.write("say", text=announcement.text)
        self._devices.screen.said(announcement.text)
        self._devices.speaker.say(announcement)

    def _played(self, event: PlaybackFinished) -> None:
        if event.fault is not None:
            self.tell_fault(event.fault, event.detail)
        self._silent_again_s += event.duration_s
        self._playing[event.announcement] -= 1
        self._playing = +self._playing
        if not self._playing:
            self._devices.ears.voice_finished(self._silent_again_s)

    def _key_pressed(self) -> None:
        """Cut a long answer; when nothing is said, turn the ear of push-to-talk on or off."""
        if self._playing:
            self._devices.speaker.stop()
        else:
            self._devices.screen.listening("" if self._devices.ears.push() else "–")

    def tell_fault(self, what: str | Fault, detail: str = "", *, is_news: bool = False) -> None:
        """Show in the table's language what does not work, once if it is no news (voice.md, Speaking 6).

        `detail` is what a library or the system said about it; it stands in the events only.
        """
        text = told_in(self._language, what)
        detail = detail or (what.detail if isinstance(what, Fault) else "")
        if is_news or text not in self._faults_told:
            self._faults_told.add(text)
            self._devices.log.write("fault", text=text, **({"detail": detail} if detail else {}))
            self._devices.screen.fault(text)

    def _source_fault(self, fault: SourceFault) -> None:
        self.tell_fault(fault.message, fault.detail, is_news=fault.is_news)
        for notice in fault.notices:
            self._say(self._notice(notice))

    def _stream_ended(self, end: StreamEnded) -> None:
        if end.fault is not None:
            self.tell_fault(end.fault, end.detail)
        self._is_over = True
