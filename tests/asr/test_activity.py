from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from tests.asr.doubles import FIXTURES, fixture_rows, pcm_frames
from voiceduet.asr.activity import WebrtcSpeechDetector
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_listener
from voiceduet.asr.endpointing import Endpointer, EndpointSignal
from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import SAMPLE_RATE_HZ, UNKNOWN_WORD, AudioFrame, Endpoint, PhraseSet, Utterance
from voiceduet.asr.samples import Samples, to_pcm
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.vosk_recognizer import VoskModel, load_model

pytestmark = pytest.mark.hears
ROWS = fixture_rows()
TABLE = ("касаюсь слова яйцо", "касаюсь слова сыр", "трогаю траву", "стоп", "заканчиваю ход", "чей ход")


@pytest.fixture(scope="module")
def model() -> VoskModel:
    return load_model(DATA / "ru-table")


def listener_on(model: VoskModel) -> Listener:
    listener = make_listener(model)
    listener.set_phrases(PhraseSet("guess", TABLE, wants_open=True))
    return listener


def utterances(listener: Listener, frames: Iterable[AudioFrame]) -> list[Utterance]:
    return [event for frame in frames for event in listener.feed(frame) if isinstance(event, Utterance)]


def said_words(found: Iterable[Utterance]) -> list[str]:
    """What the limited ear heard that could be a phrase."""
    texts = [each.text for utterance in found for each in utterance.n_best[:1]]
    return [text for text in texts if text.replace(UNKNOWN_WORD, "").strip()]


def floats(name: str) -> Samples:
    pcm = b"".join(frame.samples for frame in FileSource(FIXTURES / name).frames())
    samples: Samples = (np.frombuffer(pcm, dtype="<i2") / 32768).astype(np.float32)
    return samples


@pytest.mark.parametrize("row", [row for row in ROWS if row["text"]], ids=lambda row: row["file"])
def test_each_recording_is_one_utterance(row: dict[str, str]) -> None:
    endpointer, detector, started = Endpointer(), WebrtcSpeechDetector(), 0
    for frame in FileSource(FIXTURES / row["file"]).frames():
        endpointer, signal = endpointer.step(frame.duration_s, detector.is_speech(frame))
        started += signal is EndpointSignal.STARTED
    assert started == 1
    assert not endpointer.is_running


@pytest.mark.parametrize("row", [row for row in ROWS if row["kind"] == "silence"], ids=lambda row: row["file"])
def test_silence_is_no_speech(row: dict[str, str]) -> None:
    detector = WebrtcSpeechDetector()
    assert not any(detector.is_speech(frame) for frame in FileSource(FIXTURES / row["file"]).frames())


def test_five_minutes_of_digital_and_of_room_silence_give_no_event(model: VoskModel) -> None:
    rng = np.random.default_rng(7)
    room = to_pcm((rng.standard_normal(SAMPLE_RATE_HZ * 150) * 0.0005).astype(np.float32))
    listener = listener_on(model)
    events = [event for frame in pcm_frames(bytes(len(room)) + room) for event in listener.feed(frame)]
    assert events == []


@pytest.mark.parametrize("colour", ["white", "hum"])
def test_five_minutes_of_noise_give_no_words(model: VoskModel, colour: str) -> None:
    rng = np.random.default_rng(7)
    count = SAMPLE_RATE_HZ * 150
    noise = rng.standard_normal(count) * 0.02
    if colour == "hum":
        times = np.arange(count) / SAMPLE_RATE_HZ
        noise = noise * 0.1 + sum(np.sin(2 * np.pi * 50 * n * times) / n for n in range(1, 9)) * 0.02
    found = utterances(listener_on(model), pcm_frames(to_pcm(noise.astype(np.float32))))
    assert len(found) <= 1, "after the first seconds the noise belongs to the room"
    assert said_words(found) == []


def test_clicks_give_nothing(model: VoskModel) -> None:
    sound = np.zeros(SAMPLE_RATE_HZ * 20, dtype=np.float32)
    for start in range(8000, len(sound) - 200, 16000):
        sound[start : start + 80] = 0.9
    listener = listener_on(model)
    assert said_words(utterances(listener, pcm_frames(to_pcm(sound)))) == []


def test_speech_over_the_chatter_of_a_room_still_ends(model: VoskModel) -> None:
    speech, talk = floats("ru-command-007.flac"), floats("und-noise-004.flac")[: SAMPLE_RATE_HZ * 4]
    room = np.resize(talk, SAMPLE_RATE_HZ * 12) * 0.5
    for start_s in (5, 8):
        room[start_s * SAMPLE_RATE_HZ :][: len(speech)] += speech
    found = utterances(listener_on(model), pcm_frames(to_pcm(room)))
    assert [each.endpoint for each in found[-2:]] == [Endpoint.SILENCE] * 2
    assert [round(each.start_s) for each in found[-2:]] == [5, 8]


def test_only_aggressiveness_0_to_3() -> None:
    with pytest.raises(ValueError, match="0 to 3"):
        WebrtcSpeechDetector(4)


def test_a_scrap_of_sound_is_no_speech() -> None:
    assert not WebrtcSpeechDetector().is_speech(AudioFrame(b"\x00\x40" * 50, 0.0))
