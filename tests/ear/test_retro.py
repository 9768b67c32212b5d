"""The old voices of retro-ru-tts, where the library is installed and works."""

from __future__ import annotations

import subprocess
import wave
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("wordfreq", reason="wordfreq is missing: pip install -e '.[ear]'")

from tools.ear.retro import INSTALL, RATE_HZ, VOICES, can_speak, retro_command

pytestmark = pytest.mark.speaks


@pytest.mark.skipif(not can_speak(), reason=f"retro-ru-tts is missing or does not work: {INSTALL}")
@pytest.mark.parametrize("voice", VOICES)
def test_an_old_voice_says_a_word_into_a_file(voice: str, tmp_path: Path) -> None:
    path = tmp_path / "word.wav"
    subprocess.run(retro_command(voice, ["молок+о"], path, np.random.default_rng(1)), check=True)
    with wave.open(str(path)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    assert 0.3 * RATE_HZ < len(samples) < 2 * RATE_HZ
    assert samples.std() > 500
