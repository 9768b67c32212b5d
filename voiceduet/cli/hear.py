"""`voiceduet hear`: what a recording says, and what the referee would take it for.

Without --phase the grammars of all phases are live at once, and each utterance is reported in the phase that makes most
of it. Without --board the words of the shipped deck lie on the table.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from voiceduet.asr.ears import make_listener
from voiceduet.asr.errors import SourceError
from voiceduet.asr.listener import Listener
from voiceduet.asr.probe import probe_limit
from voiceduet.asr.second.only_ear import OnlyEar
from voiceduet.asr.second.weights import choose_second_ear
from voiceduet.asr.second.whisper import is_whisper, load_whisper
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.store import ModelStore
from voiceduet.asr.vosk_recognizer import load_model
from voiceduet.grammar.language import LANGUAGES
from voiceduet.grammar.scopes import ScopeName, TableWords
from voiceduet.table.hearing import TableHearing
from voiceduet.table.messages import interface_language
from voiceduet.table.recordings import RecordingReader, describe_reading
from voiceduet.table.setup import load_board, load_deck
from voiceduet.table.speller import spelling_ear

DONE, WRONG_USE = 0, 2
ENGINES = ("vosk",)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `hear` and its arguments."""
    parser = subparsers.add_parser("hear", help="say what recordings mean", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="WAV or FLAC")
    parser.add_argument("--lang", default="ru", choices=LANGUAGES)
    parser.add_argument("--board", metavar="FILE", help="25 words, one a line")
    parser.add_argument("--phase", choices=[scope.value for scope in ScopeName], metavar="|".join(ScopeName))
    parser.add_argument("--names", default="", metavar="A,B", help="names of side a and side b")
    parser.add_argument("--touch", choices=("announced", "bare"), default="announced", help="how touches are said")
    parser.add_argument("--engine", choices=ENGINES, default="vosk", help="recogniser")
    parser.add_argument("--model", metavar="NAME|FOLDER", help="speech model; default: the best on this machine")
    parser.add_argument("--second-ear", default="none", metavar="none|whisper|FOLDER", help="confirms acts")
    parser.add_argument("--json", action="store_true", help="one JSON object for each utterance")


def run(args: argparse.Namespace) -> int:
    """Hear the files in turn; 2 when one of them could not be read, after the others."""
    reader = _reader(args)
    code = DONE
    for path in args.files:
        try:
            _hear(path, reader, args.json)
        except SourceError as error:
            _warn(error.text(interface_language()))
            code = WRONG_USE
    return code


def _reader(args: argparse.Namespace) -> RecordingReader:
    store = ModelStore()
    model = store.find_model(args.lang, args.model).path
    listeners = _listeners(model, args.lang)
    letters = None if is_whisper(model) else spelling_ear(args.lang, model)
    chosen = choose_second_ear(args.second_ear, store.root)
    second_ear = None if chosen.folder is None else load_whisper(chosen.folder, args.lang)
    board = load_board(args.board, args.lang, random.Random()).words if args.board else load_deck(args.lang)  # noqa: S311
    first, _, second = args.names.partition(",")
    table = TableWords(tuple(board), (first.strip(), second.strip()), bare_touch=args.touch == "bare")
    return RecordingReader(
        listeners, TableHearing(args.lang, second_ear, letters), table, ScopeName(args.phase) if args.phase else None
    )


def _listeners(folder: Path, language: str) -> Callable[[], Listener]:
    """What makes listeners over one model."""
    if is_whisper(folder):
        ear = load_whisper(folder, language)
        return lambda: make_listener(OnlyEar(ear))
    model = load_model(folder)
    fault = probe_limit(model, (word.lower() for word in load_deck(language)))
    if fault:
        _warn(fault.text(interface_language()))
    return partial(make_listener, model)


def _hear(path: Path, reader: RecordingReader, as_json: bool) -> None:
    source = FileSource(path)
    try:
        for note in source.notes:
            _warn(f"{path}: {note.text(interface_language())}")
        for reading in reader.read(source):
            fields = describe_reading(path, reading)
            print(json.dumps(fields, ensure_ascii=False) if as_json else _line(fields), flush=True)
    finally:
        source.close()


def _line(fields: dict[str, Any]) -> str:
    slots = " ".join(f"{name}={value}" for name, value in fields["slots"].items())
    meant = f"{fields['intent'] or '-'} {slots}".strip()
    doubt = "" if fields["outcome"] == "understood" else f" ({fields['outcome']})"
    return f"{fields['file']} {fields['start']:.2f}-{fields['end']:.2f} {fields['text']} -> {meant}{doubt}"


def _warn(text: str) -> None:
    print(f"voiceduet: {text}", file=sys.stderr)
