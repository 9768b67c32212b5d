"""What the shares of phrases do to a meaning. Pure.

The weighing ear compares all phrases of the scope with each other and with all else that may be said. Where it is sure
of what the limited ear heard the referee acts, where it is nearly sure the referee asks, and where it comes to another
act than the other ears the referee asks which (voice.md, Listening 8 and 9). Touches by a word are believed as far as
`touch_belief` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log

from voiceduet.grammar.heard import HeardText, Share
from voiceduet.grammar.intents import Intent, TouchIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, Understood
from voiceduet.grammar.negation import has_negation
from voiceduet.grammar.schema import ShareLimits, TouchWeights
from voiceduet.grammar.scopes import Scope
from voiceduet.grammar.second import read_phrase
from voiceduet.grammar.touch_belief import MORE_SOUNDS, TouchSigns, Views, touch_signs

AGREED = 0.0
"""Cost of a reading that both the limited and the weighing ear come to."""
ALIKE = 0.2
"""Sound distance (0-1) up to which two words may be the same one, heard twice."""
FORM = 0.3
"""The same for two forms of one word."""
_LEFT_ALONE = frozenset({"clue", "number", "spelling", "correct"})
"""Meanings with an open word, which no list of phrases holds."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """How likely each meaning is."""

    candidates: Mapping[Intent, Candidate]
    """All phrases of a meaning together; cost: minus the natural logarithm."""
    lags: Mapping[Intent, float]
    """Of the likeliest phrase of each meaning, where that is known."""
    instead: float = 0.0
    """How much likelier another form of what announces the likeliest phrase is in its place; a natural logarithm."""

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


def weighing_of(language: Language, shares: Sequence[Share], scope: Scope, counters: Sequence[Share] = ()) -> Weighing:
    """Read the weighed phrases; those that say the same add up. `counters`: likelier than the likeliest of them."""
    found: dict[Intent, Candidate] = {}
    lags: dict[Intent, float] = {}
    for each in shares:
        intent = read_phrase(language, each.text, scope)
        if intent is None or intent.name in _LEFT_ALONE:
            continue
        if each.lag is not None:
            lags.setdefault(intent, each.lag)
        before = found.get(intent)
        likely = exp(each.share) + (exp(-before.cost) if before else 0.0)
        cost = -log(likely) if likely > 0.0 else -each.share
        found[intent] = Candidate(intent, round(cost, 4), before.heard if before else each.text)
    others = (each.share for each in counters if not has_negation(language, each.text))
    return Weighing(found, lags, max(others, default=0.0))


@dataclass(frozen=True, slots=True)
class WeighedTouch:
    """A touch by a word that the ears come to."""

    touch: Candidate
    """Its cost is that among the weighed phrases."""
    lead: float
    """How much likelier it is than every other meaning."""
    signs: TouchSigns


def touch_of(
    language: Language, first: Meaning, weighing: Weighing, heard: Sequence[HeardText], scope: Scope
) -> WeighedTouch | None:
    """The touch by a word that the other ears are sure of, or else that is likeliest; `None` for any other act."""
    agreed = isinstance(first, Understood) and first.sure
    if isinstance(first, Understood) and first.sure:
        own = first.best
        touch: Candidate | None = weighing.candidates.get(own.intent) or replace(own, cost=inf)
    else:
        touch = weighing.best
    if touch is None:
        return None
    views = Views(agreed, _is_limited(language, touch, heard, scope), weighing.lags.get(touch.intent), weighing.instead)
    signs = touch_signs(language, touch, heard, scope, views)
    return None if signs is None else WeighedTouch(touch, weighing.lead(touch.intent), signs)


def believe(
    language: Language,
    first: Meaning,
    heard: Sequence[HeardText],
    shares: Sequence[Share],
    scope: Scope,
    counters: Sequence[Share] = (),
) -> Meaning:
    """The meaning after the phrases were weighed; `first` is what the other ears say, `heard` their texts.

    `counters`: what may have been said in place of the likeliest phrase.
    """
    limits = language.costs.shares
    if not shares or limits is None:
        return first
    weighing = weighing_of(language, shares, scope, counters)
    weights = language.costs.touches
    found = touch_of(language, first, weighing, heard, scope) if weights is not None else None
    if isinstance(first, Understood) and first.sure:
        if found is not None and weights is not None:
            first = replace(first, trust=found.signs.logit(weights))
            is_doubted = not _is_believed(found, weights, limits)
        else:
            is_doubted = _is_doubted(language, first.best.intent, weighing, limits)
        return _checked(first, weighing, limits, is_doubted=is_doubted)
    if found is not None and weights is not None:
        meaning = _touched(found, weights, limits)
    else:
        meaning = _done(language, weighing, heard, scope, limits)
    if isinstance(meaning, Understood) and meaning.sure:
        meaning = replace(meaning, sure=not _is_part(language, meaning.best.heard, heard))
    return meaning or first


def _is_believed(found: WeighedTouch, weights: TouchWeights, limits: ShareLimits) -> bool:
    signs = found.signs
    is_other = signs.other_words > limits.other_words or signs.instead >= limits.instead
    return signs.logit(weights) >= weights.sure and not is_other


def _touched(found: WeighedTouch, weights: TouchWeights, limits: ShareLimits) -> Meaning | None:
    """A touch by a word, done or asked about; `None` where nothing comes of it.

    What only the weighing ear heard is never done.
    """
    logit, lead, agreed = found.signs.logit(weights), found.lead, replace(found.touch, cost=AGREED)
    if _is_believed(found, weights, limits) and lead >= weights.lead and found.signs.limited:
        return Understood(agreed, trust=logit)
    return Understood(agreed, sure=False, trust=logit) if logit >= weights.ask and lead >= weights.ask_lead else None


def _done(
    language: Language, weighing: Weighing, heard: Sequence[HeardText], scope: Scope, limits: ShareLimits
) -> Meaning | None:
    """Any other act, done or asked about; `None` where nothing comes of it."""
    best = weighing.best
    if best is None or not _is_limited(language, best, heard, scope):
        return None
    agreed, lead = replace(best, cost=AGREED), weighing.lead(best.intent)
    sure = limits.sure if _is_heard_openly(language, heard) else limits.sure_apart
    if best.cost <= sure and lead >= limits.lead and weighing.lags.get(best.intent, 0.0) <= limits.other_words:
        return Understood(agreed)
    return Understood(agreed, sure=False) if best.cost <= limits.ask and lead >= limits.ask_lead else None


def _checked(first: Understood, weighing: Weighing, limits: ShareLimits, *, is_doubted: bool) -> Meaning:
    """An act of the other ears: done, or asked about where the weighing ear comes to another one or doubts it."""
    own, best = first.best, weighing.best
    if own.intent.name in _LEFT_ALONE or best is None or best.cost > limits.rival:
        return replace(first, sure=not is_doubted)
    is_rival = best.intent != own.intent and weighing.cost(own.intent) - best.cost >= limits.lead
    return Ambiguous((own, replace(best, cost=own.cost))) if is_rival else replace(first, sure=not is_doubted)


def _is_doubted(language: Language, act: Intent, weighing: Weighing, limits: ShareLimits) -> bool:
    """Whether the weighing ear heard nothing like an act that changes the game, or other words that say so.

    It must know the act's phrases.
    """
    is_known = act in weighing.candidates and language.costs.changes_game(act.name)
    return is_known and (weighing.cost(act) > limits.doubted or weighing.lags.get(act, 0.0) > limits.other_words)


def _is_part(language: Language, phrase: str, heard: Sequence[HeardText]) -> bool:
    """Whether the open ear heard more than a phrase first of all: «где тут агент»."""
    opened = next((text.text for text in heard if text.source == "open" and text.text), "")
    return len(language.sounds.of(opened)) > len(language.sounds.of(phrase)) + MORE_SOUNDS


def _is_limited(language: Language, best: Candidate, heard: Sequence[HeardText], scope: Scope) -> bool:
    """Whether the limited ear heard the same, perhaps in another form: it chains words («арку» for «арка»)."""
    limited = next((text.text for text in heard if text.source == "limited"), "")
    return bool(limited) and (
        read_phrase(language, limited, scope) == best.intent
        or (isinstance(best.intent, TouchIntent) and language.sounds.distance(limited, best.heard) <= FORM)
    )


def _is_heard_openly(language: Language, heard: Sequence[HeardText]) -> bool:
    """Whether a text of the open ear ends much as the limited one: it is a phrase's end that tells phrases apart."""
    ends = {
        source: [text.text.rsplit(maxsplit=1)[-1] for text in heard if text.source == source and text.text]
        for source in ("limited", "open")
    }
    return any(language.sounds.distance(ends["limited"][0], other) <= ALIKE for other in ends["open"])
