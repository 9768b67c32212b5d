"""What a case can expect: how each field is read from a file, and how it is seen in a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from voiceduet.engine.errors import Refusal
from voiceduet.engine.events import Outcome
from voiceduet.engine.grid import SIZE, Board
from voiceduet.engine.key import Identity
from voiceduet.engine.score import score
from voiceduet.engine.setup import Edition
from voiceduet.engine.side import Side
from voiceduet.engine.state import (
    GameState,
    Phase,
    agents_left,
    hidden_indices,
    next_givers,
    visible_words,
    who_may_guess,
)

Value: TypeAlias = str | int | bool | list[str] | list[int] | None
Expectations: TypeAlias = dict[str, Value]
"""Field name to what it should be; a field that is not asserted is left out."""

SCORE_READING = "winning_token_not_counted_as_check"
"""Where the texts leave open whether the winning turn's token earns a point: it was not taken at a stop (rules 8)."""
_SCORE_READINGS = frozenset({SCORE_READING, "winning_token_counted_as_check"})
_REMARKS = frozenset({"note", "why", "comment", "title", "source"})


class CaseProblem(Exception):  # noqa: N818 - a case is at fault, not the program
    """A case that cannot be used as it stands; the text names the place in it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What can be compared after an action."""

    state: GameState
    edition: Edition
    events: tuple[str, ...] = ()
    accepted: bool | None = None
    result: str | None = None
    reason: str | None = None
    legal: bool | None = None
    """What the clue judge says about the latest clue; `None` when it was not asked."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to compare."""

    read: Callable[[object, Board], Value]
    """From JSON to a plain value that compares equal to the observed one. Raises `CaseProblem`."""
    observe: Callable[[Moment], Value]


def differences(expected: Expectations, moment: Moment) -> list[tuple[str, Value, Value]]:
    """Return (field, expected, got) wherever they differ; scores of other editions are passed over."""
    found = []
    for name, wanted in expected.items():
        if name.startswith("score.") and name != f"score.{moment.edition}":
            continue
        got = FIELDS[name].observe(moment)
        if got != wanted:
            found.append((name, wanted, got))
    return found


def read_expectations(data: object, board: Board, where: str, but: Iterable[str] = ()) -> Expectations:
    """Read an object of expected fields, without those named in `but`. `null` means not asserted, but for `outcome`."""
    expected: Expectations = {}
    for name, value in mapping(data, where).items():
        if name in _REMARKS or name in but:
            continue
        for field, part in _flat(name, value):
            if field not in FIELDS:
                raise CaseProblem(f"{where}.{field}: unknown field; known are {', '.join(FIELDS)}")
            if part is None and field != "outcome":
                continue
            try:
                expected[field] = FIELDS[field].read(part, board)
            except CaseProblem as problem:
                raise CaseProblem(f"{where}.{field}: {problem}") from None
    return expected


def _flat(name: str, value: object) -> list[tuple[str, object]]:
    """Take apart what is given per side or per edition."""
    if isinstance(value, Mapping) and f"{name}." in _PREFIXES:
        return [(f"{name}.{key}", part) for key, part in value.items()]
    return [(name, value)]


def mapping(data: object, where: str) -> dict[str, object]:
    """Return a JSON object. Raise `CaseProblem`."""
    if not isinstance(data, dict):
        raise CaseProblem(f"{where}: must be an object, not {shown(data)}")
    return data


def sequence(data: object, where: str) -> list[object]:
    """Return a JSON list. Raise `CaseProblem`."""
    if not isinstance(data, list):
        raise CaseProblem(f"{where}: must be a list, not {shown(data)}")
    return data


def shown(data: object) -> str:
    """Return a short picture of a value for messages."""
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:57]}..."


def whole(data: object, _board: Board | None = None) -> int:
    """Read a whole number. Raise `CaseProblem`."""
    if isinstance(data, int) and not isinstance(data, bool):
        return data
    raise CaseProblem(f"must be a whole number, not {shown(data)}")


