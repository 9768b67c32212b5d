"""Frames in, utterances out: gate, speech activity, endpointing and the ears put together."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol, TypeAlias

from voiceduet.asr.endpointing import Endpointer, EndpointSignal
from voiceduet.asr.gate import MicGate
from voiceduet.asr.ports import (
    AudioFrame,
    Ear,
    Endpoint,
    Hypothesis,
    PhraseSet,
    Recognizer,
    Utterance,
)
from voiceduet.asr.samples import level_db

PAUSE_S = 0.24
"""Silence after which an utterance may be over; so much of it is kept behind the last speech."""
FOLLOWS_S = 4.0
"""So long after the beginning of a phrase («касаюсь», and then somebody looks for the card) its end may be said."""
GAP_S = 0.5
"""Where so much of the stream is missing, what was said before and after it is not one utterance."""
MANY = 5
"""Where so many words may come next, somebody may have to look for theirs: the cards, the five rows."""


@dataclass(frozen=True, slots=True)
class SpeechStarted:
    """Somebody began to speak."""

    start_s: float


@dataclass(frozen=True, slots=True)
class PartialHypothesis:
    """What the first ear has understood so far. Shows that it listens; never moves the game."""

    text: str


@dataclass(frozen=True, slots=True)
class SpeechPaused:
    """What is being said may be over. If nobody speaks on, this is what the utterance's `spoken` will be."""

    sound: bytes


ListenEvent: TypeAlias = SpeechStarted | PartialHypothesis | SpeechPaused | Utterance


