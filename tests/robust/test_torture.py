"""A sample of what `tools/torture_kill.py` does a thousand times."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.tool

TOOL = Path(__file__).parents[2] / "tools" / "torture_kill.py"


def test_nothing_is_lost_in_fifteen_killed_lives() -> None:
    command = [sys.executable, str(TOOL), "--kills", "15", "--seed", "3", "--fresh", "0.1", "--harm", "0.4"]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    figures = json.loads(ran.stdout)
    assert figures["lost"] == []
    assert figures["kills"] >= 15
    assert sum(figures["harmed"].values()) >= 3
