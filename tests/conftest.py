"""Common to all tests: nothing outside their own folders is read or written, and machine load fails no property."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep settings, journals and reports of the person who runs the tests out of them; messages are English."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("VOICEDUET_HOME", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("VOICEDUET_DEBUG", raising=False)
    return home
