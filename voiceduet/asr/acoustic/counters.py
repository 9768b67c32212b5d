"""What may have been said in place of a phrase, so that it is not meant: «касаюсь не стакан», «открывали дверь».

Such texts are compared with the phrase itself, sound by sound and with nothing presumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from voiceduet.asr.acoustic.model import AcousticModel
from voiceduet.asr.acoustic.paths import NEVER, PhoneTree, silence_after, silence_before, tree_scores
from voiceduet.asr.acoustic.weighing import WeighedPhrase
from voiceduet.asr.arrays import Floats, np


class Counters:
    """Beginnings of phrases, and what may stand in their place."""

    def __init__(self, model: AcousticModel, pairs: Sequence[tuple[str, str]]) -> None:
        """`pairs`: a beginning, whole words or nothing, and other words; what the model lacks is left out."""
        self._lexicon = model.lexicon
        self._pairs = tuple(pairs)

    def weigh(self, answers: Floats, phrase: str) -> tuple[WeighedPhrase, ...]:
        """Texts that are likelier than the phrase, best first; the share says how much, a natural logarithm."""
        texts = (phrase, *dict.fromkeys(self._against(phrase)))
        ways = [(place, way) for place, text in enumerate(texts) for way in self._lexicon.of_phrase(text)]
        scores = np.full(len(texts), NEVER, np.float32)
        if len(answers) and ways:
            tree = PhoneTree.of(way for _, way in ways)
            found = tree_scores(answers, tree, silence_before(answers), silence_after(answers))
            np.maximum.at(scores, np.array([place for place, _ in ways], np.intp), found)
        own, *others = scores.tolist()
        likelier = (WeighedPhrase(text, score - own) for text, score in zip(texts[1:], others, strict=True))
        return tuple(sorted((each for each in likelier if own > NEVER and each.share > 0.0), key=lambda it: -it.share))

    def _against(self, phrase: str) -> Iterator[str]:
        words = phrase.split()
        for beginning, other in self._pairs:
            begun = beginning.split()
            if words[: len(begun)] == begun and len(words) > len(begun):
                yield " ".join((other, *words[len(begun) :]))
