"""`voiceduet check`: say whether a clue may be given (rules 9).

One clue: exit code 0 legal or doubtful, 1 illegal, 2 wrong use. With `--jsonl`: 0 when every line was judged, 2 when
a line could not be; such a line comes back with an `error` field.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from voiceduet.cli.parsing import Subparsers
from voiceduet.engine.words import fold
from voiceduet.grammar.judge.cases import as_fields, rule_on_case, rule_on_lines, split_clue
from voiceduet.grammar.judge.judge import LANGUAGES, load_judge
from voiceduet.grammar.judge.verdict import Relaxation, Verdict
from voiceduet.table.errors import UserError
from voiceduet.table.messages import told
from voiceduet.table.setup import load_board

DONE, ANSWER_IS_NO, WRONG_USE = 0, 1, 2


def add_parser(subparsers: Subparsers) -> None:
    """Add `check` and its arguments."""
    parser = subparsers.add_parser("check", help="say whether a clue is allowed", description=__doc__)
    parser.add_argument("clue", nargs="?", help='word and number, for example "завтрак 3"')
    parser.add_argument("--board", metavar="FILE", help="25 words, one a line")
    parser.add_argument("--covered", default="", metavar="W,…", help="words closed to both sides; they forbid nothing")
    parser.add_argument("--marked", default="", metavar="W,…", help="words with one timer token; they still forbid")
    parser.add_argument("--lang", default="ru", choices=LANGUAGES)
    parser.add_argument(
        "--relaxed", default="", metavar="OPTION,…", help=f"what the table allows: {', '.join(Relaxation)}"
    )
    parser.add_argument("--decisions", type=Path, metavar="FILE", help="words the table has ruled on")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--jsonl", action="store_true", help="judge cases from standard input, one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Judge one clue, or every line of standard input."""
    relaxed = _relaxations(args.relaxed)
    return _run_lines(args, relaxed) if args.jsonl else _run_one(args, relaxed)


def _run_lines(args: argparse.Namespace, relaxed: frozenset[Relaxation]) -> int:
    judge_for = cache(lambda language: load_judge(language, args.decisions))
    code = DONE
    for answer, judged in rule_on_lines(sys.stdin, judge_for, args.lang, relaxed):
        print(json.dumps(answer, ensure_ascii=False))
        code = code if judged else WRONG_USE
    return code


def _run_one(args: argparse.Namespace, relaxed: frozenset[Relaxation]) -> int:
    if not args.clue or not args.board:
        raise UserError(told("check.incomplete"))
    clue, number = split_clue(args.clue, args.lang)
    words = load_board(args.board, args.lang, random.Random()).words  # noqa: S311 - a game, no secret
    covered = _places(args.covered, words)
    case = {
        "lang": args.lang,
        "clue": clue,
        "number": number,
        "board": list(words),
        "covered": covered,
        "half_marked": _places(args.marked, words),
    }
    ruling = rule_on_case(case, load_judge(args.lang, args.decisions), relaxed)
    print(json.dumps({**case, **as_fields(ruling)}, ensure_ascii=False) if args.json else ruling.message)
    return ANSWER_IS_NO if ruling.verdict is Verdict.ILLEGAL else DONE


def _places(listed: str, words: Sequence[str]) -> list[int]:
    places = {fold(word): place for place, word in enumerate(words)}
    wanted = [word for part in listed.split(",") if (word := fold(part))]
    for word in wanted:
        if word not in places:
            raise UserError(told("check.not_on_board", word=word))
    return [places[word] for word in wanted]


def _relaxations(listed: str) -> frozenset[Relaxation]:
    names = [name for part in listed.split(",") if (name := part.strip())]
    for name in names:
        if name not in set(Relaxation):
            raise UserError(told("check.no_relaxation", name=name, names=", ".join(Relaxation)))
    return frozenset(Relaxation(name) for name in names)
