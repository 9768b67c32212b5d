"""What a second ear's opinion does to a meaning. Pure.

It confirms or vetoes what is irrevocable (voice.md, Listening 9): where both ears agree the referee acts, where they
differ it asks, and what neither is sure of is asked or repeated as without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent, Intent
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import Language
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope

LEAD = 2.0
"""Natural logarithm: so much likelier than every phrase of another meaning is a clear choice."""
CLUE_LEAD = 4.0
"""The same for a clue, whose word may be any."""
LOSS = 12.0
"""So much less likely than what it would write freely, and something else was said than any phrase."""
ADDED_LOSS = 10.0
"""The same for an act that the first ear alone would not even ask about."""
BEHIND = 2.0
"""So much less likely than another phrase, and what the first ear heard is still worth a question."""
CLEAR_LOSS, CLEAR_LEAD = 1.0, 8.0
"""What the second ear alone hears within and by so much is worth a question."""
LEAST = -10.0
"""Natural logarithm: where even the likeliest text is less likely, it was noise; Whisper gives it sentences too."""
VETO = 20.0
"""So much less likely, and the first ear's reading is asked about."""
OTHER = 5.0
"""So much less likely than a text that both ears write, and the text was said."""
AGREED = 0.0
"""Cost of a reading that both ears agree on."""
_WEIGHTY = frozenset({"reveal", "change"})


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the second ear makes of one utterance."""

    scores: Mapping[Intent, Candidate]
    """The best phrase of each meaning; cost: how far it lies behind the likeliest text of all, 0 or more."""

    is_noise: bool = False
    """No text is likely."""
    other: bool = False
    """Both ears, without a limit, write the same text, and it is no phrase."""

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
    """Whether a second opinion may change what is done: with acts, and with clues that would be asked about."""
    match meaning:
        case Understood(best=best, sure=sure):
            return _is_weighty(language, best.intent) or (isinstance(best.intent, ClueIntent) and not sure)
        case Ambiguous(candidates=candidates):
            return any(_is_weighty(language, it.intent) or isinstance(it.intent, ClueIntent) for it in candidates)
        case NotUnderstood():
            return limited is not None and _is_weighty(language, limited)


def read_phrase(language: Language, text: str, scope: Scope) -> Intent | None:
    """What a text means when it is taken letter by letter; `None` for no sentence, several, and half a clue."""
    meaning = interpret(language, (HeardText(text, "typed"),), scope)
    if not isinstance(meaning, Understood):
        return None
    intent = meaning.best.intent
    is_half = isinstance(intent, ClueIntent) and (intent.word is None or intent.number is None)
    return None if is_half else intent


def opinion_of(
    language: Language, texts: Sequence[str], scores: Sequence[float], scope: Scope, *, agreed: str | None = None
) -> Opinion:
    """Read the texts that a second ear weighed; `agreed` is one that both ears write without a limit."""
    best = max(scores, default=0.0)
    found: dict[Intent, Candidate] = {}
    for text, score in zip(texts, scores, strict=True):
        intent, cost = read_phrase(language, text, scope), round(best - score, 4)
        if intent is not None and (intent not in found or cost < found[intent].cost):
            found[intent] = Candidate(intent, cost, text)
    other = agreed is not None and read_phrase(language, agreed, scope) is None
    return Opinion(found, is_noise=best < LEAST, other=other)


def combine(language: Language, first: Meaning, limited: Intent | None, second: Opinion) -> Meaning:
    """The meaning after both ears have been heard; `limited` is what the first one's phrase says."""
    choice = second.best
    is_clear = choice is not None and choice.cost <= _most_loss(second) and second.lead(choice.intent) >= _lead(choice)
    match first:
        case Understood(best=best) if _is_weighty(language, best.intent):
            return _checked(first, second, choice if is_clear else None)
        case Understood(best=best, sure=False) if choice and is_clear and choice.intent == best.intent:
            return _agreed(choice)
        case Ambiguous(candidates=candidates) if choice and is_clear:
            return _agreed(choice) if any(each.intent == choice.intent for each in candidates) else first
        case NotUnderstood() if limited is not None:
            return _added(first, limited, second)
        case _:
            return first


def _lead(choice: Candidate) -> float:
    return CLUE_LEAD if isinstance(choice.intent, ClueIntent) else LEAD


def _most_loss(second: Opinion) -> float:
    return OTHER if second.other else LOSS


def _checked(first: Understood, second: Opinion, clear: Candidate | None) -> Meaning:
    """An act confirmed, questioned, or left as it is; `clear` is the second ear's choice if it has one."""
    own = second.scores.get(first.best.intent)
    if clear is not None and clear.intent == first.best.intent:
        return Understood(Candidate(first.best.intent, AGREED, first.best.heard))
    if clear is not None and clear.intent != first.best.intent:
        return Ambiguous((first.best, clear))
    if own is None or own.cost > (OTHER if second.other else VETO):
        return replace(first, sure=False)
    return first


def _added(first: NotUnderstood, limited: Intent, second: Opinion) -> Meaning:
    """An act that the first ear heard but did not believe: believed, asked about, or still not.

    So is another one that only the second ear heard, but very clearly: it is asked about.
    """
    if second.is_noise:
        return first
    own, lead = second.scores.get(limited), second.lead(limited)
    if own is not None and own.cost <= (OTHER if second.other else ADDED_LOSS) and lead >= -BEHIND:
        return Understood(Candidate(limited, AGREED, own.heard), sure=lead >= LEAD)
    choice = second.best
    if choice is not None and choice.cost <= CLEAR_LOSS and second.lead(choice.intent) >= CLEAR_LEAD:
        return Understood(Candidate(choice.intent, AGREED, choice.heard), sure=False)
    return first


def _agreed(choice: Candidate) -> Understood:
    return Understood(Candidate(choice.intent, AGREED, choice.heard))


def _is_weighty(language: Language, intent: Intent) -> bool:
    return language.costs.classes[intent.name] in _WEIGHTY
