"""The values and ports of listening. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

SAMPLE_RATE_HZ = 16_000
UNKNOWN_WORD = "[unk]"
"""How a hypothesis of the limited ear spells speech that is in none of its phrases, whatever the model calls it."""


@dataclass(frozen=True, slots=True)
class AudioFrame:
    """A stretch of sound: mono, 16 kHz, 16-bit little-endian."""

    samples: bytes
    start_s: float
    """Stream time of the first sample; never jumps back."""

    @property
    def duration_s(self) -> float:
        """Length in seconds."""
        return len(self.samples) / 2 / SAMPLE_RATE_HZ


class Ear(StrEnum):
    """Which recogniser a hypothesis comes from."""

    LIMITED = "limited"
    """Limited to the phrases of the scope."""
    OPEN = "open"
    """Full vocabulary."""
    WEIGHED = "weighed"
    """The phrases of the scope beside all other speech; scores are natural logarithms of how likely each is."""
    FRAMED = "framed"
    """Open words between fixed ones (a clue and its number) beside all other words there; scores as `WEIGHED`."""
    COUNTER = "counter"
    """What may have been said in place of the likeliest weighed or framed phrase, so that it is not meant («касаюсь не
    стакан»); scores say how much likelier it is than that phrase, natural logarithms above 0."""
    SPELLED = "spelled"
    """Limited to letters; hears only when something is spelled."""
    TYPED = "typed"
    """A typed line: exact."""


@dataclass(frozen=True, slots=True)
class RecognizedWord:
    """One word of a hypothesis."""

    text: str
    confidence: float | None
    """0–1, or `None` where the recogniser gives none. Never a default."""
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One text that may have been said."""

    text: str
    ear: Ear
    words: tuple[RecognizedWord, ...] = ()
    score: float | None = None
    """The recogniser's own figure; ordinal only, comparable within one utterance and one ear."""
    lag: float | None = None
    """Of a weighed phrase: how much likelier other words are in place of one that is always the same there (the verb of
    a touch), of a framed word: in place of its number; a natural logarithm. `None` where that is not known."""


class Endpoint(StrEnum):
    """Why an utterance was closed."""

    SILENCE = "silence"
    TOO_LONG = "too_long"
    END_OF_STREAM = "end_of_stream"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was heard between two silences."""

    n_best: tuple[Hypothesis, ...]
    """Best first within each ear; limited ear first. Empty: sound without words."""
    start_s: float
    end_s: float
    """End of speech in stream time, before the end-of-speech silence."""
    endpoint: Endpoint
    scope: str
    """Name of the scope that was live while it was said."""
    level_db: float | None = None
    """Loudness of the speech in dBFS, `None` when typed."""
    sound: bytes = field(default=b"", repr=False, compare=False)
    """The utterance as an `AudioFrame` has it, from its pre-roll to its last frame; empty when typed."""
    settled: int | None = field(default=None, repr=False, compare=False)
    """How many bytes of the sound have all the speech and a moment of silence; `None` where that is not known."""
    after: Utterance | None = field(default=None, repr=False)
    """What was said shortly before and may be a first half: «касаюсь», a clue word; this may be the second."""
    between: tuple[Utterance, ...] = field(default=(), repr=False)
    """What was said after `after` and before this."""
    joined: Utterance | None = field(default=None, repr=False)
    """Both halves, heard as one; `None` where this is no number."""

    @property
    def spoken(self) -> bytes:
        """The sound without most of the silence after it."""
        return self.sound[: self.settled]


OPEN_PLACE = "*"
"""Stands for the open word in `PhraseSet.open_frames`."""


@dataclass(frozen=True, slots=True)
class PhraseSet:
    """What a limited recogniser may hear, under a name that travels with the utterance."""

    scope: str
    phrases: tuple[str, ...]
    """Complete phrases, lower case, in the recogniser's spelling. Empty: full vocabulary only."""
    wants_open: bool = False
    """The open ear's text is needed too (a clue)."""
    open_words: tuple[str, ...] = ()
    """Words that an open slot may hold, for adapters that can use a large list; may be empty."""
    beside_open: tuple[str, ...] = ()
    """Words that stand beside an open slot (the numbers of a clue); they are more likely than any of `open_words`."""
    open_frames: tuple[str, ...] = ()
    """Fixed words around an open one, with `OPEN_PLACE` for it: «* три»."""
    counters: tuple[tuple[str, str], ...] = ()
    """A beginning of phrases, and what may be said in its place so that the phrase is not meant."""


class Vocabulary(Protocol):
    """What a model can hear at all."""

    def unknown_words(self, words: Iterable[str]) -> tuple[str, ...]:
        """Those of the words, in the recogniser's spelling, that the model lacks; phrases are taken word by word."""


class AudioSource(Protocol):
    """A microphone or a file, already at 16 kHz mono."""

    def frames(self) -> Iterator[AudioFrame]:
        """Yield frames until the stream ends; a microphone blocks between them."""

    def close(self) -> None:
        """Release the device or file; safe to call twice."""


class Recognizer(Protocol):
    """One ear over one stream."""

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard. Only between utterances."""

    def accept(self, frame: AudioFrame) -> str | None:
        """Take a frame; return the partial text when it changed."""

    def finish(self) -> tuple[Hypothesis, ...]:
        """Close the utterance and return its hypotheses, best first."""

    def reset(self) -> None:
        """Drop what was heard so far."""
