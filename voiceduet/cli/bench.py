"""`voiceduet bench`: how well this machine hears a set of recordings, beside the bare recogniser.

The manifest has one JSON object a line: file, lang, kind, text, and either scope and expect (the meaning, or null where
nothing may happen) or a note such as clue=завтрак;n=3.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from voiceduet.asr.ears import make_listener
from voiceduet.asr.second.only_ear import OnlyEar
from voiceduet.asr.second.weights import choose_second_ear
from voiceduet.asr.second.whisper import is_whisper, load_whisper
from voiceduet.asr.store import ModelStore
from voiceduet.asr.vosk_recognizer import Limit, VoskRecognizer, load_model
from voiceduet.grammar.judge.judge import load_judge
from voiceduet.grammar.language import LANGUAGES
from voiceduet.table.bench import Bench, BenchReport, Engine
from voiceduet.table.bench_answers import Voice, answering
from voiceduet.table.bench_report import Surrounding, json_lines, text
from voiceduet.table.bench_results import Result
from voiceduet.table.bench_start import memory_mb_of, start_table
from voiceduet.table.config import Settings
from voiceduet.table.errors import UserError
from voiceduet.table.hearing import TableHearing
from voiceduet.table.manifests import BenchRow, read_manifest
from voiceduet.table.setup import load_deck
from voiceduet.table.speller import spelling_ear
from voiceduet.table.voice import voice_settings
from voiceduet.tts.pronunciation import load_pronunciation
from voiceduet.tts.synthesis import EngineName
from voiceduet.tts.worker_synthesizer import WorkerSynthesizer

DONE, ANSWER_IS_NO = 0, 1
NO_VOICE = "none"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `bench` and its arguments."""
    parser = subparsers.add_parser("bench", help="measure hearing with recordings", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["ear"], default="ear", help="what is measured: ear")
    parser.add_argument("manifest", type=Path, metavar="MANIFEST", help="list of recordings, JSON lines")
    parser.add_argument("--lang", default="ru", choices=LANGUAGES)
    parser.add_argument(
        "--model",
        metavar="NAME|FOLDER",
        action="append",
        help="speech model; may be given several times; default: the best on this machine",
    )
    parser.add_argument("--second-ear", default="none", metavar="none|whisper|FOLDER", help="confirms acts")
    parser.add_argument(
        "--speak",
        default=NO_VOICE,
        choices=[NO_VOICE, *EngineName],
        help="speech engine whose first phrase is timed; default: none",
    )
    parser.add_argument("--json", action="store_true", help="an object a line for each recording and each figure")


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 when something was acted upon that was not said."""
    rows = read_manifest(args.manifest, args.lang)
    if not rows:
        raise UserError(f"{args.manifest} has no recordings in the language {args.lang!r}; choose another with --lang")
    reports = [_measure(args, model, rows) for model in args.model or [None]]
    wrong = (each.result is Result.WRONG for report in reports for each in report.outcomes)
    return ANSWER_IS_NO if any(wrong) else DONE


def _measure(args: argparse.Namespace, model: str | None, rows: Sequence[BenchRow]) -> BenchReport:
    began_s = time.perf_counter()
    found = ModelStore().find_model(args.lang, model)
    engine, second = _engine(args, found.path)
    load_s = time.perf_counter() - began_s
    voice = _voice(args)
    judge = load_judge(args.lang)
    try:
        bench = Bench(engine, load_deck(args.lang), answering(args.lang, judge, voice))
        report = bench.run(rows, _progress(len(rows)))
    finally:
        if voice is not None:
            voice.synthesizer.close()
    spoken = next((row.path for row in rows if row.expect), rows[0].path)
    started = start_table(spoken, args.lang, model)
    around = Surrounding(
        found.name,
        second,
        load_s,
        memory_mb_of(),
        start_s=None if started is None else started.start_s,
        start_cpu_s=None if started is None else started.cpu_s,
        listening_mb=None if started is None else started.memory_mb,
    )
    if args.json:
        for line in json_lines(report, around):
            print(json.dumps(line, ensure_ascii=False))
    else:
        print("\n".join(text(report, around)), end="\n\n")
    return report


def _engine(args: argparse.Namespace, path: Path) -> tuple[Engine, str | None]:
    """The ears of one model, and the name of the second one."""
    if is_whisper(path):
        return Engine(make_listener(OnlyEar(load_whisper(path, args.lang))), TableHearing(args.lang)), None
    loaded = load_model(path)
    letters = spelling_ear(args.lang, path)
    hearing = TableHearing(args.lang, letters=letters)
    chosen = choose_second_ear(args.second_ear, ModelStore().root)
    second = None
    if chosen.folder is not None:
        second = TableHearing(args.lang, load_whisper(chosen.folder, args.lang), letters)
    engine = Engine(make_listener(loaded), hearing, second, VoskRecognizer(loaded, Limit.PHRASES))
    return engine, None if chosen.folder is None else chosen.folder.name


def _voice(args: argparse.Namespace) -> Voice | None:
    if args.speak == NO_VOICE:
        return None
    settings = voice_settings(Settings(), args.lang, EngineName(args.speak))
    return Voice(WorkerSynthesizer(settings), load_pronunciation(settings.engine, args.lang))


def _progress(count: int) -> Callable[[int], None]:
    """Say on a terminal how far it is."""

    def tell(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {count}", end="\n" if done == count else "", file=sys.stderr, flush=True)

    return tell
