"""Split labelled clue pairs into a tuning part and a held-back part, by the card word.

The rule: SHA-256 of "lang:card" (lower case, ё read as е, NFC) modulo 3; 0 is held back. Every row about one card
lands in the same part, so nothing learned about a card leaks into the measurement.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import unicodedata
from pathlib import Path


def is_held_back(language: str, card: str) -> bool:
    """Whether the rows about this card are kept for the final measurement."""
    folded = unicodedata.normalize("NFC", card).casefold().replace("ё", "е")
    digest = hashlib.sha256(f"{language}:{folded}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % 3 == 0


def main() -> int:
    """Print the rows of one part as JSON lines."""
    parser = argparse.ArgumentParser(description=__doc__)
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
