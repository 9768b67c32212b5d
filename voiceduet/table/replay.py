"""Replaying files: rule cases in JSON and game records in text. Says where an expectation does not hold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from voiceduet.engine.errors import RecordError
from voiceduet.engine.grid import main_script
from voiceduet.engine.key import AGENTS
from voiceduet.engine.record import Record, format_record, read_record
from voiceduet.engine.score import score
from voiceduet.engine.state import GameState
from voiceduet.grammar.judge.judge import ClueJudge, load_judge
from voiceduet.grammar.judge.verdict import ClueQuestion, Verdict
from voiceduet.table.cases.case import AnyCase
from voiceduet.table.cases.checking import CaseResult, ClueCheck, Failure, check_case
from voiceduet.table.cases.fields import CaseProblem
from voiceduet.table.cases.playing import PlayedRecord, play_record
from voiceduet.table.cases.reading import read_cases
from voiceduet.table.errors import UserError
from voiceduet.table.journal import read_journal
from voiceduet.table.messages import told
from voiceduet.table.saved import restore
from voiceduet.table.textfiles import read_text

_LARGEST_BYTES = 500_000_000
SEALED = '{"sum":'
"""How a journal begins."""
_NOT_SPACE = re.compile(r"\S")
_LANGUAGES = {"CYRILLIC": "ru", "LATIN": "en", "HANGUL": "ko"}


class ReplayFileError(UserError):
    """A file that is no record and holds no cases."""


@dataclass(frozen=True, slots=True)
class ReplayFile:
    """One file as it was read; nothing is played yet."""

    path: Path
    cases: tuple[AnyCase, ...] = ()
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """One case, or one record, with what came of it."""

    path: Path
    result: CaseResult
    played: PlayedRecord | None = None
    """Only for a record."""


def read_replay_file(path: Path) -> ReplayFile:
    """Read a record, cases, or the journal of an ended game, whichever it is.

    Raise `ReplayFileError` when it is none of them or cannot be read.
    """
    text = read_text(path, ReplayFileError, _LARGEST_BYTES)
    first = text.lstrip()[:1]
    if text.startswith(SEALED):
        return _read_journal(path)
    if first and first in "{[":
        return _read_json(path, text)
    if not text.lstrip().startswith(("voiceduet", "#")):
        raise ReplayFileError(told("replay.neither", path=path))
    try:
        return ReplayFile(path, record=read_record(text))
    except RecordError as error:
        raise ReplayFileError(told("replay.bad_record", path=path, what=error)) from error


def _read_journal(path: Path) -> ReplayFile:
    """Read the journal of a game that has ended; one that runs would show its key. Raise `ReplayFileError`."""
    contents = read_journal(path)
    game = restore(contents.header, contents.entries).state.game
    if not game.is_over:
        raise ReplayFileError(told("replay.running_game", path=path))
    return ReplayFile(path, record=read_record(format_record(game)))


def _read_json(path: Path, text: str) -> ReplayFile:
    try:
        return ReplayFile(path, tuple(case for data in _json_values(text) for case in read_cases(data)))
    except json.JSONDecodeError as error:
        message = told("replay.not_json", path=path, what=error.msg, line=error.lineno, column=error.colno)
        raise ReplayFileError(message) from error
    except (CaseProblem, ValueError, RecursionError) as error:
        raise ReplayFileError(told("replay.not_cases", path=path, what=error)) from error


def _json_values(text: str) -> Iterator[object]:
    """Read one JSON value, or several one after the other as in JSON lines."""
    decoder = json.JSONDecoder()
    at = 0
    while (start := _after_space(text, at)) < len(text):
        value, at = decoder.raw_decode(text, start)
        yield value


def _after_space(text: str, at: int) -> int:
    found = _NOT_SPACE.search(text, at)
    return found.start() if found else len(text)


def replay_files(files: Iterable[ReplayFile], is_allowed: ClueCheck) -> Iterator[Replayed]:
    """Check every case and play every record, in order. Raise `ReplayFileError` for a record's `expect` line."""
    for file in files:
        if file.record is None:
            yield from (Replayed(file.path, check_case(case, is_allowed)) for case in file.cases)
            continue
        try:
            played = play_record(file.record)
        except CaseProblem as problem:
            raise ReplayFileError(told("replay.bad_record", path=file.path, what=problem)) from problem
        yield Replayed(file.path, CaseResult(file.path.name, "", played.failures), played)


def judge_clues() -> ClueCheck:
    """Return a check by the clue judge of the board's language; a doubtful clue is not illegal (rules 9.6)."""
    judges = cache(load_judge)

    def is_allowed(clue: str, number: int, visible: tuple[str, ...]) -> bool:
        language = _LANGUAGES.get(main_script(visible) or "")
        if language is None:
            raise ReplayFileError(told("replay.no_language", clue=clue))
        judge: ClueJudge = judges(language)
        return judge.check(ClueQuestion(clue, number, visible)).verdict is not Verdict.ILLEGAL

    return is_allowed


def describe(replayed: Replayed, *, with_file: bool = False) -> str:
    """Return one line: ok, or the first expectation that does not hold; for a record also where it ends."""
    result = replayed.result
    text = f"{result.id} {'ok' if result.is_ok else 'FAILED'}"
    if with_file and replayed.played is None:
        text = f"{replayed.path.name}: {text}"
    if result.problem:
        text += f" cannot be used: {result.problem}"
    elif result.failures:
        text += f" {describe_failure(result.failures[0])}"
        if len(result.failures) > 1:
            text += f" (and {len(result.failures) - 1} more)"
    if replayed.played is not None:
        text += f"{': ' if result.is_ok else '; the end is: '}{describe_end(replayed.played)}"
    if result.remarks:
        text += f" ({'; '.join(result.remarks)})"
    return " ".join(text.split())


def describe_failure(failure: Failure) -> str:
    """Return where it is, what was expected and what came."""
    editions = f" [{', '.join(failure.editions)}]" if failure.editions else ""
    return f"{failure.where}: {failure.field} expected {_json(failure.expected)}, got {_json(failure.got)}{editions}"


def describe_end(played: PlayedRecord) -> str:
    """Return the state a record leads to, without anything of the key."""
    state = played.state
    points = score(state, state.setup.options.edition)
    parts = [
        f"{played.moves} moves",
        state.phase if state.outcome is None else f"{state.phase} {state.outcome}",
        f"tokens {state.tokens} (bystander side {state.supply.bystander})",
        f"agents {state.agents_found}/{AGENTS}",
        *([] if points is None else [f"score {points}"]),
    ]
    return ", ".join(parts)


def as_json(replayed: Replayed) -> dict[str, object]:
    """Return the result for programs."""
    result = replayed.result
    data: dict[str, object] = {"file": str(replayed.path), "id": result.id, "ok": result.is_ok}
    if result.title:
        data["title"] = result.title
    if result.problem:
        data["problem"] = result.problem
    data["failures"] = [
        {
            "where": failure.where,
            "field": failure.field,
            "expected": failure.expected,
            "got": failure.got,
            "editions": list(failure.editions),
        }
        for failure in result.failures
    ]
    data["remarks"] = list(result.remarks)
    if replayed.played is not None:
        data["end"] = _end(replayed.played.state) | {"moves": replayed.played.moves}
    return data


def _end(state: GameState) -> dict[str, object]:
    return {
        "phase": state.phase,
        "outcome": state.outcome,
        "tokens_left": state.tokens,
        "bystander_side_left": state.supply.bystander,
        "agents_found": state.agents_found,
        "score": score(state, state.setup.options.edition),
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
