"""How far a second ear may be believed when only phrases can be said. Pure.

It says how likely each phrase is, as a natural logarithm. Short, frequent words («да», «нет», «стоп») are likely for it
whatever is said, so that what counts is the gain over how likely a phrase is beforehand. The belief is the logit of a
logistic regression on that gain, on its lead over the best other meaning, on how far the phrase sounds from what all
ears write freely, and on whether the first ear has it too. It was fitted to single nouns of three human voices, half of
them at tables without the word; models/second-ear.md tells where the figures come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from voiceduet.grammar.intents import Intent, TouchIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.scopes import Scope
from voiceduet.grammar.sounds import Sounds
from voiceduet.grammar.tables import table_for

PRESUMED = 0.6
"""So much of what a phrase is likely beforehand is taken off; it was tried from 0 to 1."""
BASE = 0.56
PER_GAIN = 0.41
PER_LEAD = 0.27
PER_DISTANCE = -7.0
IF_HEARD = 2.62
IF_OTHER = -2.49
LEAST_GAIN, MOST_GAIN = -8.0, 10.0
MOST_LEAD = 8.0
MOST_DISTANCE = 0.6
"""Beyond these a figure says nothing more."""
COMPARED = 4
"""So many of the first ear's texts are compared by sound."""
THE_SAME = 0.12
"""Sound distance up to which a text that both ears write is a phrase that was spelled otherwise."""
LIKELIER, ELSEWHERE = 7.5, 0.2
"""Natural logarithm and sound distance: what the second ear writes is so much likelier and sounds so different that it
may be another word than the phrase."""
FIRM = 3.0
"""With so much belief that alone is no reason to ask."""
SHORTER, MISSING = 0.8, 2
"""A phrase that has so many fewer sounds than each text that the ears write, and misses at least two, is only a part of
what was said."""
LONG_AS = 2
"""So many of the first ear's texts are looked at for that."""
RATHER = 2.0
"""So much likelier for the second ear, and what the first ear writes may have been said."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A text that a second ear has weighed; natural logarithms."""

    text: str
    said: float
    """How likely it is to be what was said."""
    presumed: float = 0.0
    """How likely its own words are where nothing is said; 0 for a text that is no phrase."""

    @property
    def gain(self) -> float:
        """How much the sound speaks for it."""
        return self.said - PRESUMED * self.presumed


