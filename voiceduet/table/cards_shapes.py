"""What a printed page is made of. Lengths are millimetres from the page's top left corner, sizes of type points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Paper(StrEnum):
    """Sizes of paper."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, upright."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class Colour:
    """Parts of red, green and blue, 0–1."""

    red: float
    green: float
    blue: float


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, filled, drawn round, or both."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour | None = None
    edge: Colour | None = None
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    colour: Colour
    thickness: float
    """In millimetres."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: Colour


@dataclass(frozen=True, slots=True)
class Label:
    """Text in one line, its middle at x and its base line at y; made smaller until it is no wider than allowed."""

    x: float
    y: float
    text: str
    size_pt: float
    width: float
    colour: Colour
    turned: bool = False
    """Upside down: turned by 180° about (x, y)."""


Shape: TypeAlias = Box | Line | Disc | Label


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper; empty where nothing may be printed on the back."""

    shapes: tuple[Shape, ...] = ()
    turned: bool = False
    """The whole page is turned by 180°, for paper that is flipped on its short edge."""
