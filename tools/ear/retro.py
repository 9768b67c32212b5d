"""retro-ru-tts (PyPI, MIT): the sounds of a man and a woman, recorded in Minsk in 1990, 10 kHz.

`python -m tools.ear.retro VOICE RATE PITCH FILE TEXT` says a text with stress marks into a file; rate and pitch are in
hundredths of the usual ones.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import wave
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from tools.ear.steps import EarError
from tools.ear.synthesis import Speaker

VOICES = {"man": 3, "woman": 7}
"""Flags of the library: decimal points and commas are read as such; the other voice."""
RATE_HZ = 10_000
INSTALL = "CFLAGS=-DPY_SSIZE_T_CLEAN pip install --no-binary retro-ru-tts retro-ru-tts"
"""Its ready-made wheels refuse every text: the macro is missing in them."""


def can_speak() -> bool:
    """Whether the library is installed and works."""
    if importlib.util.find_spec("retro_ru_tts") is None:
        return False
    try:
        return len(_spoken("man", 100, 100, "да")) > 0
    except SystemError:
        return False


def retro_speaker(voice: str) -> Speaker:
    """Raises `EarError` when the library is missing or does not work."""
    if not can_speak():
        raise EarError(f"retro-ru-tts is missing or does not work: {INSTALL}")
    return partial(retro_command, voice)


def retro_command(voice: str, words: Sequence[str], path: Path, chance: np.random.Generator) -> Sequence[str]:
    """A voice at a random rate and pitch."""
    rate, pitch = int(chance.integers(75, 151)), int(chance.integers(80, 126))
    return (sys.executable, "-m", "tools.ear.retro", voice, str(rate), str(pitch), str(path), " ".join(words))


def _spoken(voice: str, rate: int, pitch: int, text: str) -> bytes:
    """Sound in signed 8-bit samples. The library has the mark after the vowel."""
    from retro_ru_tts import synthesize  # noqa: PLC0415 - only for the pipeline, and only if it works

    marked = re.sub(r"\+(.)", r"\1+", text)
    sound: bytes = synthesize(
        f"{marked}.".encode("koi8-r"),
        speech_rate=rate,
        voice_pitch=pitch,
        flags=VOICES[voice],
        play=False,
        normalize=False,
    )
    return sound


def main(arguments: Sequence[str]) -> None:
    """Say a text into a file."""
    voice, rate, pitch, path, text = arguments
    samples = np.frombuffer(_spoken(voice, int(rate), int(pitch), text), np.int8)
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes((samples.astype(np.int16) * 256).tobytes())


if __name__ == "__main__":
    main(sys.argv[1:])
