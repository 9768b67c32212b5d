"""Pages as a PDF file. The only module that imports reportlab."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfdoc import PDFName
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from voiceduet.table.cards_layout import Flip
from voiceduet.table.cards_shapes import Box, Colour, Disc, Label, Line, Page, Paper, Shape
from voiceduet.table.errors import UserError
from voiceduet.table.messages import told

FONTS = ("voiceduet-sans", "voiceduet-hangul")
"""The fonts that come along, in the order in which a letter is looked for."""
_DASHES = (1.5, 1.5)


class PrintError(UserError):
    """Something that cannot be printed."""


def draw(pages: Sequence[Page], paper: Paper, flip: Flip, title: str, font: Path | None = None) -> bytes:
    """Return the bytes of a PDF; equal pages give equal bytes.

    `font` is a TrueType file that is asked first. Raise `PrintError` for a letter that no font has.
    """
    width, height = (each * mm for each in paper.size_mm)
    file = io.BytesIO()
    fonts = _fonts(font)
    canvas = Canvas(
        file,
        pagesize=(width, height),
        invariant=1,
        pageCompression=1,
        initialFontName=fonts[0].fontName,  # type: ignore[arg-type] # the stubs think that it is a number
    )
    canvas.setTitle(title)
    canvas.setCreator("voiceduet")
    # One page at a time: the two sides of a key are never on the screen together.
    canvas.setCatalogEntry("PageLayout", PDFName("SinglePage"))
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", f"DuplexFlip{flip.capitalize()}Edge")
    pen = _Pen(canvas, height, fonts)
    for page in pages:
        if page.turned:
            canvas.translate(width, height)
            canvas.rotate(180)
        pen.draw(page.shapes)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _fonts(chosen: Path | None) -> tuple[TTFont, ...]:
    own = tuple(map(_own_font, FONTS))
    if chosen is None:
        return own
    try:
        font = TTFont(f"chosen-{chosen.resolve()}", str(chosen))
    except (TTFError, OSError) as error:
        raise PrintError(told("cards.font", path=chosen)) from error
    registerFont(font)
    return (font, *own)


@cache
def _own_font(name: str) -> TTFont:
    data = resources.files("voiceduet.table").joinpath(f"fonts/{name}.ttf").read_bytes()
    font = TTFont(name, io.BytesIO(data))
    registerFont(font)
    return font


class _Pen:
    """Draws shapes, from millimetres downwards to points upwards."""

    def __init__(self, canvas: Canvas, height: float, fonts: Sequence[TTFont]) -> None:
        self._canvas = canvas
        self._height = height
        self._fonts = fonts

    def draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            match shape:
                case Box():
                    self._box(shape)
                case Line():
                    self._stroke(shape.colour, shape.thickness)
                    self._canvas.line(*self._at(shape.x, shape.y), *self._at(shape.to_x, shape.to_y))
                case Disc():
                    self._fill(shape.fill)
                    self._canvas.circle(*self._at(shape.x, shape.y), shape.radius * mm, stroke=0, fill=1)
                case Label():
                    self._label(shape)

    def _box(self, box: Box) -> None:
        if box.fill is not None:
            self._fill(box.fill)
        if box.edge is not None:
            self._stroke(box.edge, 0.2)
        self._canvas.setDash(*_DASHES) if box.dashed else self._canvas.setDash()
        x, y = self._at(box.x, box.y + box.height)
        edge, fill = int(box.edge is not None), int(box.fill is not None)
        self._canvas.rect(x, y, box.width * mm, box.height * mm, stroke=edge, fill=fill)
        self._canvas.setDash()

    def _label(self, label: Label) -> None:
        runs = self._runs(label.text)
        wide = sum(font.stringWidth(text, label.size_pt) for font, text in runs)
        size = label.size_pt * min(1.0, label.width * mm / wide) if wide else label.size_pt
        self._canvas.saveState()
        self._canvas.translate(*self._at(label.x, label.y))
        if label.turned:
            self._canvas.rotate(180)
        self._fill(label.colour)
        text = self._canvas.beginText(-min(wide * size / label.size_pt, label.width * mm) / 2, 0)
        for font, part in runs:
            text.setFont(font.fontName, size)
            text.textOut(part)
        self._canvas.drawText(text)
        self._canvas.restoreState()

    def _runs(self, text: str) -> list[tuple[TTFont, str]]:
        """Split a text into parts that one font has all letters of."""
        found = ((self._font_of(letter, text), letter) for letter in text)
        return [(font, "".join(letter for _, letter in part)) for font, part in groupby(found, lambda pair: pair[0])]

    def _font_of(self, letter: str, text: str) -> TTFont:
        for font in self._fonts:
            if ord(letter) in font.face.charToGlyph:
                return font
        raise PrintError(told("cards.no_letter", letter=letter, text=text))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * mm, self._height - y * mm

    def _fill(self, colour: Colour) -> None:
        self._canvas.setFillColorRGB(colour.red, colour.green, colour.blue)

    def _stroke(self, colour: Colour, thickness: float) -> None:
        self._canvas.setStrokeColorRGB(colour.red, colour.green, colour.blue)
        self._canvas.setLineWidth(thickness * mm)
