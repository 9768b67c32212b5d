"""Opening what surrounds a table: ears, voice, screen and event log."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from voiceduet.asr.ear_process import EarProcess, EarReport, EarTrouble, worker_command
from voiceduet.asr.ears import ListenSettings, make_listener
from voiceduet.asr.endpointing import EndpointSettings
from voiceduet.asr.errors import AsrError
from voiceduet.asr.gate import GateSettings
from voiceduet.asr.ports import Recognizer, Vocabulary
from voiceduet.asr.probe import probe_ears
from voiceduet.asr.second.only_ear import AnyWords, OnlyEar
from voiceduet.asr.second.ports import SecondEar
from voiceduet.asr.second.process import ALONE, SecondEarProcess, second_ear_command
from voiceduet.asr.second.weights import choose_second_ear
from voiceduet.asr.second.whisper import is_whisper
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.sources.microphone import MicrophoneReport, MicrophoneSource, Trouble
from voiceduet.asr.spelling.ear import SpellingEar
from voiceduet.asr.store import FoundModel, ModelStore
from voiceduet.asr.vosk_recognizer import Limit, VoskRecognizer, load_model
from voiceduet.table.config import Settings
from voiceduet.table.dialogue.state import Table
from voiceduet.table.ears import Ears, Inbox, MicrophoneEars, RecordingEars, SourceFault, TypedEars
from voiceduet.table.errors import UserError
from voiceduet.table.eventlog import EventLog
from voiceduet.table.hearing import TableHearing
from voiceduet.table.keyboard import watch_keyboard
from voiceduet.table.laying import table_warnings, unheard_words
from voiceduet.table.loop import Devices, Screen, connect
from voiceduet.table.messages import told
from voiceduet.table.saved import Agreement
from voiceduet.table.setup import load_deck
from voiceduet.table.speller import spelling_ear
from voiceduet.table.terminal import ScreenTable, make_console
from voiceduet.table.voice import table_pronunciation, voice_settings
from voiceduet.table.wording import Notice, Wording
from voiceduet.tts.ports import Announcement, Speaker
from voiceduet.tts.speakers import LiveSpeaker, PrintSpeaker, WavSpeaker
from voiceduet.tts.synthesis import EngineName

MICROPHONE, TYPED = "mic", "text"
PRINTED = "none"
_LEFT_AT_ONCE = {KeyboardInterrupt, SystemExit}
"""Whoever ends the program waits for no sentence."""
_SPOKEN_TROUBLES = {Trouble.LOST: (Notice.MICROPHONE_LOST,), Trouble.BACK: (Notice.MICROPHONE_BACK,)}
_SPOKEN_EAR_TROUBLES = {
    EarTrouble.DROPPED: (Notice.SENTENCE_LOST,),
    EarTrouble.GONE: (Notice.HEARING_LOST,),
    EarTrouble.BACK: (Notice.HEARING_BACK,),
}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """How a table listens, speaks and shows; the words are those of the command line."""

    listen: str
    """"mic", "text" or a recording."""
    speak: str | None
    """A speech engine, "none" or a WAV file to write; `None` for the engine of the settings."""
    wait: bool
    """Whether a recording waits while the referee speaks."""
    model: str | None
    """Speech model by name or folder; `None` for the best that is there."""
    json: bool
    """Print events as JSON lines instead of the table."""
    events: Path | None
    """File that gets every event as a JSON line."""
    lines: TextIO
    """Where typed lines come from."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The open devices of a table."""

    devices: Devices
    hearing: TableHearing
    model: Vocabulary | None
    """What the ear can hear; `None` when lines are typed."""
    ears_name: str

    def may_draw(self, word: str) -> bool:
        """Whether the ear can hear a word, so that it may be drawn from the deck (voice.md, Listening 10)."""
        return self.model is None or not unheard_words(self.hearing, (word,), self.model)

    def seen_by(self, agreement: Agreement) -> Opened:
        """The same devices with a screen that shows the players' names as they are agreed now."""
        if not isinstance(self.devices.screen, ScreenTable):
            return self
        return replace(self, devices=replace(self.devices, screen=_screen(agreement)))

    def warnings(self, table: Table) -> tuple[Announcement, ...]:
        """What the players should know about these 25 words: unknown to the ear, or close to each other."""
        return table_warnings(self.hearing, table, self.model)


