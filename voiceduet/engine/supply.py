"""The timer tokens: the supply, and those taken at stops (rules 5)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Supply:
    """Timer tokens that nobody has used yet, and how many were taken at stops."""

    bystander: int
    """Tokens that lie bystander side up: mistakes at the ordinary price."""
    checkmark: int
    """Tokens that lie checkmark side up."""
    stops: int = 0
    """Tokens taken at a stop; they lie checkmark side up in front of the players and count in the score (rules 8)."""

    @property
    def tokens(self) -> int:
        """Tokens left in all."""
        return self.bystander + self.checkmark

    def take(self) -> Supply:
        """Take one token for a penalty or the winning turn: checkmark side first (rules 5.5, 7.1)."""
        if self.checkmark:
            return Supply(self.bystander, self.checkmark - 1, self.stops)
        return Supply(self.bystander - 1, 0, self.stops)

    def take_at_stop(self) -> Supply:
        """Take one token for a stop: checkmark side first (rules 5.1)."""
        if self.checkmark:
            return Supply(self.bystander, self.checkmark - 1, self.stops + 1)
        return Supply(self.bystander - 1, 0, self.stops + 1)

    def price_of_mistake(self) -> int:
        """Return 1, or 2 when no token lies bystander side up (rules 5.2, 5.3)."""
        return 1 if self.bystander else 2

    def pay_mistake(self) -> Supply:
        """Put the price of a mistake on the word. The tokens must suffice."""
        if self.bystander:
            return Supply(self.bystander - 1, self.checkmark, self.stops)
        return Supply(0, self.checkmark - 2, self.stops)
