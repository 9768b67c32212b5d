"""The state of a table as journal entries, and back, loss-free."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from voiceduet.engine.errors import DuetError
from voiceduet.engine.game import apply, undo
from voiceduet.engine.record import format_move, format_record, parse_move, parse_record
from voiceduet.engine.state import GameState
from voiceduet.grammar.judge.verdict import Relaxation
from voiceduet.schema import BaseModel, Model, TypeAdapter, ValidationError
from voiceduet.table.dialogue.memory import Memory
from voiceduet.table.dialogue.state import Dialogue, IllegalClueWay, Step
from voiceduet.table.errors import JournalError
from voiceduet.table.messages import told
from voiceduet.table.wording import Style

FORMAT = "voiceduet-game-1"
_MEMORY = TypeAdapter(Memory)


class Agreement(Model):
    """What a table agreed on, besides the rules of the game; the same again after `resume`."""

    language: str = "ru"
    names: tuple[str, str] = ("", "")
    style: Style = Style.NORMAL
    bare_touch: bool = False
    illegal_clue: IllegalClueWay = IllegalClueWay.ASK
    relaxed: tuple[Relaxation, ...] = ()
    team: str = ""
    """Whose campaign the game belongs to; empty for none."""
    mission_name: str = ""
    """The mission's name in that campaign."""


class _Header(Model):
    """The first line, read."""

    format: str
    record: str
    agreement: Agreement


class _Entry(BaseModel):
    """What is read of a step; what was heard and said stands beside it for people."""

    undone: int
    moves: tuple[str, ...]
    memory: Memory


@dataclass(frozen=True, slots=True)
class SavedTable:
    """What a journal holds."""

    agreement: Agreement
    state: Dialogue


def header_of(game: GameState, agreement: Agreement) -> dict[str, Any]:
    """The first line of a journal: how the table was laid. Holds the key, so the file is the owner's alone."""
    return {"format": FORMAT, "record": format_record(game), "agreement": agreement.model_dump(mode="json")}


def entry_of(step: Step, at_s: float, cause: Mapping[str, Any]) -> dict[str, Any]:
    """One step: what was taken back, what was done, what is open, what is said."""
    return {
        "t": round(at_s, 3),
        **cause,
        "undone": len(step.undone),
        "moves": [format_move(move) for move in step.moves],
        "memory": _MEMORY.dump_python(step.state.memory, mode="json"),
        "say": [announcement.text for announcement in step.says],
    }


def restore(header: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> SavedTable:
    """Rebuild a table from its journal. Raises `JournalError` when an entry cannot be followed."""
    if header.get("format") != FORMAT:
        raise JournalError(told("journal.foreign", format=header.get("format")))
    number = 0
    try:
        laid = _Header.model_validate(header)
        game = parse_record(laid.record)
        memory = Memory()
        for each in entries:
            number += 1
            entry = _Entry.model_validate(each)
            game, memory = _follow(game, entry), entry.memory
    except (DuetError, ValidationError) as error:
        raise JournalError(told("journal.unusable", number=number, what=error)) from error
    return SavedTable(laid.agreement, Dialogue(game, memory))


def _follow(game: GameState, entry: _Entry) -> GameState:
    for _ in range(entry.undone):
        game = undo(game)
    for line in entry.moves:
        game = apply(game, parse_move(line)).state
    return game
