"""A second ear that hears alone, as a `Recognizer`: for languages without a model for the first one.

It answers after the end of the utterance and takes longer than the first ear, so there are no partial texts.
"""

from __future__ import annotations

import difflib
import math
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from voiceduet.asr.ports import UNKNOWN_WORD, AudioFrame, Ear, Hypothesis, PhraseSet, RecognizedWord
from voiceduet.asr.second.ports import SecondEar, SecondEarFault

WEIGHED = 20
"""So many phrases are weighed, those spelled most like the free text."""
LOSS = 5.0
"""Natural logarithm: a phrase that is so much less likely than another text was not said."""
DOUBT = 4.0
"""So much less likely, and the confidence falls to a third."""
LEAST = -10.0
"""Natural logarithm, of the likeliest text: noise is given sentences too, but unlikely ones."""
LEAST_OF_A_CLUE = -14.0
"""The same for a clue: its number would rather be written as a digit."""
N_BEST = 10


def _ignore(text: str) -> None:
    del text


class OnlyEar:
    """Both ears of a table in one: the likeliest phrase is the limited ear's, all texts weighed are the open ear's."""

    def __init__(self, ear: SecondEar, report: Callable[[str], None] = _ignore) -> None:
        """`report` is told when an utterance could not be heard."""
        self._ear = ear
        self._report = report
        self._phrases = PhraseSet("", ())
        self._frames: list[AudioFrame] = []

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard. Only between utterances."""
        self._phrases = phrases

    def accept(self, frame: AudioFrame) -> str | None:
        """Take a frame; there is no partial text."""
        self._frames.append(frame)
        return None

    def finish(self) -> tuple[Hypothesis, ...]:
        """Close the utterance and return its hypotheses, best first; none when the ear had no answer in time."""
        sound = b"".join(frame.samples for frame in self._frames)
        self.reset()
        if not sound:
            return ()
        try:
            freely = self._ear.listen(sound)
            near = nearest(freely, self._phrases.phrases, WEIGHED) if freely else ()
            numbered = with_numbers(freely, self._phrases.beside_open)
            texts = tuple(dict.fromkeys((freely, *near, *numbered))) if freely else ()
            least = LEAST_OF_A_CLUE if self._phrases.beside_open else LEAST
            return ranked(texts, self._ear.weigh(texts), frozenset(near), least)
        except SecondEarFault as fault:
            self._report(str(fault))
            return ()

    def reset(self) -> None:
        """Drop what was heard so far."""
        self._frames.clear()


class AnyWords:
    """The vocabulary of a model that spells by syllables: there is no word that it lacks."""

    def unknown_words(self, words: Iterable[str]) -> tuple[str, ...]:
        """None."""
        del words
        return ()


def nearest(text: str, phrases: Sequence[str], count: int) -> tuple[str, ...]:
    """The phrases spelled most like a text; Korean by its letters, not its syllables."""
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(_letters(text))

    def likeness(phrase: str) -> float:
        matcher.set_seq1(_letters(phrase))
        return matcher.ratio()

    return tuple(sorted(phrases, key=likeness, reverse=True)[:count])


def _letters(text: str) -> str:
    return unicodedata.normalize("NFD", text.replace(" ", ""))


def with_numbers(text: str, numbers: Sequence[str]) -> tuple[str, ...]:
    """A clue's free text with each number in the place of its last word («breakfast free» for "breakfast three")."""
    head, _, _ = text.rpartition(" ")
    return tuple(f"{head} {number}" for number in numbers if " " not in number) if head else ()


def ranked(
    texts: Sequence[str], scores: Sequence[float], phrases: frozenset[str], least: float = LEAST
) -> tuple[Hypothesis, ...]:
    """Weighed texts as hypotheses: the likeliest phrase, or the unknown word where none fits, then all by likelihood.

    Empty when no text is likely enough to have been said.
    """
    order = sorted(zip(texts, scores, strict=True), key=lambda pair: -pair[1])
    if not order or order[0][1] < least:
        return ()
    best = order[0][1]
    said, score = next((pair for pair in order if pair[0] in phrases), (UNKNOWN_WORD, best))
    if best - score > LOSS:
        said, score = UNKNOWN_WORD, best
    confidence = math.exp((score - best) / DOUBT)
    words = tuple(RecognizedWord(word, confidence, 0.0, 0.0) for word in said.split())
    open_ear = (Hypothesis(text, Ear.OPEN, score=likelihood) for text, likelihood in order[:N_BEST])
    return (Hypothesis(said, Ear.LIMITED, words), *open_ear)
