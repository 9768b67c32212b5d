"""What a second ear's opinion does to a meaning. Pure.

It confirms or vetoes what is irrevocable (voice.md, Listening 9): where both ears agree the referee acts, where they
differ it asks, and what neither is sure of is asked or repeated as without it.

Where only phrases can be said it chooses one of them, and is believed as far as `belief` says. A clue's word may be
any: while a clue is awaited, what it finds likeliest is compared with what it would write freely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from voiceduet.grammar.belief import LEAST_GAIN, Belief, Weighed, Written, belief
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent, Intent
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import Language
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName

SURE = 0.5
"""Logit of the belief in a choice that is acted on."""
SURE_ALONE = 2.4
"""The same where the first ear heard nothing of the kind."""
TRUSTED_ALONE = 4.0
"""So far (`Understood.trust`) the first ears are believed in a touch though the second comes to something else."""
TRUSTED_BOTH, SURE_BOTH = 2.5, 0.0
"""Trust and logit: where both ears come to one touch, nothing that the second would rather write speaks against it, if
it heard anything like the touch at all."""
ASKED = 0.0
"""The same for one that is asked about though the first ear alone would be silent."""
QUESTIONED = 0.0
"""With less belief in its choice the second ear knows nothing, and what the first ear is sure of stands."""
HARDLY = -2.0
"""With less belief in what both ears find likeliest, it is asked about."""
LEAD, CLUE_LEAD = 2.0, 4.0
"""While a clue is awaited, natural logarithm: an act, a clue so much likelier than all else is a clear choice."""
LOSS = 12.0
"""So much less likely than what it would write freely, and something else was said than any phrase."""
OTHER = 5.0
"""The same for a text that both ears write."""
VETO = 20.0
"""So much less likely, and an act of the first ear's is asked about."""
AGREED = 0.0
"""Cost of a reading that both ears agree on."""
_CLOSED = frozenset(
    {ScopeName.GUESS, ScopeName.SUDDEN_DEATH, ScopeName.COLOUR, ScopeName.CONFIRM, ScopeName.RULING}
    | {ScopeName.PAUSED, ScopeName.OVER}
)


def chooses_phrases(scope: Scope) -> bool:
    """Whether the phrases are all that can be said."""
    return scope.name in _CLOSED


def is_worth_asking(language: Language, meaning: Meaning, limited: Intent | None) -> bool:
    """Whether a second opinion may change what is done: with acts, and with clues that would be asked about."""
    match meaning:
        case Understood(best=best, sure=sure):
            return language.costs.changes_game(best.intent.name) or (isinstance(best.intent, ClueIntent) and not sure)
        case Ambiguous(candidates=candidates):
            return any(
                language.costs.changes_game(it.intent.name) or isinstance(it.intent, ClueIntent) for it in candidates
            )
        case NotUnderstood():
            return limited is not None and language.costs.changes_game(limited.name)


def read_phrase(language: Language, text: str, scope: Scope) -> Intent | None:
    """What a text means when it is taken letter by letter; `None` for no sentence, several, and half a clue."""
    meaning = interpret(language, (HeardText(text, "typed"),), scope)
    if not isinstance(meaning, Understood):
        return None
    intent = meaning.best.intent
    is_half = isinstance(intent, ClueIntent) and (intent.word is None or intent.number is None)
    return None if is_half else intent


def combine(
    language: Language,
    first: Meaning,
    limited: Intent | None,
    weighed: Sequence[tuple[Intent | None, Weighed]],
    written: Written,
    scope: Scope,
) -> Meaning:
    """The meaning after both ears have been heard.

    `limited` is what the first ear's phrase says; `weighed` are texts with what they mean.
    """
    if chooses_phrases(scope):
        heard = made_of(first, limited)
        choice = belief(language, weighed, written, heard, scope)
        if choice is None:
            return first
        if isinstance(first, Understood) and first.sure:
            return _checked_choice(language, first, choice, frozenset(each for each, _ in weighed))
        return _chosen(first, choice, SURE if choice.intent in heard else SURE_ALONE)
    return _preferred(language, first, Preferences.of(weighed, written))


def made_of(first: Meaning, limited: Intent | None) -> frozenset[Intent]:
    """All that the first ear makes of an utterance."""
    match first:
        case Understood(best=best):
            found: Iterable[Intent] = (best.intent,)
        case Ambiguous(candidates=candidates):
            found = (each.intent for each in candidates)
        case NotUnderstood():
            found = ()
    return frozenset(found) | ({limited} if limited is not None else frozenset())


