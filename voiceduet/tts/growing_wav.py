"""A WAV file that is complete after every piece, so that a killed game leaves a readable recording."""

from __future__ import annotations

import struct
import wave
from pathlib import Path
from typing import BinaryIO

from voiceduet.tts.faults import FaultCode, SpeechFault

_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
_RIFF_SIZE_AT, _DATA_SIZE_AT = 4, 40
_SAMPLE_BYTES = 2


class GrowingWav:
    """Mono, 16 bit; the first piece sets the sample rate."""

    def __init__(self, path: Path) -> None:
        """Create the file anew. Raise `SpeechFault` when it cannot be written."""
        self._path = path
        self._rate_hz = 0
        self._data_bytes = 0
        try:
            self._file: BinaryIO = path.open("wb")
        except OSError as error:
            raise SpeechFault(FaultCode.CANNOT_WRITE, path=path, why=error.strerror) from error
        self._start(22_050)

    def append(self, piece: Path, pause_s: float = 0.0) -> float:
        """Add a pause and the sound of a WAV file; return the length of that sound in seconds.

        Raise `SpeechFault` when the piece is not mono 16 bit in the rate of the first one.
        """
        try:
            with wave.open(str(piece), "rb") as sound:
                shape = (sound.getnchannels(), sound.getsampwidth())
                rate_hz = sound.getframerate()
                frames = sound.readframes(sound.getnframes())
        except (wave.Error, EOFError, OSError) as error:
            raise SpeechFault(FaultCode.NO_SOUND, why=error) from error
        if not self._data_bytes and rate_hz != self._rate_hz:
            self._start(rate_hz)
        if shape != (1, _SAMPLE_BYTES) or rate_hz != self._rate_hz:
            raise SpeechFault(FaultCode.WRONG_SOUND, rate_hz=rate_hz, channels=shape[0], wanted_hz=self._rate_hz)
        pause = bytes(_SAMPLE_BYTES * round(pause_s * rate_hz)) if self._data_bytes else b""
        self._write(pause + frames)
        return len(frames) / _SAMPLE_BYTES / rate_hz

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._file.close()

    def _start(self, rate_hz: int) -> None:
        self._rate_hz = rate_hz
        self._file.seek(0)
        header = (
            b"RIFF",
            36,
            b"WAVE",
            b"fmt ",
            16,
            1,
            1,
            rate_hz,
            rate_hz * _SAMPLE_BYTES,
            _SAMPLE_BYTES,
            16,
            b"data",
            0,
        )
        self._file.write(_HEADER.pack(*header))
        self._file.flush()

    def _write(self, data: bytes) -> None:
        """Write the sound first and its size last: a reader between the two sees the file as it was before."""
        try:
            self._file.seek(_HEADER.size + self._data_bytes)
            self._file.write(data)
            self._file.flush()
            self._data_bytes += len(data)
            for place, size in ((_RIFF_SIZE_AT, 36 + self._data_bytes), (_DATA_SIZE_AT, self._data_bytes)):
                self._file.seek(place)
                self._file.write(struct.pack("<I", size))
            self._file.flush()
        except (OSError, ValueError) as error:
            raise SpeechFault(FaultCode.CANNOT_WRITE, path=self._path, why=error) from error
