"""Word cards and key cards to print: which game, which sides, and the file (rules 11)."""

from __future__ import annotations

import importlib
import random
from dataclasses import dataclass
from pathlib import Path

from voiceduet.engine.grid import Board, format_board
from voiceduet.engine.key import KeyCard, format_key
from voiceduet.engine.observation import side_view
from voiceduet.engine.side import Side
from voiceduet.table.cards_layout import CARD_WIDTH, NARROWEST, WIDEST, CardJob, Flip, lay_out
from voiceduet.table.cards_shapes import Paper
from voiceduet.table.errors import JournalError, UserError
from voiceduet.table.journal import latest_journal, read_journal
from voiceduet.table.keyview import seat_names
from voiceduet.table.messages import told
from voiceduet.table.privatefiles import write_private
from voiceduet.table.saved import restore
from voiceduet.table.setup import check_names, load_board, load_key, parse_names

SIDES = (Side.A, Side.B)


class CardsError(UserError):
    """Cards that cannot be printed as asked for."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the cards are printed."""

    sides: tuple[Side, ...] = SIDES
    paper: Paper = Paper.A4
    flip: Flip = Flip.LONG
    card_width: float = CARD_WIDTH
    """Width of the key card in millimetres."""
    font: Path | None = None
    """A TrueType file that is asked for letters first."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What lies on the table that the cards are for."""

    board: Board | None
    """`None` prints the key only."""
    key: KeyCard | None
    """`None` with the real card on the table."""
    names: tuple[str, str]
    language: str

    def job(self, look: Look) -> CardJob:
        """Return what is printed; the sides that are not asked for are not in it."""
        if not NARROWEST <= look.card_width <= WIDEST:
            raise CardsError(told("cards.width", lowest=NARROWEST, highest=WIDEST))
        key = self.key
        return CardJob(
            words=None if self.board is None else self.board.words,
            sides=() if key is None else tuple((side, key.side(side)) for side in look.sides),
            names=self.names,
            language=self.language,
            paper=look.paper,
            flip=look.flip,
            card_width=look.card_width,
        )


def from_journal(path: Path | None) -> Drawn:
    """Return the table of a saved or running game, the latest when no journal is named. Raise `JournalError`."""
    path = latest_journal() if path is None else path
    if path is None:
        raise JournalError(told("journal.none"))
    contents = read_journal(path)
    saved = restore(contents.header, contents.entries)
    game, agreement = saved.state.game, saved.agreement
    sides = [side_view(game, side).own_key for side in SIDES]
    key = KeyCard(*(each for each in sides if each is not None)) if all(sides) else None
    return Drawn(game.setup.board, key, seat_names(agreement.names, agreement.language), agreement.language)


def from_choice(board: str | None, key: str, language: str, names: str, rng: random.Random) -> Drawn:
    """Return a board (FILE, "deck" or none) and a key (FILE or "draw"). Raise `SetupFileError`.

    What is drawn here is not what `play` draws from the same seed: a referee leaves out words that it cannot hear.
    """
    chosen = parse_names(names)
    words = None if board is None else load_board(board, language, rng)
    if words is not None:
        check_names(chosen, words)
    return Drawn(words, load_key(key, rng), seat_names(chosen, language), language)


def print_cards(drawn: Drawn, look: Look, out: Path, *, replace: bool = False) -> int:
    """Write the PDF, readable by its owner only; return its number of pages.

    Raise `CardsError` when it exists and may not be replaced, or when the printing library is missing.
    """
    if out.exists() and not replace:
        raise CardsError(told("cards.exists", path=out))
    job = drawn.job(look)
    pages = lay_out(job)
    try:
        pdf = importlib.import_module("voiceduet.table.cards_pdf")
    except ModuleNotFoundError as error:
        raise CardsError(told("cards.no_library", what=error.name)) from error
    title = job.texts.sheet_title if job.words else job.texts.key_title
    write_private(out, pdf.draw(pages, job.paper, job.flip, title, look.font))
    return len(pages)


def save_choice(drawn: Drawn, board: Path | None, key: Path | None) -> None:
    """Write board and key as files for `play --board FILE --key FILE`. Raise `CardsError` where one exists already."""
    for path in (board, key):
        if path is not None and path.exists():
            raise CardsError(told("cards.exists", path=path))
    if board is not None and drawn.board is not None:
        write_private(board, format_board(drawn.board).encode())
    if key is not None and drawn.key is not None:
        write_private(key, format_key(drawn.key).encode())
