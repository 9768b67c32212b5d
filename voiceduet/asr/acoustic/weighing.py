"""How likely it is that one of a list of phrases was said, and not another word in its place or any other speech."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from voiceduet.asr.acoustic.model import AcousticModel
from voiceduet.asr.acoustic.paths import (
    NEVER,
    PhoneTree,
    any_phones,
    said_after,
    said_before,
    silence_after,
    silence_before,
    tree_scores,
)
from voiceduet.asr.arrays import Floats, Integers, np
from voiceduet.asr.ports import UNKNOWN_WORD

HOPELESS = 13.0
"""So much less likely than other speech, and a phrase is not looked at any further."""
RIVAL = 5.0
"""So much less likely than the likeliest phrase at most, and in a phrase too each word is compared with all others."""
MOST_RIVALS = 1
OPEN_PLACE = 10
"""A place that so many phrases fill with different words tells something: any other word is as likely there."""
FIXED_PLACE = -1.0
"""Natural logarithm: how likely each common word is where the phrases always say the same (the verb of a touch)."""


@dataclass(frozen=True, slots=True)
class WeighedPhrase:
    """A phrase, and the natural logarithm of its share of all that may have been said; 0 is certain."""

    text: str
    share: float


_Place: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The words before and after it."""


class PhraseList:
    """Phrases prepared for weighing; those with a word that the model lacks are left out."""

    def __init__(self, model: AcousticModel, phrases: Sequence[str]) -> None:
        ways = [(place, way) for place, phrase in enumerate(phrases) for way in model.lexicon.of_phrase(phrase)]
        self.texts = tuple(phrases)
        self._tree = PhoneTree.of(way for _, way in ways)
        self._owners: Integers = np.array([place for place, _ in ways], np.intp)
        self._filling: dict[_Place, set[str]] = defaultdict(set)
        for phrase in phrases:
            for before, after in _places(phrase):
                words = phrase.split()[len(before) : -len(after) or None]
                self._filling[before, after].add(" ".join(words))
        self._model = model

    def weigh(self, answers: Floats, most: int) -> tuple[WeighedPhrase, ...]:
        """The likeliest phrases, `most` at most, and all other speech together as `UNKNOWN_WORD`; best first.

        Other speech alone where it is far likelier than every phrase; nothing where there is no sound or no phrase.
        """
        if not len(answers) or not len(self._owners):
            return ()
        scores = np.full(len(self.texts), NEVER, np.float32)
        alone = silence_before(answers), silence_after(answers)
        np.maximum.at(scores, self._owners, tree_scores(answers, self._tree, *alone))
        unknown = any_phones(answers, self._model.follow)
        ranked = np.argsort(-scores, kind="stable")[: max(most, 1 + MOST_RIVALS)]
        if scores[ranked[0]] < unknown - HOPELESS:
            return (WeighedPhrase(UNKNOWN_WORD, 0.0),)
        near = scores[ranked[0]] - RIVAL
        looked_at = [self.texts[place] for place in ranked[: 1 + MOST_RIVALS] if scores[place] >= near]
        other = float(np.logaddexp.reduce([unknown, *self._in_place(answers, looked_at)]))
        total = float(np.logaddexp.reduce([other, *scores]))
        shares = [WeighedPhrase(self.texts[place], float(scores[place]) - total) for place in ranked[:most]]
        return tuple(sorted((*shares, WeighedPhrase(UNKNOWN_WORD, other - total)), key=lambda each: -each.share))

    def _in_place(self, answers: Floats, phrases: Sequence[str]) -> Iterator[float]:
        """For each place of a word in these phrases: the logarithm of the sum of all others there."""
        for place in dict.fromkeys(place for phrase in phrases for place in _places(phrase)):
            filling = self._filling[place]
            is_open = len(filling) >= OPEN_PLACE
            others = self._model.others if is_open else self._model.common
            scores = tree_scores(answers, others.tree, *self._around(answers, *place))
            fit = np.array([word not in filling for word in others.words])
            likely = 0.0 if is_open else FIXED_PLACE
            yield likely + float(np.logaddexp.reduce(scores, where=fit, initial=NEVER))

    def _around(self, answers: Floats, before: Sequence[str], after: Sequence[str]) -> tuple[Floats, Floats]:
        lexicon = self._model.lexicon
        starts = [said_before(answers, way) for way in lexicon.of_phrase(" ".join(before))] or [silence_before(answers)]
        ends = [said_after(answers, way) for way in lexicon.of_phrase(" ".join(after))] or [silence_after(answers)]
        return np.maximum.reduce(starts), np.maximum.reduce(ends)


def _places(phrase: str) -> Iterator[_Place]:
    """Each word's place, and that of a single word in place of the whole phrase."""
    words = tuple(phrase.split())
    yield (), ()
    if len(words) > 1:
        yield from ((words[:place], words[place + 1 :]) for place in range(len(words)))
