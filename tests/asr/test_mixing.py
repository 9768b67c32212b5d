"""Channels to one: real speech, laid on channels in every way that a plug, a table or a recorder may do it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import numpy.typing as npt
import pytest
import soundfile

from tests.asr.doubles import FIXTURES
from tests.asr.test_microphone import FakePortAudio
from voiceduet.asr.samples import to_pcm
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.sources.microphone import MicrophoneSource
from voiceduet.asr.sources.mixing import Mixer
from voiceduet.asr.sources.resampling import FRAME_BYTES

pytestmark = pytest.mark.logic

Sound = npt.NDArray[np.float32]
Lay = Callable[[Sound], Sequence[Sound]]

RATE_HZ = 16_000
PIECE = 480
SPEECH: Sound = soundfile.read(FIXTURES / "ru-touch-035.flac", dtype="float32")[0]
OTHER: Sound = np.resize(soundfile.read(FIXTURES / "ru-clue-003.flac", dtype="float32")[0], len(SPEECH))


def noise(level: float, seed: int = 1) -> Sound:
    return (level * np.random.default_rng(seed).standard_normal(len(SPEECH))).astype(np.float32)


def hum(level: float) -> Sound:
    return (level * np.sin(2 * np.pi * 50 * np.arange(len(SPEECH)) / RATE_HZ)).astype(np.float32)


BALANCED: dict[str, Lay] = {
    "the same": lambda speech: (speech, speech),
    "one side louder": lambda speech: (speech, 0.3 * speech),
    "left only": lambda speech: (speech, 0 * speech),
    "right only": lambda speech: (0 * speech, speech),
    "right only, both noisy": lambda speech: (noise(0.01), speech + noise(0.01, 2)),
    "two people": lambda speech: (speech, OTHER),
    "each with its noise": lambda speech: (speech + noise(0.05), speech + noise(0.05, 2)),
    "one side a little later": lambda speech: (speech, np.roll(speech, 1)),
    "offsets": lambda speech: (0.1 * speech + 0.5, 0.1 * speech - 0.5),
    "weak opposite phase": lambda speech: (speech, -0.3 * speech),
    "silence": lambda speech: (0 * speech, 0 * speech),
    "noise": lambda _: (noise(0.1), noise(0.1, 2)),
    "four channels": lambda speech: (speech, 0.5 * speech, 0.8 * speech, OTHER),
}
OPPOSITE: dict[str, Lay] = {
    "exactly": lambda speech: (speech, -speech),
    "one side weaker": lambda speech: (speech, -0.6 * speech),
    "each with its noise": lambda speech: (speech + noise(0.003), noise(0.003, 2) - speech),
    "hum in phase": lambda speech: (speech + hum(0.1), hum(0.1) - speech),
    "an offset": lambda speech: (speech + 0.2, 0.2 - speech),
    "after a second of silence": lambda speech: (delayed(speech), -delayed(speech)),
    "very soft": lambda speech: (0.01 * speech, -0.01 * speech),
    "four channels": lambda speech: (speech, -speech, 0.5 * speech, -0.5 * speech),
    "six channels": lambda speech: (speech, -speech, *[0 * speech] * 4),
}


def delayed(speech: Sound) -> Sound:
    return np.concatenate([np.zeros(RATE_HZ, np.float32), speech])


def channels_of(lay: Lay) -> Sound:
    return np.stack(lay(SPEECH), axis=1).astype(np.float32)


def mixed(channels: Sound, block: int = 4_800, rate_hz: int = RATE_HZ) -> Sound:
    mixer = Mixer(rate_hz, channels.shape[1])
    pieces = [mixer.feed(channels[start : start + block]) for start in range(0, len(channels), block)]
    assert sum(map(len, pieces)) == len(channels)
    return np.concatenate(pieces)


def power(sound: Sound) -> float:
    return float((sound.astype(np.float64) ** 2).sum())


def missed(sound: Sound, channels: Sound) -> float:
    """How far it is from a channel; of the two loudest, either will do in each piece."""
    loudest = np.argsort([-power(channel) for channel in channels.T])[:2]
    pieces = [slice(start, start + PIECE) for start in range(0, len(sound), PIECE)]
    return sum(min(power(sound[piece] - channels[piece, number]) for number in loudest) for piece in pieces)


def mean(channels: Sound) -> Sound:
    average: Sound = channels.mean(axis=1, dtype=np.float32)
    return average


@pytest.mark.parametrize("block", [1, 100, 480, 4_800, 100_000])
@pytest.mark.parametrize("lay", BALANCED.values(), ids=BALANCED)
def test_where_the_mean_carries_the_sound_it_stays_to_the_bit(lay: Lay, block: int) -> None:
    channels = channels_of(lay)
    if block == 1:
        channels = channels[: RATE_HZ // 2]
    assert np.array_equal(mixed(channels, block), mean(channels))


@pytest.mark.parametrize("block", [480, 700, 4_800, 100_000])
@pytest.mark.parametrize("lay", OPPOSITE.values(), ids=OPPOSITE)
def test_in_opposite_phase_the_loudest_channel_is_heard(lay: Lay, block: int) -> None:
    channels = channels_of(lay)
    assert missed(mixed(channels, block), channels) < 0.01 * missed(mean(channels), channels)


def test_hum_in_opposite_phase_does_not_hide_that_the_speech_is_balanced() -> None:
    channels = channels_of(lambda speech: (speech + hum(0.01), speech - hum(0.01)))
    is_mean = mixed(channels) == mean(channels)
    assert power(SPEECH[is_mean]) > 0.99 * power(SPEECH)


def test_sound_on_one_of_many_channels_keeps_its_loudness() -> None:
    channels = channels_of(lambda speech: (*[0 * speech] * 7, speech))
    assert np.array_equal(mixed(channels)[PIECE:], SPEECH[PIECE:])


@pytest.mark.parametrize("rate_hz", [4_000, 8_000, 11_025, 22_050, 44_100, 48_000, 96_000])
def test_every_rate(rate_hz: int) -> None:
    """The same samples, taken for another rate: slower or faster speech."""
    channels = channels_of(OPPOSITE["exactly"])
    assert power(mixed(channels, rate_hz=rate_hz)) > 0.95 * power(SPEECH)


def test_the_louder_channel_is_the_right_one_too() -> None:
    channels = channels_of(lambda speech: (-0.6 * speech, speech))
    assert np.array_equal(mixed(channels)[PIECE:], SPEECH[PIECE:])


def test_channels_that_are_equally_loud_do_not_take_turns() -> None:
    """Their signs differ: each change would be a break in the sound."""
    swaying = 1 + 0.3 * np.sin(np.arange(len(SPEECH)) / 2_000).astype(np.float32)
    channels = channels_of(lambda speech: (speech, -swaying * speech))
    out = mixed(channels)
    used = {np.array_equal(out[PIECE:], channels[PIECE:, number]) for number in (0, 1)}
    assert used == {True, False}


def test_the_phase_may_change_in_the_middle() -> None:
    there, back = channels_of(OPPOSITE["exactly"]), channels_of(BALANCED["the same"])
    out = mixed(np.concatenate([back, there, back]))
    first, second, third = np.split(out, 3)
    assert np.array_equal(first, SPEECH)
    assert power(second) > 0.95 * power(SPEECH)
    assert np.allclose(third, SPEECH, atol=1e-6)


def test_a_change_is_no_click() -> None:
    tone = (0.5 * np.sin(2 * np.pi * 440 * np.arange(RATE_HZ) / RATE_HZ)).astype(np.float32)
    out = mixed(np.concatenate([np.stack([tone, tone], 1), np.stack([tone, -tone], 1)]))
    assert np.abs(np.diff(out)).max() < 1.1 * np.abs(np.diff(tone)).max()


def test_a_channel_that_is_no_number_leaves_the_other_one() -> None:
    channels = channels_of(lambda speech: (np.full_like(speech, np.nan), speech))
    assert np.array_equal(mixed(channels)[PIECE:], SPEECH[PIECE:])


def test_the_same_samples_give_the_same_sound() -> None:
    channels = channels_of(OPPOSITE["each with its noise"])
    assert np.array_equal(mixed(channels), mixed(channels))


def test_one_channel_is_left_alone() -> None:
    assert Mixer(RATE_HZ, 1).feed(SPEECH) is SPEECH


@pytest.mark.parametrize(
    ("lay", "heard"),
    [
        (OPPOSITE["exactly"], SPEECH),
        (BALANCED["the same"], SPEECH),
        (BALANCED["left only"], 0.5 * SPEECH),
        (BALANCED["two people"], mean(channels_of(BALANCED["two people"]))),
    ],
)
def test_a_file_and_a_microphone_mix_alike(lay: Lay, heard: Sound, tmp_path: Path) -> None:
    channels = channels_of(lay)[: len(SPEECH) // PIECE * PIECE]
    soundfile.write(tmp_path / "stereo.wav", channels, RATE_HZ, subtype="FLOAT")
    from_file = b"".join(frame.samples for frame in FileSource(tmp_path / "stereo.wav").frames())
    wanted = to_pcm(heard)[FRAME_BYTES : len(channels) * 2]
    assert from_file[FRAME_BYTES : len(channels) * 2] == wanted
    recorded = np.frombuffer(from_microphone(channels), "<i2").astype(int)
    assert np.abs(recorded[PIECE:] - np.frombuffer(wanted, "<i2")).max() <= 1


def from_microphone(channels: Sound) -> bytes:
    """What comes of sound that a device without a mono mode records."""
    backend = FakePortAudio(("Interface", 2, float(RATE_HZ)), mono_fails=True)
    source = MicrophoneSource(backend=backend.module)
    frames = source.frames()
    heard = []
    for start in range(0, len(channels), PIECE):
        block = to_pcm(channels[start : start + PIECE])
        backend.streams[-1].callback(block, PIECE, None, SimpleNamespace(input_overflow=False))
        heard.append(next(frames).samples)
    source.close()
    return b"".join(heard)
