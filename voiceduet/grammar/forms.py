"""What a language must know about word forms so that table words and clue words can be heard and understood."""

from __future__ import annotations

from typing import Protocol

_HYPHENS = dict.fromkeys(map(ord, "-\u2010\u2011"), " ")
"""The hyphen of the keyboard, the true one and the one that does not break."""


class WordForms(Protocol):
    """Word forms of one language. Everything is lower case, in the recogniser's spelling (ё kept)."""

    def spelling(self, word: str) -> str:
        """The word as the recogniser spells it: lower case, without hyphens, ё restored where the card has е."""

    def accusative(self, word: str) -> tuple[str, ...]:
        """Forms of the direct object, most likely first; empty when the language has none or the word is no noun."""

    def genitive(self, word: str) -> tuple[str, ...]:
        """Genitive forms, most likely first; may be empty."""

    def is_dictionary_form(self, word: str) -> bool:
        """Whether the word, as it stands, can be looked up: a nominative, an adverb, an infinitive, a number word."""

    def is_plausible_clue(self, word: str) -> bool:
        """Whether the word alone is likely to be a clue: a noun, an adjective, a verb or a name, no word of talk."""

    def is_lemma(self, word: str) -> bool:
        """Whether some reading of the word is its own first dictionary form."""

    def is_given_name(self, word: str) -> bool:
        """Whether the word is a person's name and nothing else; languages that cannot tell say no."""

    def spelled(self, letters: str) -> str:
        """The word that letters said one by one make: the letters side by side, or syllables composed of them."""

    def letters(self, word: str) -> str:
        """The letters that a word is spelled with, one character each; `spelled` puts them together again."""

    def dictionary_forms(self, word: str) -> tuple[str, ...]:
        """Dictionary forms of every reading of the word, most likely first; may be empty."""


def apart(word: str) -> str:
    """The word with its hyphens as spaces, as it is said: нью-йорк → нью йорк."""
    return " ".join(word.translate(_HYPHENS).split())
