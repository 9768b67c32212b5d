"""Print the tuning part or the held-back part of labelled clue pairs.

    python -m tools.judge_split tests/judge/pairs.jsonl --lang ru --part tuning

The rule is `tests.judge.scoring.is_held_back`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.judge.scoring import is_held_back


def main() -> int:
    """Print the rows of one part as JSON lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="JSON lines with lang and board_word")
    parser.add_argument("--part", choices=("tuning", "held-back"), default="tuning")
    parser.add_argument("--lang")
    arguments = parser.parse_args()
    for line in arguments.file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if arguments.lang in (None, row["lang"]) and is_held_back(row["lang"], row["board_word"]) == (
            arguments.part == "held-back"
        ):
            sys.stdout.write(line + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
