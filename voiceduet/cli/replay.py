"""`voiceduet replay FILE…`: check rule cases and play game records."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from voiceduet.table.replay import as_json, describe, judge_clues, read_replay_file, replay_files


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "replay",
        help="replay game records and rule cases, and say where an expectation does not hold",
        description="Replays game records (text) and rule cases (JSON). Exit code 1 when an expectation does not hold.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record or a JSON file of cases")
    parser.add_argument("--json", action="store_true", help="print one JSON object a case, and one for the sum")


def run(args: argparse.Namespace) -> int:
    """Replay the files; return 0 when all holds, 1 when something does not. Raise `UserError` for a wrong file."""
    files = [read_replay_file(path) for path in args.files]
    count = failed = 0
    for replayed in replay_files(files, judge_clues()):
        count += 1
        failed += not replayed.result.is_ok
        if args.json:
            print(json.dumps(as_json(replayed), ensure_ascii=False))
        else:
            print(describe(replayed, with_file=len(files) > 1))
    if args.json:
        print(json.dumps({"cases": count, "failed": failed, "ok": not failed}))
    else:
        print(f"{count} {'case' if count == 1 else 'cases'}: {count - failed} ok, {failed} failed")
    return 1 if failed else 0
