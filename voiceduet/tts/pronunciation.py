"""Respellings for words that a voice gets wrong.

What comes along is one data file per engine and language, `respellings/<engine>/<language>.toml`, since every voice
errs in other words. A table adds its own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent / "respellings"

_WORD = re.compile(r"[^\W\d_]+(?:[-'’\u0301][^\W\d_]+)*")


class PronunciationError(ValueError):
    """A pronunciation file that cannot be used; the message names file and entry."""


class Pronunciation:
    """Puts respellings in the place of whole words, in any case; the capital letter is kept."""

    def __init__(self, respellings: Mapping[str, str] | None = None) -> None:
        self._respellings = {word.casefold(): said for word, said in (respellings or {}).items()}

    def apply(self, text: str) -> str:
        """The text as it is given to the voice."""
        return _WORD.sub(self._respell, text) if self._respellings else text

    def with_own(self, own: Pronunciation) -> Pronunciation:
        """Both together; `own` decides where both have a word."""
        return Pronunciation({**self._respellings, **own._respellings})

    def _respell(self, match: re.Match[str]) -> str:
        said = self._respellings.get(match[0].casefold(), match[0])
        return said[:1].upper() + said[1:] if match[0][0].isupper() else said


def read_pronunciation(path: Path) -> Pronunciation:
    """Read a file with one table `[words]`: "word" = "respelling". Raise `PronunciationError`."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PronunciationError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PronunciationError(f"{path}: is not valid TOML: {error}") from error
    words = data.pop("words", {})
    if data or not isinstance(words, dict):
        raise PronunciationError(f'{path}: has one table only, [words], with lines like "word" = "respelling"')
    for word, said in words.items():
        if not isinstance(said, str) or not said.strip():
            raise PronunciationError(f"{path}: {word}: the respelling must be a text in quotes")
        if not _WORD.fullmatch(word):
            raise PronunciationError(f"{path}: {word!r} is not one word")
        if any(character.isdigit() for character in said):
            raise PronunciationError(f"{path}: {word}: {said!r} has digits; write them as words")
    return Pronunciation(words)


def load_pronunciation(engine: str, language: str, *, own: Path | None = None, folder: Path = FOLDER) -> Pronunciation:
    """The respellings of an engine and a language, none without a file, and those of the table's own file.

    `own` need not exist. Raise `PronunciationError`.
    """
    shipped, added = (
        read_pronunciation(path) if path is not None and path.exists() else Pronunciation()
        for path in (folder / engine / f"{language}.toml", own)
    )
    return shipped.with_own(added)
