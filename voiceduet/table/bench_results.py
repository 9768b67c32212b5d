"""How one meaning compares with what a recording means. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from voiceduet.engine.words import fold
from voiceduet.grammar.intents import ClueIntent, ColourIntent, Intent, NumberIntent, TouchIntent
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood

FREE_INTENTS = frozenset(
    {"ask_tokens", "whose_turn", "ask_agents", "ask_words", "ask_marks", "ask_clues", "read_row"}
    | {"repeat", "repeat_clue", "help", "yes", "no"}
)
"""Intents that change nothing by themselves; all others are moves."""


class Result(StrEnum):
    """How one recording came out, from best to worst."""

    UNDERSTOOD = "understood"
    """Acts at once, rightly; for a recording that means nothing: silence."""
    ASKED = "asked"
    """Asks, and the right reading is among those offered, or a part is asked for."""
    ASKED_WRONG = "asked wrong"
    """Asks about something else; a "no" mends it."""
    MISSED = "missed"
    WRONG = "WRONG MOVE"
    """Acts at once on something that was not said."""


def together(expect: Mapping[str, Any] | None, results: Sequence[Result]) -> Result:
    """The result of a recording that was cut into several utterances."""
    order = list(Result)
    if Result.WRONG in results or expect is None:
        return max(results, key=order.index)
    return min(results, key=order.index)


def judge(expect: Mapping[str, Any] | None, meaning: Meaning, board: Sequence[str]) -> Result:
    """Compare a meaning with what a recording means."""
    match meaning:
        case NotUnderstood():
            return Result.MISSED if expect else Result.UNDERSTOOD
        case Understood(best=best, sure=sure):
            fits = [_fits(expect, best.intent, board)]
        case Ambiguous(candidates=candidates):
            sure = False
            fits = [_fits(expect, candidate.intent, board) for candidate in candidates]
    if Result.UNDERSTOOD in fits:
        return Result.UNDERSTOOD if sure else Result.ASKED
    if Result.ASKED in fits:
        return Result.ASKED
    return Result.WRONG if sure else Result.ASKED_WRONG


def _fits(expect: Mapping[str, Any] | None, intent: Intent, board: Sequence[str]) -> Result:
    """UNDERSTOOD when it is what was meant, ASKED when a part is missing or nothing changes, else WRONG."""
    if expect is None or intent.name != expect["intent"]:
        return Result.ASKED if expect is None and _changes_nothing(intent) else Result.WRONG
    if isinstance(intent, ClueIntent) and (intent.word is None or intent.number is None):
        return Result.ASKED
    return Result.UNDERSTOOD if _is_meant(expect, intent, board) else Result.WRONG


def _is_meant(expect: Mapping[str, Any], intent: Intent, board: Sequence[str]) -> bool:
    match intent:
        case TouchIntent(index=index):
            return fold(board[index]) == fold(expect["word"])
        case NumberIntent(number=number):
            return bool(number == expect["number"])
        case ClueIntent(word=word, number=number):
            return fold(word or "") == fold(expect["word"]) and number == expect["number"]
        case ColourIntent(identity=identity):
            return bool(identity.label == expect["identity"])
        case _:
            return True


def _changes_nothing(intent: Intent) -> bool:
    if isinstance(intent, ClueIntent):
        return intent.word is None or intent.number is None
    return intent.name in FREE_INTENTS
