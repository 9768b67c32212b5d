"""What the other rooms ask of the grammar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.meaning import Meaning
from voiceduet.grammar.phrases import beside_open, expand, needs_open, open_words, phrases
from voiceduet.grammar.scopes import Scope, TableWords
from voiceduet.grammar.tablecheck import TableFinding, check_table


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

    def open_words(self, scope: Scope) -> tuple[str, ...]:
        """Plausible clue words in dictionary form, most frequent first, where the scope has an open slot."""
        return open_words(self.language, scope)

    def beside_open(self, scope: Scope) -> tuple[str, ...]:
        """The spoken numbers that stand beside an open slot."""
        return beside_open(self.language, scope)

    def check_table(self, table: TableWords) -> tuple[TableFinding, ...]:
        """What about a table's words and names will be hard to hear; ask when the board is laid."""
        return check_table(self.language, table)

    def interpret(self, heard: Sequence[HeardText], scope: Scope) -> Meaning:
        """What an utterance means; pure."""
        return interpret(self.language, heard, scope)

    def expand(self, scope: Scope, limit: int | None = None) -> Iterator[tuple[str, str]]:
        """Every accepted sentence of a scope as (intent name, sentence)."""
        return expand(self.language, scope, limit)


def load_grammar(code: str) -> Grammar:
    """Load the grammar of a language ("ru"). Raise `ValueError` for an unknown one, `DataFileError` for bad data."""
    return Grammar(load_language(code))
