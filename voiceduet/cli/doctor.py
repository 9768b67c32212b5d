"""`voiceduet doctor`: what this machine has and lacks for a game. Exit code 1 when no game can be played."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from voiceduet.asr.errors import SourceError
from voiceduet.asr.sources.microphone import MicrophoneSource
from voiceduet.cli.parsing import Subparsers
from voiceduet.table.checkup import Finding, Level, can_play, examine
from voiceduet.table.checkup_sound import examine_sound
from voiceduet.table.config import load_settings
from voiceduet.table.errors import ConfigError
from voiceduet.table.messages import told
from voiceduet.table.voice import voice_settings
from voiceduet.tts.speakers import LiveSpeaker

_SIGNS = {Level.OK: "+", Level.DEGRADED: "~", Level.MISSING: "!"}


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's arguments."""
    about = "Look at microphone, voice, models, folders and versions, and say what to do."
    parser = subparsers.add_parser("doctor", help="say what this machine has and lacks", description=about)
    parser.add_argument("--lang", choices=("ru", "en", "ko"), help="language of the table (default: from the settings)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings file")
    parser.add_argument("--sound", action="store_true", help="listen to the room, speak, and hear whether it comes in")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print every finding as it comes; 0 when a game can be played, even if degraded, else 1."""
    findings = []
    for finding in _examine(args.lang or _language(args.config), args.config, args.sound):
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


def _examine(language: str, config: Path | None, with_sound: bool) -> Iterator[Finding]:
    yield from examine(language, config)
    if with_sound:
        try:
            settings = load_settings(config)
            source = MicrophoneSource(settings.listening.microphone)
        except (ConfigError, SourceError):
            return  # settings and microphone are among the findings already
        yield from examine_sound(language, source, LiveSpeaker(voice_settings(settings, language)))


def _summary(playable: bool, everything: bool) -> str:
    if everything:
        return "doctor.all_well"
    return "doctor.degraded" if playable else "doctor.not_playable"


def _language(config: Path | None) -> str:
    try:
        return load_settings(config).game.language
    except ConfigError:
        return "ru"
