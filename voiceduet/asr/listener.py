"""Frames in, utterances out: gate, speech activity, endpointing and the ears put together."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol, TypeAlias

from voiceduet.asr.endpointing import Endpointer, EndpointSignal
from voiceduet.asr.gate import MicGate
from voiceduet.asr.halves import Half, ends_of, half_of, may_be_number, may_be_one
from voiceduet.asr.ports import (
    AudioFrame,
    Endpoint,
    Hypothesis,
    PhraseSet,
    Recognizer,
    Utterance,
)
from voiceduet.asr.samples import level_db

PAUSE_S = 0.24
"""Silence after which an utterance may be over; so much of it is kept behind the last speech."""
GAP_S = 0.5
"""Where so much of the stream is missing, what was said before and after it is not one utterance."""


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

    An utterance that may be only a first half (`halves`) is kept back for a while. What is said meanwhile may be the
    second: the end of a phrase, which the ears may hear too, or the number of a clue, which they hear again together
    with the clue; the utterance knows what it may belong to. Where nothing is said, and neither a closed gate nor other
    phrases put an end to it, the first half comes out at last.

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
        self._half: Half | None = None
        self._between: tuple[Utterance, ...] = ()
        self._end_s: float | None = None
        self._recent: deque[tuple[AudioFrame, bool]] = deque()
        self._utterance: _Running | None = None

    @property
    def is_in_utterance(self) -> bool:
        """Whether somebody is speaking right now."""
        return self._utterance is not None

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is speaking, or what was said is kept back because more may follow."""
        return self.is_in_utterance or self._half is not None

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
            return self._let_go(frame.start_s - self._endpointer.onset_s)
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
            self._phrases, self._half = phrases, None
            self._ends = ends_of(phrases.phrases)
            self._tell(phrases)

    def _tell(self, phrases: PhraseSet) -> None:
        for recognizer in self._recognizers:
            recognizer.set_phrases(phrases)

    def _keep_back(self, utterance: Utterance) -> tuple[Utterance, ...] | None:
        """Keep an utterance that may be a first half; what comes out instead, `None` where it is whole."""
        half = half_of(utterance, self._phrases, self._ends)
        if half is None or self._waiting_phrases not in (None, self._phrases):
            return None
        earlier, self._between = self._half, ()
        if earlier is not None and earlier.ends is None and may_be_one(earlier.utterance, utterance):
            joined = half_of(self._again(earlier.utterance, utterance), self._phrases, self._ends)
            self._keep(joined or half)
            return () if joined else (earlier.utterance,)
        if earlier is not None and earlier.ends is not None and half.ends is not None:
            known = replace(utterance, after=replace(earlier.utterance, after=None))
            half = replace(half, utterance=known, ends=tuple(dict.fromkeys((*earlier.ends, *half.ends))))
        self._keep(half)
        return ()

    def _keep(self, half: Half | None) -> None:
        """Remember a half, and offer the ends of its phrase."""
        offered = () if self._half is None else self._half.ends or ()
        ends = () if half is None else half.ends or ()
        self._half = half
        if ends != offered:
            self._tell(replace(self._phrases, phrases=(*self._phrases.phrases, *ends)))

    def _let_go(self, now_s: float) -> tuple[Utterance, ...]:
        """What was kept back until now, a moment in stream time; nothing can follow it any more."""
        half = self._half
        if half is None or half.until_s > now_s:
            return ()
        self._keep(None)
        return () if self._between else (half.utterance,)

    def _following(self, utterance: Utterance) -> Utterance:
        """The utterance with what it may be the second half of."""
        half = self._half
        if half is None or not utterance.n_best:
            return utterance
        before, self._between = self._between, (*self._between, utterance)
        if half.ends is not None:
            return replace(utterance, after=half.utterance, between=before)
        self._keep(None)
        is_number = may_be_number(utterance, self._phrases) and may_be_one(half.utterance, utterance)
        return replace(
            utterance, after=half.utterance, joined=self._again(half.utterance, utterance) if is_number else None
        )

    def _again(self, first: Utterance, second: Utterance) -> Utterance:
        """Both as one, heard once more; should that make no sense, the first of them may."""
        for each in (first, second):
            for recognizer in self._recognizers:
                recognizer.accept(AudioFrame(each.sound, each.start_s))
        settled = None if second.settled is None else len(first.sound) + second.settled
        sound = first.sound + second.sound
        return replace(
            second, n_best=self._finished(), start_s=first.start_s, sound=sound, settled=settled, after=first
        )

    def _finished(self) -> tuple[Hypothesis, ...]:
        return tuple(each for recognizer in self._recognizers for each in recognizer.finish())

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
        utterance = Utterance(
            self._finished(),
            running.start_s,
            running.end_s,
            endpoint,
            self._phrases.scope,
            level_db(frame.samples for frame in running.speech),
            b"".join(running.sound),
            running.settled,
        )
        instead = self._keep_back(utterance)
        if instead is not None:
            return instead
        utterance = self._following(utterance)
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
