"""English word forms for listening."""

from __future__ import annotations

from functools import lru_cache

from voiceduet.engine.words import clean, fold
from voiceduet.grammar.en.morphology import morphology
from voiceduet.grammar.forms import WordForms, apart


class EnglishForms:
    """`WordForms` for English, over lemminflect."""

    def spelling(self, word: str) -> str:
        """See `WordForms.spelling`."""
        return apart(clean(word).casefold())

    def accusative(self, word: str) -> tuple[str, ...]:
        """See `WordForms.accusative`: English has none."""
        del word
        return ()

    def genitive(self, word: str) -> tuple[str, ...]:
        """See `WordForms.genitive`: Anna's; recognisers also write it without the apostrophe."""
        spelled = self.spelling(word)
        if not spelled:
            return ()
        return (f"{spelled}'s", f"{spelled}’s", f"{spelled}s")

    def is_dictionary_form(self, word: str) -> bool:
        """See `WordForms.is_dictionary_form`: forms of known words are clues like any other (plurals, past tense)."""
        return len(morphology().lemmas(fold(word))) > 1

    def is_plausible_clue(self, word: str) -> bool:
        """See `WordForms.is_plausible_clue`: the open words and the chatter of the sentence file tell."""
        return word.isalpha()

    def is_lemma(self, word: str) -> bool:
        """See `WordForms.is_lemma`."""
        return len(morphology().lemmas(fold(word))) == 1

    def is_given_name(self, word: str) -> bool:
        """See `WordForms.is_given_name`: names are not told from other words."""
        return False

    def spelled(self, letters: str) -> str:
        """See `WordForms.spelled`."""
        return letters

    def letters(self, word: str) -> str:
        """See `WordForms.letters`."""
        return word

    def dictionary_forms(self, word: str) -> tuple[str, ...]:
        """See `WordForms.dictionary_forms`: leaves → leaf, leave."""
        return tuple(lemma for lemma in morphology().lemmas(fold(word)) if lemma != fold(word))


@lru_cache(maxsize=1)
def word_forms() -> WordForms:
    """The English word forms."""
    return EnglishForms()
