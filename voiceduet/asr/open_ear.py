"""The open ear: the whole vocabulary, sharpened by a list of the words that an open slot may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from voiceduet.asr.ports import AudioFrame, Ear, Hypothesis, PhraseSet, Recognizer

ABSENT_FROM_SLOT = 8.0
ABSENT_FROM_WHOLE = 12.0
"""Cost of a text that one of the two does not have among its hypotheses, and the most that a low rank costs there. The
whole vocabulary is the better witness: the slot makes a clue of everything."""


class OpenEar:
    """Two recognisers over the same audio, as one: `whole` hears everything, `slot` only likely words.

    The first knows how common words are, the second that a clue is a word and a number. A text is ranked by how far it
    lies behind the best of each, added up; the scores that come out are minus this cost. While `slot` rests (no open
    words) the result is that of `whole`. Where nothing stands beside the open words, every word of an utterance is one
    of them (a dictated row of cards), and `slot` is the better witness.
    """

    def __init__(self, whole: Recognizer, slot: Recognizer, n_best: int = 10) -> None:
        self._whole = whole
        self._slot = slot
        self._n_best = n_best
        self._is_list = False

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard. Only between utterances."""
        self._is_list = not phrases.beside_open
        self._whole.set_phrases(phrases)
        self._slot.set_phrases(phrases)

    def accept(self, frame: AudioFrame) -> str | None:
        """Take a frame; return the partial text of `whole` if it has any."""
        self._slot.accept(frame)
        return self._whole.accept(frame)

    def finish(self) -> tuple[Hypothesis, ...]:
        """Close the utterance and return its hypotheses, best first."""
        return merge(self._whole.finish(), self._slot.finish(), self._n_best, is_list=self._is_list)

    def reset(self) -> None:
        """Drop what was heard so far."""
        self._whole.reset()
        self._slot.reset()


def merge(
    whole: Sequence[Hypothesis], slot: Sequence[Hypothesis], n_best: int, *, is_list: bool = False
) -> tuple[Hypothesis, ...]:
    """Rank the texts of two lists by their added distances from the best of each list.

    `is_list`: all words are open ones, and the two change places.
    """
    if not slot or not whole:
        return (*whole, *slot)
    of_whole, of_slot = ABSENT_FROM_WHOLE, ABSENT_FROM_SLOT
    if is_list:
        of_whole, of_slot = of_slot, of_whole
    behind = ((_behind(whole, of_whole), of_whole), (_behind(slot, of_slot), of_slot))
    texts = dict.fromkeys(each.text for each in (*whole, *slot))
    costs = {text: sum(costs.get(text, absent) for costs, absent in behind) for text in texts}
    ranked = sorted(costs, key=lambda text: costs[text])
    return tuple(Hypothesis(text, Ear.OPEN, score=-costs[text]) for text in ranked[:n_best])


def _behind(hypotheses: Sequence[Hypothesis], most: float) -> Mapping[str, float]:
    """How far each text lies behind the best."""
    best = max(hypothesis.score or 0.0 for hypothesis in hypotheses)
    return {each.text: min(most, best - (each.score or 0.0)) for each in reversed(hypotheses)}
