"""What the shares of phrases do to a meaning. Pure.

The weighing ear compares all phrases of the scope with each other and with all else that may be said. Where it is sure
of what the limited ear heard the referee acts, where it is nearly sure the referee asks, and where it comes to another
act than the other ears the referee asks which (voice.md, Listening 8 and 9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import Intent, TouchIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, Understood
from voiceduet.grammar.schema import ShareLimits
from voiceduet.grammar.scopes import Scope
from voiceduet.grammar.second import read_phrase

AGREED = 0.0
"""Cost of a reading that both the limited and the weighing ear come to."""
ALIKE = 0.2
"""Sound distance (0-1) up to which two words may be the same one, heard twice."""
FORM = 0.3
"""The same for two forms of one word."""
_LEFT_ALONE = frozenset({"clue", "number", "spelling", "correct"})
"""Meanings with an open word, which no list of phrases holds."""


@dataclass(frozen=True, slots=True)
class Share:
    """A phrase and how likely it is that it was said: a natural logarithm, 0 is certain."""

    text: str
    share: float


@dataclass(frozen=True, slots=True)
class Weighing:
    """How likely each meaning is."""

    candidates: Mapping[Intent, Candidate]
    """All phrases of a meaning together; cost: minus the natural logarithm."""

    @property
    def best(self) -> Candidate | None:
        """The likeliest meaning."""
        return min(self.candidates.values(), key=lambda each: each.cost, default=None)

    def cost(self, intent: Intent) -> float:
        """Infinite for a meaning that none of the weighed phrases has."""
        found = self.candidates.get(intent)
        return inf if found is None else found.cost

    def lead(self, intent: Intent) -> float:
        """How much likelier it is than every other meaning."""
        others = (each.cost for other, each in self.candidates.items() if other != intent)
        return min(others, default=inf) - self.cost(intent)


def weighing_of(language: Language, shares: Sequence[Share], scope: Scope) -> Weighing:
    """Read the weighed phrases; those that say the same add up."""
    found: dict[Intent, Candidate] = {}
    for each in shares:
        intent = read_phrase(language, each.text, scope)
        if intent is None or intent.name in _LEFT_ALONE:
            continue
        before = found.get(intent)
        likely = exp(each.share) + (exp(-before.cost) if before else 0.0)
        cost = -log(likely) if likely > 0.0 else -each.share
        found[intent] = Candidate(intent, round(cost, 4), before.heard if before else each.text)
    return Weighing(found)


def believe(
    language: Language, first: Meaning, heard: Sequence[HeardText], shares: Sequence[Share], scope: Scope
) -> Meaning:
    """The meaning after the phrases were weighed; `first` is what the other ears say, `heard` their texts."""
    limits = language.costs.shares
    if not shares or limits is None:
        return first
    weighing = weighing_of(language, shares, scope)
    if isinstance(first, Understood) and first.sure:
        return _checked(first, weighing, limits)
    best = weighing.best
    if best is None:
        return first
    limited = next((text.text for text in heard if text.source == "limited"), "")
    lead = weighing.lead(best.intent)
    if limited and _is_said(language, limited, best, scope):
        sure = limits.sure if _is_heard_openly(language, limited, heard) else limits.sure_apart
        if best.cost <= sure and lead >= limits.lead:
            return Understood(replace(best, cost=AGREED))
        is_asked = best.cost <= limits.ask and lead >= limits.ask_lead
    else:
        is_asked = isinstance(best.intent, TouchIntent) and best.cost <= limits.ask_alone and lead >= limits.ask_lead
    return Understood(replace(best, cost=AGREED), sure=False) if is_asked else first


def _is_said(language: Language, limited: str, best: Candidate, scope: Scope) -> bool:
    """Whether the limited ear heard the same, perhaps in another form: it chains words («арку» for «арка»)."""
    return read_phrase(language, limited, scope) == best.intent or (
        isinstance(best.intent, TouchIntent) and language.sounds.distance(limited, best.heard) <= FORM
    )


def _is_heard_openly(language: Language, limited: str, heard: Sequence[HeardText]) -> bool:
    """Whether a text of the open ear ends much as the limited one: it is a phrase's end that tells phrases apart."""
    end = limited.rsplit(maxsplit=1)[-1]
    opened = (text.text.rsplit(maxsplit=1)[-1] for text in heard if text.source == "open" and text.text)
    return any(language.sounds.distance(end, other) <= ALIKE for other in opened)


def _checked(first: Understood, weighing: Weighing, limits: ShareLimits) -> Meaning:
    """An act of the other ears: done, or asked about where the weighing ear comes to another one."""
    own, best = first.best, weighing.best
    if own.intent.name in _LEFT_ALONE or best is None or best.cost > limits.rival:
        return first
    is_rival = best.intent != own.intent and weighing.cost(own.intent) - best.cost >= limits.lead
    return Ambiguous((own, replace(best, cost=own.cost))) if is_rival else first
