"""The values that the clue judge takes and gives (rules 9.6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """The three answers of a check (rules 9.6)."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    DOUBTFUL = "doubtful"
    """A fair table would ask the partner to rule."""


class Reason(StrEnum):
    """Why a clue is not simply legal. `NONE` if and only if the verdict is legal."""

    NONE = "none"
    VISIBLE_WORD = "visible_word"
    WORD_FORM = "word_form"
    COMPOUND_PART = "compound_part"
    CONTAINS_VISIBLE = "contains_visible"
    MULTI_WORD = "multi_word"
    HYPHENATED = "hyphenated"
    PROPER_MULTIWORD = "proper_multiword"
    LETTERS_ONLY = "letters_only"
    NUMBER_AS_CLUE = "number_as_clue"
    POSITION = "position"
    FOREIGN = "foreign"
    NOT_A_WORD = "not_a_word"
    ABBREVIATION = "abbreviation"


class Relaxation(StrEnum):
    """Options that loosen rules 9.1 and 9.4 by agreement of the table."""

    MULTI_WORD = "multi-word"
    ABBREVIATIONS = "abbreviations"
    HYPHENS = "hyphens"
    HOMOPHONES = "homophones"
    """Words that sound like a visible word and are written differently count as that word (rules 9.4)."""


@dataclass(frozen=True, slots=True)
class ClueQuestion:
    """One clue against one table."""

    clue: str
    """The clue word as heard or typed, without its number; may be decomposed, misspelt or several words."""
    number: int | None
    """The number said with it, 0 and up; `None` when no number was heard."""
    visible: tuple[str, ...]
    """The words still visible (rules 3.4), as on the cards."""
    relaxed: frozenset[Relaxation] = field(default_factory=frozenset)
    whole_table: bool = True
    """`visible` is the whole table. Else a high number may point at a card that is not shown here (rules 9.3)."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judge's answer to one question."""

    verdict: Verdict
    reason: Reason
    against: str | None
    """The visible word that the clue collides with, spelled as in the question, or `None`."""
    message: str
    """One sentence in the table's language; names the word and the rule, nothing of the key (rules 9.7)."""

    @property
    def is_about_word(self) -> bool:
        """A doubt about the clue by itself, whatever lies on the table: the players' answer holds for later games."""
        return self.verdict is Verdict.DOUBTFUL and self.against is None and self.reason in _ABOUT_THE_WORD


_ABOUT_THE_WORD = frozenset({Reason.NOT_A_WORD, Reason.FOREIGN, Reason.ABBREVIATION, Reason.HYPHENATED})
