"""One player's own side of a drawn key (rules 10, 11): taken from the journal, shown to one pair of eyes.

Everything here works on a `SideView`, which holds one side only; nothing that prints sees the other one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from voiceduet.engine.grid import COLUMNS, ROWS, SIZE, place_of
from voiceduet.engine.key import Identity
from voiceduet.engine.observation import SideView, side_view
from voiceduet.engine.side import Side
from voiceduet.table.card_texts import load_card_texts
from voiceduet.table.errors import JournalError, UserError
from voiceduet.table.journal import latest_journal, read_journal
from voiceduet.table.messages import told
from voiceduet.table.saved import restore
from voiceduet.table.terminal import ScreenTable, load_labels, make_console


class KeyViewError(UserError):
    """There is no side of a key to show."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What is known at one side of a saved table."""

    view: SideView
    names: tuple[str, str]
    """Names of side a and side b; the labels «first», «second» where none was given."""
    language: str

    @property
    def name(self) -> str:
        """Who sits here."""
        return self.names[0 if self.view.side is Side.A else 1]

    @property
    def other_name(self) -> str:
        """Who sits opposite."""
        return self.names[1 if self.view.side is Side.A else 0]


def open_seat(side: Side, path: Path | None = None) -> Seat:
    """Read one side of a saved or running game, the latest when no journal is named; its lock is not needed.

    Raise `JournalError`, or `KeyViewError` with the real card on the table, which the referee does not know.
    """
    path = latest_journal() if path is None else path
    if path is None:
        raise JournalError(told("journal.none"))
    contents = read_journal(path)
    saved = restore(contents.header, contents.entries)
    view = side_view(saved.state.game, side)
    if view.own_key is None:
        raise KeyViewError(told("key.on_table"))
    language = saved.agreement.language
    return Seat(view, seat_names(saved.agreement.names, language), language)


def seat_names(names: tuple[str, str], language: str) -> tuple[str, str]:
    """Return the names, with the language's «first» and «second» where none was given."""
    labels = load_labels(language)
    return names[0] or labels.first_player, names[1] or labels.second_player


def rows_seen_by(side: Side) -> tuple[tuple[int, ...], ...]:
    """Return the indices of the table, row by row from the top left, as this side sees them.

    Side b sits opposite, so it sees the table turned by 180°: its first word is the last one of side a.
    """
    order = range(SIZE) if side is Side.A else range(SIZE - 1, -1, -1)
    return tuple(tuple(order[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))


def plain_page(seat: Seat) -> str:
    """Return the side as lines of text, for a pipe, a screen reader or a braille display; colours are words."""
    view, texts = seat.view, load_card_texts(seat.language)
    key = own_key(view)

    def listed(identity: Identity) -> str:
        places = (index for row in rows_seen_by(view.side) for index in row)
        words = [view.public.words[n] for n in places if key[n] is identity and n not in view.public.covered]
        return ", ".join(words) or texts.none

    lines = [
        texts.side_title.format(side=view.side, name=seat.name),
        texts.agents_left.format(words=listed(Identity.AGENT)),
        texts.assassins.format(words=listed(Identity.ASSASSIN)),
        texts.counted,
        *(_place_line(seat, index) for row in rows_seen_by(view.side) for index in row),
    ]
    return "".join(f"{line}\n" for line in lines)


def _place_line(seat: Seat, index: int) -> str:
    texts = load_card_texts(seat.language)
    row, card = place_of(index)
    identity = load_labels(seat.language).of(own_key(seat.view)[index])
    line = texts.place.format(row=row, card=card, word=seat.view.public.words[index], identity=identity)
    return f"{line}, {texts.found}" if index in seat.view.public.covered else line


def own_key(view: SideView) -> tuple[Identity, ...]:
    """Return the 25 identities of the side. Raise `KeyViewError` with the card on the table."""
    if view.own_key is None:
        raise KeyViewError(told("key.on_table"))
    return view.own_key


def show_privately(seat: Seat, read_line: Callable[[], str], table: ScreenTable | None = None) -> None:
    """Show a cover, after Enter the side, after Enter nothing: the screen is wiped, however this ends.

    `read_line` returns a line with its end, an empty text at the end of the input: then the side is not shown.
    Raise `KeyViewError` on a terminal that cannot be wiped.
    """
    texts = load_card_texts(seat.language)
    table = table or ScreenTable(make_console(), seat.language, seat.names)
    if not table.can_wipe:
        raise KeyViewError(told("key.cannot_wipe"))
    title = texts.side_title.format(side=seat.view.side, name=seat.name)
    cover = (title, texts.cover.format(name=seat.name), texts.look_away.format(other=seat.other_name))
    with table.private() as page:
        page.lines(*cover, texts.press_to_see)
        if read_line():
            page.wipe()
            page.side(seat.view, rows_seen_by(seat.view.side))
            page.lines(f"{title}. {texts.press_to_hide}")
            read_line()
