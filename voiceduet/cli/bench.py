"""`voiceduet bench`: how well this machine hears a set of recordings.

The manifest has one JSON object a line: file, lang, kind, text, and either scope and expect (the meaning, or null where
nothing may happen) or a note such as clue=завтрак;n=3.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from voiceduet.asr.ears import make_listener
from voiceduet.asr.second.only_ear import OnlyEar
from voiceduet.asr.second.timed import TimedEar
from voiceduet.asr.second.weights import choose_second_ear
from voiceduet.asr.second.whisper import is_whisper, load_whisper
from voiceduet.asr.store import ModelStore
from voiceduet.asr.vosk_recognizer import load_model
from voiceduet.grammar.language import LANGUAGES
from voiceduet.table.bench import BenchReport, Result, run_bench
from voiceduet.table.hearing import TableHearing
from voiceduet.table.manifests import read_manifest
from voiceduet.table.setup import load_deck

DONE, ANSWER_IS_NO = 0, 1


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `bench` and its arguments."""
    parser = subparsers.add_parser("bench", help="measure hearing with recordings", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["ear"], default="ear", help="what is measured: ear")
    parser.add_argument("manifest", type=Path, metavar="MANIFEST", help="list of recordings, JSON lines")
    parser.add_argument("--lang", default="ru", choices=LANGUAGES)
    parser.add_argument("--model", metavar="NAME|FOLDER", help="speech model; default: the best on this machine")
    parser.add_argument("--second-ear", default="none", metavar="none|whisper|FOLDER", help="confirms acts")


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 when something was acted upon that was not said."""
    rows = read_manifest(args.manifest, args.lang)
    began_s = time.perf_counter()
    path = ModelStore().find_model(args.lang, args.model).path
    ears = OnlyEar(load_whisper(path, args.lang)) if is_whisper(path) else load_model(path)
    load_s = time.perf_counter() - began_s
    chosen = choose_second_ear(args.second_ear, ModelStore().root)
    second = None if chosen.folder is None else TimedEar(load_whisper(chosen.folder, args.lang))
    report = run_bench(rows, make_listener(ears), TableHearing(args.lang, second), load_deck(args.lang))
    _print(report, load_s, () if second is None else second.took_s)
    return ANSWER_IS_NO if any(counts[Result.WRONG] for counts in report.counts.values()) else DONE


def _print(report: BenchReport, load_s: float, second_s: Sequence[float]) -> None:
    print(f"{'kind':24}" + "".join(f"{result:>13}" for result in Result))
    for kind, counts in report.counts.items():
        print(f"{kind:24}" + "".join(f"{counts[result] or '':>13}" for result in Result))
    print(f"answer after the last frame: {_spread(report.answer_s)}")
    if second_s:
        print(f"second ear, asked {len(second_s)} times: {_spread(second_s)}")
    print(f"real-time factor {report.real_time_factor:.3f}; model loaded in {load_s:.2f} s; memory {_memory()}")
    for failure in report.failures:
        print(failure)


def _spread(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds) or [0.0]
    half, most = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
    return f"median {half:.3f} s, 95 of 100 within {most:.3f} s, longest {ordered[-1]:.3f} s"


def _memory() -> str:
    """Greatest memory of this process so far, where the system tells."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return "unknown"
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{used / (1 << 20 if sys.platform == 'darwin' else 1 << 10):.0f} MB"
