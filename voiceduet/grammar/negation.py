"""What is not meant: «не касаюсь стакан», «касаюсь не стакан», «касались стакана» touch nothing. Pure.

None of the referee's sentences has a negation, but ears that are limited to such sentences drop it. The open ear writes
it, and the weighing one says how much likelier the sentence is with it than without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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


def without_negated(
    language: Language, meaning: Meaning, heard: Sequence[HeardText], counters: Sequence[Share] = ()
) -> Meaning:
    """The meaning; silence for an act or a clue that was said with a negation, a question where it may have been.

    `counters`: what may have been said in place of the likeliest phrase, and how much likelier that is.
    """
    if not language.negations or not isinstance(meaning, Understood):
        return meaning
    best = meaning.best
    if not (language.costs.changes_game(best.intent.name) or isinstance(best.intent, ClueIntent)):
        return meaning
    likelier = max((each.share for each in counters if has_negation(language, each.text)), default=0.0)
    opened = [text for text in heard if text.source == "open" and text.text]
    limited = [text for text in heard if text.source == "limited"]
    if likelier >= NEGATED or any(_is_negated(language, text, best.heard) for text in (*limited, *opened[:1])):
        return NotUnderstood(opened[0].text if opened else best.heard, addressed=False)
    most = max((text.score for text in opened if text.score is not None), default=0.0)
    near = (text for text in opened if text.score is None or most - text.score <= BEHIND)
    is_doubtful = likelier >= MAYBE_NEGATED or any(_is_negated(language, text, best.heard) for text in near)
    return replace(meaning, sure=False) if is_doubtful else meaning


def has_negation(language: Language, text: str) -> bool:
    """Whether a text has one as a word of its own."""
    return not language.negations.isdisjoint(Words.of(text).folded)


def _is_negated(language: Language, text: HeardText, phrase: str) -> bool:
    """Whether a text has a negation that is no part of the phrase's sounds, and more sounds: «г не в» is «гнев»."""
    words = [word for word in Words.of(text.text).folded if word not in language.fillers | language.noise]
    sounds = language.sounds
    if len(sounds.of(text.text)) <= len(sounds.of(phrase)):
        return False
    said, negations = sounds.of(phrase), [sounds.of(negation) for negation in language.negations]
    if words and words[0] in language.negations:
        return not any(said.startswith(negation) for negation in negations)
    return has_negation(language, text.text) and not any(negation in said for negation in negations)
