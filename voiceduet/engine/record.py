"""A whole game as text that people can read and write, without loss.

    voiceduet 1
    edition ru
    mission 9-9
    order strict
    winning-turn edition
    key GGGGGGGGGABBBBBAABBBBBBBB GGGABBBBBGGGGGGABABBBBBBB
    board ЛИМОН КЛЮЧ ТЕАТР АКУЛА ПИЛА
    …four more board lines…
    a clue ПОГОДА 1
    b touch 1:5 ПИЛА
    expect tokens_left 9
    refused clue_already_given a clue ДЕНЬГИ 1
    b stop

A word with spaces, quotes or invisible characters stands in double quotes with JSON escapes. `key table` means that the
card stands on the table (rules 11). `expect` and `refused` lines say what should be so at that point; whoever reads the
record decides whether to check them. Blank lines and # comments are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from voiceduet.engine.errors import IllegalMove, RecordError, Refusal, SetupError
from voiceduet.engine.game import apply, new_game
from voiceduet.engine.grid import COLUMNS, ROWS, Board
from voiceduet.engine.key import KeyCard, format_key, parse_key
from voiceduet.engine.mission import format_mission, parse_mission
from voiceduet.engine.moves import Move
from voiceduet.engine.record_moves import (
    format_move,
    parse_move,
    parse_move_tokens,
    quote,
    split_tokens,
    unquote,
)
from voiceduet.engine.setup import Edition, GameOptions, GameSetup
from voiceduet.engine.side import Side
from voiceduet.engine.state import GameState

__all__ = [
    "Expectation",
    "ExpectedRefusal",
    "Record",
    "RecordLine",
    "format_move",
    "format_record",
    "parse_move",
    "parse_record",
    "read_record",
]

FIRST_LINE = ("voiceduet", "1")
_HEADERS = ("edition", "mission", "order", "winning-turn", "key", "board")
_ORDERS = {"strict": False, "free": True}
_WINNING_TURN = {"edition": None, "free": False, "uses-token": True}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Expectation:
    """What should be so at this point of the record."""

    field: str
    """`phase`, `tokens_left`, … as in case files; the engine does not check them."""
    values: tuple[str, ...]
    """The rest of the line, unquoted."""


@dataclass(frozen=True, slots=True)
class ExpectedRefusal:
    """A move that should be refused at this point."""

    reason: Refusal
    move: Move


Content: TypeAlias = Move | Expectation | ExpectedRefusal


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line behind the header."""

    number: int
    """Counted from 1 in the text."""
    text: str
    content: Content


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was written: set-up and lines, not replayed yet."""

    setup: GameSetup
    lines: tuple[RecordLine, ...]


def format_record(state: GameState) -> str:
    """Write a game so that `parse_record` gives an equal state. Holds the whole key."""
    setup, options = state.setup, state.setup.options
    key = "table" if setup.key is None else " ".join(format_key(setup.key).split())
    winning_turn = next(name for name, given in _WINNING_TURN.items() if given is options.winning_turn_uses_token)
    words = [quote(word) for word in setup.board.words]
    lines = [
        " ".join(FIRST_LINE),
        f"edition {options.edition}",
        f"mission {format_mission(setup.mission)}",
        f"order {'free' if options.free_order else 'strict'}",
        f"winning-turn {winning_turn}",
        f"key {key}",
        *(f"board {' '.join(words[at : at + COLUMNS])}" for at in range(0, len(words), COLUMNS)),
        *(format_move(move, setup.board) for move in state.moves),
    ]
    return "".join(f"{line}\n" for line in lines)


def parse_record(text: str) -> GameState:
    """Read a record and play its moves; `expect` and `refused` lines are skipped. Raise `RecordError` with the line."""
    record = read_record(text)
    state = new_game(record.setup)
    for line in record.lines:
        if isinstance(line.content, Expectation | ExpectedRefusal):
            continue
        try:
            state = apply(state, line.content).state
        except IllegalMove as error:
            raise RecordError(f"line {line.number} ({line.text}): {error} ({error.reason})") from error
    return state


def read_record(text: str) -> Record:
    """Read a record without playing it. Raise `RecordError` that names the line."""
    lines = _numbered_tokens(text)
    number, first = next(lines, (1, ()))
    if first != FIRST_LINE:
        raise RecordError(f"line {number}: a record begins with {' '.join(FIRST_LINE)!r}")
    header = _Header()
    setup: GameSetup | None = None
    body = []
    for number, tokens in lines:
        if tokens[0] in _HEADERS:
            if setup is not None:
                raise RecordError(f"line {number}: {tokens[0]!r} belongs before the first move")
            header.take(number, tokens)
            continue
        if setup is None:
            setup = header.setup()
        content = _at(number, _content, tokens, setup.board)
        body.append(RecordLine(number, " ".join(tokens), content))
    return Record(setup or header.setup(), tuple(body))


def _numbered_tokens(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        tokens = _at(number, split_tokens, line)
        if tokens:
            yield number, tokens


def _at(number: int, read: Callable[..., T], *arguments: object) -> T:
    """Call a reader; put the number of the line before whatever it complains about."""
    try:
        return read(*arguments)
    except (RecordError, SetupError) as error:
        raise RecordError(f"line {number}: {error}") from error


def _content(tokens: tuple[str, ...], board: Board) -> Content:
    if tokens[0] == "expect":
        if len(tokens) < 3:
            raise RecordError("write: expect FIELD VALUE…, with - for none")
        return Expectation(tokens[1], tuple(unquote(token) for token in tokens[2:]))
    if tokens[0] == "refused":
        if len(tokens) < 3 or tokens[1] not in tuple(Refusal):
            raise RecordError("write: refused REASON MOVE, with a reason such as not_your_turn")
        return ExpectedRefusal(Refusal(tokens[1]), parse_move_tokens(tokens[2:], board))
    if tokens[0] not in tuple(Side):
        raise RecordError(f"{tokens[0]!r} is unknown here: a line begins with a, b, expect or refused")
    return parse_move_tokens(tokens, board)


class _Header:
    """Collects the lines before the first move."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[int, tuple[str, ...]]] = {}
        self._words: list[str] = []
        self._last_line = 1

    def take(self, number: int, tokens: tuple[str, ...]) -> None:
        """Take one header line."""
        self._last_line = number
        name, values = tokens[0], tokens[1:]
        if name == "board":
            if len(values) != COLUMNS:
                raise RecordError(f"line {number}: a board line has {COLUMNS} words, here are {len(values)}")
            self._words += [_at(number, unquote, value) for value in values]
        elif name in self._values:
            raise RecordError(f"line {number}: {name!r} is there twice, first in line {self._values[name][0]}")
        else:
            self._values[name] = (number, values)

    def setup(self) -> GameSetup:
        """Put the lines together. Raise `RecordError`."""
        if len(self._words) != ROWS * COLUMNS:
            raise RecordError(f"line {self._last_line}: the header needs {ROWS} board lines of {COLUMNS} words")
        if "key" not in self._values:
            raise RecordError(f"line {self._last_line}: the header needs a key line: two sides, or 'key table'")
        return GameSetup(
            board=_at(self._last_line, Board, tuple(self._words)),
            key=self._read("key", _key, None),
            mission=self._read("mission", parse_mission, parse_mission("9-9")),
            options=GameOptions(
                edition=self._read("edition", _edition, Edition.RU),
                free_order=self._read("order", lambda text: _choice(_ORDERS, text), False),
                winning_turn_uses_token=self._read("winning-turn", lambda text: _choice(_WINNING_TURN, text), None),
            ),
        )

    def _read(self, name: str, read: Callable[[str], T], default: T) -> T:
        if name not in self._values:
            return default
        number, values = self._values[name]
        return _at(number, read, " ".join(values))


def _key(text: str) -> KeyCard | None:
    return None if text == "table" else parse_key(text.replace(" ", "\n"))


def _edition(text: str) -> Edition:
    return _choice({str(edition): edition for edition in Edition}, text)


def _choice(choices: dict[str, T], text: str) -> T:
    if text not in choices:
        raise RecordError(f"{text!r} is none of: {', '.join(choices)}")
    return choices[text]
