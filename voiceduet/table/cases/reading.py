"""From the JSON of a case file to cases: tolerant about what is there, strict about what it means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from voiceduet.engine.errors import DuetError
from voiceduet.engine.grid import SIZE, Board
from voiceduet.engine.key import Identity, KeyCard, parse_key
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import DeclareComplete, GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.record import format_move
from voiceduet.engine.setup import Edition
from voiceduet.engine.side import Side
from voiceduet.table.cases.case import Action, AnyCase, BadCase, Case, Expected, KeyCase
from voiceduet.table.cases.fields import (
    CaseProblem,
    flag,
    index_in,
    mapping,
    one_of,
    read_expectations,
    sequence,
    shown,
    whole,
)

_REMARKS: Final = frozenset({"id", "group", "title", "stated_by_rules", "why", "source", "common_mistakes", "note"})
_CASE_FIELDS: Final = _REMARKS | {
    "setup",
    "actions",
    "editions",
    "option_meaning",
    "expected",
    "expected_by_option",
    "expected_if_auto_end",
}
_SETUP_FIELDS: Final = frozenset({"board", "key", "key_a", "key_b", "tokens", "bystander_side", "order", "note"})
_ACTION_FIELDS: Final = {
    "clue": frozenset({"word", "number"}),
    "touch": frozenset({"index", "word", "shown"}),
    "stop": frozenset[str](),
    "penalty": frozenset[str](),
    "complete": frozenset[str](),
}
_EVERY_ACTION: Final = frozenset({"by", "type", "note", "skip_if_auto_end"})
_LABELS: Final = {identity.label: identity for identity in Identity}
_PLAIN_MOVES: Final[dict[str, type[Stop | Penalize | DeclareComplete]]] = {
    "stop": Stop,
    "penalty": Penalize,
    "complete": DeclareComplete,
}
_NOT_FINAL: Final = ("steps", "if_the_engine_refuses_it", "if_it_was_said_and_is_punished")


def read_cases(data: object) -> list[AnyCase]:
    """Read a file with `cases` and `key_cases`, a list of cases, or one case. Raise `CaseProblem` for anything else."""
    if data in ([], {}):
        raise CaseProblem("it is empty")
    if isinstance(data, list):
        return [_read_one(item, number) for number, item in enumerate(data, start=1)]
    top = mapping(data, "the file")
    lists = [name for name in ("key_cases", "cases") if name in top]
    if lists:
        return [
            _read_one(item, number) for name in lists for number, item in enumerate(sequence(top[name], name), start=1)
        ]
    if top.keys() & {"setup", "actions", "expected", "expected_by_option", "valid"}:
        return [_read_one(top, 1)]
    raise CaseProblem("there are neither 'cases' nor 'key_cases' in it, and it is not a case itself")


def _read_one(data: object, number: int) -> AnyCase:
    name, title = f"#{number}", ""
    try:
        fields = mapping(data, "the case")
        name, title = str(fields.get("id", name)), str(fields.get("title", ""))
        if "valid" in fields:
            return _key_case(fields, name, title)
        return _case(fields, name, title)
    except (CaseProblem, DuetError) as problem:
        return BadCase(name, title, str(problem))


def _key_case(fields: dict[str, object], name: str, title: str) -> KeyCase:
    key_a, key_b = (str(fields.get(side, "")) for side in ("key_a", "key_b"))
    return KeyCase(name, title, f"{key_a}\n{key_b}\n", flag(fields["valid"]))


def _case(fields: dict[str, object], name: str, title: str) -> Case:
    setup = mapping(fields.get("setup", {}), "setup")
    _refuse_unknown(setup, _SETUP_FIELDS, "setup")
    board = _board(setup.get("board"))
    actions = tuple(
        _action(item, board, f"actions[{number}]")
        for number, item in enumerate(sequence(fields.get("actions", []), "actions"))
    )
    if "expected_if_auto_end" in fields:
        # Only for engines that end a turn by themselves at the giver's ninth agent; this one waits for the stop.
        read_expectations(fields["expected_if_auto_end"], board, "expected_if_auto_end")
    return Case(
        id=name,
        title=title,
        board=board,
        key=_key(setup),
        mission=_mission(setup),
        free_order=_order(setup.get("order", "strict")),
        editions=_editions(fields.get("editions")),
        actions=actions,
        readings=_readings(fields, board, len(actions)),
        remarks=tuple(f"unknown field {field!r} passed over" for field in fields if field not in _CASE_FIELDS),
    )


def _refuse_unknown(fields: Mapping[str, object], known: Iterable[str], where: str) -> None:
    for field, value in fields.items():
        if field not in known and value is not None:
            raise CaseProblem(f"{where}.{field}: unknown field; known are {', '.join(sorted(known))}")


def _board(data: object) -> Board:
    """Read the words; a case that needs none may leave them out."""
    if data is None:
        return Board(tuple(f"WORD{index}" for index in range(SIZE)))
    words = []
    for word in sequence(data, "setup.board"):
        if not isinstance(word, str):
            raise CaseProblem(f"setup.board: a word must be text, not {shown(word)}")
        words.append(word)
    return Board(tuple(words))


def _key(setup: dict[str, object]) -> KeyCard | None:
    """Read both sides; without them the key stands on the table (rules 11)."""
    sides = [setup[side] for side in ("key_a", "key_b") if setup.get(side) is not None]
    if not sides and setup.get("key") in (None, "table"):
        return None
    if len(sides) != 2:
        raise CaseProblem('setup: give key_a and key_b, or neither and "key": "table"')
    return parse_key("\n".join(str(side) for side in sides))


def _mission(setup: dict[str, object]) -> Mission:
    tokens = whole(setup.get("tokens", 9))
    return Mission(tokens, whole(setup.get("bystander_side", tokens)))


def _order(data: object) -> bool:
    if data not in ("strict", "free"):
        raise CaseProblem(f"setup.order: {shown(data)} is none of: strict, free")
    return data == "free"


def _editions(data: object) -> tuple[Edition, ...]:
    if data is None:
        return tuple(Edition)
    names = sequence(data, "editions")
    for name in names:
        if name not in tuple(Edition):
            raise CaseProblem(f"editions: {shown(name)} is none of: {', '.join(Edition)}")
    return tuple(Edition(str(name)) for name in names)


def _action(data: object, board: Board, where: str) -> Action:
    fields = mapping(data, where)
    kind = fields.get("type")
    if not isinstance(kind, str) or kind not in _ACTION_FIELDS:
        raise CaseProblem(f"{where}.type: {shown(kind)} is none of: {', '.join(_ACTION_FIELDS)}")
    _refuse_unknown(fields, _EVERY_ACTION | _ACTION_FIELDS[kind], where)
    try:
        move = _move(kind, fields, board)
    except CaseProblem as problem:
        raise CaseProblem(f"{where} ({kind}): {problem}") from None
    return Action(move, _text(move, board))


def _move(kind: str, fields: dict[str, object], board: Board) -> Move:
    if fields.get("by") not in tuple(Side):
        raise CaseProblem(f"by: {shown(fields.get('by'))} is none of: a, b")
    by = Side(str(fields["by"]))
    if kind == "clue":
        if not isinstance(fields.get("word"), str):
            raise CaseProblem(f"word: must be text, not {shown(fields.get('word'))}")
        return GiveClue(by, str(fields["word"]), whole(fields.get("number")))
    if kind == "touch":
        return Touch(by, _touched(fields, board), _colour(fields.get("shown"), board))
    return _PLAIN_MOVES[kind](by)


def _touched(fields: dict[str, object], board: Board) -> int:
    index, word = fields.get("index"), fields.get("word")
    if index is None:
        return index_in(word, board)
    found = whole(index)
    if isinstance(word, str) and board.index_of(word) != found:
        raise CaseProblem(f"{shown(word)} does not lie at index {found}")
    return found


def _colour(data: object, board: Board) -> Identity | None:
    return None if data is None else _LABELS[one_of(_LABELS)(data, board)]


def _text(move: Move, board: Board) -> str:
    if isinstance(move, Touch) and not 0 <= move.index < SIZE:
        return f"{move.by} touch index {move.index}"
    return format_move(move, board)


def _readings(fields: dict[str, object], board: Board, actions: int) -> dict[str, Expected]:
    if "expected_by_option" in fields:
        options = mapping(fields["expected_by_option"], "expected_by_option")
        return {
            str(name): _expected(data, board, actions, f"expected_by_option.{name}") for name, data in options.items()
        }
    return {"": _expected(fields.get("expected", {}), board, actions, "expected")}


def _expected(data: object, board: Board, actions: int, where: str) -> Expected:
    fields = mapping(data, where)
    steps = None
    if fields.get("steps") is not None:
        items = sequence(fields["steps"], f"{where}.steps")
        if len(items) != actions:
            raise CaseProblem(f"{where}.steps: {len(items)} entries for {actions} actions")
        steps = tuple(read_expectations(item, board, f"{where}.steps[{number}]") for number, item in enumerate(items))
    refused, punished = (
        None if fields.get(name) is None else read_expectations(fields[name], board, f"{where}.{name}")
        for name in _NOT_FINAL[1:]
    )
    return Expected(steps, read_expectations(fields, board, where, but=_NOT_FINAL), refused, punished)
