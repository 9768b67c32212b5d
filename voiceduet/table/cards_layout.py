"""Where everything stands on the printed pages: word cards to cut, and the key card with its two sides.

The key card is wider than it is tall, as in the box, and stands upright in the stand: each side is read upright by the
player who sits before it, so the places on side b run the other way round, 180° apart from side a.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from voiceduet.engine.grid import COLUMNS, ROWS, place_of
from voiceduet.engine.key import Identity
from voiceduet.engine.side import Side
from voiceduet.table.card_texts import CardTexts, load_card_texts
from voiceduet.table.cards_shapes import Box, Colour, Disc, Label, Line, Page, Paper, Shape
from voiceduet.table.keyview import rows_seen_by
from voiceduet.table.terminal import load_labels

SHEET_COLUMNS, SHEET_ROWS = 3, 9
"""Word cards on one sheet: room for 27."""
_MARGIN = 13.0
CARD_WIDTH, CARD_HEIGHT = 110.0, 80.0
"""The key card in millimetres, when no other width is asked for."""
NARROWEST, WIDEST = 60, 180

_BLACK, _WHITE, _GREY = Colour(0, 0, 0), Colour(1, 1, 1), Colour(0.45, 0.45, 0.45)
_PAINT = {
    Identity.AGENT: Colour(0.42, 0.72, 0.42),
    Identity.BYSTANDER: Colour(0.96, 0.91, 0.80),
    Identity.ASSASSIN: _BLACK,
}
_INK = {Identity.AGENT: _BLACK, Identity.BYSTANDER: Colour(0.25, 0.2, 0.1), Identity.ASSASSIN: _WHITE}


class Flip(StrEnum):
    """On which edge the printer turns the paper."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class CardJob:
    """What is printed. Holds only the sides of the key that are printed."""

    words: tuple[str, ...] | None
    """The 25 words in table order; `None` prints no word cards."""
    sides: tuple[tuple[Side, tuple[Identity, ...]], ...]
    """The sides of the key; empty with the real card on the table."""
    names: tuple[str, str]
    language: str
    paper: Paper = Paper.A4
    flip: Flip = Flip.LONG
    card_width: float = field(default=CARD_WIDTH)
    """Width of the key card in millimetres."""

    @property
    def texts(self) -> CardTexts:
        """The texts in the language of the table."""
        return load_card_texts(self.language)


def lay_out(job: CardJob) -> tuple[Page, ...]:
    """Return the pages for two-sided printing.

    The first sheet is for both: word cards, or a cover, so that who opens the file sees no key; nothing is on its
    back, so that cards can be cut. The second sheet is the key card.
    """
    pages = [Page(_word_sheet(job)) if job.words else Page(_cover(job))]
    if job.sides:
        pages.append(Page())
        pages += [Page(_key_card(job, side, key)) for side, key in job.sides]
    if job.flip is Flip.SHORT and len(job.sides) == 2:
        pages[-1] = Page(pages[-1].shapes, turned=True)
    return tuple(pages)


def _note(job: CardJob) -> str:
    """Say how to print and who may look."""
    if not job.sides:
        return job.texts.words_only
    if len(job.sides) == 1:
        return job.texts.one_side.format(name=job.names[0 if job.sides[0][0] is Side.A else 1])
    return job.texts.duplex_long if job.flip is Flip.LONG else job.texts.duplex_short


def _cover(job: CardJob) -> tuple[Shape, ...]:
    width, height = job.paper.size_mm
    middle, room = width / 2, width - 2 * _MARGIN
    return (
        Label(middle, height / 2 - 8, job.texts.key_title, 24, room, _BLACK),
        Label(middle, height / 2 + 4, _note(job), 10, room, _BLACK),
    )


