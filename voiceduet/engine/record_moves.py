"""One move as one line of text: `a clue ПОГОДА 2`, `b touch 1:5`, `b stop`, `a penalty`, `a complete`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from voiceduet.engine.errors import RecordError
from voiceduet.engine.grid import Board, index_at, place_of
from voiceduet.engine.key import Identity
from voiceduet.engine.moves import DeclareComplete, GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.side import Side

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"#]+')
_BARE = re.compile(r'[^\s"#\\]+')
_PLACE = re.compile(r"([1-5]):([1-5])")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_LABELS = {identity.label: identity for identity in Identity}
_BARE_MOVES: dict[str, type[Stop | Penalize | DeclareComplete]] = {
    "stop": Stop,
    "penalty": Penalize,
    "complete": DeclareComplete,
}
MOVE_HELP = "a move is: SIDE clue WORD NUMBER | touch ROW:COLUMN [WORD] [shown COLOUR] | stop | penalty | complete"


def quote(word: str) -> str:
    """Write a word as one token: bare where possible, else in double quotes with JSON escapes."""
    if not word.isprintable():
        return json.dumps(word)
    return word if _BARE.fullmatch(word) else json.dumps(word, ensure_ascii=False)


def split_tokens(line: str) -> tuple[str, ...]:
    """Split a line into tokens, still quoted; a # outside of quotes starts a comment. Raise `RecordError`."""
    tokens = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
        elif line[at] == "#":
            break
        elif match := _TOKEN.match(line, at):
            tokens.append(match[0])
            at = match.end()
        else:
            raise RecordError(f"a quote is not closed: {line[at:]}")
    return tuple(tokens)


def unquote(token: str) -> str:
    """Read a token back as a word. Raise `RecordError` when its quotes hold no JSON string."""
    if not token.startswith('"'):
        return token
    try:
        return str(json.loads(token))
    except ValueError:
        raise RecordError(f"{token} is not a JSON string") from None


def format_move(move: Move, board: Board | None = None) -> str:
    """Write a move as one line; with a board a touch names its word too. Raise `ValueError` for an index over 24."""
    if isinstance(move, GiveClue):
        return f"{move.by} clue {quote(move.word)} {move.number}"
    if isinstance(move, Touch):
        row, column = place_of(move.index)
        word = f" {quote(board.words[move.index])}" if board else ""
        shown = f" shown {move.shown.label}" if move.shown else ""
        return f"{move.by} touch {row}:{column}{word}{shown}"
    names = {kind: name for name, kind in _BARE_MOVES.items()}
    return f"{move.by} {names[type(move)]}"


def parse_move(line: str, board: Board | None = None) -> Move:
    """Read one line back. With a board the word behind a touch is compared. Raise `RecordError` when it is no move."""
    return parse_move_tokens(split_tokens(line), board)


def parse_move_tokens(tokens: Sequence[str], board: Board | None = None) -> Move:
    """Read a move from the tokens of its line. Raise `RecordError`."""
    if len(tokens) < 2 or tokens[0] not in tuple(Side):
        raise RecordError(f"{' '.join(tokens)!r} is not a move; {MOVE_HELP}")
    by, kind, rest = Side(tokens[0]), tokens[1], tokens[2:]
    if kind == "clue" and len(rest) == 2 and _NUMBER.fullmatch(rest[1]):
        return GiveClue(by, unquote(rest[0]), int(rest[1]))
    if kind == "touch" and rest:
        return _touch(by, rest, board)
    if kind in _BARE_MOVES and not rest:
        return _BARE_MOVES[kind](by)
    raise RecordError(f"{' '.join(tokens)!r} is not a move; {MOVE_HELP}")


def _touch(by: Side, rest: Sequence[str], board: Board | None) -> Touch:
    """Read what stands behind "touch": a place, a word with one or three more tokens, a colour with two or three."""
    place = _PLACE.fullmatch(rest[0])
    if not place or len(rest) > 4 or (len(rest) > 2 and rest[-2] != "shown"):
        raise RecordError(f"'touch {' '.join(rest)}' names no place 1:1-5:5; {MOVE_HELP}")
    index = index_at(int(place[1]), int(place[2]))
    shown = None
    if len(rest) > 2:
        if rest[-1] not in _LABELS:
            raise RecordError(f"{rest[-1]!r} is no colour: {', '.join(_LABELS)}")
        shown = _LABELS[rest[-1]]
    if board and len(rest) in (2, 4) and board.index_of(unquote(rest[1])) != index:
        raise RecordError(f"{unquote(rest[1])} does not lie at {rest[0]}: there is {board.words[index]}")
    return Touch(by, index, shown)
