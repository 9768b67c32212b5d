"""How much one hypothesis is to be doubted, from what all ears heard of the same utterance. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import Intent
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Part, Words
from voiceduet.grammar.slots import UNKNOWN_WORDS

_TABLE_WORDS = frozenset({"board", "word"})
"""Slots that are filled with a word of this table."""
_SPREAD_OVER = 4
_COMPARED = 6
"""So many of the open ear's texts are compared by sound."""


class Doubts:
    """The doubts about the hypotheses of one utterance."""

    def __init__(self, language: Language, heard: Sequence[HeardText]) -> None:
        self._language = language
        self._heard = heard
        self._weights = language.costs.weights
        self._open = [text for text in heard if text.source == "open" and text.text]
        self._best_score = max((text.score for text in self._open if text.score is not None), default=None)
        self.is_typed = any(text.source == "typed" for text in heard)
        """Typed lines are exact."""
        self._has_limited = any(text.source == "limited" for text in heard)

    def least(self, text: HeardText) -> float:
        """What any reading of the text costs at least; cheap to tell."""
        return self._weights.open_only + self.behind(text) if text.source == "open" else 0.0

    def about(self, text: HeardText, parts: Sequence[Part], intent: Intent) -> float:
        """What a reading costs because of what was heard; `parts` are the text's words as the reading cuts them."""
        return self.of_hearing(text, parts) + (self._unconfirmed(intent) if text.source == "open" else 0.0)

    def of_hearing(self, text: HeardText, parts: Sequence[Part]) -> float:
        """The same, whatever the reading means."""
        if text.source == "typed":
            return 0.0
        if text.source == "open":
            return self.least(text) + self._noise
        known = [confidence for confidence in text.confidences if confidence is not None]
        cost = self._weights.confidence * (1.0 - min(known)) if known else self._weights.no_confidence
        return cost + self._disagreement(
            tuple(part.text for part in parts), tuple(part.slot in _TABLE_WORDS for part in parts)
        )

    def _unconfirmed(self, intent: Intent) -> float:
        """What an act costs that only the open ear heard."""
        if not self._language.costs.changes_game(intent.name):
            return 0.0
        return self._weights.unconfirmed if self._has_limited else 0.0

    def ending_distance(self, word: str) -> float | None:
        """How far a card sounds from the nearest last words, as many, of the open ear; `None` when it heard nothing."""
        count = len(word.split())
        ends = (Words.of(text.text).original[-count:] for text in self._open)
        return min((self._language.sounds.distance(word, " ".join(end)) for end in ends if end), default=None)

    def behind(self, text: HeardText) -> float:
        """What a text costs because others of its ear are more likely; nothing for one without words."""
        if not text.text:
            return 0.0
        if text.score is not None and self._best_score is not None:
            return self._weights.score_step * (self._best_score - text.score)
        return self._weights.rank_step * self._open.index(text)

    def may_be_counting(self, text: HeardText) -> bool:
        """Whether some ear heard counting, and no less likely than this text by much."""
        margin = self._language.costs.limits["clue"].margin
        return any(
            other.source == "limited" or self.behind(other) <= self.behind(text) + margin for other in self._counted
        )

    @cached_property
    def is_counting(self) -> bool:
        """Whether counting is what both the limited and the open ear heard best."""
        best = {text.source: text for text in reversed(self._heard)}
        return best.keys() == {"limited", "open"} and all(text in self._counted for text in best.values())

    @cached_property
    def _counted(self) -> tuple[HeardText, ...]:
        counting = self._language.counting
        return tuple(text for text in self._heard if " ".join(Words.of(text.text).folded) in counting)

    @cached_property
    def _noise(self) -> float:
        """How far the open ear's first texts lie from its best one: near for speech, anywhere for noise."""
        sounds, (best, *others) = self._language.sounds, self._open[: _SPREAD_OVER + 1]
        spread = sum(sounds.distance(best.text, other.text) for other in others) / max(1, len(others))
        return self._weights.spread * max(0.0, spread - self._weights.spread_free)

    def _disagreement(self, parts: tuple[str, ...], of_table: tuple[bool, ...]) -> float:
        """How far the limited ear's text sounds from the open ear's nearest one, as a whole and in its board word.

        Fixed words before it («касаюсь») must not hide that another word was said than one of this table.
        """
        weights, sounds = self._weights, self._language.sounds
        least = weights.no_open if not self._open else inf
        for other in self._open[:_COMPARED]:
            whole = sounds.distance(" ".join(parts), other.text)
            cost = weights.disagreement * max(0.0, whole - weights.disagreement_free)
            if cost < least and any(of_table):
                worst = max(far for far, its in zip(sounds.compare(parts, other.text), of_table, strict=True) if its)
                worst += weights.slot_score_step * self._lag(other)
                cost += weights.slot_disagreement * max(0.0, worst - weights.slot_disagreement_free)
            least = min(least, cost)
            if not least:
                break
        return least

    def _lag(self, text: HeardText) -> float:
        """How far a text's score lies behind the best of the open ear that has words."""
        return 0.0 if text.score is None else max(0.0, self._best_worded - text.score)

    @cached_property
    def _best_worded(self) -> float:
        worded = (text for text in self._open if not UNKNOWN_WORDS.issuperset(text.text.split()))
        return max((text.score for text in worded if text.score is not None), default=0.0)
