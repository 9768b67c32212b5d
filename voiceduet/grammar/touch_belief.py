"""How far a touch is believed, from what all of the first ears made of an utterance. Pure.

Each of them errs in its own way: the limited ear takes another word for one of the table, the open one hears another
word in its place, the weighing one doubts a phrase because one of its fixed words was slurred. What each of them says
is weighed with what recordings have taught (`[touches]` in costs.toml, made by `tools/fit_touches.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from voiceduet.engine.words import fold
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import TouchIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.meaning import Candidate
from voiceduet.grammar.schema import TouchWeights
from voiceduet.grammar.scopes import Scope

MOST_COST = 12.0
"""A natural logarithm: beyond it the weighing ear says only that a phrase is unlikely."""
MOST_AGREED_COST = 8.0
MOST_BEHIND = 12.0
"""So far behind the best of the open ear lies at most what it did not hear at all."""
MOST_RIVAL_BEHIND = 3.0
MEANT = 0.45
"""Sound distance (0-1) up to which a word may have been said in place of a card."""
MORE_SOUNDS = 3
"""A text with so many more sounds than the phrase is no text of it: «я думаю это автобус» is not «автобус»."""


@dataclass(frozen=True, slots=True)
class TouchSigns:
    """What speaks for a touch and against it, as it is weighed."""

    cost: float
    """Minus the natural logarithm of its share, 0 to `MOST_COST`."""
    agreed: float
    """1 where the limited and the open ear are sure of it by themselves, else 0."""
    agreed_cost: float
    """The cost again where they are, up to `MOST_AGREED_COST`, else 0: there it tells less."""
    limited: float
    """1 where the limited ear heard it, perhaps in another form, else 0."""
    behind: float
    """How far the open ear's first text that ends with the card lies behind its best, 0 to `MOST_BEHIND`."""
    rival_behind: float
    """The same for another noun that sounds much like the card, 0 to `MOST_RIVAL_BEHIND`."""
    sounds: float
    """How many sounds the card has."""
    bare: float
    """1 where a card's word alone is a touch, else 0."""

    def logit(self, weights: TouchWeights) -> float:
        """The natural logarithm of how much likelier it is that it was said than that it was not."""
        return (
            weights.base
            + weights.cost * self.cost
            + weights.agreed * self.agreed
            + weights.agreed_cost * self.agreed_cost
            + weights.limited * self.limited
            + weights.behind * self.behind
            + weights.rival_behind * self.rival_behind
            + weights.sounds * self.sounds
            + weights.bare * self.bare
        )


def touch_signs(
    language: Language, touch: Candidate, heard: Sequence[HeardText], scope: Scope, *, agreed: bool, limited: bool
) -> TouchSigns | None:
    """The signs of a touch that was named by its word; `None` for one that was named by its place.

    `touch.cost`: its cost among the weighed phrases.
    """
    if not isinstance(touch.intent, TouchIntent) or touch.intent.by_place:
        return None
    card = language.forms.spelling(scope.table.board[touch.intent.index])
    behind, rival = _in_the_open(language, card, touch.heard, heard)
    cost = min(touch.cost, MOST_COST)
    return TouchSigns(
        cost=cost,
        agreed=float(agreed),
        agreed_cost=min(cost, MOST_AGREED_COST) if agreed else 0.0,
        limited=float(limited),
        behind=min(behind, MOST_BEHIND),
        rival_behind=min(rival, MOST_RIVAL_BEHIND),
        sounds=float(len(language.sounds.of(card))),
        bare=float(scope.table.bare_touch),
    )


def _in_the_open(language: Language, card: str, phrase: str, heard: Sequence[HeardText]) -> tuple[float, float]:
    """How far the open ear's texts that end with a card, and with a noun like it, lie behind its best.

    `phrase`: the whole that is thought to have been said.
    """
    most_sounds = len(language.sounds.of(phrase)) + MORE_SOUNDS
    forms = {fold(form) for form in (card, *language.forms.accusative(card), *language.forms.genitive(card))}
    own = rival = inf
    opened = [text for text in heard if text.source == "open" and text.text]
    best = max((text.score for text in opened if text.score is not None), default=0.0)
    for rank, text in enumerate(opened):
        if len(language.sounds.of(text.text)) > most_sounds:
            continue
        end = " ".join(text.text.split()[-len(card.split()) :])
        behind = float(rank) if text.score is None else best - text.score
        if fold(end) in forms:
            own = min(own, behind)
        elif fold(end) in language.frequency_ranks and language.sounds.distance(end, card) <= MEANT:
            rival = min(rival, behind)
    return own, rival
