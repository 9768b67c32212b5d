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
from voiceduet.grammar.slots import UNKNOWN_WORDS

MOST_COST = 12.0
"""A natural logarithm: beyond it the weighing ear says only that a phrase is unlikely."""
MOST_AGREED_COST = 8.0
MOST_BEHIND = 12.0
"""So far behind the best of the open ear lies at most what it did not hear at all."""
MOST_RIVAL_BEHIND = 3.0
NOTHING_WRITTEN = 6.0
"""The same where it writes no word at all, which speaks neither for a touch nor for anything else."""
LEAST_OTHER, MOST_OTHER = -4.0, 8.0
"""Natural logarithms: so unlikely or likely other words say all that they can about an announcement."""
MOST_INSTEAD = 8.0
"""The same for another form of the announcement."""
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
    verb_behind: float
    """How far behind the best of the open ear its first text lies that begins with a form of what announces the touch,
    0 to `MOST_BEHIND`; 0 where nothing does."""
    other_words: float
    """How much likelier other words are in place of what announces it, `LEAST_OTHER` (nothing does) to `MOST_OTHER`; no
    likelier where the open ear's best text begins with it."""
    instead: float
    """How much likelier another form of what announces it is («открывали» for «открываю»), 0 to `MOST_INSTEAD`."""
    inflected: float
    """1 where the card's word stands in another case than on the card, as after «трогаю», and the open ear's best text
    begins with no form of that, else 0: what would be said in its place («другая») hardly goes with that case."""
    sounds: float
    """How many sounds the card has."""
    bare: float
    """1 where the card's word alone is the touch, else 0."""

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
            + weights.verb_behind * self.verb_behind
            + weights.other_words * self.other_words
            + weights.instead * self.instead
            + weights.inflected * self.inflected
            + weights.sounds * self.sounds
            + weights.bare * self.bare
        )


@dataclass(frozen=True, slots=True)
class Views:
    """What two of the ears say of a touch."""

    agreed: bool
    """The limited and the open ear are sure of it by themselves."""
    limited: bool
    """The limited ear heard it, perhaps in another form."""
    lag: float | None
    """How much likelier the weighing ear finds other words in place of what announces it; `None`: not known."""
    instead: float
    """How much likelier it finds another form of that; 0 where none is."""


def touch_signs(
    language: Language, touch: Candidate, heard: Sequence[HeardText], scope: Scope, views: Views
) -> TouchSigns | None:
    """The signs of a touch that was named by its word; `None` for one that was named by its place.

    `touch.cost`: its cost among the weighed phrases.
    """
    if not isinstance(touch.intent, TouchIntent) or touch.intent.by_place:
        return None
    card = language.forms.spelling(scope.table.board[touch.intent.index])
    opened = _Opened(language, card, touch.heard, heard)
    cost = min(touch.cost, MOST_COST)
    lag = min(max(views.lag or 0.0, LEAST_OTHER), MOST_OTHER if opened.verb else 0.0)
    return TouchSigns(
        cost=cost,
        agreed=float(views.agreed),
        agreed_cost=min(cost, MOST_AGREED_COST) if views.agreed else 0.0,
        limited=float(views.limited),
        behind=min(opened.behind, MOST_BEHIND),
        rival_behind=min(opened.rival, MOST_RIVAL_BEHIND),
        verb_behind=min(opened.verb, MOST_BEHIND),
        other_words=lag if opened.is_announced else LEAST_OTHER,
        instead=min(views.instead, MOST_INSTEAD) if opened.is_announced else 0.0,
        inflected=float(opened.verb > 0.0 and not f" {fold(touch.heard)}".endswith(f" {fold(card)}")),
        sounds=float(len(language.sounds.of(card))),
        bare=float(not opened.is_announced),
    )


class _Opened:
    """How far behind its best the open ear heard the parts of a touch."""

    def __init__(self, language: Language, card: str, phrase: str, heard: Sequence[HeardText]) -> None:
        """`phrase`: the whole that is thought to have been said."""
        most_sounds = len(language.sounds.of(phrase)) + MORE_SOUNDS
        forms = {fold(form) for form in (card, *language.forms.accusative(card), *language.forms.genitive(card))}
        verb, *rest = phrase.split()
        self.is_announced = len(rest) >= len(card.split())
        self.behind = self.rival = inf
        """The first text that ends with the card, with another noun like it."""
        self.verb = inf if self.is_announced else 0.0
        """The first that begins with what announces the touch, or with a form of it."""
        verbs = readings(language, verb)
        opened = [text for text in heard if text.source == "open" and not UNKNOWN_WORDS.issuperset(text.text.split())]
        best = max((text.score for text in opened if text.score is not None), default=0.0)
        if not opened:
            self.behind = NOTHING_WRITTEN
            self.verb = min(self.verb, NOTHING_WRITTEN)
        for rank, text in enumerate(opened):
            if len(language.sounds.of(text.text)) > most_sounds:
                continue
            words = text.text.split()
            end = " ".join(words[-len(card.split()) :])
            behind = float(rank) if text.score is None else best - text.score
            if not verbs.isdisjoint(readings(language, words[0])):
                self.verb = min(self.verb, behind)
            if fold(end) in forms:
                self.behind = min(self.behind, behind)
            elif fold(end) in language.frequency_ranks and language.sounds.distance(end, card) <= MEANT:
                self.rival = min(self.rival, behind)


def readings(language: Language, word: str) -> set[str]:
    """A word and the dictionary forms of all that it may be."""
    return {fold(each) for each in (word, *language.forms.dictionary_forms(word))}
