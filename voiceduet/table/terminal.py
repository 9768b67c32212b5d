"""The table on a terminal or in a pipe: what both players may know, what was heard, what was said."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import TextIO

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.control import Control
from rich.segment import ControlType
from rich.table import Table
from rich.text import Text

from voiceduet.engine.grid import COLUMNS, SIZE, place_of
from voiceduet.engine.key import Identity, KeyCard
from voiceduet.engine.observation import PublicView, SideView
from voiceduet.engine.side import Side

_PIPE_WIDTH = 80
_WIDEST_CELL = 12
_NARROWEST_CELL = 5
_FRAME = 20
"""Columns that borders, padding and row numbers take."""
_IDENTITY_STYLES = {Identity.AGENT: "green", Identity.BYSTANDER: "yellow", Identity.ASSASSIN: "red"}
_IDENTITY_SIGNS = {Identity.AGENT: "●", Identity.BYSTANDER: "–", Identity.ASSASSIN: "✖"}
_AS_SIDE_A = tuple(tuple(range(start, start + COLUMNS)) for start in range(0, SIZE, COLUMNS))
_LOWEST_RULED = 20
"""Lines that a picture with rules between its rows needs together with its title."""
_ERASE_SCROLLBACK = "\x1b[3J"


@dataclass(frozen=True, slots=True)
class Labels:
    """The words on the picture in one language; the entries of `screen.toml`."""

    agent: str
    bystander: str
    assassin: str
    closed: str
    tokens: str
    sides: str
    first_player: str
    second_player: str

    def of(self, identity: Identity) -> str:
        """The name of an identity."""
        return {
            Identity.AGENT: self.agent,
            Identity.BYSTANDER: self.bystander,
            Identity.ASSASSIN: self.assassin,
        }[identity]


@cache
def load_labels(language: str) -> Labels:
    """Read the labels of a language. Raise `ValueError` when it, or one of its labels, is missing or too many."""
    data = tomllib.loads(resources.files("voiceduet.table").joinpath("screen.toml").read_text("utf-8"))
    wanted = {field.name for field in fields(Labels)}
    found = data.get(language, {})
    if set(found) != wanted:
        raise ValueError(f"screen.toml, [{language}]: entries missing or too many: {sorted(wanted ^ set(found))}")
    return Labels(**found)


def make_console(stream: TextIO | None = None) -> Console:
    """Return a console for a stream (standard output by default): colours on a terminal, plain 80 columns elsewhere."""
    console = Console(file=stream, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    return console


class ScreenTable:
    """Prints the table in sequence and never repositions, so that scrolling, pipes and screen readers all work."""

    def __init__(
        self,
        console: Console,
        language: str = "ru",
        names: tuple[str, str] = ("", ""),
        state_line: Callable[[PublicView], str] | None = None,
    ) -> None:
        """`state_line` gives the game's state in one printed line (voice.md, Speaking 7)."""
        self._console = console
        self._labels = load_labels(language)
        self._names = (names[0] or self._labels.first_player, names[1] or self._labels.second_player)
        self._state_line = state_line
        self._is_listening = False

    def show(self, view: PublicView) -> None:
        """Print words, marks and covered agents, then tokens, then the state line."""
        self._print(self._grid(lambda index: self._public_cell(view, index)))
        self._print(self._tokens(view))
        if self._state_line is not None:
            self._print(Text(_clean(self._state_line(view)), style="bold"))

    def reveal(self, view: PublicView, key: KeyCard) -> None:
        """Print both sides of the key under the words. Raise `ValueError` while the game runs (rules 10)."""
        if view.outcome is None:
            raise ValueError("the key is secret until the game has ended")
        self._print(self._grid(lambda index: self._key_cell(view, key, index)))

    @property
    def can_wipe(self) -> bool:
        """Whether what is shown can be taken off the screen again."""
        return self._console.is_terminal and not self._console.is_dumb_terminal and not self._console.legacy_windows

    @contextmanager
    def private(self) -> Iterator[PrivatePage]:
        """Turn to the terminal's other screen for one pair of eyes; it is wiped and left, however this ends."""
        page = PrivatePage(self, self._console)
        self._console.set_alt_screen(True)
        page.wipe()
        try:
            yield page
        finally:
            page.wipe()
            self._console.set_alt_screen(False)

    def show_side(self, view: SideView, rows: Sequence[Sequence[int]]) -> None:
        """Print one side of the key; `rows` are the indices as that side sees the table. Only for `private`."""
        self._print(self._grid(lambda index: self._side_cell(view, index), rows))

    def listening(self, partial: str) -> None:
        """On a terminal show what is being heard, until the next line; an empty text takes it away."""
        if not self._console.is_terminal:
            return
        self._take_away_listening()
        if partial:
            room = max(self._console.width - 4, 10)
            text = Text("… " + _clean(partial), style="dim")
            text.truncate(room, overflow="ellipsis")
            self._console.print(text, end="")
            self._is_listening = True

    def heard(self, text: str) -> None:
        """Print what was heard."""
        self._line("»", text, "cyan")

    def said(self, text: str) -> None:
        """Print what is said, also where the voice fails (voice.md, Speaking 6, 7)."""
        self._line("◆", text, "bold")

    def note(self, text: str) -> None:
        """Print a remark of the program that is not spoken."""
        self._line("·", text, "dim")

    def fault(self, text: str) -> None:
        """Print what does not work."""
        self._line("!", text, "bold red")

    def _line(self, sign: str, text: str, style: str) -> None:
        if not self._console.is_terminal:
            self._print(Text(f"{sign} {_clean(text)}"))
            return
        line = Table.grid(padding=(0, 1))
        line.add_row(Text(sign, style=style), Text(_clean(text), style=style))
        self._print(line)

    def _print(self, what: RenderableType) -> None:
        self._take_away_listening()
        self._console.print(what, soft_wrap=isinstance(what, Text) and not self._console.is_terminal)

    def _take_away_listening(self) -> None:
        if self._is_listening:
            self._console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
            self._is_listening = False

    def _grid(self, cell: Callable[[int], RenderableType], rows: Sequence[Sequence[int]] = _AS_SIDE_A) -> Table:
        room = (self._console.width - _FRAME) // COLUMNS
        width = max(_NARROWEST_CELL, min(_WIDEST_CELL, room))
        is_ruled = not self._console.is_terminal or self._console.height >= _LOWEST_RULED
        table = Table(box=ROUNDED, show_lines=is_ruled, border_style="dim", header_style="dim")
        table.add_column("", style="dim")
        for index in rows[0]:
            table.add_column(str(place_of(index)[1]), width=width, overflow="fold", justify="left")
        for row in rows:
            table.add_row(str(place_of(row[0])[0]), *map(cell, row))
        return table

    def _public_cell(self, view: PublicView, index: int) -> RenderableType:
        marks = ", ".join(self._name(side) for side in view.marks[index])
        lines = [Text(f"→ {marks}", style="yellow")] if marks else []
        is_closed = index in view.covered or index in view.hidden
        if index in view.covered:
            lines.insert(0, Text(f"✓ {self._labels.agent}", style="green"))
        elif index in view.hidden:
            lines = [Text(f"× {self._labels.closed}", style="yellow")]
        return Group(Text(_clean(view.words[index]), style="dim" if is_closed else "bold"), *lines)

    def _key_cell(self, view: PublicView, key: KeyCard, index: int) -> RenderableType:
        style = "dim" if index in view.covered else "bold"
        sides = ((Side.A, key.of(Side.A, index)), (Side.B, key.of(Side.B, index)))
        return Group(
            Text(_clean(view.words[index]), style=style),
            *(Text(f"{side} {self._labels.of(it)}", style=_IDENTITY_STYLES[it]) for side, it in sides),
        )

    def _side_cell(self, view: SideView, index: int) -> RenderableType:
        if view.own_key is None:
            raise ValueError("the key lies on the table: the referee knows no side of it")
        identity = view.own_key[index]
        is_covered = index in view.public.covered
        style = _IDENTITY_STYLES[identity]
        return Group(
            Text(_clean(view.public.words[index]), style="dim" if is_covered else f"bold {style}"),
            Text(
                f"{'✓' if is_covered else _IDENTITY_SIGNS[identity]} {self._labels.of(identity)}",
                style=f"dim {style}" if is_covered else style,
            ),
        )

    def _tokens(self, view: PublicView) -> Text:
        picture = " ".join("○" * view.mistakes_left + "✓" * view.checkmarks_left) or "–"
        text = Text(f"{self._labels.tokens}: {picture}")
        if view.checkmarks_left:
            text.append(f"   ({self._labels.sides})", style="dim")
        return text

    def _name(self, side: Side) -> str:
        return _clean(self._names[0 if side is Side.A else 1])


class PrivatePage:
    """The terminal's other screen while one player looks at it; see `ScreenTable.private`."""

    def __init__(self, table: ScreenTable, console: Console) -> None:
        self._table = table
        self._console = console

    def wipe(self) -> None:
        """Take everything off the screen, and out of the scrollback of terminals that can forget it."""
        if self._console.is_terminal:
            self._console.clear()
            self._console.file.write(_ERASE_SCROLLBACK)
            self._console.file.flush()

    def lines(self, *texts: str) -> None:
        """Print lines of text."""
        for text in texts:
            self._console.print(Text(_clean(text), style="bold"))

    def side(self, view: SideView, rows: Sequence[Sequence[int]]) -> None:
        """Print one side of the key; `rows` are the indices as that side sees the table."""
        self._table.show_side(view, rows)


def _clean(text: str) -> str:
    """Return the text in one line without anything that could steer the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