def _checked_choice(
    language: Language, first: Understood, choice: Belief, weighed: frozenset[Intent | None]
) -> Meaning:
    """What the first ear is sure of, confirmed or questioned."""
    if not language.costs.changes_game(first.best.intent.name):
        return first
    if first.best.intent == choice.intent:
        return replace(first, sure=_is_confirmed(first, choice))
    if choice.logit >= SURE:
        return Ambiguous((first.best, Candidate(choice.intent, AGREED, choice.text)))
    is_trusted = first.trust is None or first.trust >= TRUSTED_ALONE
    return replace(first, sure=is_trusted and choice.logit < QUESTIONED and first.best.intent in weighed)


def _is_confirmed(first: Understood, choice: Belief) -> bool:
    """Whether an act that both ears come to was meant."""
    if choice.is_contradicted or choice.logit < HARDLY or (choice.is_bare and choice.is_part):
        return False
    is_heard = choice.logit >= SURE_BOTH and choice.evidence.gain > LEAST_GAIN and not choice.is_longer
    is_trusted = is_heard and first.trust is not None and first.trust >= TRUSTED_BOTH
    return is_trusted or not (choice.is_bare and choice.is_doubted)


def _chosen(first: Meaning, choice: Belief, sure: float) -> Meaning:
    """What the first ear is not sure of, or did not believe: acted on, asked about, or left as it is."""
    agreed = Candidate(choice.intent, AGREED, choice.text)
    if choice.is_contradicted:
        return first
    if choice.logit >= sure and not (choice.is_part or choice.is_doubted):
        return Understood(agreed)
    if isinstance(first, NotUnderstood) and choice.logit >= ASKED:
        return Understood(agreed, sure=False)
    return first


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the second ear finds likeliest while a clue is awaited."""

    losses: Mapping[Intent, Candidate]
    """The best text of each meaning; cost: how far it lies behind the likeliest text of all, 0 or more."""
    most_loss: float
    """A meaning that lies further behind was not said."""

    @classmethod
    def of(cls, weighed: Sequence[tuple[Intent | None, Weighed]], written: Written) -> Preferences:
        """Rank what was weighed."""
        most = max((text.said for _, text in weighed), default=0.0)
        found: dict[Intent, Candidate] = {}
        for intent, text in weighed:
            loss = round(most - text.said, 4)
            if intent is not None and (intent not in found or loss < found[intent].cost):
                found[intent] = Candidate(intent, loss, text.text)
        return cls(found, OTHER if written.is_other(weighed) else LOSS)

    def clear(self, among: frozenset[Intent] | None = None) -> Candidate | None:
        """The likeliest meaning, if all others lie far behind it; `among`: if it and only these others do."""
        ranked = sorted(self.losses.values(), key=lambda each: each.cost)
        if not ranked or ranked[0].cost > self.most_loss or (among is not None and ranked[0].intent not in among):
            return None
        lead = CLUE_LEAD if isinstance(ranked[0].intent, ClueIntent) else LEAD
        rivals = [each for each in ranked[1:] if among is None or each.intent in among]
        return ranked[0] if not rivals or rivals[0].cost - ranked[0].cost >= lead else None


def _preferred(language: Language, first: Meaning, second: Preferences) -> Meaning:
    """The meaning while a clue is awaited; acts in between are confirmed or questioned, never added."""
    match first:
        case Understood(best=best) if language.costs.changes_game(best.intent.name):
            return _checked(first, second)
        case Understood(best=best, sure=False):
            clear = second.clear()
            return _agreed(clear) if clear is not None and clear.intent == best.intent else first
        case Ambiguous(candidates=candidates):
            clear = second.clear(frozenset(each.intent for each in candidates))
            return first if clear is None else _agreed(clear)
        case _:
            return first


def _checked(first: Understood, second: Preferences) -> Meaning:
    own, clear = second.losses.get(first.best.intent), second.clear()
    if clear is not None and clear.intent == first.best.intent:
        return Understood(Candidate(first.best.intent, AGREED, first.best.heard))
    if clear is not None:
        return Ambiguous((first.best, clear))
    if own is None or own.cost > (OTHER if second.most_loss == OTHER else VETO):
        return replace(first, sure=False)
    return first


def _agreed(choice: Candidate) -> Understood:
    return Understood(Candidate(choice.intent, AGREED, choice.heard))
