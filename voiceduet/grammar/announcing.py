"""A touch in two breaths: «касаюсь», and after a pause the card. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from voiceduet.engine.words import fold
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import TouchIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Words, slot_key
from voiceduet.grammar.meaning import Meaning, Understood
from voiceduet.grammar.slots import UNKNOWN_WORDS
from voiceduet.grammar.templates import Pattern, Slot
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
    is_whole = bool(beginning) and UNKNOWN_WORDS.isdisjoint(beginning.split())
    return beginning if is_whole and any(_is_said(language, beginning, text) for text in near) else None


def may_be_card(language: Language, heard: Sequence[HeardText]) -> bool:
    """Whether the rest was a single word of meaning, so that asking to repeat is polite; not «эээ», nor a remark."""
    opened = next((text.text for text in heard if text.source == "open"), "")
    words = Words.of(opened).folded
    return len(words) == 1 and words[0] not in language.fillers | language.noise | language.chatter


def _is_said(language: Language, beginning: str, text: str) -> bool:
    first, other = beginning.split(maxsplit=1)[0], text.split(maxsplit=1)[0]
    is_longer = len(language.sounds.of(text)) > len(language.sounds.of(beginning)) + MORE_SOUNDS
    return not is_longer and not readings(language, first).isdisjoint(readings(language, other))


def without_unfinished(language: Language, meaning: Meaning) -> Meaning:
    """The meaning; a touch that may be only the beginning of another is asked about.

    «Касаюсь карты» is one where КАРТА lies on the table, and «касаюсь карты … замок» is another.
    """
    if not isinstance(meaning, Understood) or not isinstance(meaning.best.intent, TouchIntent):
        return meaning
    words = Words.of(meaning.best.heard).folded
    is_beginning = any(words[-len(each) :] == each for each in _announcements(language))
    return replace(meaning, sure=False) if is_beginning else meaning


@lru_cache(maxsize=8)
def _announcements(language: Language) -> frozenset[tuple[str, ...]]:
    """What stands before the card in sentences that announce it with two words and more: «касаюсь карты»."""
    patterns = (
        pattern for entry in language.entries if entry.sentence.intent == TouchIntent.name for pattern in entry.patterns
    )
    return frozenset(each for pattern in patterns if len(each := _before_card(pattern)) > 1)


def _before_card(pattern: Pattern) -> tuple[str, ...]:
    """The fixed words right before the card, without who touches it; none where no card stands last."""
    *words, card = pattern
    if not (isinstance(card, Slot) and slot_key(card.name) == "board"):
        return ()
    return tuple(fold(each) for each in words if isinstance(each, str))