def _word_sheet(job: CardJob) -> tuple[Shape, ...]:
    """Cards to cut along the dashed lines; each word stands twice, upside down for the player opposite."""
    page_width, page_height = job.paper.size_mm
    width = (page_width - 2 * _MARGIN) / SHEET_COLUMNS
    height = (page_height - 2 * _MARGIN) / SHEET_ROWS
    shapes: list[Shape] = [Label(page_width / 2, page_height - 6, _note(job), 7, page_width - 2 * _MARGIN, _GREY)]
    for index, word in enumerate(job.words or ()):
        row, column = divmod(index, SHEET_COLUMNS)
        x, y = _MARGIN + column * width, _MARGIN + row * height
        middle, center, room = x + width / 2, y + height / 2, width - 8
        shapes += [
            Box(x, y, width, height, edge=_GREY, dashed=True),
            Line(x + 6, center, x + width - 6, center, _GREY, 0.15),
            Label(middle, center + height * 0.31, word, 20, room, _BLACK),
            Label(middle, center - height * 0.31, word, 20, room, _BLACK, turned=True),
        ]
    return tuple(shapes)


def _key_card(job: CardJob, side: Side, key: Sequence[Identity]) -> tuple[Shape, ...]:
    """One side in the middle of the page, so that front and back meet whichever edge the paper is flipped on."""
    page_width, page_height = job.paper.size_mm
    scale = job.card_width / CARD_WIDTH
    width, height = CARD_WIDTH * scale, CARD_HEIGHT * scale
    left, top = (page_width - width) / 2, (page_height - height) / 2
    name = job.names[0 if side is Side.A else 1]
    title = job.texts.side_title.format(side=side, name=name)
    shapes: list[Shape] = [
        Box(left, top, width, height, edge=_GREY, dashed=True),
        Label(page_width / 2, top + 5 * scale, title, 9 * scale, width - 8 * scale, _BLACK),
    ]
    cell_width, cell_height = (width - 10 * scale) / COLUMNS, (height - 15 * scale) / ROWS
    for row, indices in enumerate(rows_seen_by(side)):
        for column, index in enumerate(indices):
            x, y = left + 7 * scale + column * cell_width, top + 11 * scale + row * cell_height
            shapes += _cell(job, key[index], index, Box(x, y, cell_width, cell_height), scale)
            place_row, place_column = place_of(index)
            if row == 0:
                shapes.append(_edge_number(x + cell_width / 2, top + 9.5 * scale, place_column, scale))
            if column == 0:
                shapes.append(_edge_number(left + 4 * scale, y + cell_height / 2 + scale, place_row, scale))
    return tuple(shapes)


def _edge_number(x: float, y: float, number: int, scale: float) -> Label:
    return Label(x, y, str(number), 7 * scale, 6 * scale, _GREY)


def _cell(job: CardJob, identity: Identity, index: int, box: Box, scale: float) -> list[Shape]:
    """Colour, sign and name of an identity: none of them is needed to tell it from the others."""
    middle, room, ink = box.x + box.width / 2, box.width - 2 * scale, _INK[identity]
    shapes: list[Shape] = [Box(box.x, box.y, box.width, box.height, fill=_PAINT[identity], edge=_WHITE)]
    shapes += _sign(identity, middle, box.y + box.height * 0.52, scale)
    shapes.append(
        Label(middle, box.y + box.height - 1.2 * scale, load_labels(job.language).of(identity), 6 * scale, room, ink)
    )
    if job.words:
        shapes.append(Label(middle, box.y + 3 * scale, job.words[index], 7 * scale, room, ink))
    return shapes


def _sign(identity: Identity, x: float, y: float, scale: float) -> list[Shape]:
    """A disc for an agent, a cross for an assassin, a small dash for a bystander."""
    arm = 1.9 * scale
    match identity:
        case Identity.AGENT:
            return [Disc(x, y, arm, _BLACK), Disc(x, y, arm * 0.7, _WHITE)]
        case Identity.ASSASSIN:
            return [
                Line(x - arm, y - arm, x + arm, y + arm, _WHITE, 0.9 * scale),
                Line(x - arm, y + arm, x + arm, y - arm, _WHITE, 0.9 * scale),
            ]
        case Identity.BYSTANDER:
            return [Line(x - arm * 0.6, y, x + arm * 0.6, y, _GREY, 0.4 * scale)]
