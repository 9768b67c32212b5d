"""What a recording says, without a game: every utterance and what the referee would take it for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from voiceduet.asr.listener import Listener, ListenEvent
from voiceduet.asr.ports import Hypothesis, PhraseSet, Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.engine.key import Identity
from voiceduet.grammar.intents import Intent, TouchIntent
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood, candidates_of
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.hearing import TableHearing

PHASES_TOGETHER = (
    (ScopeName.GUESS, ScopeName.SUDDEN_DEATH, ScopeName.COLOUR, ScopeName.RULING),
    (ScopeName.CLUE,),
)
"""The phases that are tried when none is named. Those of a group share one limited grammar, so that their sentences
compete; the open slot of the clue is heard apart. Of equal readings the first wins."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One utterance in the phase that makes most of it."""

    utterance: Utterance
    scope: Scope
    meaning: Meaning

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """What may have been meant, best first; empty when nothing."""
        return candidates_of(self.meaning)


class RecordingReader:
    """Hears recordings in one phase, or in the grammars of all phases at once."""

    def __init__(
        self,
        make_listener: Callable[[], Listener],
        hearing: TableHearing,
        table: TableWords,
        phase: ScopeName | None = None,
    ) -> None:
        self._hearing = hearing
        self._groups: list[tuple[Listener, list[Scope]]] = []
        for names in ((phase,),) if phase else PHASES_TOGETHER:
            scopes = [Scope(name, table) for name in names]
            listener = make_listener()
            listener.set_phrases(_union([hearing.phrases(scope) for scope in scopes]))
            self._groups.append((listener, scopes))

    def read(self, source: FileSource) -> Iterator[Reading]:
        """Yield the utterances of a recording; sound without words is passed over. May raise `SourceError`."""
        for listener, _ in self._groups:
            listener.drop()
        heard: list[list[Utterance]] = [[] for _ in self._groups]
        for frame in source.frames():
            _add(heard, [listener.feed(frame) for listener, _ in self._groups])
            if any(heard) and not any(listener.is_waiting for listener, _ in self._groups):
                yield from self._readings(heard)
                heard = [[] for _ in self._groups]
        _add(heard, [listener.finish() for listener, _ in self._groups])
        yield from self._readings(heard)

    def _readings(self, heard: Sequence[Sequence[Utterance]]) -> Iterator[Reading]:
        """The best readings of what each listener heard; one may take for one utterance what another takes for two."""
        for start_s, end_s in _stretches([each for utterances in heard for each in utterances]):
            ways = [
                [self._reading(each, scopes) for each in utterances if start_s <= each.start_s < end_s]
                for utterances, (_, scopes) in zip(heard, self._groups, strict=True)
            ]
            yield from min(filter(None, ways), key=lambda readings: min(map(_doubt, readings)))

    def _reading(self, utterance: Utterance, scopes: Sequence[Scope]) -> Reading:
        readings = [Reading(utterance, scope, self._hearing.understand(utterance, scope)) for scope in scopes]
        return min(readings, key=_doubt)


def _add(heard: Sequence[list[Utterance]], events: Sequence[Sequence[ListenEvent]]) -> None:
    """Keep the utterances with words, a list for each listener."""
    for known, new in zip(heard, events, strict=True):
        known += [event for event in new if isinstance(event, Utterance) and event.n_best]


def _stretches(utterances: Sequence[Utterance]) -> list[tuple[float, float]]:
    """From when to when somebody spoke, in stream time, as far as utterances overlap."""
    found: list[tuple[float, float]] = []
    for start_s, end_s in sorted((each.start_s, each.end_s) for each in utterances):
        if found and start_s < found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end_s))
        else:
            found.append((start_s, end_s))
    return found


def _union(sets: Sequence[PhraseSet]) -> PhraseSet:
    """All that may be heard in several scopes."""
    phrases = dict.fromkeys(phrase for each in sets for phrase in each.phrases)
    richest = max(sets, key=lambda each: len(each.open_words))
    wants_open = any(each.wants_open for each in sets)
    name = sets[0].scope if len(sets) == 1 else "all"
    open_ = (richest.open_words, richest.beside_open, richest.open_frames)
    return PhraseSet(name, tuple(phrases), wants_open, *open_)


def _doubt(reading: Reading) -> tuple[int, float]:
    """How far a reading is from being acted upon; of equals the first phase wins."""
    match reading.meaning:
        case Understood(best=best, sure=sure):
            return (0 if sure else 1, best.cost)
        case Ambiguous(candidates=candidates):
            return (1, candidates[0].cost)
        case NotUnderstood(addressed=addressed):
            return (2 if addressed else 3, 0.0)


def describe_reading(file: Path, reading: Reading) -> dict[str, Any]:
    """A reading as `voiceduet hear --json` prints it.

    `text` is what the meaning rests on, else the best of the open ear; `confidence` the lowest of its words, `null`
    where the recogniser gives none. `outcome` says whether the referee would act on `intent`.
    """
    utterance, candidates = reading.utterance, reading.candidates
    text = candidates[0].heard if candidates else _shown(reading)
    texts = dict.fromkeys(hypothesis.text for hypothesis in utterance.n_best)
    return {
        "file": str(file),
        "start": round(utterance.start_s, 3),
        "end": round(utterance.end_s, 3),
        "text": text,
        "confidence": _confidence(utterance.n_best, text),
        "alternatives": [other for other in texts if other != text],
        "intent": candidates[0].intent.name if candidates else None,
        "slots": describe_slots(candidates[0].intent, reading.scope.table.board) if candidates else {},
        "outcome": _outcome(reading.meaning),
        "phase": reading.scope.name.value if candidates else None,
        "candidates": [
            {"intent": each.intent.name, "slots": describe_slots(each.intent, reading.scope.table.board)}
            for each in candidates[1:]
        ],
    }


def describe_slots(intent: Intent, board: Sequence[str]) -> Mapping[str, Any]:
    """An intent's slots as JSON values, without the empty ones; a touch also names its word."""
    slots = {name: _plain(value) for name, value in asdict(intent).items() if value is not None and value is not False}
    if isinstance(intent, TouchIntent):
        return {"word": board[intent.index].lower(), **slots}
    return slots


def _plain(value: object) -> object:
    if isinstance(value, Identity):
        return value.name.lower()
    return value.value if isinstance(value, Enum) else value


def _shown(reading: Reading) -> str:
    match reading.meaning:
        case NotUnderstood(heard=heard) if heard:
            return heard
        case _:
            return reading.utterance.n_best[0].text


def _confidence(hypotheses: Sequence[Hypothesis], text: str) -> float | None:
    for hypothesis in hypotheses:
        known = [word.confidence for word in hypothesis.words if word.confidence is not None]
        if hypothesis.text == text and known:
            return round(min(known), 3)
    return None


def _outcome(meaning: Meaning) -> str:
    match meaning:
        case Understood(sure=sure):
            return "understood" if sure else "unsure"
        case Ambiguous():
            return "ambiguous"
        case NotUnderstood():
            return "not_understood"