class SpeechDetector(Protocol):
    """Tells speech from the rest, frame by frame."""

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame holds speech."""

    def reset(self) -> None:
        """Forget what was heard; the sound before and after is not connected."""


class Listener:
    """Cuts a stream into utterances and lets every ear hear each of them as it comes.

    An utterance that is only the beginning of a phrase is kept back for `FOLLOWS_S`. What is said meanwhile may be the
    end of the phrase: the ears may hear that too, and the utterance knows what it may belong to. Where nothing is said,
    and neither a closed gate nor other phrases put an end to it, the beginning comes out at last.

    Not thread-safe but for `gate`, which may be replaced from another thread at any time.
    """

    def __init__(
        self, recognizers: Sequence[Recognizer], endpointer: Endpointer, activity: SpeechDetector, gate: MicGate
    ) -> None:
        self.gate = gate
        """Decides whether a frame is heard; a value, so replace it to change it."""
        self._recognizers = tuple(recognizers)
        self._endpointer = endpointer
        self._activity = activity
        self._phrases = PhraseSet("", ())
        self._waiting_phrases: PhraseSet | None = None
        self._ends: Mapping[str, tuple[str, ...]] = {}
        self._begun: Utterance | None = None
        self._is_followed = False
        self._end_s: float | None = None
        self._recent: deque[tuple[AudioFrame, bool]] = deque()
        self._utterance: _Running | None = None

    @property
    def is_in_utterance(self) -> bool:
        """Whether somebody is speaking right now."""
        return self._utterance is not None

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard; while somebody speaks it waits for the end of the utterance."""
        self._waiting_phrases = phrases
        if self._utterance is None:
            self._apply_phrases()

    def feed(self, frame: AudioFrame, now_s: float | None = None) -> tuple[ListenEvent, ...]:
        """Hear one frame; return what happened, in order. An utterance that the stream breaks off is dropped.

        `now_s` is the moment on the gate's clock, by default the frame's own stream time.
        """
        if not self.gate.is_open(frame.start_s if now_s is None else now_s):
            self.drop()
            return ()
        if self._end_s is not None and frame.start_s > self._end_s + GAP_S:
            self.drop()
        self._end_s = frame.start_s + frame.duration_s
        is_speech = self._activity.is_speech(frame)
        self._endpointer, signal = self._endpointer.step(frame.duration_s, is_speech)
        if signal is EndpointSignal.WAITING:
            self._remember(frame, is_speech)
            return self._let_go(frame.start_s - self._endpointer.onset_s - FOLLOWS_S)
        if signal is EndpointSignal.STARTED:
            return self._start(frame)
        events = self._hear(frame, is_speech)
        if signal is EndpointSignal.RUNNING:
            return events
        return (*events, *self._close(Endpoint.SILENCE if signal is EndpointSignal.ENDED else Endpoint.TOO_LONG))

    def finish(self) -> tuple[ListenEvent, ...]:
        """Close the utterance that the end of the stream cuts off, if one is running, or let out what is kept back."""
        events = () if self._utterance is None else self._close(Endpoint.END_OF_STREAM)
        events = events or self._let_go(inf)
        self.drop()
        return events

    def drop(self) -> None:
        """Forget the utterance under way, and what is kept back; nothing comes of it."""
        if self._utterance is not None:
            for recognizer in self._recognizers:
                recognizer.reset()
            self._utterance = None
            self._apply_phrases()
        self._let_go(inf)
        if self._recent or self._endpointer != self._endpointer.reset():
            self._activity.reset()
        self._endpointer = self._endpointer.reset()
        self._recent.clear()

    def _apply_phrases(self) -> None:
        phrases, self._waiting_phrases = self._waiting_phrases, None
        if phrases is not None and phrases != self._phrases:
            self._phrases, self._begun = phrases, None
            self._ends = ends(phrases.phrases)
            self._tell(phrases)

    def _tell(self, phrases: PhraseSet) -> None:
        for recognizer in self._recognizers:
            recognizer.set_phrases(phrases)

    def _keep_back(self, utterance: Utterance) -> bool:
        """Whether an utterance is the beginning of a phrase; then its ends are offered too, beside those of another."""
        following = self._ends.get(_limited(utterance))
        if following is None or self._waiting_phrases not in (None, self._phrases):
            return False
        earlier = None if self._begun is None else replace(self._begun, after=None)
        offered = () if earlier is None else self._ends[_limited(earlier)]
        self._begun, self._is_followed = replace(utterance, after=earlier), False
        self._tell(replace(self._phrases, phrases=(*self._phrases.phrases, *dict.fromkeys((*offered, *following)))))
        return True

    def _let_go(self, before_s: float) -> tuple[Utterance, ...]:
        """What was kept back and ended before a moment in stream time; from now on nothing can follow it."""
        begun = self._begun
        if begun is None or begun.end_s > before_s:
            return ()
        self._begun = None
        self._tell(self._phrases)
        return () if self._is_followed else (begun,)

    def _remember(self, frame: AudioFrame, is_speech: bool) -> None:
        self._recent.append((frame, is_speech))
        while frame.start_s - self._recent[0][0].start_s > self._endpointer.reach_back_s:
            self._recent.popleft()

    def _start(self, frame: AudioFrame) -> tuple[ListenEvent, ...]:
        """Hear what led up to the start, from the pre-roll on; its first speech is where the utterance begins."""
        recent = (*self._recent, (frame, True))
        self._recent.clear()
        first_s = next(each.start_s for each, is_speech in recent if is_speech)
        self._utterance = _Running(first_s)
        from_s = first_s - self._endpointer.settings.pre_roll_s
        heard = [
            event
            for each, is_speech in recent
            if each.start_s + each.duration_s > from_s
            for event in self._hear(each, is_speech)
        ]
        return (SpeechStarted(first_s), *heard[-1:])

    def _hear(self, frame: AudioFrame, is_speech: bool) -> tuple[ListenEvent, ...]:
        running = self._utterance
        if running is None:
            return ()
        if is_speech:
            running.end_s = round(frame.start_s + frame.duration_s, 6)
            running.speech.append(frame)
        running.sound.append(frame.samples)
        partials = [recognizer.accept(frame) for recognizer in self._recognizers]
        events: tuple[ListenEvent, ...] = ()
        if partials and partials[0] is not None:
            events = (PartialHypothesis(partials[0]),)
        return (*events, *self._paused(running, frame, is_speech))

    def _paused(self, running: _Running, frame: AudioFrame, is_speech: bool) -> tuple[SpeechPaused, ...]:
        """Notice that somebody who spoke has been silent for a moment; what was said, no ear may know yet."""
        if is_speech:
            running.settled = None
        elif running.settled is None and frame.start_s + frame.duration_s - running.end_s >= PAUSE_S - 1e-6:
            sound = b"".join(running.sound)
            running.settled = len(sound)
            return (SpeechPaused(sound),)
        return ()

    def _close(self, endpoint: Endpoint) -> tuple[Utterance, ...]:
        """End the utterance under way; nothing comes out yet where it is the beginning of a phrase."""
        running, self._utterance = self._utterance, None
        if running is None:
            raise AssertionError("an utterance is closed only while one is running")
        heard: tuple[Hypothesis, ...] = ()
        for recognizer in self._recognizers:
            heard += recognizer.finish()
        utterance = Utterance(
            heard,
            running.start_s,
            running.end_s,
            endpoint,
            self._phrases.scope,
            level_db(frame.samples for frame in running.speech),
            b"".join(running.sound),
            running.settled,
        )
        if self._keep_back(utterance):
            return ()
        utterance = replace(utterance, after=self._begun)
        self._is_followed = self._is_followed or bool(heard)
        self._apply_phrases()
        return (utterance,)


class _Running:
    """The utterance under way."""

    def __init__(self, start_s: float) -> None:
        self.start_s = start_s
        self.end_s = start_s
        self.speech: list[AudioFrame] = []
        self.sound: list[bytes] = []
        self.settled: int | None = None


def _limited(utterance: Utterance) -> str:
    return next((each.text for each in utterance.n_best if each.ear is Ear.LIMITED), "")


def ends(phrases: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """What phrases begin with where many words may come next, and which is no phrase itself; and what follows it."""
    whole = dict.fromkeys(phrases)
    following: dict[str, dict[str, None]] = defaultdict(dict)
    for phrase in whole:
        words = phrase.split()
        for place in range(1, len(words)):
            following[" ".join(words[:place])][" ".join(words[place:])] = None
    return {
        beginning: tuple(rests)
        for beginning, rests in following.items()
        if beginning not in whole and len({rest.split()[0] for rest in rests}) >= MANY
    }
