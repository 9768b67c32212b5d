"""A touch in two breaths: «касаюсь», and after a pause the card. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.touch_belief import MORE_SOUNDS, readings

BEHIND = 6.0
"""So far behind the open ear's best at most it heard what announces a touch."""


def announced(language: Language, heard: Sequence[HeardText]) -> str | None:
    """The beginning of a sentence that was said and nothing else; `None` where the open ear heard something else.

    It may have heard another form of the word. `heard`: all texts, the limited one a beginning.
    """
    beginning = next((text.text for text in heard if text.source == "limited"), "")
    opened = [text for text in heard if text.source == "open" and text.text]
    best = max((text.score for text in opened if text.score is not None), default=0.0)
    near = [text.text for text in opened if text.score is None or best - text.score <= BEHIND]
    return beginning if beginning and any(_is_said(language, beginning, text) for text in near) else None


def may_be_card(language: Language, heard: Sequence[HeardText]) -> bool:
    """Whether the rest was a single word of meaning, so that asking to repeat is polite; not «эээ», nor a remark."""
    opened = next((text.text for text in heard if text.source == "open"), "")
    words = Words.of(opened).folded
    return len(words) == 1 and words[0] not in language.fillers | language.noise | language.chatter


def _is_said(language: Language, beginning: str, text: str) -> bool:
    first, other = beginning.split(maxsplit=1)[0], text.split(maxsplit=1)[0]
    is_longer = len(language.sounds.of(text)) > len(language.sounds.of(beginning)) + MORE_SOUNDS
    return not is_longer and not readings(language, first).isdisjoint(readings(language, other))
