"""What is not meant: «не касаюсь стакан», «касаюсь не стакан», «касались стакана» touch nothing. Pure.

None of the referee's sentences has a negation, but ears that are limited to such sentences drop it. The open ear writes
it, and the weighing one says how much likelier the sentence is with it than without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto

from voiceduet.grammar.heard import HeardText, Share
from voiceduet.grammar.intents import ClueIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.meaning import Meaning, NotUnderstood, Understood

BEHIND = 2.5
"""A negated text so little less likely than the open ear's best makes a question of an act."""
NEGATED, MAYBE_NEGATED = 3.0, 1.5
"""Natural logarithms: so much likelier with a negation than without, and it was not meant; may not have been. Of 87
announced touches of synthetic voices, some in noise, 1.3 at most; of 10 negated ones that were done 4.8 to 13."""


class _Negated(Enum):
    """Where a negation stands."""

    NOT = auto()
    AT_FIRST = auto()
    LATER = auto()


def without_negated(
    language: Language, meaning: Meaning, heard: Sequence[HeardText], counters: Sequence[Share] | None = None
) -> Meaning:
    """The meaning; silence for an act or a clue that was said with a negation, a question where it may have been.

    `counters`: what may have been said in place of the likeliest phrase, and how much likelier that is; `None` where
    nothing was weighed. They know better than the open ear whether a negation stands in the middle.
    """
    if not language.negations or not isinstance(meaning, Understood):
        return meaning
    best = meaning.best
    if not (language.costs.changes_game(best.intent.name) or isinstance(best.intent, ClueIntent)):
        return meaning
    likelier = max((each.share for each in counters or () if has_negation(language, each.text)), default=0.0)
    opened = [text for text in heard if text.source == "open" and text.text]
    first = [text for text in heard if text.source == "limited"] + opened[:1]
    kinds = {_negated(language, text, best.heard) for text in first}
    is_unweighed = counters is None
    if likelier >= NEGATED or _Negated.AT_FIRST in kinds or (is_unweighed and _Negated.LATER in kinds):
        return NotUnderstood(opened[0].text if opened else best.heard, addressed=False)
    most = max((text.score for text in opened if text.score is not None), default=0.0)
    near = [text for text in opened if text.score is None or most - text.score <= BEHIND]
    kinds |= {
        kind for text in near if (kind := _negated(language, text, best.heard)) is _Negated.AT_FIRST or is_unweighed
    }
    is_doubtful = likelier >= MAYBE_NEGATED or not kinds <= {_Negated.NOT}
    return replace(meaning, sure=False) if is_doubtful else meaning


def begins_negated(language: Language, heard: Sequence[HeardText]) -> bool:
    """Whether the open ear's best text begins with a negation."""
    opened = next((Words.of(text.text).folded for text in heard if text.source == "open" and text.text), ())
    return bool(opened) and opened[0] in language.negations


def has_negation(language: Language, text: str) -> bool:
    """Whether a text has one as a word of its own."""
    return not language.negations.isdisjoint(Words.of(text).folded)


def _negated(language: Language, text: HeardText, phrase: str) -> _Negated:
    """Where a text has a negation that is no part of the phrase's sounds, and more sounds: «г не в» is «гнев»."""
    words = [word for word in Words.of(text.text).folded if word not in language.fillers | language.noise]
    sounds = language.sounds
    if len(sounds.of(text.text)) <= len(sounds.of(phrase)):
        return _Negated.NOT
    said, negations = sounds.of(phrase), [sounds.of(negation) for negation in language.negations]
    if words and words[0] in language.negations:
        return _Negated.NOT if any(said.startswith(negation) for negation in negations) else _Negated.AT_FIRST
    is_later = has_negation(language, text.text) and not any(negation in said for negation in negations)
    return _Negated.LATER if is_later else _Negated.NOT
