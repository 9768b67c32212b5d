"""English word forms. The one module that imports lemminflect (extra `en`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from voiceduet.engine.errors import DuetError


class EnglishExtraMissingError(DuetError):
    """The English extra is not installed; the message says how to install it."""


class EnglishMorphology:
    """Dictionary forms of English words."""

    def __init__(self) -> None:
        try:
            from lemminflect import getAllLemmas  # noqa: PLC0415 - an extra, needed only when English is played
        except ImportError as error:
            raise EnglishExtraMissingError(
                "English needs the package lemminflect: install it with  pip install 'voiceduet[en]'"
            ) from error
        self._all_lemmas: Callable[[str], dict[str, tuple[str, ...]]] = getAllLemmas

    @lru_cache(maxsize=20_000)  # noqa: B019 - one morphology lives as long as the process
    def lemmas(self, word: str) -> tuple[str, ...]:
        """The word itself, then every dictionary form that it may be a form of."""
        base = word.removesuffix("'s").removesuffix("'")
        found = [lemma for lemmas in self._all_lemmas(base).values() for lemma in lemmas]
        return tuple(dict.fromkeys([base, *found]))


@lru_cache(maxsize=1)
def morphology() -> EnglishMorphology:
    """The shared morphology, built on first use.

    Raises:
        EnglishExtraMissingError: the extra `en` is not installed.

    """
    return EnglishMorphology()
