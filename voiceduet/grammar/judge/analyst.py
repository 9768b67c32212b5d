"""What one language must be able to say about words, so that the judge can rule (rules 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from voiceduet.grammar.judge.verdict import Reason, Relaxation, Verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that speaks against a clue. Never `LEGAL`."""

    verdict: Verdict
    reason: Reason
    against: str | None = None
    """The card, when the finding is about one."""
    detail: str = ""
    """A word that the message may name besides clue and card: the shared part, the lemma; may be empty."""


class Analyst(Protocol):
    """Knowledge about one language. Everything it is given went through `normalise`.

    The module `grammar/<language>/analyst.py` has `load_analyst() -> Analyst`, called once, when the language is
    first used.
    """

    language: str
    """ISO code: ru, en, ko."""

    def normalise(self, text: str) -> str:
        """Fold case, Unicode form, look-alike letters, stray marks and spelled-out letters; spaces and hyphens stay."""

    def relate(self, clue: str, card: str) -> Finding | None:
        """Say how a one-word clue and a visible card are related, `None` when nothing ties them (rules 9.2, 9.4)."""

    def examine(self, clue: str, relaxed: frozenset[Relaxation]) -> tuple[Finding, ...]:
        """Say what speaks against the clue by itself: not a word, foreign, place (rules 9.1, 9.3).

        The judge itself calls a clue with a space `multi_word` and one with a hyphen `hyphenated`, illegal both, unless
        a finding with one of the shape reasons (`multi_word`, `proper_multiword`, `hyphenated`) is returned here; that
        one then stands.
        """

    def number_hint(self, number: int, card: str) -> Finding | None:
        """Say whether the number is a second hint at this card (rules 9.3)."""


@runtime_checkable
class HearsAlike(Protocol):
    """An analyst that also knows pronunciation, for tables that relax rules 9.4."""

    def sounds_like(self, clue: str, card: str) -> bool:
        """Whether two different spellings are spoken alike."""
