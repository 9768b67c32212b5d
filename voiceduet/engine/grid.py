"""The 25 words on the table and their places (rules 1.1)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from voiceduet.engine.errors import SetupError
from voiceduet.engine.words import clean, fold

ROWS = 5
COLUMNS = 5
SIZE = ROWS * COLUMNS

_SCRIPTS = ("LATIN", "CYRILLIC", "HANGUL", "GREEK")


@dataclass(frozen=True, slots=True)
class BoardFinding:
    """Something odd about one word that does not hinder the game."""

    code: str
    """`mixed_scripts` (two alphabets in one word) or `stray_script` (another alphabet than the rest)."""
    index: int
    """0–24."""
    message: str


@dataclass(frozen=True, slots=True)
class Board:
    """25 different words, row by row as side `a` sees them, cleaned of invisible characters.

    Raise `SetupError` "board_size", "board_empty_word" or "board_duplicate".
    """

    words: tuple[str, ...]
    places: dict[str, int] = field(init=False, repr=False, compare=False)
    """Folded word to index."""

    def __post_init__(self) -> None:
        words = tuple(clean(word) for word in self.words)
        if len(words) != SIZE:
            raise SetupError("board_size", f"a board has {SIZE} words, here are {len(words)}")
        places: dict[str, int] = {}
        for index, word in enumerate(words):
            if not word:
                raise SetupError("board_empty_word", f"word {index + 1} of the board is empty")
            first = places.setdefault(fold(word), index)
            if first != index:
                raise SetupError(
                    "board_duplicate", f"{word!r} is on the board twice, as word {first + 1} and word {index + 1}"
                )
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "places", places)

    def index_of(self, word: str) -> int | None:
        """Return the index of a word in any spelling that folds alike, `None` when it is not on the board."""
        return self.places.get(fold(word))


def place_of(index: int) -> tuple[int, int]:
    """Return row and column, both counted from 1, of an index 0–24."""
    if not 0 <= index < SIZE:
        raise ValueError(f"index {index}: must be 0-{SIZE - 1}")
    row, column = divmod(index, COLUMNS)
    return row + 1, column + 1


def index_at(row: int, column: int) -> int:
    """Return the index of a place; row and column are 1–5. Raise `ValueError` outside the table."""
    if not (1 <= row <= ROWS and 1 <= column <= COLUMNS):
        raise ValueError(f"row {row}, column {column}: both must be 1-{ROWS}")
    return (row - 1) * COLUMNS + column - 1


def parse_board(text: str) -> Board:
    """Read one word a line; blank lines and # comments are skipped.

    Raise `SetupError` "board_size" or "board_duplicate"; for a duplicate the message has both line numbers.
    """
    lines: dict[str, int] = {}
    words = []
    for number, line in enumerate(text.splitlines(), start=1):
        word = clean(line.partition("#")[0])
        if not word:
            continue
        first = lines.setdefault(fold(word), number)
        if first != number:
            raise SetupError("board_duplicate", f"{word!r} is there twice, in line {first} and line {number}")
        words.append(word)
    if len(words) != SIZE:
        need = "add" if len(words) < SIZE else "take away"
        raise SetupError(
            "board_size", f"a board has {SIZE} words, here are {len(words)}: {need} {abs(SIZE - len(words))}"
        )
    return Board(tuple(words))


def format_board(board: Board) -> str:
    """Write one word a line, so that `parse_board` reads it."""
    return "".join(f"{word}\n" for word in board.words)


def scripts_of(word: str) -> tuple[str, ...]:
    """Return the alphabets of a word's letters in order of appearance: LATIN, CYRILLIC, HANGUL, GREEK, OTHER."""
    found = []
    for letter in word:
        if letter.isalpha():
            name = unicodedata.name(letter, "OTHER").partition(" ")[0]
            found.append(name if name in _SCRIPTS else "OTHER")
    return tuple(dict.fromkeys(found))


def check_board(words: Sequence[str]) -> tuple[BoardFinding, ...]:
    """Return what looks like a typing slip: Latin letters in a Cyrillic word, or a word in another alphabet."""
    main = main_script(words)
    findings = []
    for index, word in enumerate(words):
        scripts = scripts_of(word)
        if len(scripts) > 1:
            names = " and ".join(name.capitalize() for name in scripts)
            message = f"{word!r} (word {index + 1}) mixes {names} letters: type it anew"
            findings.append(BoardFinding("mixed_scripts", index, message))
        elif scripts and scripts[0] != main:
            message = f"{word!r} (word {index + 1}) is written in {scripts[0].capitalize()} letters, the rest is not"
            findings.append(BoardFinding("stray_script", index, message))
    return tuple(findings)


def main_script(words: Iterable[str]) -> str | None:
    """Return the alphabet that most words are written in, `None` when no word has a letter."""
    counts = Counter(script for word in words for script in scripts_of(word))
    return counts.most_common(1)[0][0] if counts else None