def may_switch(where: Surroundings) -> bool:
    """Whether the ears can be opened again in another language; a recording would begin anew."""
    return where.listen in {MICROPHONE, TYPED}


def can_listen(where: Surroundings, language: str) -> AsrError | None:
    """Say why a language cannot be heard here; `None` when it can."""
    if where.listen == TYPED:
        return None
    try:
        ModelStore().find_model(language, where.model)
    except AsrError as error:
        return error
    return None


@contextmanager
def open_devices(settings: Settings, where: Surroundings, agreement: Agreement) -> Iterator[Opened]:
    """Open everything, and close it again in any case. Raise `UserError`, `AsrError`, `SpeechFault`."""
    with ExitStack() as stack:
        inbox: Inbox = queue.Queue()
        language = agreement.language
        ears, model, name = _open_ears(settings, where, language, inbox, stack)
        stack.callback(ears.close)
        speaker = _open_speaker(settings, where, language)
        stack.push(lambda kind, *_: speaker.close(at_once=kind in _LEFT_AT_ONCE))
        streams = tuple(_event_streams(where, stack))
        screen: Screen = NoScreen() if where.json else _screen(agreement)

        def tell(text: str, detail: str = "") -> None:
            inbox.put(SourceFault(text, detail=detail))

        second = _open_second_ear(settings, where, language, tell, stack)
        hearing = TableHearing(language, second, _open_spelling_ear(where, language, stack))
        devices = Devices(ears, hearing, speaker, screen, EventLog(streams, ears.now_s, tell), inbox)
        connect(devices)
        if where.listen == MICROPHONE:
            watch_keyboard(where.lines, inbox, ears.now_s)
        yield Opened(devices, hearing, model, name)


def _screen(agreement: Agreement) -> ScreenTable:
    state_line = Wording(agreement.language, agreement.names).state_line
    return ScreenTable(make_console(), agreement.language, agreement.names, state_line)


class NoScreen:
    """Shows nothing: with `--json` every event is printed instead."""

    def show(self, view: object) -> None:
        """Nothing."""

    def reveal(self, view: object, key: object) -> None:
        """Nothing."""

    def listening(self, partial: str) -> None:
        """Nothing."""

    def heard(self, text: str) -> None:
        """Nothing."""

    def said(self, text: str) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""

    def fault(self, text: str) -> None:
        """Faults are events too; those before the first game go to stderr."""
        print(text, file=sys.stderr)  # noqa: T201


def _open_ears(
    settings: Settings, where: Surroundings, language: str, inbox: Inbox, stack: ExitStack
) -> tuple[Ears, Vocabulary | None, str]:
    if where.listen == TYPED:
        return TypedEars(where.lines), None, TYPED
    source = None if where.listen == MICROPHONE else FileSource(Path(where.listen))
    found = ModelStore().find_model(language, where.model)
    listening = ListenSettings(
        endpoint=EndpointSettings(end_silence_s=settings.listening.end_silence_s),
        gate=GateSettings(push_to_talk=settings.listening.push_to_talk),
    )
    if is_whisper(found.path):
        listener = make_listener(_open_only_ear(found.path, language, inbox, stack), listening)
        if source is not None:
            return RecordingEars(listener, source, wait=where.wait), AnyWords(), found.name
        return MicrophoneEars(listener, _microphone(settings, inbox, stack)), AnyWords(), found.name
    if source is None:
        ears, process = _open_microphone(settings, found.path, listening, inbox, stack, can_type=where.lines.isatty())
        _probe(process, process, found, language, inbox)
        return ears, process, found.name
    model = load_model(found.path)
    for note in source.notes:
        inbox.put(SourceFault(note))
    _probe(VoskRecognizer(model, Limit.PHRASES), model, found, language, inbox)
    return RecordingEars(make_listener(model, listening), source, wait=where.wait), model, found.name


def _probe(ears: Recognizer, vocabulary: Vocabulary, model: FoundModel, language: str, inbox: Inbox) -> None:
    """Tell on the screen when the model does not keep to what may be said; the one that comes along does."""
    if model.is_shipped:
        return
    fault = probe_ears(ears, vocabulary, model.name, (word.casefold() for word in load_deck(language)))
    if fault is not None:
        inbox.put(SourceFault(fault))


