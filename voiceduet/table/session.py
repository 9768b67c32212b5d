"""One table: one inbox, one loop, one owner of the state.

Each step is written to the journal and synced before a word of it is spoken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from voiceduet.asr.listener import PartialHypothesis, SpeechStarted
from voiceduet.asr.ports import PhraseSet, Utterance
from voiceduet.engine.key import KeyCard
from voiceduet.engine.observation import PublicView, public_view, revealed_key
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope
from voiceduet.table.dialogue.scope import scope_of
from voiceduet.table.dialogue.state import Dialogue, Signal, Step, Table
from voiceduet.table.dialogue.step import step
from voiceduet.table.ears import Ears, Inbox, KeyPressed, Message, SourceFault, StreamEnded
from voiceduet.table.eventlog import EventLog, describe_meaning, describe_step
from voiceduet.table.saved import entry_of
from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished, PlaybackStarted, Priority, Speaker


class Ending(StrEnum):
    """Why a session ended."""

    END_OF_INPUT = "end_of_input"
    QUIT = "quit"
    NEW_GAME = "new_game"


class Hearing(Protocol):
    """Scope to phrases, and utterance to meaning."""

    def phrases(self, scope: Scope) -> PhraseSet:
        """What the ears may hear in this scope."""

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


class Ledger(Protocol):
    """The journal as the session needs it."""

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write and sync one entry."""


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


class Session:
    """A table from the first announcement to the end of the input."""

    def __init__(self, table: Table, state: Dialogue, devices: Devices, ledger: Ledger) -> None:
        self.state = state
        self._table = table
        self._devices = devices
        self._ledger = ledger
        self._inbox = devices.inbox
        self._playing: Counter[Announcement] = Counter()
        self._silent_again_s = 0.0
        self._faults_told: set[str] = set()
        self._ending: Ending | None = None
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            Utterance: self._hear,
            PlaybackStarted: lambda _: None,
            PlaybackFinished: self._played,
            StreamEnded: self._stream_ended,
            KeyPressed: lambda _: self._key_pressed(),
            SourceFault: self._source_fault,
            PartialHypothesis: lambda partial: devices.screen.listening(partial.text),
            SpeechStarted: lambda _: None,
        }

    def run(self, opening: Step) -> Ending:
        """Play until the players quit, want a new game, or nothing more can be heard."""
        self.perform(opening, {"input": "opening"})
        while self._ending is None:
            self._handle(self._next_message())
        while self._playing:
            self._handle(self._inbox.get())
        return self._ending

    def _next_message(self) -> Message:
        """The next message; ears that are pulled are pulled only when nothing else waits."""
        ears = self._devices.ears
        may_pull = not (ears.waits_for_voice and self._playing)
        if self._inbox.empty() and may_pull:
            ears.pull()
        return self._inbox.get()

    def _handle(self, message: Message) -> None:
        self._handlers[type(message)](message)

    def _hear(self, utterance: Utterance) -> None:
        """Interpret an utterance and act on it; one that was heard under an older scope is dropped."""
        scope = scope_of(self.state, self._table)
        if not utterance.n_best or self._ending is not None:
            return
        if utterance.scope and utterance.scope != scope.name:
            self._devices.log.write("dropped", text=utterance.n_best[0].text, scope=utterance.scope)
            return
        meaning = self._devices.hearing.understand(utterance, scope)
        text = heard_text(utterance, meaning)
        fields = describe_meaning(meaning)
        self._devices.log.write(
            "heard", text=text, start=round(utterance.start_s, 3), end=round(utterance.end_s, 3), **fields
        )
        self._devices.screen.heard(text)
        taken = step(self._table, self.state, meaning)
        self.perform(taken, {"input": "heard", "text": text} if _is_for_us(meaning) else {"input": "talk"})

    def perform(self, taken: Step, cause: Mapping[str, Any]) -> None:
        """Write a step down, then make it the state, show it and speak it."""
        changed = taken.state != self.state or taken.says
        if changed:
            self._ledger.append(entry_of(taken, self._devices.ears.now_s(), cause))
        before, self.state = self.state, taken.state
        view = public_view(taken.state.game)
        for name, fields in describe_step(taken, view):
            self._devices.log.write(name, **fields)
        if before.game != taken.state.game or cause["input"] == "opening":
            self._show(view)
        self._devices.ears.set_phrases(self._devices.hearing.phrases(scope_of(self.state, self._table)))
        # What belongs together is spoken in its own order; priorities decide between steps.
        priority = max((announcement.priority for announcement in taken.says), default=Priority.NORMAL)
        for announcement in taken.says:
            self._say(replace(announcement, priority=priority))
        if taken.signal is not None:
            self._ending = Ending.QUIT if taken.signal is Signal.QUIT else Ending.NEW_GAME

    def _show(self, view: PublicView) -> None:
        self._devices.screen.show(view)
        key = revealed_key(self.state.game)
        if key is not None:
            self._devices.screen.reveal(view, key)

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
            self.tell_fault(event.fault)
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

    def tell_fault(self, text: str) -> None:
        """Say once, on the screen, what does not work (voice.md, Speaking 6)."""
        if text not in self._faults_told:
            self._faults_told.add(text)
            self._devices.log.write("fault", text=text)
            self._devices.screen.fault(text)

    def _source_fault(self, fault: SourceFault) -> None:
        self.tell_fault(fault.message)
        if fault.notice is not None:
            self._say(self._table.wording.notice(fault.notice))

    def _stream_ended(self, end: StreamEnded) -> None:
        if end.fault is not None:
            self.tell_fault(end.fault)
        if self._ending is None:
            self._ending = Ending.END_OF_INPUT


def heard_text(utterance: Utterance, meaning: Meaning) -> str:
    """The text that the meaning rests on, else the best there is."""
    match meaning:
        case Understood(best=best):
            return best.heard
        case Ambiguous(candidates=candidates):
            return candidates[0].heard
        case NotUnderstood(heard=heard):
            return heard or utterance.n_best[0].text


def _is_for_us(meaning: Meaning) -> bool:
    """Table talk is not written into the journal: it is nobody's business."""
    return not isinstance(meaning, NotUnderstood)
