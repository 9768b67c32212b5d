"""Speakers: one thread that takes announcements from the queue, and one that only prints."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from voiceduet.tts.faults import FaultCode, SpeechFault
from voiceduet.tts.output import LiveOutput, Output, WavOutput
from voiceduet.tts.patience import Patience
from voiceduet.tts.player import CommandPlayer, Player
from voiceduet.tts.ports import Announcement, PlaybackEvent, PlaybackFinished, PlaybackStarted
from voiceduet.tts.pronunciation import Pronunciation, load_pronunciation
from voiceduet.tts.queue import SpeechQueue
from voiceduet.tts.synthesis import EngineName, Synthesizer, VoiceSettings, voices_of
from voiceduet.tts.worker_synthesizer import WorkerSynthesizer

Deliver = Callable[[PlaybackEvent], None]

CLOSE_LIMIT_S = 6.0
"""How long a game that ends may go on speaking: enough for the last sentence."""

ABANDON_LIMIT_S = 1.0
"""How long a sentence that was cut may take to end by itself."""


class PrintSpeaker:
    """Makes no sound: every announcement is over at once. The session prints the text."""

    def __init__(self) -> None:
        self._deliver: Deliver | None = None

    def start(self, deliver: Deliver) -> None:
        """Begin."""
        self._deliver = deliver

    def say(self, announcement: Announcement) -> None:
        """Report it as begun and finished, in the caller's thread."""
        if self._deliver is not None:
            self._deliver(PlaybackStarted(announcement))
            self._deliver(PlaybackFinished(announcement, 0.0))

    def stop(self) -> None:
        """Nothing waits."""

    def close(self, *, at_once: bool = False) -> None:
        """Nothing to release."""


