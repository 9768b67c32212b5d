from __future__ import annotations

import builtins
import threading
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from voiceduet.asr.errors import SourceError
from voiceduet.asr.sources.microphone import (
    QUEUE_BLOCKS,
    MicrophoneReport,
    MicrophoneSource,
    Trouble,
    find_device,
    list_devices,
)

pytestmark = pytest.mark.logic


class PortAudioError(Exception):
    """As the library's own."""


class FakeStream:
    def __init__(self, callback: Callable[..., None], channels: int) -> None:
        self.callback = callback
        self.channels = channels
        self.is_closed = False

    def start(self) -> None:
        return

    def close(self, ignore_errors: bool) -> None:
        self.is_closed = True


class FakePortAudio:
    """A sound system in memory; `record` plays the part of its thread."""

    PortAudioError = PortAudioError

    def __init__(self, *devices: tuple[str, int, float], mono_fails: bool = False) -> None:
        self.devices = list(devices)
        self.default = SimpleNamespace(device=[0, 0])
        self.mono_fails = mono_fails
        self.streams: list[FakeStream] = []
        self.rescans = 0
        self.opened: dict[str, Any] = {}

    def query_devices(self) -> list[dict[str, Any]]:
        return [
            {"name": name, "max_input_channels": channels, "default_samplerate": rate_hz}
            for name, channels, rate_hz in self.devices
        ]

    def RawInputStream(self, **settings: Any) -> FakeStream:  # noqa: N802 - the library's name
        if self.mono_fails and settings["channels"] == 1:
            raise PortAudioError("Invalid number of channels")
        self.opened = settings
        self.streams.append(FakeStream(settings["callback"], settings["channels"]))
        return self.streams[-1]

    def _terminate(self) -> None:
        self.rescans += 1

    def _initialize(self) -> None:
        return

    def record(self, blocks: int = 1, overflow: bool = False) -> None:
        stream = self.streams[-1]
        block = bytes(2 * stream.channels * round(self.opened["samplerate"] * 0.03))
        for _ in range(blocks):
            stream.callback(block, len(block), None, SimpleNamespace(input_overflow=overflow) if overflow else None)

    @property
    def module(self) -> ModuleType:
        return cast("ModuleType", self)


def test_only_devices_that_record_are_listed() -> None:
    backend = FakePortAudio(("HDMI", 0, 48_000.0), ("USB Mic", 1, 44_100.0))
    (device,) = list_devices(backend=backend.module)
    assert (device.number, device.name, device.rate_hz) == (1, "USB Mic", 44_100.0)


def test_a_second_look_asks_the_system_again() -> None:
    backend = FakePortAudio(("USB Mic", 1, 44_100.0))
    list_devices(rescan=True, backend=backend.module)
    assert backend.rescans == 1


@pytest.mark.parametrize(("wanted", "number"), [(None, 0), ("", 0), (1, 1), ("1", 1), ("usb", 1), ("Built-in", 0)])
def test_a_device_is_found_by_number_or_name(wanted: str | int | None, number: int) -> None:
    devices = list_devices(backend=FakePortAudio(("Built-in", 2, 48_000.0), ("USB Mic", 1, 44_100.0)).module)
    assert find_device(wanted, devices).number == number


def test_a_wrong_name_lists_what_there_is() -> None:
    devices = list_devices(backend=FakePortAudio(("Built-in", 2, 48_000.0)).module)
    with pytest.raises(SourceError, match=r"no microphone 'usb'; there are: 0 'Built-in'"):
        find_device("usb", devices)


def test_a_name_that_fits_two_asks_for_the_number() -> None:
    devices = list_devices(backend=FakePortAudio(("USB Mic 1", 1, 48_000.0), ("USB Mic 2", 1, 48_000.0)).module)
    with pytest.raises(SourceError, match="give the number"):
        find_device("usb mic", devices)


def test_no_device_at_all() -> None:
    with pytest.raises(SourceError, match="no microphone was found"):
        MicrophoneSource(backend=FakePortAudio().module)


def test_no_portaudio_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any) -> Any:
        if name == "sounddevice":
            raise OSError("PortAudio library not found")
        return real(name, *args)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SourceError, match="libportaudio2"):
        MicrophoneSource()


def test_it_records_at_the_device_rate_and_yields_16_khz() -> None:
    backend = FakePortAudio(("USB Mic", 1, 48_000.0))
    source = MicrophoneSource(backend=backend.module)
    backend.record(20)
    frames = source.frames()
    heard = [next(frames) for _ in range(15)]
    assert backend.opened["samplerate"] == 48_000.0
    assert {len(frame.samples) for frame in heard} == {960}
    assert heard[2].start_s == pytest.approx(0.06)


def test_a_device_without_a_mono_mode_is_mixed_down() -> None:
    backend = FakePortAudio(("Interface", 2, 16_000.0), mono_fails=True)
    source = MicrophoneSource(backend=backend.module)
    backend.record()
    assert len(next(source.frames()).samples) == 960
    assert backend.opened["channels"] == 2


def test_a_full_queue_loses_blocks_counts_them_and_says_so() -> None:
    backend = FakePortAudio(("USB Mic", 1, 16_000.0))
    reports: list[MicrophoneReport] = []
    source = MicrophoneSource(report=reports.append, backend=backend.module)
    frames = source.frames()
    backend.record()
    next(frames)
    backend.record(QUEUE_BLOCKS + 3)
    backend.record(0, overflow=True)
    next(frames)
    assert source.overflows == 3
    assert [report.trouble for report in reports] == [Trouble.OVERFLOW]


def test_an_unplugged_microphone_is_reported_and_found_again() -> None:
    backend = FakePortAudio(("USB Mic", 1, 16_000.0))
    reports: list[Trouble] = []
    backed = threading.Event()

    def report(said: MicrophoneReport) -> None:
        reports.append(said.trouble)
        if said.trouble is Trouble.BACK:
            backend.record(5)
            backed.set()

    source = MicrophoneSource("usb", report, backend.module, dead_after_s=0.02)
    backend.record()
    frames = source.frames()
    first = next(frames)
    second = next(frames)
    assert backed.is_set()
    assert reports == [Trouble.LOST, Trouble.BACK]
    assert second.start_s > first.start_s
    assert backend.streams[0].is_closed


def test_closing_ends_the_frames() -> None:
    backend = FakePortAudio(("USB Mic", 1, 16_000.0))
    source = MicrophoneSource(backend=backend.module, dead_after_s=0.02)
    thread = threading.Thread(target=lambda: list(source.frames()))
    thread.start()
    source.close()
    source.close()
    thread.join(2.0)
    assert not thread.is_alive()
