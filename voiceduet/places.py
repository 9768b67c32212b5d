"""Where voiceduet keeps its files on this machine. Below all rooms: any of them may ask."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

HOME_VARIABLE = "VOICEDUET_HOME"
"""Set it to keep everything under one folder instead of the platform's usual places."""


def config_dir() -> Path:
    """Folder of the settings file."""
    return _place("config", platformdirs.user_config_dir)


def clue_decisions_file() -> Path:
    """What the players have ruled about clue words; a text file that they may edit."""
    return config_dir() / "clue-decisions.txt"


def journal_dir() -> Path:
    """Folder of the game journals."""
    return _place("games", platformdirs.user_data_dir, "games")


def teams_dir() -> Path:
    """Folder of the campaigns, a file a team."""
    return _place("teams", platformdirs.user_data_dir, "teams")


def models_dir() -> Path:
    """Folder of the installed speech models."""
    return _place("models", platformdirs.user_data_dir, "models")


def voices_dir() -> Path:
    """Folder of the voices that a table brought itself."""
    return _place("voices", platformdirs.user_data_dir, "voices")


def cache_dir() -> Path:
    """Folder of what can be made again."""
    return _place("cache", platformdirs.user_cache_dir)


def report_dir() -> Path:
    """Folder of reports about unexpected errors."""
    return _place("reports", platformdirs.user_log_dir)


def make_private_dir(folder: Path) -> None:
    """Create a folder that only its owner can enter (0700); one that exists is left as it is. May raise `OSError`."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)


def _place(name: str, usual: Callable[..., str], *below: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser() / name if home else Path(usual("voiceduet", appauthor=False), *below)
