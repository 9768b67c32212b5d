"""A Russian or Korean table reads and hears no English, whatever goes wrong around it and whatever the locale is."""

from __future__ import annotations

import ast
import io
import json
import queue
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.table.transcripts import open_table
from voiceduet.asr.ear_process import EarReport, EarTrouble
from voiceduet.asr.faults import Fault, FaultCode, fault, fault_texts
from voiceduet.asr.ports import PhraseSet
from voiceduet.asr.sources.typed import typed_utterance
from voiceduet.table.devices import NoScreen, ear_fault
from voiceduet.table.ears import Inbox, Message, SourceFault, StreamEnded
from voiceduet.table.errors import JournalError
from voiceduet.table.eventlog import EventLog
from voiceduet.table.loop import Devices, connect
from voiceduet.table.messages import load_messages, told, told_system
from voiceduet.table.session import Session
from voiceduet.texts import LANGUAGES, fields_of
from voiceduet.tts import faults as voice
from voiceduet.tts.ports import Announcement
from voiceduet.tts.speakers import QueueSpeaker

pytestmark = pytest.mark.logic

TABLE = Path(__file__).parents[2] / "voiceduet" / "table"
AT_THE_TABLE = ("ears.py", "loop.py", "session.py", "setup_session.py", "eventlog.py", "setup_draft.py", "devices.py")
BEFORE_THE_TABLE = {"play.speak"}
ENGLISH = re.compile(
    r"\b(the|a|an|is|are|not|no|of|to|and|or|was|cannot|its|said|again|with|for|does|it|there)\b", re.I
)
COMMANDS = re.compile(r"`[^`]*`|voiceduet( [a-z-]+)*( --?[a-z-]+)*|--[a-z-]+( [a-z0-9]+)?|\(Debian: [^)]*\)")
LETTERS = {"ru": re.compile("[а-яё]", re.I), "ko": re.compile("[가-힣]")}
FACTS: Mapping[str, Any] = {
    **dict.fromkeys(("count", "at_s", "length_s", "missing", "seconds", "rate_hz", "wanted_hz", "channels", "line"), 3),
    **dict.fromkeys(
        ("name", "names", "path", "part", "wanted", "language", "engine", "voice", "programs", "file"), "X"
    ),
}
FOREIGN = "the sound server said: it is not there"


def assert_foreign_to_nobody(text: str, language: str) -> None:
    plain = COMMANDS.sub("", text)
    assert LETTERS[language].search(plain), text
    assert not ENGLISH.search(plain), text


def every_fault() -> Iterator[Fault]:
    for code in FaultCode:
        wanted = fields_of(fault_texts()[code]["en"])
        yield fault(code, FOREIGN, **{name: FACTS[name] for name in wanted})


def every_voice_fault() -> Iterator[voice.SpeechFault]:
    for code in voice.FaultCode:
        wanted = fields_of(voice.FOREIGN.sub("", voice.fault_texts()[code]["en"])) - {"why"}
        yield voice.SpeechFault(code, why=FOREIGN, reasons=FOREIGN, **{name: FACTS[name] for name in wanted})


class FailingOutput:
    """A voice that fails in every way in turn."""

    def __init__(self) -> None:
        self._faults = [fault for fault in every_voice_fault() if fault.code is not voice.FaultCode.SWITCHED_OFF]

    def perform(self, text: str, started: object, cut: object) -> float:
        if self._faults:
            raise self._faults.pop()
        raise OSError(FOREIGN)

    def close(self) -> None:
        """Nothing is open."""


class Ears:
    """Ears of a table where everything goes wrong."""

    waits_for_voice = True

    def __init__(self, messages: list[Message]) -> None:
        self._messages = messages
        self._inbox: Inbox = queue.Queue()

    def start(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Nothing is limited."""

    def pull(self) -> bool:
        self._inbox.put(self._messages.pop(0))
        return True

    def voice_started(self) -> None:
        """Nothing is deaf."""

    def voice_finished(self, duration_s: float) -> None:
        """Nothing is deaf."""

    def push(self) -> bool:
        return True

    def now_s(self) -> float:
        return 0.0

    def close(self) -> None:
        """Nothing is open."""


class FullLedger:
    """A disk that is full now and then."""

    def __init__(self) -> None:
        self._asked = 0

    def append(self, entry: Mapping[str, Any]) -> None:
        self._asked += 1
        if self._asked % 2 == 0:
            raise JournalError(told("journal.system", path="X", what=told_system(OSError(28, FOREIGN))), may_pass=True)


def everything(language: str) -> list[Message]:
    reports = [EarReport(trouble, fault(FaultCode.EAR_FAILED, FOREIGN)) for trouble in EarTrouble]
    texts = [told(key) for key, entry in load_messages().items() if key.startswith("ears.") and not fields(entry["en"])]
    lines = {"ru": "сколько жетонов осталось", "ko": "토큰 몇 개 남았어"}
    return [
        *(SourceFault(each) for each in every_fault()),
        *(ear_fault(report, can_type=can_type) for report in reports for can_type in (True, False)),
        *(SourceFault(text, detail=FOREIGN) for text in texts),
        SourceFault(told("play.events_lost", what=told_system(OSError(5, FOREIGN)))),
        *(typed_utterance(lines[language]) for _ in range(20)),
        StreamEnded(told("ears.failed"), FOREIGN),
    ]


def fields(text: str) -> set[str]:
    return fields_of(text)


@pytest.mark.parametrize("language", LETTERS)
def test_a_table_where_everything_fails_reads_and_hears_its_own_language(language: str) -> None:
    ears, stream = Ears(everything(language)), io.StringIO()
    conversation = open_table(language=language)
    speaker = QueueSpeaker(FailingOutput(), language=language)
    log = EventLog((stream,), ears.now_s)
    devices = Devices(ears, conversation.hearing, speaker, NoScreen(), log, queue.Queue())
    connect(devices)
    session = Session(conversation.table, conversation.state, devices, FullLedger())
    try:
        session.run(conversation.opening)
    except JournalError as error:
        assert_foreign_to_nobody(str(error), language)
    finally:
        speaker.close()
    events = [json.loads(line) for line in stream.getvalue().splitlines()]
    texts = [event["text"] for event in events if event["event"] in ("fault", "say")]
    assert len(texts) > len(FaultCode) + len(voice.FaultCode)
    for text in texts:
        assert_foreign_to_nobody(text, language)
    assert any(event.get("detail") == FOREIGN for event in events)


def test_what_is_told_at_a_table_is_there_in_every_language() -> None:
    for name in AT_THE_TABLE:
        tree = ast.parse((TABLE / name).read_text("utf-8"))
        for node in ast.walk(tree):
            is_told = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "told"
            if is_told and isinstance(node, ast.Call) and isinstance(node.args[0], ast.Constant):
                key = str(node.args[0].value)
                assert key in BEFORE_THE_TABLE or set(load_messages()[key]) == set(LANGUAGES), f"{name}: {key}"
    topics = ("ears.", "system.")
    for key, entry in load_messages().items():
        assert not key.startswith(topics) or set(entry) == set(LANGUAGES), key


def test_a_sentence_said_about_the_devices_is_an_announcement_of_the_table() -> None:
    wording = open_table(language="ru").table.wording
    for trouble in EarTrouble:
        for notice in ear_fault(EarReport(trouble), can_type=True).notices:
            said = wording.notice(notice)
            assert isinstance(said, Announcement)
            assert_foreign_to_nobody(said.text, "ru")
