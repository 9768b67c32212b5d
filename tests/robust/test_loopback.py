"""Microphone, referee and speaker through a real sound server, where there is one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.tool

TOOL = Path(__file__).parents[2] / "tools" / "loopback.py"
SKIPPED = 77


def test_the_referee_hears_the_players_and_not_itself() -> None:
    command = [sys.executable, str(TOOL), "--quick"]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=300)
    if ran.returncode == SKIPPED:
        pytest.skip(ran.stdout.strip())
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert json.loads(ran.stdout)["failures"] == []
