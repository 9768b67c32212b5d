"""Options that `play` and `resume` share."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from voiceduet.table.play import Surroundings


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Add how the table listens, speaks and shows."""
    table = parser.add_argument_group("listening and speaking")
    table.add_argument("--listen", default="mic", metavar="mic|text|FILE", help="microphone, typed lines, a recording")
    table.add_argument(
        "--speak",
        metavar="ENGINE|none|FILE.wav",
        help="aloud with pyttsx3 (default), rhvoice, piper or festival; printed only; or into a file",
    )
    table.add_argument("--voice", metavar="NAME|FILE.onnx", help="a voice of the engine; doctor lists them")
    table.add_argument("--rate", type=int, metavar="165", help="words a minute, 80 to 450")
    table.add_argument("--volume", type=float, metavar="1.0", help="loudness, 0 to 1")
    table.add_argument("--no-wait", action="store_true", help="the recording goes on while the referee speaks")
    table.add_argument("--push-to-talk", action="store_true", default=None, help="listen between two presses of Enter")
    table.add_argument("--device", metavar="NAME", help="microphone by name or number")
    table.add_argument("--model", metavar="NAME|FOLDER", help="speech model (default: the one that comes along)")
    table.add_argument("--second-ear", metavar="none|whisper|FOLDER", help="confirms acts; default: what is installed")
    table.add_argument("--style", metavar="normal", help="speech: short, normal, full")
    table.add_argument("--json", action="store_true", help="print every event as a JSON line instead of the table")
    table.add_argument("--events", type=Path, metavar="FILE", help="write every event as a JSON line to a file")
    table.add_argument("--config", type=Path, metavar="FILE", help="settings file")


def settings_options(args: argparse.Namespace) -> dict[str, object]:
    """The settings that these options change; `None` where an option was not given."""
    return {
        "listening.microphone": args.device,
        "listening.push_to_talk": args.push_to_talk,
        "listening.second_ear": args.second_ear,
        "speech.style": args.style,
        "speech.voice": args.voice,
        "speech.rate": args.rate,
        "speech.volume": args.volume,
    }


def where_from(args: argparse.Namespace, lines: TextIO) -> Surroundings:
    """The surroundings of a table, from the options."""
    return Surroundings(
        listen=args.listen,
        speak=args.speak,
        wait=not args.no_wait,
        model=args.model,
        json=args.json,
        events=args.events,
        lines=lines,
    )
