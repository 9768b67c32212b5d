"""Korean word forms for listening. Nothing here needs the analyser of the clue judge: listening stays light."""

from __future__ import annotations

from functools import lru_cache

from voiceduet.engine.words import clean
from voiceduet.grammar.forms import WordForms, apart
from voiceduet.grammar.hangul import compose, is_hangul, spelled_out
from voiceduet.grammar.ko.particles import PAIRS, attach

_PARTICLES = (*PAIRS, *PAIRS.values(), "의", "에", "도", "만")
_SHORTEST = 2
"""Syllables that remain of a word whose particle is taken off."""


class KoreanForms:
    """`WordForms` for Korean: words do not change, particles follow them."""

    def spelling(self, word: str) -> str:
        """See `WordForms.spelling`."""
        return apart(clean(word).casefold())

    def accusative(self, word: str) -> tuple[str, ...]:
        """See `WordForms.accusative`: 모래 를, the particle apart as recognisers write it; the wrong one too."""
        spelled = self.spelling(word)
        if not spelled:
            return ()
        right = attach(spelled, "을")[len(spelled) :]
        either = dict.fromkeys((right if right in ("을", "를") else "을", "을", "를"))
        return tuple(f"{spelled} {particle}" for particle in either)

    def genitive(self, word: str) -> tuple[str, ...]:
        """See `WordForms.genitive`: 안나의."""
        spelled = self.spelling(word)
        return (f"{spelled} 의",) if spelled else ()

    def is_dictionary_form(self, word: str) -> bool:
        """See `WordForms.is_dictionary_form`: only the list of open words tells."""
        del word
        return False

    def is_plausible_clue(self, word: str) -> bool:
        """See `WordForms.is_plausible_clue`: the open words and the chatter of the sentence file tell."""
        return is_hangul(word)

    def is_lemma(self, word: str) -> bool:
        """See `WordForms.is_lemma`."""
        return is_hangul(word)

    def is_given_name(self, word: str) -> bool:
        """See `WordForms.is_given_name`: names are not told from other words."""
        return False

    def spelled(self, letters: str) -> str:
        """See `WordForms.spelled`: ㅂㅏㄷㅏ is 바다."""
        return compose(letters)

    def letters(self, word: str) -> str:
        """See `WordForms.letters`: 바다 is ㅂㅏㄷㅏ."""
        return spelled_out(word)

    def dictionary_forms(self, word: str) -> tuple[str, ...]:
        """See `WordForms.dictionary_forms`: 바다를 → 바다."""
        bases = (word.removesuffix(particle) for particle in _PARTICLES if word.endswith(particle))
        return tuple(dict.fromkeys(base for base in bases if len(base) >= _SHORTEST))


@lru_cache(maxsize=1)
def word_forms() -> WordForms:
    """The Korean word forms."""
    return KoreanForms()
