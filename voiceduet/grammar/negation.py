"""What is not meant: «не касаюсь стакан» touches nothing. Pure.

No sentence of the referee's begins with a negation, but ears that are limited to such sentences drop it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.meaning import Meaning, NotUnderstood, Understood

BEHIND = 2.5
"""A negated text so little less likely than the open ear's best makes a question of an act."""


def without_negated(language: Language, meaning: Meaning, heard: Sequence[HeardText]) -> Meaning:
    """The meaning; silence where the limited ear or the open one first of all heard a negation before an act.

    Where the open ear heard it nearly as likely, the act is asked about. A phrase that itself begins with the sounds of
    a negation («небо») is left alone.
    """
    if not language.negations or not isinstance(meaning, Understood):
        return meaning
    best = meaning.best
    if not language.costs.changes_game(best.intent.name) or _sounds_negated(language, best.heard):
        return meaning
    opened = [text for text in heard if text.source == "open" and text.text]
    limited = [text for text in heard if text.source == "limited"]
    if any(_is_negated(language, text, best.heard) for text in (*limited, *opened[:1])):
        return NotUnderstood(opened[0].text if opened else best.heard, addressed=False)
    most = max((text.score for text in opened if text.score is not None), default=0.0)
    near = (text for text in opened if text.score is None or most - text.score <= BEHIND)
    return replace(meaning, sure=False) if any(_is_negated(language, text, best.heard) for text in near) else meaning


def _is_negated(language: Language, text: HeardText, phrase: str) -> bool:
    """Whether a text begins with a negation and has more sounds than the phrase: «г не в» is «гнев»."""
    words = Words.of(text.text).folded
    first = next((word for word in words if word not in language.fillers | language.noise), "")
    sounds = language.sounds
    return first in language.negations and len(sounds.of(text.text)) > len(sounds.of(phrase))


def _sounds_negated(language: Language, phrase: str) -> bool:
    sounds = language.sounds
    return any(sounds.of(phrase).startswith(sounds.of(negation)) for negation in language.negations)
