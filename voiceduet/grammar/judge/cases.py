"""Clue cases as JSON lines, and a clue typed with its number: text in, questions out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from voiceduet.engine.errors import DuetError
from voiceduet.grammar.judge.judge import LONGEST_CLUE, ClueJudge
from voiceduet.grammar.judge.numbers import number_words
from voiceduet.grammar.judge.verdict import ClueQuestion, Relaxation, Ruling, Verdict

_DIGITS = re.compile(r"\d{1,3}")


class CaseError(DuetError, ValueError):
    """A case that cannot be judged; the message says which field is wrong and what it must be."""


def split_clue(text: str, language: str) -> tuple[str, int | None]:
    """Split «завтрак 3» or «завтрак три» into the word and its number; no number at the end gives `None`."""
    words = text.split()
    if len(words) < 2:
        return text.strip(), None
    last = words[-1].casefold()
    number = int(last) if _DIGITS.fullmatch(last) else number_words(language).get(last)
    return (text.strip(), None) if number is None else (" ".join(words[:-1]), number)


def rule_on_lines(
    lines: Iterable[str], judge_for: Callable[[str], ClueJudge], default_language: str, relaxed: frozenset[Relaxation]
) -> Iterator[tuple[dict[str, Any], bool]]:
    """Rule on every line of JSON; blank lines are skipped.

    Yields:
        The object of the line with `verdict`, `reason`, `against` and `message`, and `True`; for a line that cannot
        be judged, what could be read of it with `error`, and `False`.

    """
    for line in lines:
        if not line.strip():
            continue
        case: dict[str, Any] = {}
        try:
            case = _parsed(line)
            language = _language(case, default_language)
            ruling = rule_on_case(case, judge_for(language), relaxed)
        except DuetError as error:
            yield {**case, "error": str(error)}, False
        else:
            yield {**case, **as_fields(ruling)}, True


def rule_on_case(case: dict[str, Any], judge: ClueJudge, relaxed: frozenset[Relaxation]) -> Ruling:
    """Rule on one case. A case without a number is at best doubtful: the number must be asked for."""
    question = _question(case, relaxed)
    ruling = judge.check(question)
    if question.number is None and ruling.verdict is Verdict.LEGAL:
        return judge.ask_number(question)
    return ruling


def as_fields(ruling: Ruling) -> dict[str, str | None]:
    """The fields that a ruling adds to its case."""
    return {
        "verdict": str(ruling.verdict),
        "reason": str(ruling.reason),
        "against": ruling.against,
        "message": ruling.message,
    }


def _parsed(line: str) -> dict[str, Any]:
    try:
        case = json.loads(line)
    except ValueError as error:
        raise CaseError(f"not a line of JSON: {error}") from error
    if not isinstance(case, dict):
        raise CaseError('a case must be an object like {"lang": "ru", "clue": "…", "number": 2, "board": ["…"]}')
    return case


def _language(case: dict[str, Any], default: str) -> str:
    language = case.get("lang", default)
    if not isinstance(language, str):
        raise CaseError("lang must be a text: ru, en or ko")
    return language


def _question(case: dict[str, Any], relaxed: frozenset[Relaxation]) -> ClueQuestion:
    clue, number = case.get("clue"), case.get("number")
    if not isinstance(clue, str):
        raise CaseError("clue must be a text")
    if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 0):
        raise CaseError("number must be a whole number from 0 up, or null")
    return ClueQuestion(clue, number, _visible(case), relaxed, whole_table="board" in case)


def _visible(case: dict[str, Any]) -> tuple[str, ...]:
    board = case["board"] if "board" in case else [case.get("board_word")]
    if not isinstance(board, list) or not board or not all(isinstance(word, str) for word in board):
        raise CaseError("give board, a list of words, or board_word, one word")
    if any(len(word) > LONGEST_CLUE for word in board):
        raise CaseError(f"a board word has at most {LONGEST_CLUE} letters")
    covered = _indices(case, "covered", len(board))
    _indices(case, "half_marked", len(board))
    return tuple(word for index, word in enumerate(board) if index not in covered)


def _indices(case: dict[str, Any], field: str, size: int) -> frozenset[int]:
    indices = case.get(field) or []
    if not isinstance(indices, list) or not all(isinstance(i, int) and 0 <= i < size for i in indices):
        raise CaseError(f"{field} must be a list of places on the board, 0 to {size - 1}")
    return frozenset(indices)