def _open_second_ear(
    settings: Settings, where: Surroundings, language: str, tell: Callable[[str, str], None], stack: ExitStack
) -> SecondEar | None:
    """The second ear, loading in the background; `None` where there is none, lines are typed, or it hears alone.

    Raises `ModelError`.
    """
    if where.listen == TYPED or is_whisper(ModelStore().find_model(language, where.model).path):
        return None
    chosen = choose_second_ear(settings.listening.second_ear, ModelStore().root)
    if chosen.folder is None:
        return None
    command = second_ear_command(chosen.folder, language)
    ear = SecondEarProcess(command, report=lambda why: tell(told("ears.second_gone"), why))
    stack.callback(ear.close)
    return ear


def _open_spelling_ear(where: Surroundings, language: str, stack: ExitStack) -> SpellingEar | None:
    """The ear for letters; `None` where lines are typed, or the model's word graph is of another kind."""
    if where.listen == TYPED:
        return None
    model = ModelStore().find_model(language, where.model).path
    if is_whisper(model):
        return None
    ear = spelling_ear(language, model)
    stack.callback(ear.close)
    return ear


def _open_only_ear(model: Path, language: str, inbox: Inbox, stack: ExitStack) -> OnlyEar:
    """The second ear alone. Raise `ModelError`."""

    def tell(why: str) -> None:
        inbox.put(SourceFault(told("ears.not_heard"), detail=why))

    process = SecondEarProcess(second_ear_command(model, language), ALONE, tell)
    stack.callback(process.close)
    process.wait()
    return OnlyEar(process, tell)


def _open_microphone(
    settings: Settings, model: Path, listening: ListenSettings, inbox: Inbox, stack: ExitStack, *, can_type: bool
) -> tuple[Ears, EarProcess]:
    """A microphone, and the recogniser in a process of its own: no fault of its library may end a game."""

    def report_ear(report: EarReport) -> None:
        inbox.put(ear_fault(report, can_type=can_type))

    source = _microphone(settings, inbox, stack)
    process = EarProcess(worker_command(model, listening.n_best), report_ear)
    stack.callback(process.close)
    return MicrophoneEars(make_listener(process, listening), source, can_type=can_type), process


def ear_fault(report: EarReport, *, can_type: bool) -> SourceFault:
    """What the players are told about their recogniser; with `can_type` also that they can type meanwhile."""
    notices: tuple[Notice, ...] = _SPOKEN_EAR_TROUBLES.get(report.trouble, ())
    if report.trouble is not EarTrouble.GONE:
        return SourceFault(told(f"ears.{report.trouble}"), notices, is_news=True)
    detail = report.fault.detail if report.fault else ""
    if can_type:
        return SourceFault(
            told("ears.gone_type", why=report.fault), (*notices, Notice.TYPE_MEANWHILE), detail, is_news=True
        )
    return SourceFault(told("ears.gone", why=report.fault), notices, detail, is_news=True)


def _microphone(settings: Settings, inbox: Inbox, stack: ExitStack) -> MicrophoneSource:
    def report(trouble: MicrophoneReport) -> None:
        inbox.put(SourceFault(trouble.fault, _SPOKEN_TROUBLES.get(trouble.trouble, ()), is_news=True))

    source = MicrophoneSource(settings.listening.microphone, report)
    stack.callback(source.close)
    return source


def _open_speaker(settings: Settings, where: Surroundings, language: str) -> Speaker:
    if where.speak == PRINTED:
        return PrintSpeaker()
    engine = EngineName(where.speak) if where.speak in set(EngineName) else None
    voice = voice_settings(settings, language, engine)
    pronunciation = table_pronunciation(voice)
    if where.speak is None or engine is not None:
        return LiveSpeaker(voice, pronunciation)
    if Path(where.speak).suffix.lower() != ".wav":
        raise UserError(told("play.speak", value=where.speak, engines=", ".join(EngineName)))
    return WavSpeaker(Path(where.speak), voice, pronunciation)


def _event_streams(where: Surroundings, stack: ExitStack) -> Iterator[TextIO]:
    if where.json:
        yield sys.stdout
    if where.events is not None:
        where.events.parent.mkdir(parents=True, exist_ok=True)
        file = where.events.open("w", encoding="utf-8", errors="backslashreplace")
        stack.callback(_close, file)
        yield file


def _close(file: TextIO) -> None:
    """Close a file; that its disk is full was told when it was written."""
    with suppress(OSError):
        file.close()
