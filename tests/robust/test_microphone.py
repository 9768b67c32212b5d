"""A table whose microphone misbehaves: real ears, and a sound card in memory."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from tests.robust.fakes import SoundCard, in_background, wait_until
from tests.robust.running import DEMO
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_listener
from voiceduet.asr.listener import SpeechStarted
from voiceduet.asr.ports import AudioFrame, PhraseSet, Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.sources.microphone import MicrophoneReport, MicrophoneSource, Trouble
from voiceduet.asr.vosk_recognizer import VoskModel, load_model
from voiceduet.table.ears import Inbox, Message, MicrophoneEars, StreamEnded

pytestmark = pytest.mark.hears

PHRASES = PhraseSet("guess", ("касаюсь слова яйцо", "трогаю геркулес", "стоп"))
FRAMES = list(FileSource(DEMO / "demo.flac").frames())
"""The demo: «касаюсь слова яйцо» is said at 11.0–12.8 s, «трогаю геркулес» at 15.3–16.6 s."""
SILENCE_S = 1.5


def spoken(begin_s: float, end_s: float) -> bytes:
    """A stretch of the demo with silence behind it."""
    pcm = b"".join(frame.samples for frame in FRAMES if begin_s <= frame.start_s < end_s)
    return pcm + bytes(2 * round(16_000 * SILENCE_S))


EGG = spoken(10.7, 13.0)
OATS = spoken(15.0, 16.9)


@dataclass
class Table:
    """Ears at a sound card, what they heard and what they reported."""

    card: SoundCard
    ears: MicrophoneEars
    source: MicrophoneSource
    inbox: Inbox
    reports: list[Trouble]
    got: list[Message]

    def take(self) -> None:
        while not self.inbox.empty():
            self.got.append(self.inbox.get())

    def texts(self) -> list[str]:
        """The best limited text of each utterance."""
        self.take()
        return [each.n_best[0].text for each in self.got if isinstance(each, Utterance) and each.n_best]

    def hears(self, pcm: bytes, count: int, *, overflow_at: int | None = None) -> None:
        self.card.play(self.card.sound(pcm), speed=10.0, overflow_at=overflow_at)
        wait_until(lambda: len(self.texts()) >= count)


@pytest.fixture(scope="module")
def model() -> VoskModel:
    return load_model(DATA / "ru-table")


Lay = Callable[[SoundCard], Table]


@pytest.fixture
def lay(model: VoskModel) -> Iterator[Lay]:
    tables: list[Table] = []

    def build(card: SoundCard) -> Table:
        reports: list[Trouble] = []

        def report(trouble: MicrophoneReport) -> None:
            reports.append(trouble.trouble)

        source = MicrophoneSource(report=report, backend=card.module, dead_after_s=0.6)
        ears = MicrophoneEars(make_listener(model), source)
        ears.set_phrases(PHRASES)
        inbox: Inbox = queue.Queue()
        ears.start(inbox)
        tables.append(Table(card, ears, source, inbox, reports, []))
        return tables[-1]

    yield build
    for table in tables:
        table.ears.close()


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 44_100, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_any_rate_mono_or_stereo(lay: Lay, rate_hz: int, channels: int) -> None:
    table = lay(SoundCard(rate_hz, channels))
    table.hears(EGG, 1)
    assert table.texts() == ["касаюсь слова яйцо"]
    assert table.reports == []


def test_unplugged_and_plugged_in_again_between_two_sentences(lay: Lay) -> None:
    table = lay(SoundCard(48_000))
    table.hears(EGG, 1)
    table.card.unplug()
    wait_until(lambda: Trouble.LOST in table.reports)
    table.card.is_plugged_in = True
    wait_until(lambda: Trouble.BACK in table.reports)
    table.hears(OATS, 2)
    assert table.texts() == ["касаюсь слова яйцо", "трогаю геркулес"]
    assert table.reports == [Trouble.LOST, Trouble.BACK]


def test_a_sentence_that_the_plug_cuts_in_two_is_no_sentence(lay: Lay) -> None:
    table = lay(SoundCard())
    half = 2 * 16_000
    table.card.play(table.card.sound(EGG)[:half], speed=10.0)
    wait_until(lambda: _is_speaking(table))
    table.card.unplug()
    wait_until(lambda: Trouble.LOST in table.reports)
    table.card.is_plugged_in = True
    wait_until(lambda: Trouble.BACK in table.reports)
    table.hears(OATS, 1)
    assert table.texts() == ["трогаю геркулес"]


def _is_speaking(table: Table) -> bool:
    table.take()
    return any(isinstance(each, SpeechStarted) for each in table.got)


def test_it_comes_back_when_the_sound_server_was_gone_too(lay: Lay) -> None:
    table = lay(SoundCard())
    table.card.server_answers = False
    table.card.unplug()
    wait_until(lambda: Trouble.LOST in table.reports)
    table.card.is_plugged_in = True
    table.card.server_answers = True
    wait_until(lambda: Trouble.BACK in table.reports)
    table.hears(EGG, 1)
    assert table.texts() == ["касаюсь слова яйцо"]


def test_a_frozen_microphone_is_opened_again(lay: Lay) -> None:
    """The device stays in the list but no block comes."""
    table = lay(SoundCard())
    table.card.stream = None
    wait_until(lambda: Trouble.BACK in table.reports)
    assert table.card.opened == 2
    table.hears(EGG, 1)
    assert table.texts() == ["касаюсь слова яйцо"]


def test_an_overflow_is_told_and_listening_goes_on(lay: Lay) -> None:
    table = lay(SoundCard(44_100, 2))
    table.hears(EGG, 1, overflow_at=3)
    assert table.texts() == ["касаюсь слова яйцо"]
    assert table.source.overflows == 1
    assert table.reports == [Trouble.OVERFLOW]


def test_overflows_do_not_flood_the_screen(lay: Lay) -> None:
    table = lay(SoundCard())
    for _ in range(50):
        table.card.play(bytes(960), overflow_at=0)
    wait_until(lambda: table.ears.now_s() > 1.0)
    assert table.source.overflows == 50
    assert table.reports == [Trouble.OVERFLOW]


def test_ears_that_fail_in_any_way_say_so_instead_of_leaving_the_table_waiting(model: VoskModel) -> None:
    class Broken:
        def frames(self) -> Iterator[AudioFrame]:
            raise RuntimeError("the driver went mad")
            yield

        def close(self) -> None:
            return

    ears = MicrophoneEars(make_listener(model), Broken())
    inbox: Inbox = queue.Queue()
    ears.start(inbox)
    end = inbox.get(timeout=5.0)
    assert isinstance(end, StreamEnded)
    assert "the driver went mad" in end.detail and "voiceduet resume" in str(end.fault)


def test_closing_does_not_wait_for_sound(lay: Lay) -> None:
    table = lay(SoundCard())
    table.card.unplug()
    wait_until(lambda: Trouble.LOST in table.reports)
    thread = in_background(table.ears.close)
    thread.join(5.0)
    assert not thread.is_alive()


def test_another_microphone_in_the_middle_of_a_sentence(lay: Lay) -> None:
    """Half a sentence at 16 kHz mono, then a device with 48 kHz stereo in its place."""
    table = lay(SoundCard())
    table.card.play(table.card.sound(EGG)[: 2 * 16_000], speed=10.0)
    wait_until(lambda: _is_speaking(table))
    table.card.unplug()
    wait_until(lambda: Trouble.LOST in table.reports)
    table.card.rate_hz, table.card.channels, table.card.is_plugged_in = 48_000, 2, True
    wait_until(lambda: Trouble.BACK in table.reports)
    table.hears(OATS, 1)
    assert table.texts() == ["трогаю геркулес"]


def test_what_was_lost_before_anybody_listened_is_not_told() -> None:
    card, reports = SoundCard(), list[Trouble]()
    source = MicrophoneSource(None, lambda trouble: reports.append(trouble.trouble), card.module)
    card.play(bytes(960) * 300, speed=1000.0)
    assert source.overflows == 100
    assert next(source.frames()).samples == bytes(960)
    source.close()
    assert reports == []
