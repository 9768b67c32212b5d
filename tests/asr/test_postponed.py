"""Libraries that are loaded when they are first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.tool


def test_what_vosk_would_fetch_models_with_is_never_loaded() -> None:
    script = (
        "import sys\n"
        "from voiceduet.asr.catalogue import DATA\n"
        "from voiceduet.asr.vosk_recognizer import load_model\n"
        "assert 'vosk' not in sys.modules\n"
        "assert load_model(DATA / 'ru-table').knows('два')\n"
        "assert 'vosk' in sys.modules\n"
        "assert 'requests' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
