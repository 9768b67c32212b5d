"""How likely each of many words is between fixed words: a clue before its number.

All words that may stand in the open place are scored at once, as far as they are likely, the common ones as more likely
than the rare. The best of them are then scored in every frame, which tells the fixed words: the number.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import product

from voiceduet.asr.acoustic.lexicon import joined
from voiceduet.asr.acoustic.likely import Around, likely_scores
from voiceduet.asr.acoustic.model import AcousticModel
from voiceduet.asr.acoustic.paths import (
    NEVER,
    Phones,
    PhoneTree,
    any_phones,
    rest_scores,
    said_after,
    said_before,
    silence_after,
    silence_before,
    tree_scores,
)
from voiceduet.asr.acoustic.weighing import FIXED_PLACE, WeighedPhrase, together
from voiceduet.asr.arrays import Floats, Integers, np
from voiceduet.asr.ports import OPEN_PLACE

COMMONNESS = 0.7
"""Power of a word's rank that it is less likely by. Of 126 human nouns, each with a number, 84 come out first; 80 with
0.3 or 1.3."""
AS_COMMON = 300
"""So many most common words are equally likely."""
LOOKED_AT = 12
"""So many words are scored in every frame."""


class FramedWords:
    """Words and the frames that they are said in, prepared for weighing."""

    def __init__(self, model: AcousticModel, words: Sequence[str], frames: Sequence[str]) -> None:
        """`words`: most common first. `frames`: with `OPEN_PLACE` in one place.

        Words, and frames with words, that the model lacks are left out.
        """
        lexicon = model.lexicon
        self._model = model
        self._words = words
        rows, ranks = array("i"), array("i")
        for rank, word in enumerate(words):
            own = lexicon.rows_of(word)
            rows.extend(own)
            ranks.extend([rank] * len(own))
        self._ranks: Integers = np.array(ranks, np.int32)
        self._tree = PhoneTree.of_table(lexicon.table(np.array(rows, np.int32)))
        self._prior: Floats = np.float32(-COMMONNESS) * np.log1p(self._ranks.astype(np.float32) / np.float32(AS_COMMON))
        sides = (tuple(side.strip() for side in frame.split(OPEN_PLACE)) for frame in frames)
        self._sides = [(before, after) for before, after in sides if self._knows(before) and self._knows(after)]
        self._ways = {side: lexicon.of_phrase(side) for pair in self._sides for side in pair}
        self._behind = tuple(dict.fromkeys(after for _, after in self._sides))

    def _knows(self, side: str) -> bool:
        return not side or bool(self._model.lexicon.of_phrase(side))

    def weigh(self, answers: Floats, most: int) -> tuple[WeighedPhrase, ...]:
        """The likeliest words, each in every frame, `most` at most, best first; the lag is known of the first one.

        A share is of all words in this place and of any phones. Nothing where there is no sound, no word or no frame.
        """
        if not len(answers) or not self._sides or not len(self._ranks):
            return ()
        known = any_phones(answers, self._model.follow, rest_scores(answers, self._model.follow))
        scores = likely_scores(answers, self._tree, self._around(answers), known) + self._prior
        total = float(np.logaddexp(known, together(scores)))
        best = np.argsort(-scores, kind="stable")[:LOOKED_AT]
        texts, framed = self._framed(answers, best[scores[best] > NEVER / 2])
        shares = np.minimum(framed - np.float32(total), 0.0)
        ranked = np.argsort(-shares, kind="stable")[:most].tolist()
        lags = {place: self._lag(answers, texts[place], float(framed[place])) for place in ranked[:1]}
        return tuple(WeighedPhrase(" ".join(filter(None, texts[at])), float(shares[at]), lags.get(at)) for at in ranked)

    def _lag(self, answers: Floats, text: tuple[str, str, str], score: float) -> float | None:
        """How much likelier all other words are behind the open word than what the frames have there.

        `score`: of the whole text, with what the word's rank says.
        """
        before, word, after = text
        if not after:
            return None
        lexicon, others = self._model.lexicon, self._model.others
        starts = [said_before(answers, way) for way in self._chained(before, lexicon.of_word(word), "")]
        around = Around(np.maximum.reduce(starts), silence_after(answers), rest_scores(answers, self._model.follow))
        own = score - float(self._prior[self._ranks == self._words.index(word)][0])
        scores = likely_scores(answers, others.tree, around, own)
        scores[others.places(self._behind)] = NEVER
        return FIXED_PLACE + together(scores + others.likely) - own

    def _around(self, answers: Floats) -> Around:
        """What is said around the open word, in any frame."""
        befores = {way for before, _ in self._sides for way in self._ways[before] or ((),)}
        afters = {way for _, after in self._sides for way in self._ways[after] or ((),)}
        before = np.maximum.reduce([said_before(answers, way) for way in sorted(befores)])
        after = said_after(answers, *sorted(afters))
        return Around(before, after, rest_scores(answers, self._model.follow, after))

    def _framed(self, answers: Floats, best: Integers) -> tuple[list[tuple[str, str, str]], Floats]:
        """Words in every frame, and the score of each text with what the word's rank says."""
        lexicon = self._model.lexicon
        priors = {self._words[self._ranks[place]]: float(self._prior[place]) for place in reversed(best.tolist())}
        spoken = {word: lexicon.of_word(word) for word in priors}
        texts = [(before, word, after) for word, (before, after) in product(priors, self._sides)]
        ways = [
            (place, way)
            for place, (before, word, after) in enumerate(texts)
            for way in self._chained(before, spoken[word], after)
        ]
        scores = np.full(len(texts), NEVER, np.float32)
        if ways:
            tree = PhoneTree.of(way for _, way in ways)
            found = tree_scores(answers, tree, silence_before(answers), silence_after(answers))
            np.maximum.at(scores, np.array([place for place, _ in ways], np.intp), found)
            scores += np.array([priors[word] for _, word, _ in texts], np.float32)
        return texts, scores

    def _chained(self, before: str, word: Sequence[Phones], after: str) -> Iterable[Phones]:
        return joined([ways for ways in (self._ways.get(before, ()), word, self._ways.get(after, ())) if ways])