def flag(data: object, _board: Board | None = None) -> bool:
    """Read true or false. Raise `CaseProblem`."""
    if isinstance(data, bool):
        return data
    raise CaseProblem(f"must be true or false, not {shown(data)}")


def one_of(choices: Iterable[str]) -> Callable[[object, Board], str]:
    """Make a reader for a name out of a list."""
    names = tuple(choices)

    def read(data: object, _board: Board) -> str:
        if isinstance(data, str) and data in names:
            return str(data)
        raise CaseProblem(f"{shown(data)} is none of: {', '.join(names)}")

    return read


def _outcome(data: object, board: Board) -> str | None:
    return None if data is None else one_of(Outcome)(data, board)


def _sides(data: object, board: Board) -> list[str]:
    items = [data] if isinstance(data, str) else sequence(data, "sides")
    return sorted(one_of(Side)(item, board) for item in items)


def _names(data: object, _board: Board) -> list[str]:
    return [str(item) for item in sequence(data, "events")]


def _indices(data: object, board: Board) -> list[int]:
    return sorted(index_in(item, board) for item in sequence(data, "words"))


def _words(data: object, board: Board) -> list[str]:
    return [board.words[index] for index in _indices(data, board)]


def index_in(data: object, board: Board) -> int:
    """Read a word of the board, given as index 0-24 or as it is written. Raise `CaseProblem`."""
    index = board.index_of(data) if isinstance(data, str) else whole(data)
    if index is None or not 0 <= index < SIZE:
        raise CaseProblem(f"{shown(data)} is not on the board")
    return index


def _score(data: object, _board: Board) -> int:
    if not isinstance(data, Mapping):
        return whole(data)
    unknown = set(data) - _SCORE_READINGS
    if unknown or SCORE_READING not in data:
        raise CaseProblem(f"must give a number or {SCORE_READING}; known readings are {', '.join(_SCORE_READINGS)}")
    return whole(data[SCORE_READING])


def _observed_score(moment: Moment) -> int | None:
    return score(moment.state, moment.edition)


def _of_side(side: Side) -> dict[str, Field]:
    return {
        f"agents_left_by_side.{side}": Field(whole, lambda moment: agents_left(moment.state, side)),
        f"marked_for.{side}": Field(_indices, lambda moment: sorted(moment.state.table.marked_for(side))),
    }


FIELDS: dict[str, Field] = {
    "accepted": Field(flag, lambda moment: moment.accepted),
    "result": Field(one_of(identity.label for identity in Identity), lambda moment: moment.result),
    "reason": Field(one_of(Refusal), lambda moment: moment.reason),
    "events": Field(_names, lambda moment: list(moment.events)),
    "legal": Field(flag, lambda moment: moment.legal),
    "clue_legal": Field(flag, lambda moment: moment.legal),
    "tokens_left": Field(whole, lambda moment: moment.state.tokens),
    "bystander_side_left": Field(whole, lambda moment: moment.state.supply.bystander),
    "agents_found": Field(whole, lambda moment: moment.state.agents_found),
    **_of_side(Side.A),
    **_of_side(Side.B),
    "hidden_words": Field(_indices, lambda moment: list(hidden_indices(moment.state))),
    "visible_words": Field(_words, lambda moment: list(visible_words(moment.state))),
    "completed": Field(_sides, lambda moment: [str(side) for side in moment.state.completed]),
    "phase": Field(one_of(Phase), lambda moment: str(moment.state.phase)),
    "outcome": Field(_outcome, lambda moment: moment.state.outcome and str(moment.state.outcome)),
    "who_may_guess": Field(_sides, lambda moment: [str(side) for side in who_may_guess(moment.state)]),
    "next_giver": Field(_sides, lambda moment: [str(side) for side in next_givers(moment.state)]),
    "score": Field(_score, _observed_score),
    **{f"score.{edition}": Field(_score, _observed_score) for edition in Edition},
}
_PREFIXES = frozenset(f"{name.partition('.')[0]}." for name in FIELDS if "." in name)
