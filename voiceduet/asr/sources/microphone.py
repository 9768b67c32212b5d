"""The microphone. The only module that imports sounddevice, and only when a microphone is asked for."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from types import ModuleType
from typing import Any

from voiceduet.asr.errors import SourceError
from voiceduet.asr.faults import Fault, FaultCode, fault
from voiceduet.asr.ports import AudioFrame
from voiceduet.asr.samples import from_pcm
from voiceduet.asr.sources.mixing import Mixer
from voiceduet.asr.sources.resampling import FRAME_S, Resampler

QUEUE_BLOCKS = 200
"""Blocks of 30 ms that may wait: six seconds."""
DEAD_AFTER_S = 2.0
"""An unplugged microphone does not fail, it just stops: this long without a block is a fault."""
RETRY_S = 2.0
OVERFLOW_EVERY_S = 10.0
"""Lost blocks are reported at once, and then no more often than this."""


@dataclass(frozen=True, slots=True)
class InputDevice:
    """One device that can record."""

    number: int
    name: str
    channels: int
    rate_hz: float
    is_default: bool


class Trouble(StrEnum):
    """What a microphone reports."""

    LOST = "lost"
    BACK = "back"
    OVERFLOW = "overflow"


@dataclass(frozen=True, slots=True)
class MicrophoneReport:
    """Something the players should know about the microphone."""

    trouble: Trouble
    fault: Fault


def _ignore(_: MicrophoneReport) -> None:
    return


def list_devices(rescan: bool = False, backend: ModuleType | None = None) -> tuple[InputDevice, ...]:
    """All devices that can record. The library freezes the list at its start; `rescan` makes it look again.

    Rescanning stops every open stream. Raises `SourceError` without PortAudio.
    """
    portaudio = backend or _portaudio()
    if rescan:
        _rescan(portaudio)
    default = portaudio.default.device[0]
    return tuple(
        _device(number, entry, default)
        for number, entry in enumerate(portaudio.query_devices())
        if entry["max_input_channels"] > 0
    )


def find_device(wanted: str | int | None, devices: tuple[InputDevice, ...]) -> InputDevice:
    """The device of that number or with that text in its name; without a wish the default, or else the first.

    Raises `SourceError` when there is none, or when several names fit and none is exact.
    """
    if not devices:
        raise SourceError(fault(FaultCode.NO_MICROPHONE))
    names = ", ".join(f"{device.number} {device.name!r}" for device in devices)
    if wanted is None or wanted == "":
        return next((device for device in devices if device.is_default), devices[0])
    if isinstance(wanted, int) or wanted.isdigit():
        fitting = [device for device in devices if device.number == int(wanted)]
    else:
        folded = wanted.casefold()
        exact = [device for device in devices if device.name.casefold() == folded]
        fitting = exact or [device for device in devices if folded in device.name.casefold()]
    if not fitting:
        raise SourceError(fault(FaultCode.NO_SUCH_MICROPHONE, wanted=wanted, names=names))
    if len(fitting) > 1:
        raise SourceError(fault(FaultCode.SEVERAL_MICROPHONES, wanted=wanted, names=names))
    return fitting[0]


class MicrophoneSource:
    """A microphone at its own rate, mixed down and resampled; found again when it was unplugged.

    The library's callback only copies and queues; when the queue is full the block is dropped and counted. `report` is
    called from the thread that takes the frames.
    """

    def __init__(
        self,
        device: str | int | None = None,
        report: Callable[[MicrophoneReport], None] = _ignore,
        backend: ModuleType | None = None,
        dead_after_s: float = DEAD_AFTER_S,
    ) -> None:
        """Open the device at once, so that what is wrong is said before the game. Raises `SourceError`."""
        self._portaudio = backend or _portaudio()
        self._wanted = device
        self._report = report
        self._dead_after_s = dead_after_s
        self._blocks: queue.Queue[bytes] = queue.Queue(QUEUE_BLOCKS)
        self._is_closed = False
        self._stream: Any = None
        self.overflows = 0
        """Blocks lost so far, here or in the sound system."""
        self._open()

    def frames(self) -> Iterator[AudioFrame]:
        """Yield frames as they are recorded, until `close`; blocks between them.

        Stream time goes on while the microphone is lost. What was lost before the first call is not reported.
        """
        number, reported = 0, self.overflows
        quiet_until_s = 0.0
        while not self._is_closed:
            try:
                block = self._blocks.get(timeout=self._dead_after_s)
            except queue.Empty:
                number += round(self._recover() / FRAME_S)
                continue
            if not block:
                continue
            if self.overflows > reported and number * FRAME_S >= quiet_until_s:
                lost, reported = self.overflows - reported, self.overflows
                quiet_until_s = number * FRAME_S + OVERFLOW_EVERY_S
                self._tell(Trouble.OVERFLOW, fault(FaultCode.MICROPHONE_OVERFLOW, count=lost))
            for piece in self._resampler.feed(self._mixer.feed(from_pcm(block, self._channels))):
                yield AudioFrame(piece, round(number * FRAME_S, 6))
                number += 1

    def close(self) -> None:
        """Stop recording; safe to call twice and from any thread."""
        self._is_closed = True
        self._close_stream()
        with suppress(queue.Full):
            self._blocks.put_nowait(b"")  # whoever waits for sound need not wait any more

    def _tell(self, trouble: Trouble, what: Fault) -> None:
        self._report(MicrophoneReport(trouble, what))

    def _open(self) -> None:
        self.device = find_device(self._wanted, list_devices(backend=self._portaudio))
        failure: Exception | None = None
        for channels in dict.fromkeys((1, min(2, self.device.channels), self.device.channels)):
            try:
                self._start(channels)
            except self._portaudio.PortAudioError as error:
                failure = error
            else:
                return
        refused = fault(FaultCode.MICROPHONE_REFUSED, failure, name=self.device.name)
        raise SourceError(refused) from failure

    def _start(self, channels: int) -> None:
        self._channels = channels
        self._mixer = Mixer(self.device.rate_hz, channels)
        self._resampler = Resampler(self.device.rate_hz)
        self._stream = self._portaudio.RawInputStream(
            device=self.device.number,
            channels=channels,
            samplerate=self.device.rate_hz,
            blocksize=round(self.device.rate_hz * FRAME_S),
            dtype="int16",
            callback=self._take,
        )
        self._stream.start()

    def _take(self, data: Any, frames: int, at: Any, status: Any) -> None:  # noqa: ANN401 - the library's own types
        """Called from the sound system's thread."""
        del frames, at
        if status and status.input_overflow:
            self.overflows += 1
        try:
            self._blocks.put_nowait(bytes(data))
        except queue.Full:
            self.overflows += 1

    def _recover(self) -> float:
        """Look for the device again and again, until it is back or the source is closed; return seconds unheard."""
        name, begin_s = self.device.name, time.monotonic() - self._dead_after_s
        self._tell(Trouble.LOST, fault(FaultCode.MICROPHONE_LOST, name=name, seconds=self._dead_after_s))
        while not self._is_closed:
            self._close_stream()
            self._blocks = queue.Queue(QUEUE_BLOCKS)
            try:
                _rescan(self._portaudio)
                self._open()
            except (SourceError, self._portaudio.PortAudioError):
                time.sleep(min(RETRY_S, self._dead_after_s))
            else:
                self._tell(Trouble.BACK, fault(FaultCode.MICROPHONE_BACK, name=self.device.name))
                break
        return time.monotonic() - begin_s

    def _close_stream(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close(ignore_errors=True)


def _portaudio() -> ModuleType:
    try:
        import sounddevice  # noqa: PLC0415 - a table without a microphone needs no PortAudio
    except OSError as error:
        raise SourceError(fault(FaultCode.NO_PORTAUDIO)) from error
    module: ModuleType = sounddevice
    return module


def _rescan(portaudio: ModuleType) -> None:
    portaudio._terminate()
    portaudio._initialize()


def _device(number: int, entry: Mapping[str, Any], default: int) -> InputDevice:
    return InputDevice(
        number, entry["name"], entry["max_input_channels"], entry["default_samplerate"], number == default
    )
