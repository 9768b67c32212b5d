"""Stress marks by silero-stress (PyPI, MIT), and the lexicon made with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from tools.ear.steps import EarError, Progress
from voiceduet.asr.errors import LexiconError
from voiceduet.asr.pronunciation import Phones, pronunciations

WORDS_AT_ONCE = 24
TWO_STRESSES = Path(__file__).parent / "data" / "two_stresses.txt"

Accentor = Callable[[str], str]
"""Puts + before the stressed vowels of a text, and restores ё."""
Marks = Mapping[str, Sequence[str]]
"""Words to their marked forms, if there are several."""


@cache
def load_accentor() -> Accentor:
    """The network of silero-stress. Raises `EarError` when it is not installed."""
    try:
        import silero_stress  # noqa: PLC0415 - only in the extra [ear], and slow to load
        import torch  # noqa: PLC0415 - only in the extra [ear]
    except ImportError as error:
        raise EarError("silero-stress and torch are needed for this: pip install 'voiceduet[ear]'") from error
    torch.set_num_threads(1)
    accentor: Accentor = silero_stress.load_accentor()
    return accentor


def two_stresses(path: Path = TWO_STRESSES) -> dict[str, tuple[str, ...]]:
    """Words that are said with several stresses («з+амок», «зам+ок»).

    silero-stress knows some 2,000, but not which of them are said alone: «жел+еза» is a form of «железо» that sounds
    like it.
    """
    lines = (line.partition("#")[0].split() for line in path.read_text(encoding="utf-8").splitlines())
    return {marks[0].replace("+", ""): tuple(marks) for marks in lines if marks}


def stressed(words: Sequence[str], accentor: Accentor) -> dict[str, str]:
    """Words with their stress. Several are marked at once, as sentences; where they come back torn, one by one."""
    result: dict[str, str] = {}
    progress = Progress("stress", len(words))
    for begin in range(0, len(words), WORDS_AT_ONCE):
        some = words[begin : begin + WORDS_AT_ONCE]
        marked = accentor(". ".join(some) + ".").lower().rstrip(".").split(". ")
        if len(marked) != len(some):
            marked = [accentor(f"{word}.").lower().rstrip(".") for word in some]
        result.update(zip(some, marked, strict=True))
        progress.at(begin + len(some))
    return result


def write_stress(path: Path, marks: Mapping[str, str]) -> None:
    """One word and its marked form a line."""
    path.write_text("".join(f"{word}\t{mark}\n" for word, mark in marks.items()), encoding="utf-8")


def read_stress(path: Path) -> dict[str, str]:
    """What `write_stress` wrote."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {row[0]: row[1] for row in rows}


def make_lexicon(
    words: Iterable[str], marks: Mapping[str, str], several: Marks | None = None
) -> dict[str, tuple[Phones, ...]]:
    """Every word with the ways to say it. A word whose mark is unusable has all vowels stressed in turn.

    Written without ё, a word is heard with it too: «ёж» is found as «еж» and «ёж». `several`: words that are said with
    several stresses.
    """
    lexicon: dict[str, tuple[Phones, ...]] = {}
    for word in words:
        for spelling in dict.fromkeys((word, marks.get(word, word).replace("+", ""))):
            marked = (marks.get(word, word), *(several or {}).get(word, ()))
            ways = (way for mark in marked for way in _ways(word, mark))
            lexicon.setdefault(spelling, tuple(dict.fromkeys(ways)))
    return lexicon


def _ways(word: str, mark: str) -> tuple[Phones, ...]:
    try:
        return pronunciations(mark)
    except LexiconError:
        return pronunciations(word)
