"""Make the two small fonts for printing: parts of free fonts, under other names (voiceduet/table/fonts/README.md).

python tools/build_card_fonts.py DejaVuSans-Bold.ttf NanumSquareB.ttf
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parents[1] / "voiceduet" / "table" / "fonts"
LETTERS = (
    range(0x20, 0x7F),  # ASCII
    range(0xA0, 0x180),  # Latin of Western and Central Europe
    range(0x370, 0x400),  # Greek
    range(0x400, 0x530),  # Cyrillic
    (0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x201E, 0x2026, 0x2116),
)
HANGUL = (range(0x3131, 0x3164), range(0xAC00, 0xD7A4))
KEPT_NAMES = (0, 2, 5, 13, 14)
"""Copyright, style, version, licence and its address stay as they are."""


def make(source: Path, name: str, letters: Iterable[int]) -> None:
    """Write the part of a font that has these letters, without hinting and layout tables, under another name."""
    font = TTFont(source, recalcTimestamp=False)
    options = Options(hinting=False, layout_features=[], name_IDs=[*KEPT_NAMES, 1, 3, 4, 6], drop_tables=["FFTM"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID not in KEPT_NAMES:
            record.string = name.replace(" ", "") if record.nameID == 6 else name
    font.save(FOLDER / f"{name.lower().replace(' ', '-')}.ttf")


def main() -> None:
    """Read the paths of the two fonts and write their parts into the package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("letters", type=Path, help="DejaVu Sans Bold")
    parser.add_argument("hangul", type=Path, help="NanumSquare Bold")
    args = parser.parse_args()
    make(args.letters, "Voiceduet Sans", chain(*LETTERS))
    make(args.hangul, "Voiceduet Hangul", chain(*HANGUL))


if __name__ == "__main__":
    main()
