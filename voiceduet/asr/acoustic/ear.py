"""The weighing ear: which phrase of the scope was said, as likely as it is beside all other speech."""

from __future__ import annotations

from voiceduet.asr.acoustic.counters import Counters
from voiceduet.asr.acoustic.framed import FramedWords
from voiceduet.asr.acoustic.model import AcousticModel
from voiceduet.asr.acoustic.weighing import PhraseList
from voiceduet.asr.ports import UNKNOWN_WORD, AudioFrame, Ear, Hypothesis, PhraseSet

KEPT_LISTS = 4
"""Prepared lists that are kept: the scopes of a game come again and again."""


class WeighingEar:
    """A `Recognizer` that listens when the utterance is over; scores are natural logarithms of shares, 0 is certain."""

    def __init__(self, model: AcousticModel, n_best: int = 8) -> None:
        self._model = model
        self._n_best = n_best
        self._lists: dict[tuple[str, ...], PhraseList] = {}
        self._phrases: tuple[str, ...] = ()
        self._counters = Counters(model, ())
        self._framed: FramedWords | None = None
        self._is_framed = False
        self._open: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._sound: list[bytes] = []

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard. Lists are prepared here, between utterances, not when an answer is awaited."""
        self._phrases = phrases.phrases
        if self._phrases:
            self._list()
        self._counters = Counters(self._model, phrases.counters)
        open_ = phrases.open_words, phrases.open_frames
        self._is_framed = all(open_)
        if self._is_framed and open_ != self._open:
            self._framed, self._open = FramedWords(self._model, *open_), open_

    def accept(self, frame: AudioFrame) -> str | None:
        """Take a frame; there are no partial texts."""
        self._sound.append(frame.samples)
        return None

    def finish(self) -> tuple[Hypothesis, ...]:
        """Close the utterance; the likeliest phrases and, as `UNKNOWN_WORD`, all other speech, best first.

        After them the likeliest open words in their frames, if there are any, and what may have been said in place of
        the likeliest of all, if that is likelier.
        """
        sound = b"".join(self._sound)
        self.reset()
        if not sound or not self._phrases:
            return ()
        answers = self._model.answers(sound)
        found = {Ear.WEIGHED: self._list().weigh(answers, self._n_best)}
        if self._is_framed and self._framed is not None:
            found[Ear.FRAMED] = self._framed.weigh(answers, self._n_best)
        said = [each for weighed in found.values() for each in weighed if each.text != UNKNOWN_WORD]
        if said:
            best = max(said, key=lambda each: each.share)
            found[Ear.COUNTER] = self._counters.weigh(answers, best.text)[: self._n_best]
        return tuple(
            Hypothesis(each.text, ear, score=each.share, lag=each.lag) for ear, all_ in found.items() for each in all_
        )

    def reset(self) -> None:
        """Drop what was heard so far."""
        self._sound = []

    def _list(self) -> PhraseList:
        found = self._lists.pop(self._phrases, None) or PhraseList(self._model, self._phrases)
        self._lists[self._phrases] = found
        if len(self._lists) > KEPT_LISTS:
            del self._lists[next(iter(self._lists))]
        return found
