"""How well the ear and the grammar hear: a manifest of recordings, measured."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.engine.words import fold
from voiceduet.grammar.intents import ClueIntent, ColourIntent, Intent, TouchIntent
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, TableWords
from voiceduet.table.hearing import TableHearing
from voiceduet.table.manifests import BenchRow

BOARD_SIZE = 25
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


@dataclass
class BenchReport:
    """Counts by kind, times of all recordings, and each recording that was not understood."""

    counts: dict[str, Counter[Result]] = field(default_factory=lambda: defaultdict(Counter))
    answer_s: list[float] = field(default_factory=list)
    """From the last frame of an utterance to its meaning."""
    audio_s: float = 0.0
    work_s: float = 0.0
    failures: list[str] = field(default_factory=list)

    @property
    def real_time_factor(self) -> float:
        """Seconds of work for a second of sound."""
        return self.work_s / self.audio_s if self.audio_s else 0.0


def run_bench(rows: Iterable[BenchRow], listener: Listener, hearing: TableHearing, deck: Sequence[str]) -> BenchReport:
    """Hear every recording at a table of its own words and count what comes of it."""
    report = BenchReport()
    for number, row in enumerate(rows):
        scope = _scope_of(row, deck, random.Random(number))  # noqa: S311 - boards for measuring, repeatable
        result, heard = _hear_row(row, scope, listener, hearing, report)
        report.counts[row.kind][result] += 1
        if result is not Result.UNDERSTOOD:
            report.failures.append(f"{result}: {row.path.name} «{row.text}» ({row.scope}): {heard}")
    return report


def _scope_of(row: BenchRow, deck: Sequence[str], rng: random.Random) -> Scope:
    """A table with the touched word and with board words that are named in talk."""
    spoken = {fold(word) for word in row.text.split()}
    touched = [str(row.expect["word"])] if row.expect and row.expect["intent"] == TouchIntent.name else []
    named = [word for word in deck if fold(word) in spoken]
    words = list(dict.fromkeys(fold(word) for word in touched + named + rng.sample(list(deck), BOARD_SIZE)))
    bare = bool(row.expect and row.expect.get("bare"))
    return Scope(row.scope, TableWords(tuple(words[:BOARD_SIZE]), bare_touch=bare))


def _hear_row(
    row: BenchRow, scope: Scope, listener: Listener, hearing: TableHearing, report: BenchReport
) -> tuple[Result, str]:
    listener.drop()
    listener.set_phrases(hearing.phrases(scope))
    results, heard = [], []
    for utterance, took_s in _utterances(row.path, listener, report):
        began_s = time.perf_counter()
        meaning = hearing.understand(utterance, scope)
        report.answer_s.append(took_s + time.perf_counter() - began_s)
        results.append(judge(row.expect, meaning, scope.table.board))
        heard.append(f"{_describe(meaning)} <- {[each.text for each in utterance.n_best[:4]]}")
    silence = Result.MISSED if row.expect else Result.UNDERSTOOD
    return _together(row.expect, results or [silence]), "; ".join(heard) or "no utterance"


def _together(expect: Mapping[str, Any] | None, results: Sequence[Result]) -> Result:
    """The result of a recording that was cut into several utterances."""
    order = list(Result)
    if Result.WRONG in results or expect is None:
        return max(results, key=order.index)
    return min(results, key=order.index)


def _utterances(path: Path, listener: Listener, report: BenchReport) -> Iterator[tuple[Utterance, float]]:
    """Utterances with the seconds that the last frame of each took."""
    for frame in FileSource(path).frames():
        began_s = time.perf_counter()
        events = listener.feed(frame)
        took_s = time.perf_counter() - began_s
        report.work_s += took_s
        report.audio_s += frame.duration_s
        for event in events:
            if isinstance(event, Utterance) and event.n_best:
                yield event, took_s


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
    match intent:
        case TouchIntent(index=index):
            return Result.UNDERSTOOD if fold(board[index]) == fold(expect["word"]) else Result.WRONG
        case ClueIntent(word=word, number=number):
            if word is None or number is None:
                return Result.ASKED
            right = fold(word) == fold(expect["word"]) and number == expect["number"]
            return Result.UNDERSTOOD if right else Result.WRONG
        case ColourIntent(identity=identity):
            return Result.UNDERSTOOD if identity.name.lower() == expect["identity"] else Result.WRONG
        case _:
            return Result.UNDERSTOOD


def _changes_nothing(intent: Intent) -> bool:
    if isinstance(intent, ClueIntent):
        return intent.word is None or intent.number is None
    return intent.name in FREE_INTENTS


def _describe(meaning: Meaning) -> str:
    match meaning:
        case Understood(best=best, sure=sure):
            return f"{best.intent} cost {best.cost}{'' if sure else ', unsure'}"
        case Ambiguous(candidates=candidates):
            return " or ".join(f"{candidate.intent} cost {candidate.cost}" for candidate in candidates)
        case NotUnderstood():
            return "nothing"
