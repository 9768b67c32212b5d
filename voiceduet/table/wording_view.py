"""What the wording may see: the public observation, by shape (rules 10).

The engine's `PublicView` fits this. Nothing here has a key, so no sentence can depend on one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from voiceduet.engine.events import Outcome
from voiceduet.engine.moves import GiveClue
from voiceduet.engine.side import Side


class TableView(Protocol):
    """Everything that both players may know."""

    @property
    def words(self) -> tuple[str, ...]:
        """25 words, row by row."""

    @property
    def covered(self) -> frozenset[int]:
        """Words under an agent."""

    def marked_for(self, side: Side) -> frozenset[int]:
        """Words that this side can never touch again."""

    @property
    def tokens(self) -> int:
        """Tokens left in the supply."""

    @property
    def bystander_tokens(self) -> int:
        """Those of them that lie bystander side up."""

    @property
    def agents_found(self) -> int:
        """Agents found, of 15."""

    @property
    def clue(self) -> GiveClue | None:
        """The clue of the running turn."""

    @property
    def clues(self) -> Sequence[GiveClue]:
        """Every clue so far."""

    @property
    def may_give(self) -> tuple[Side, ...]:
        """Who may give a clue now."""

    @property
    def may_guess(self) -> tuple[Side, ...]:
        """Who may touch now."""

    @property
    def sudden_death(self) -> bool:
        """Whether the sudden death runs."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it runs."""
