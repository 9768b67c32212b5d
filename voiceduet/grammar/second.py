"""What a second ear's opinion does to a meaning. Pure.

It confirms or vetoes what is irrevocable (voice.md, Listening 9): where both ears agree the referee acts, where they
differ it asks, and what neither is sure of is asked or repeated as without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent, Intent
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import Language
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope

LEAD = 2.0
"""Natural logarithm: so much likelier than every phrase of another meaning is a clear choice."""
LOSS = 12.0
"""So much less likely than what it would write freely, and something else was said than any phrase."""
ADDED_LOSS = 10.0
"""The same for an act that the first ear alone would not even ask about."""
AGREED = 0.0
"""Cost of a reading that both ears agree on."""
_WEIGHTY = frozenset({"reveal", "change"})


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the second ear makes of one utterance."""

    scores: Mapping[Intent, Candidate]
    """The best phrase of each meaning; cost: how far it lies behind the likeliest text of all, 0 or more."""

    @property
    def best(self) -> Candidate | None:
        """The likeliest reading."""
        return min(self.scores.values(), key=lambda each: each.cost, default=None)

    def lead(self, intent: Intent) -> float:
        """How far the likeliest reading of any other meaning lies behind this one; negative when it is likelier."""
        own = self.scores.get(intent)
        if own is None:
            return float("-inf")
        others = [each.cost for other, each in self.scores.items() if other != intent]
        return min(others, default=float("inf")) - own.cost


def is_worth_asking(language: Language, meaning: Meaning, limited: Intent | None) -> bool:
    """Whether a second opinion may change what is done: only with acts, never for what the first ear took for talk."""
    match meaning:
        case Understood(best=best):
            return _is_weighty(language, best.intent)
        case Ambiguous(candidates=candidates):
            return any(_is_weighty(language, each.intent) for each in candidates)
        case NotUnderstood():
            return limited is not None and _is_weighty(language, limited)


def read_phrase(language: Language, text: str, scope: Scope) -> Intent | None:
    """What a text means when it is taken letter by letter; `None` for no sentence, several, and clues."""
    meaning = interpret(language, (HeardText(text, "typed"),), scope)
    if isinstance(meaning, Understood) and not isinstance(meaning.best.intent, ClueIntent):
        return meaning.best.intent
    return None


def opinion_of(language: Language, texts: Sequence[str], scores: Sequence[float], scope: Scope) -> Opinion:
    """Read the texts that a second ear weighed."""
    best = max(scores, default=0.0)
    found: dict[Intent, Candidate] = {}
    for text, score in zip(texts, scores, strict=True):
        intent, cost = read_phrase(language, text, scope), round(best - score, 4)
        if intent is not None and (intent not in found or cost < found[intent].cost):
            found[intent] = Candidate(intent, cost, text)
    return Opinion(found)


def combine(language: Language, first: Meaning, limited: Intent | None, second: Opinion) -> Meaning:
    """The meaning after both ears have been heard; `limited` is what the first one's phrase says."""
    choice = second.best
    if choice is None or choice.cost > LOSS or second.lead(choice.intent) < LEAD:
        return first
    agreed = Understood(Candidate(choice.intent, AGREED, choice.heard))
    match first:
        case Understood(best=best) if best.intent == choice.intent:
            return Understood(Candidate(best.intent, AGREED, best.heard))
        case Understood(best=best) if _is_weighty(language, best.intent):
            return Ambiguous((best, choice))
        case Ambiguous(candidates=candidates) if any(each.intent == choice.intent for each in candidates):
            return agreed
        case NotUnderstood() if limited == choice.intent and choice.cost <= ADDED_LOSS:
            return agreed
        case _:
            return first


def _is_weighty(language: Language, intent: Intent) -> bool:
    return language.costs.classes[intent.name] in _WEIGHTY