class QueueSpeaker:
    """Says announcements one after another in a thread of its own.

    `PlaybackFinished` comes once for every announcement: also when it is stopped or replaced, when the output fails in
    any way, and when it was queued after the end.
    """

    def __init__(
        self,
        output: Output,
        pronunciation: Pronunciation | None = None,
        *,
        language: str = "en",
        close_limit_s: float | None = None,
    ) -> None:
        """`language` is that of fault texts; `close` waits `close_limit_s` for what is still to be said, or for all."""
        self._output = output
        self._language = language
        self._close_limit_s = close_limit_s
        self._pronunciation = pronunciation or Pronunciation()
        self._queue = SpeechQueue()
        self._changed = threading.Condition()
        self._cut = threading.Event()
        self._current: Announcement | None = None
        self._closing = False
        self._patience = Patience()
        self._last_fault = ""
        self._deliver: Deliver = lambda event: None
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)

    def start(self, deliver: Deliver) -> None:
        """Begin; `deliver` is called from the speaker's thread, and from the caller's for what is dropped."""
        self._deliver = deliver
        self._thread.start()

    def say(self, announcement: Announcement) -> None:
        """Queue one announcement."""
        with self._changed:
            accepted = not self._closing
            replaced: tuple[Announcement, ...] = ()
            if accepted:
                self._queue, replaced = self._queue.put(announcement)
                self._changed.notify_all()
        self._drop(replaced)
        if not accepted:
            self._deliver(self._unsaid(announcement, SpeechFault(FaultCode.CLOSED)))

    def stop(self) -> None:
        """Cut the present announcement if it may be, and drop the queued ones that may be."""
        with self._changed:
            self._queue, dropped = self._queue.clear()
            if self._current is not None and self._current.interruptible:
                self._cut.set()
        self._drop(dropped)

    def close(self, *, at_once: bool = False) -> None:
        """Say what still waits, or with `at_once` cut what is being said; release the engine. Safe to call twice."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(0.0 if at_once else self._close_limit_s)
            if self._thread.is_alive():
                self._drop(self._abandon())
                self._thread.join(ABANDON_LIMIT_S)
        self._output.close()  # also ends an engine that is still at work

    def _abandon(self) -> tuple[Announcement, ...]:
        """Cut the present announcement whatever it is, and give back what waits."""
        with self._changed:
            waiting, self._queue = self._queue.waiting, SpeechQueue()
            self._cut.set()
        return waiting

    def _drop(self, announcements: tuple[Announcement, ...]) -> None:
        for announcement in announcements:
            self._deliver(PlaybackFinished(announcement, 0.0, stopped=True))

    def _run(self) -> None:
        while (announcement := self._next()) is not None:
            finished = self._perform(announcement)
            with self._changed:
                self._current = None
            self._deliver(finished)

    def _next(self) -> Announcement | None:
        """Wait for the next announcement; `None` when the speaker closes and nothing waits."""
        with self._changed:
            while not self._queue.waiting and not self._closing:
                self._changed.wait()
            self._current, self._queue = self._queue.take()
            self._cut.clear()
            return self._current

    def _perform(self, announcement: Announcement) -> PlaybackFinished:
        text = self._pronunciation.apply(announcement.text).strip()
        if not text:
            return PlaybackFinished(announcement, 0.0)
        if not self._patience.is_worth_a_try:
            self._patience = self._patience.after_loss()
            return self._unsaid(announcement, SpeechFault(FaultCode.SWITCHED_OFF, why=self._last_fault))
        try:
            audible_s = self._output.perform(text, lambda: self._deliver(PlaybackStarted(announcement)), self._cut)
        except SpeechFault as fault:
            return self._lost(announcement, fault)
        except Exception as error:  # noqa: BLE001 - whatever fails, the microphone must open again
            return self._lost(announcement, SpeechFault(FaultCode.CRASHED, why=f"{type(error).__name__}: {error}"))
        self._patience = self._patience.after_success()
        return PlaybackFinished(announcement, audible_s, stopped=self._cut.is_set())

    def _lost(self, announcement: Announcement, fault: SpeechFault) -> PlaybackFinished:
        self._patience, self._last_fault = self._patience.after_loss(), fault.at_table(self._language)
        return self._unsaid(announcement, fault)

    def _unsaid(self, announcement: Announcement, fault: SpeechFault) -> PlaybackFinished:
        return PlaybackFinished(announcement, 0.0, fault=fault.at_table(self._language), detail=fault.detail)


class LiveSpeaker(QueueSpeaker):
    """Speaks through the sound device, with the engine of the settings."""

    def __init__(
        self,
        settings: VoiceSettings,
        pronunciation: Pronunciation | None = None,
        *,
        synthesizer: Synthesizer | None = None,
        player: Player | None = None,
    ) -> None:
        """`pronunciation` is that of the engine and language when not given."""
        output = LiveOutput(synthesizer or WorkerSynthesizer(settings), player or CommandPlayer())
        super().__init__(
            output, _or_shipped(pronunciation, settings), language=settings.language, close_limit_s=CLOSE_LIMIT_S
        )


class WavSpeaker(QueueSpeaker):
    """Writes what would be heard into one WAV file; `duration_s` is the true length of each announcement."""

    def __init__(
        self,
        path: Path,
        settings: VoiceSettings,
        pronunciation: Pronunciation | None = None,
        *,
        synthesizer: Synthesizer | None = None,
    ) -> None:
        """Raise `SpeechFault` when the file cannot be written."""
        output = WavOutput(synthesizer or WorkerSynthesizer(settings), path)
        super().__init__(output, _or_shipped(pronunciation, settings), language=settings.language)


def list_voices(language: str, engine: EngineName = EngineName.PYTTSX3) -> tuple[str, ...]:
    """Names of an engine's voices of a language, plainest first. Raise `EngineMissing` without the engine."""
    synthesizer = WorkerSynthesizer(VoiceSettings(language, engine=engine))
    try:
        return tuple(voice.id for voice in voices_of(synthesizer.voices(), language))
    finally:
        synthesizer.close()


def _or_shipped(pronunciation: Pronunciation | None, settings: VoiceSettings) -> Pronunciation:
    return load_pronunciation(settings.engine, settings.language) if pronunciation is None else pronunciation
