"""A recording as a microphone: same frames, a clock that follows the audio. The only module that imports soundfile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import soundfile

from voiceduet.asr.errors import SourceError
from voiceduet.asr.faults import Fault, FaultCode, fault
from voiceduet.asr.ports import SAMPLE_RATE_HZ, AudioFrame
from voiceduet.asr.samples import Samples, no_samples
from voiceduet.asr.sources.mixing import Mixer
from voiceduet.asr.sources.resampling import FRAME_BYTES, FRAME_S, Resampler

PADDING_S = 1.02
"""Silence after the end, in whole frames, so that the last words are closed by a pause."""
BLOCK_FRAMES = 4_800
LEAST_RATE_HZ = 4_000
"""Below this no word is left of speech, and a header that says so is wrong."""
LOWEST_RATE_HZ = 8_000
SHORT_DATA = re.compile(r"^data : (\d+) \(should be (\d+)\)", re.MULTILINE)
"""How libsndfile remarks that a WAV file holds less sound than its header says."""
UNKNOWN_LENGTH = 0x7FFF0000
"""Headers written into a pipe claim at least this much; it means that the length was not known."""


class FileSource:
    """A WAV or FLAC file (or whatever else libsndfile reads), mixed down and resampled as needed.

    `notes` says what was done to the sound and what may be wrong with it. Raises `SourceError` on opening when the file
    is missing, empty, or no sound.
    """

    def __init__(self, path: Path, *, slower: float = 1.0) -> None:
        """`slower` plays it at so many times its length, as a tape would: deeper too."""
        self.path = path
        self._slower = slower
        self._file = _open(path)
        self.rate_hz: int = self._file.samplerate
        self.notes = tuple(_notes(self._file))
        """What a user should know about this recording, one line each."""

    @property
    def length_s(self) -> float:
        """Length of the recording, as its header says."""
        return float(self._file.frames) / self.rate_hz

    def frames(self) -> Iterator[AudioFrame]:
        """Yield frames of 30 ms until the recording ends, then a second of silence.

        Raises `SourceError` when the file breaks off in the middle of its data; what came before has been yielded.
        """
        for number, piece in enumerate(self._pieces()):
            yield AudioFrame(piece, round(number * FRAME_S, 6))

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._file.close()

    def _pieces(self) -> Iterator[bytes]:
        mixer = Mixer(self.rate_hz, self._file.channels)
        resampler = Resampler(self.rate_hz / self._slower)
        for block in self._blocks():
            yield from resampler.feed(mixer.feed(block))
        yield from resampler.feed(no_samples(), is_last=True)
        for _ in range(round(PADDING_S / FRAME_S)):
            yield bytes(FRAME_BYTES)

    def _blocks(self) -> Iterator[Samples]:
        try:
            while len(block := self._file.read(BLOCK_FRAMES, dtype="float32")):
                yield block
        except soundfile.SoundFileError as error:
            at_s = self._file.tell() / self.rate_hz
            raise SourceError(fault(FaultCode.RECORDING_DAMAGED, error, path=self.path, at_s=at_s)) from error
        missing = _missing_bytes(self._file)
        if missing:
            cut = fault(FaultCode.RECORDING_CUT, path=self.path, length_s=self.length_s, missing=missing)
            raise SourceError(cut)


def _open(path: Path) -> soundfile.SoundFile:
    if path.is_dir():
        raise SourceError(fault(FaultCode.RECORDING_FOLDER, path=path))
    if not path.is_file():
        raise SourceError(fault(FaultCode.RECORDING_MISSING, path=path))
    if not path.stat().st_size:
        raise SourceError(fault(FaultCode.RECORDING_EMPTY, path=path))
    try:
        file = soundfile.SoundFile(str(path))
    except (soundfile.SoundFileError, OSError) as error:
        raise SourceError(fault(FaultCode.RECORDING_UNREADABLE, error, path=path)) from error
    if not file.frames:
        file.close()
        raise SourceError(fault(FaultCode.RECORDING_SILENT, path=path))
    if file.samplerate < LEAST_RATE_HZ:
        file.close()
        raise SourceError(fault(FaultCode.RECORDING_UNREADABLE, f"{file.samplerate} Hz", path=path))
    return file


def _missing_bytes(file: soundfile.SoundFile) -> int:
    remark = SHORT_DATA.search(file.extra_info)
    if remark is None:
        return 0
    claimed, present = int(remark[1]), int(remark[2])
    return claimed - present if present < claimed < UNKNOWN_LENGTH else 0


def _notes(file: soundfile.SoundFile) -> Iterator[Fault]:
    if file.channels > 1:
        yield fault(FaultCode.CHANNELS_MIXED, count=file.channels)
    if file.samplerate != SAMPLE_RATE_HZ:
        yield fault(FaultCode.RESAMPLED, rate_hz=file.samplerate, wanted_hz=SAMPLE_RATE_HZ)
    if file.samplerate <= LOWEST_RATE_HZ:
        yield fault(FaultCode.TELEPHONE, rate_hz=file.samplerate)