@dataclass(frozen=True, slots=True)
class Written:
    """What the ears write without a limit, as bare words."""

    second: str
    first: tuple[str, ...]
    """Best first."""

    def is_other(self, weighed: Sequence[tuple[Intent | None, Weighed]]) -> bool:
        """Whether the ears write the same, and it is no phrase."""
        is_phrase = any(text.text == self.second for meant, text in weighed if meant is not None)
        return bool(self.second) and self.second in self.first[:COMPARED] and not is_phrase


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for the phrase that is likeliest."""

    gain: float
    """How much likelier the sound makes it."""
    lead: float
    """How far the best other meaning lies behind it."""
    of_second: float
    of_first: float
    """Sound distance from the nearest text that the second ear, that the first ear writes."""
    is_heard: bool
    """Whether the first ear makes the same of it."""
    is_other: bool
    """Whether both ears write the same text, which is no phrase."""

    @property
    def figures(self) -> tuple[float, float, float, float, float]:
        """Gain, lead and mean distance, as far as they say anything, and the two others as 0 or 1."""
        return (
            min(max(self.gain, LEAST_GAIN), MOST_GAIN),
            min(self.lead, MOST_LEAD),
            (min(self.of_second, MOST_DISTANCE) + min(self.of_first, MOST_DISTANCE)) / 2,
            float(self.is_heard),
            float(self.is_other),
        )

    @property
    def logit(self) -> float:
        """How far it may be believed."""
        weights = (PER_GAIN, PER_LEAD, PER_DISTANCE, IF_HEARD, IF_OTHER)
        return BASE + sum(weight * figure for weight, figure in zip(weights, self.figures, strict=True))


@dataclass(frozen=True, slots=True)
class Belief:
    """The meaning that the second ear chooses."""

    intent: Intent
    text: str
    evidence: Evidence
    is_bare: bool
    """A card that nothing announces."""
    is_part: bool
    """More was said."""
    is_longer: bool
    """One of the ears writes more, with this in it."""
    is_doubted: bool
    """The second ear would rather write, or believe of the first, what does not sound like this."""

    @property
    def logit(self) -> float:
        """How far it may be believed."""
        return self.evidence.logit

    @property
    def is_contradicted(self) -> bool:
        """Whether both ears write the same, and it does not sound like this."""
        return self.evidence.is_other and min(self.evidence.of_second, self.evidence.of_first) > THE_SAME


def own_words(language: Language, text: str, intent: Intent, scope: Scope) -> tuple[str, str]:
    """A phrase cut into what announces a card and the card; one that names no card has no announcement."""
    if not isinstance(intent, TouchIntent) or intent.by_place:
        return "", text
    count = len(table_for(language, scope.table).spellings[intent.index].split())
    words = text.split()
    return " ".join(words[:-count]), " ".join(words[-count:])


def presumed_text(language: Language, text: str, intent: Intent, scope: Scope) -> str:
    """What has to be known beforehand about a phrase: the card itself, however it is announced and declined."""
    if isinstance(intent, TouchIntent) and not intent.by_place:
        return table_for(language, scope.table).spellings[intent.index]
    return text


def belief(
    language: Language,
    weighed: Sequence[tuple[Intent | None, Weighed]],
    written: Written,
    heard: frozenset[Intent],
    scope: Scope,
) -> Belief | None:
    """Choose between phrases, which are the texts with a meaning. `None` where there is none.

    `heard` is what the first ear makes of the utterance.
    """
    best: dict[Intent, Weighed] = {}
    for meant, text in weighed:
        if meant is not None and (meant not in best or text.gain > best[meant].gain):
            best[meant] = text
    if not best:
        return None
    intent = max(best, key=lambda each: best[each].gain)
    phrase = best[intent]
    rival = max((other.gain for each, other in best.items() if each != intent), default=-inf)
    cut = own_words(language, phrase.text, intent, scope)
    evidence = Evidence(
        phrase.gain,
        phrase.gain - rival,
        _distance(language.sounds, cut, (written.second,)),
        _distance(language.sounds, cut, written.first[:COMPARED]),
        intent in heard,
        written.is_other(weighed),
    )
    others = [text for meant, text in weighed if meant is None]
    is_bare = isinstance(intent, TouchIntent) and not intent.by_place and not cut[0]
    sounds = language.sounds
    is_part = (not cut[0] and _is_part(phrase, others, written)) or _is_shorter(sounds, phrase, written)
    is_doubted = _is_doubted(sounds, phrase, cut, others, written, evidence)
    is_longer = any(_is_more(text, phrase.text) for text in (written.second, *written.first[:1]))
    return Belief(intent, phrase.text, evidence, is_bare, is_part, is_longer, is_doubted)


def _is_doubted(
    sounds: Sounds,
    phrase: Weighed,
    cut: tuple[str, str],
    others: Sequence[Weighed],
    written: Written,
    evidence: Evidence,
) -> bool:
    """Whether something else was rather said than the phrase."""
    if cut[0] and min(evidence.of_second, evidence.of_first) > MOST_DISTANCE:
        return True  # neither ear writes anything like the announcement, or like the card
    freely = max((text.said for text in others), default=-inf)
    if freely - phrase.said > LIKELIER and evidence.of_second > ELSEWHERE and evidence.logit < FIRM:
        return True
    rather = (text for text in others if text.text in written.first and text.said - phrase.said > RATHER)
    return any(_distance(sounds, cut, (text.text,)) > THE_SAME for text in rather)


def _is_part(phrase: Weighed, others: Sequence[Weighed], written: Written) -> bool:
    """Whether both ears write the phrase and further words, or the second would rather."""
    longer = [_is_more(text, phrase.text) for text in (written.second, *written.first[:1])]
    rather = (text for text in others if text.said - phrase.said > RATHER)
    return (len(longer) > 1 and all(longer)) or any(_is_more(text.text, phrase.text) for text in rather)


def _is_shorter(sounds: Sounds, phrase: Weighed, written: Written) -> bool:
    """Whether a phrase has clearly fewer sounds than each text that the ears write."""
    lengths = [len(sounds.of(text)) for text in (written.second, *written.first[:LONG_AS]) if text]
    own = len(sounds.of(phrase.text))
    return len(lengths) > 1 and own < SHORTER * min(lengths) and own + MISSING <= min(lengths)


def _is_more(text: str, phrase: str) -> bool:
    """Whether a text has all the words of a phrase, one after the other, and further ones."""
    words = text.replace("-", " ")
    return words != phrase and f" {phrase} " in f" {words} "


def _distance(sounds: Sounds, cut: tuple[str, str], texts: Sequence[str]) -> float:
    """How far a phrase sounds from the nearest text, in its worst part."""
    before, own = cut
    found = (
        max(sounds.compare((before, own), text)) if before else sounds.distance(own, text) for text in texts if text
    )
    return min(found, default=1.0)
