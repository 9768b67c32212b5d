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


def test_a_table_loads_nothing_of_the_network_and_no_more_of_hassil_than_it_needs() -> None:
    script = (
        "import sys\n"
        "import voiceduet.cli.table_options\n"
        "loaded = {'ssl', 'http.client', 'urllib.request', 'requests', 'hassil.intents'} & set(sys.modules)\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_what_was_postponed_is_there_when_it_is_called() -> None:
    script = (
        "import sys\n"
        "from voiceduet.postponed import parts_of, postponed\n"
        "with postponed('colorsys', 'json'):\n"
        "    import colorsys\n"
        "    from colorsys import rgb_to_hls\n"
        "    import json\n"
        "assert 'colorsys' not in sys.modules\n"
        "assert rgb_to_hls(0.5, 0.5, 0.5) == colorsys.rgb_to_hls(0.5, 0.5, 0.5) == (0.0, 0.5, 0.0)\n"
        "assert json.dumps([1]) == '[1]'\n"
        "with parts_of('xml'), parts_of('no_such_package'):\n"
        "    import xml.etree\n"
        "import xml.sax\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
