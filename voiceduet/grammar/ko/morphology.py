"""Korean word analysis. The one module that imports kiwipiepy (extra `ko`).

Kiwi's tags are those of the Sejong corpus: NNG, NNP common and proper noun, VV, VA verb and adjective, J* particles,
E* endings, XS* suffixes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from voiceduet.engine.errors import DuetError

_UNKNOWN_IDS = 20
"""Kiwi numbers the classes of words it does not know below its dictionary."""


class KoreanExtraMissingError(DuetError):
    """The Korean extra is not installed; the message says how to install it."""


@dataclass(frozen=True, slots=True)
class Morpheme:
    """One morpheme of a reading."""

    form: str
    """Dictionary form of the morpheme in composed Hangul; verb stems without 다."""
    tag: str
    """Sejong tag without the mark for (ir)regular verbs."""
    known: bool
    """The dictionary has it; else it is a guess."""


class KoreanMorphology:
    """Readings of Korean words."""

    def __init__(self) -> None:
        try:
            from kiwipiepy import Kiwi  # noqa: PLC0415 - an extra, needed only when Korean is played
        except ImportError as error:
            raise KoreanExtraMissingError(
                "Korean needs the package kiwipiepy: install it with  pip install 'voiceduet[ko]'"
            ) from error
        self._kiwi: Any = Kiwi(num_workers=1, load_multi_dict=False, load_typo_dict=False)

    @lru_cache(maxsize=20_000)  # noqa: B019 - one morphology lives as long as the process
    def readings(self, word: str, count: int = 3) -> tuple[tuple[Morpheme, ...], ...]:
        """The most probable readings of a word, best first."""
        return tuple(
            tuple(Morpheme(t.form, str(t.tag).partition("-")[0], t.id > _UNKNOWN_IDS) for t in tokens)
            for tokens, _ in self._kiwi.analyze(word, top_n=count)
        )


@lru_cache(maxsize=1)
def morphology() -> KoreanMorphology:
    """The shared analyser; building it takes seconds and about 300 MB, so it is made on first use.

    Raises:
        KoreanExtraMissingError: the extra `ko` is not installed.

    """
    return KoreanMorphology()
