"""`voiceduet doctor`: what this machine has and lacks for a game. Exit code 1 when no game can be played."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from voiceduet.cli.parsing import Subparsers
from voiceduet.table.checkup import Level, can_play, examine
from voiceduet.table.config import load_settings
from voiceduet.table.errors import ConfigError
from voiceduet.table.messages import told

_SIGNS = {Level.OK: "+", Level.DEGRADED: "~", Level.MISSING: "!"}


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's arguments."""
    about = "Look at microphone, voice, models, folders and versions, and say what to do."
    parser = subparsers.add_parser("doctor", help="say what this machine has and lacks", description=about)
    parser.add_argument("--lang", choices=("ru", "en", "ko"), help="language of the table (default: from the settings)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings file")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print every finding as it comes; 0 when a game can be played, even if degraded, else 1."""
    findings = []
    for finding in examine(args.lang or _language(args.config), args.config):
        findings.append(finding)
        if args.json:
            print(json.dumps(asdict(finding), ensure_ascii=False), flush=True)
            continue
        print(f"{_SIGNS[finding.level]} {finding.topic}: {finding.text}", flush=True)
        if finding.remedy:
            print(f"    → {finding.remedy}")
    playable = can_play(findings)
    if args.json:
        print(json.dumps({"topic": "all", "playable": playable}))
    else:
        print(told(_summary(playable, all(finding.level is Level.OK for finding in findings))))
    return 0 if playable else 1


def _summary(playable: bool, everything: bool) -> str:
    if everything:
        return "doctor.all_well"
    return "doctor.degraded" if playable else "doctor.not_playable"


def _language(config: Path | None) -> str:
    try:
        return load_settings(config).game.language
    except ConfigError:
        return "ru"
