"""Case files: sentences with what they mean, beside the language (`cases/<language>/*.yaml`).

A file has a table (board and names) and cases. A case says in which scopes (`in`) sentences (`say`) have an intent with
exactly these slots (`means`), which two readings are asked about (`either`), or that they are table talk (`nothing`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from voiceduet.engine.key import Identity
from voiceduet.engine.side import Side
from voiceduet.grammar.datafiles import read_yaml
from voiceduet.grammar.intents import CorrectIntent, Intent
from voiceduet.grammar.scopes import ScopeName, TableWords
from voiceduet.schema import Field, Model

CASES = Path(__file__).parent / "cases"
SlotText = str | int | bool


class TableData(Model):
    board: list[str] = Field(min_length=25, max_length=25)
    names: list[str] = Field(min_length=2, max_length=2)
    bare_touch: bool = False


class Case(Model):
    scopes: list[ScopeName] = Field(alias="in", min_length=1)
    say: list[str] = Field(min_length=1)
    means: dict[str, SlotText] | None = None
    either: list[dict[str, SlotText]] | None = None
    nothing: bool = False
    addressed: bool = False
    """With `nothing`: it was meant for the referee all the same."""
    unsure: bool = False
    """With `means`: the referee asks back even when it was typed."""


class CaseFile(Model):
    table: TableData
    cases: list[Case]


class KnownFailures(Model):
    failures: list[str]
    """`scope: sentence`, each of which must fail."""


@dataclass(frozen=True)
class Sample:
    """One sentence in one scope."""

    file: str
    scope: ScopeName
    text: str
    case: Case
    table: TableWords

    @property
    def name(self) -> str:
        return f"{self.scope}: {self.text}"


def samples(language: str) -> Iterator[Sample]:
    for path in sorted((CASES / language).glob("*.yaml")):
        if path.name == "known_failures.yaml":
            continue
        data = read_yaml(path, CaseFile)
        table = TableWords(
            tuple(data.table.board), (data.table.names[0], data.table.names[1]), bare_touch=data.table.bare_touch
        )
        for case in data.cases:
            for scope in case.scopes:
                for text in case.say:
                    yield Sample(path.name, scope, text, case, table)


def known_failures(language: str) -> frozenset[str]:
    return frozenset(read_yaml(CASES / language / "known_failures.yaml", KnownFailures).failures)


def slots_of(intent: Intent, table: TableWords) -> dict[str, SlotText]:
    """An intent as a case file writes it: its name and every slot that is not at its default."""
    slots: dict[str, SlotText] = {"intent": intent.name}
    for field in fields(intent):
        value = getattr(intent, field.name)
        if value is None or value is False:
            continue
        if field.name == "index":
            slots["word"] = table.board[value].lower()
        elif isinstance(value, Identity):
            slots["identity"] = value.label
        elif isinstance(value, Side):
            slots[field.name] = str(value)
        elif isinstance(intent, CorrectIntent):
            slots["word"] = str(value).lower()
        else:
            slots[field.name] = value
    return slots
