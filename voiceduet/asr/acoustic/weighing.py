"""How likely it is that one of a list of phrases was said, and not another word in its place or any other speech."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from voiceduet.asr.acoustic.likely import Around, likely_scores
from voiceduet.asr.acoustic.model import AcousticModel
from voiceduet.asr.acoustic.paths import (
    NEVER,
    PhoneTree,
    any_phones,
    rest_scores,
    said_after,
    said_before,
    silence_after,
    silence_before,
    tree_scores,
)
from voiceduet.asr.arrays import Floats, Integers, np
from voiceduet.asr.ports import UNKNOWN_WORD

HOPELESS = 10.0
"""So much less likely than other speech, and it does not matter how unlikely a phrase is. Nobody asks about one that is
a tenth as likely as this."""
RIVAL = 5.0
"""So much less likely than the likeliest phrase at most, and in a phrase too each word is compared with all others."""
MOST_RIVALS = 1
OPEN_PLACE = 10
"""A place that so many phrases fill with different words tells something: any other word is as likely there."""
FIXED_PLACE = -1.0
"""Natural logarithm: how likely other words are where the phrases always say the same (the verb of a touch)."""


@dataclass(frozen=True, slots=True)
class WeighedPhrase:
    """A phrase, and the natural logarithm of its share of all that may have been said; 0 is certain."""

    text: str
    share: float
    lag: float | None = None
    """How much likelier all other words are in place of one that is always the same, in its worst place: a natural
    logarithm. `None` where there is no such place, or nobody needs to know."""


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

        Nothing where there is no sound or no phrase. Where other speech is far likelier than every phrase the shares
        of phrases are no more than at most: not all of the others were scored.
        """
        if not len(answers) or not len(self._owners):
            return ()
        scores = np.full(len(self.texts), NEVER, np.float32)
        alone = silence_before(answers), silence_after(answers)
        np.maximum.at(scores, self._owners, tree_scores(answers, self._tree, *alone))
        ranked = np.argsort(-scores, kind="stable")[: max(most, 1 + MOST_RIVALS)]
        near = scores[ranked[0]] - RIVAL
        looked_at = [self.texts[place] for place in ranked[: 1 + MOST_RIVALS] if scores[place] >= near]
        said, other = together(scores), float(NEVER)
        fixed: dict[_Place, float] = {}
        for place, score in self._others(answers, looked_at, said):
            other = float(np.logaddexp(other, score))
            if place is not None and not self._is_open(place):
                fixed[place] = score
            if scores[ranked[0]] < other - HOPELESS:
                break
        total = float(np.logaddexp(other, said))
        found = [(self.texts[place], float(scores[place])) for place in ranked[:most]]
        shares = [WeighedPhrase(text, score - total, _lag(text, score, fixed)) for text, score in found]
        return tuple(sorted((*shares, WeighedPhrase(UNKNOWN_WORD, other - total)), key=lambda each: -each.share))

    def _others(self, answers: Floats, phrases: Sequence[str], said: float) -> Iterator[tuple[_Place | None, float]]:
        """Scores of any phones, and for each place of a word in these phrases of all others there; quickest first.

        `said`: score of all phrases together.
        """
        rest = rest_scores(answers, self._model.follow)
        yield None, (known := any_phones(answers, self._model.follow, rest))
        known = max(known, said)
        places = dict.fromkeys(place for phrase in phrases for place in _places(phrase))
        for place in sorted(places, key=self._is_open):
            score = self._in_place(answers, place, known)
            known = max(known, score)
            yield place, score

    def _is_open(self, place: _Place) -> bool:
        return len(self._filling[place]) >= OPEN_PLACE

    def _in_place(self, answers: Floats, place: _Place, known: float) -> float:
        """The logarithm of the sum of all other words in a place. `known`: a score that is likely."""
        others = self._model.others
        scores = likely_scores(answers, others.tree, self._around(answers, *place), known)
        scores[others.places(self._filling[place])] = NEVER
        scores += others.likely
        return (0.0 if self._is_open(place) else FIXED_PLACE) + together(scores)

    def _around(self, answers: Floats, before: Sequence[str], after: Sequence[str]) -> Around:
        lexicon = self._model.lexicon
        starts = [said_before(answers, way) for way in lexicon.of_phrase(" ".join(before))] or [silence_before(answers)]
        end = said_after(answers, *lexicon.of_phrase(" ".join(after)))
        return Around(np.maximum.reduce(starts), end, rest_scores(answers, self._model.follow, end))


def together(scores: Floats) -> float:
    """The logarithm of the sum of what they are logarithms of."""
    most = float(scores.max())
    return most + float(np.log(np.exp(scores - np.float32(most)).sum(dtype=np.float64)))


def _lag(phrase: str, score: float, fixed: Mapping[_Place, float]) -> float | None:
    return max((fixed[place] - score for place in _places(phrase) if place in fixed), default=None)


def _places(phrase: str) -> Iterator[_Place]:
    """Each word's place, and that of a single word in place of the whole phrase."""
    words = tuple(phrase.split())
    yield (), ()
    if len(words) > 1:
        yield from ((words[:place], words[place + 1 :]) for place in range(len(words)))
