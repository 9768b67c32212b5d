"""Playing a text record and comparing its `expect` and `refused` lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from voiceduet.engine.errors import IllegalMove
from voiceduet.engine.events import event_names
from voiceduet.engine.game import apply
from voiceduet.engine.grid import Board
from voiceduet.engine.moves import Move
from voiceduet.engine.record import Expectation, ExpectedRefusal, Record
from voiceduet.engine.state import GameState, new_game
from voiceduet.table.cases.checking import Failure
from voiceduet.table.cases.fields import FIELDS, CaseProblem, Expectations, Moment, differences

_LISTS = frozenset({"events", "hidden_words", "visible_words", "completed", "who_may_guess", "next_giver"})
_NUMBER = re.compile(r"-?[0-9]+")
NONE = "-"
"""Stands for an empty list or no outcome in an `expect` line."""


@dataclass(frozen=True, slots=True)
class PlayedRecord:
    """Where a record leads and what in it does not hold."""

    state: GameState
    failures: tuple[Failure, ...]
    moves: int
    """Moves that were made."""


def play_record(record: Record) -> PlayedRecord:
    """Play a record to its end, or to its first move that is refused. Raise `CaseProblem` for an `expect` line."""
    moment = Moment(new_game(record.setup), record.setup.options.edition)
    failures: list[Failure] = []
    for line in record.lines:
        where = f"line {line.number} ({line.text})"
        match line.content:
            case Expectation() as expectation:
                expected = _read(expectation, record.setup.board, where)
                failures += [Failure(where, *difference) for difference in differences(expected, moment)]
            case ExpectedRefusal(reason=reason, move=move):
                got = _refusal(moment.state, move)
                if got != reason:
                    failures.append(Failure(where, "reason", str(reason), got))
            case move:
                try:
                    moment = _made(moment, move)
                except IllegalMove as error:
                    failures.append(Failure(where, "accepted", expected=True, got=f"{error.reason}: {error}"))
                    break
    return PlayedRecord(moment.state, tuple(failures), len(moment.state.moves))


def _made(before: Moment, move: Move) -> Moment:
    transition = apply(before.state, move)
    names = tuple(name for event in transition.events for name in event_names(event))
    return Moment(transition.state, before.edition, names, accepted=True)


def _refusal(state: GameState, move: Move) -> str | None:
    try:
        apply(state, move)
    except IllegalMove as error:
        return str(error.reason)
    return None


def _read(expectation: Expectation, board: Board, where: str) -> Expectations:
    """Read the values of an `expect` line as the JSON of a case file would hold them."""
    name = expectation.field
    if name not in FIELDS:
        raise CaseProblem(f"{where}: unknown field {name}; known are {', '.join(FIELDS)}")
    values: list[object] = [
        int(value) if _NUMBER.fullmatch(value) else value for value in expectation.values if value != NONE
    ]
    is_list = name in _LISTS or name.startswith("marked_for.")
    if not is_list and len(values) > 1:
        raise CaseProblem(f"{where}: {name} has one value")
    if not is_list and not values:
        return {name: None}
    value: object = values if is_list else values[0]
    try:
        return {name: FIELDS[name].read(value, board)}
    except CaseProblem as problem:
        raise CaseProblem(f"{where}: {problem}") from None
