"""An ear that is made, and told what may be heard, in the background: a table need not wait for it to begin."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from voiceduet.asr.ports import AudioFrame, Hypothesis, PhraseSet, Recognizer
from voiceduet.memory import give_back


class LaterEar:
    """A `Recognizer` for one that hears when the utterance is over. Whoever closes an utterance waits for it."""

    def __init__(self, make: Callable[[], Recognizer]) -> None:
        """Begin to make it; what goes wrong is raised when an utterance is closed."""
        self._work = ThreadPoolExecutor(1, "later ear")
        self._making = self._work.submit(make)
        self._told: Future[None] | None = None
        self._frames: list[AudioFrame] = []

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard. Only between utterances."""
        self._told = self._work.submit(self._tell, phrases)

    def _tell(self, phrases: PhraseSet) -> None:
        self._making.result().set_phrases(phrases)
        give_back()

    def accept(self, frame: AudioFrame) -> str | None:
        """Take a frame; there are no partial texts."""
        self._frames.append(frame)
        return None

    def finish(self) -> tuple[Hypothesis, ...]:
        """Close the utterance and return its hypotheses, best first. Raises what making the ear raised."""
        frames, self._frames = self._frames, []
        if self._told is not None:
            self._told.result()
        ear = self._making.result()
        for frame in frames:
            ear.accept(frame)
        return ear.finish()

    def reset(self) -> None:
        """Drop what was heard so far."""
        self._frames = []
