"""How long a failing voice is tried, so that a broken one does not hold up the game (voice.md, Speaking 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Patience:
    """Counts phrases that were lost in a row. After a few the voice is left alone, but for a try now and then."""

    lost: int = 0
    """Phrases lost in a row."""
    patience: int = 3
    """So many are tried one after another."""
    try_again_every: int = 10
    """After that one of so many is tried: headphones may be plugged in again."""

    @property
    def is_worth_a_try(self) -> bool:
        """Whether the next phrase should be given to the voice."""
        return self.lost < self.patience or (self.lost - self.patience) % self.try_again_every == 0

    def after_loss(self) -> Patience:
        """After a phrase that was not heard, tried or not."""
        return replace(self, lost=self.lost + 1)

    def after_success(self) -> Patience:
        """After a phrase that was heard."""
        return replace(self, lost=0)
