"""What the other rooms ask of the grammar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.meaning import Meaning
from voiceduet.grammar.phrases import expand, needs_open, phrases
from voiceduet.grammar.scopes import Scope


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language's grammar: what may be heard, and what it means."""

    language: Language

    def phrases(self, scope: Scope) -> tuple[str, ...]:
        """Complete phrases for the limited recogniser in this scope."""
        return phrases(self.language, scope)

    def needs_open(self, scope: Scope) -> bool:
        """Whether the open recogniser's text is needed too."""
        return needs_open(scope)

    def open_words(self) -> tuple[str, ...]:
        """Plausible clue words in dictionary form, most frequent first, for an ear with a large list."""
        return self.language.open_words

    def number_words(self) -> tuple[str, ...]:
        """The spoken numbers 0 to 9, one form each, to stand behind an open word."""
        return self.language.numbers.spoken

    def interpret(self, heard: Sequence[HeardText], scope: Scope) -> Meaning:
        """What an utterance means; pure."""
        return interpret(self.language, heard, scope)

    def expand(self, scope: Scope, limit: int | None = None) -> Iterator[tuple[str, str]]:
        """Every accepted sentence of a scope as (intent name, sentence)."""
        return expand(self.language, scope, limit)


def load_grammar(code: str) -> Grammar:
    """Load the grammar of a language ("ru"). Raise `ValueError` for an unknown one, `DataFileError` for bad data."""
    return Grammar(load_language(code))
