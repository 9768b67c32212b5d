"""How well the ear and the grammar hear: a manifest of recordings, measured, beside the bare recogniser."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import Ear, PhraseSet, Recognizer, Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, TableWords
from voiceduet.table.bench_answers import Answer, BenchTable
from voiceduet.table.bench_results import Result, judge, together
from voiceduet.table.hearing import TableHearing
from voiceduet.table.manifests import BOARD_SIZE, BenchRow, words_of

SLOWER = 1.06
"""A clue is repeated more slowly: there is no second recording of it, so the first one is played so."""


@dataclass(frozen=True, slots=True)
class Engine:
    """What hears, and what is measured beside it."""

    listener: Listener
    first: TableHearing
    """Without a second ear."""
    second: TableHearing | None = None
    """The same with it."""
    bare: Recognizer | None = None
    """A recogniser limited to phrases; `None` takes the limited ear's text of the listener."""


@dataclass(frozen=True, slots=True)
class Times:
    """Where the time between the end of speech and the answer goes, seconds."""

    silence: float
    """Until the utterance is closed: the end-of-speech silence."""
    recogniser: float
    """The last frame, with the recognisers' final results."""
    meaning: float
    second_ear: float | None = None
    """`None` where there is none."""
    answer: float | None = None
    """Dialogue, judge and wording; `None` where nothing is said."""
    voice: float | None = None
    """Rendering the first part of the answer; `None` without a voice."""

    @property
    def after_silence(self) -> float:
        """From the end-of-speech decision to the first sample."""
        parts = (self.recogniser, self.meaning, self.second_ear, self.answer, self.voice)
        return sum(part for part in parts if part is not None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one recording came out."""

    row: BenchRow
    result: Result
    """With all ears that there are."""
    first: Result
    """Without the second ear."""
    bare: Result
    """The bare recogniser: limited to the same phrases, its best text taken as it is."""
    heard: str
    bare_heard: str
    length_s: float
    after_read_back: bool | None = None
    """Whether a clue is right after the read-back; `None` for other rows."""
    after_repeat: bool | None = None
    """The same after the read-back and one repeat."""


@dataclass
class BenchReport:
    """The outcome of every recording, and the times."""

    outcomes: list[Outcome] = field(default_factory=list)
    times: list[Times] = field(default_factory=list)
    audio_s: float = 0.0
    work_s: float = 0.0

    @property
    def failures(self) -> tuple[str, ...]:
        """A line for each recording that was not understood."""
        return tuple(
            f"{each.result}: {each.row.path.name} «{each.row.text}» ({each.row.scope}"
            f"{each.row.trial and ', '}{each.row.trial}): {each.heard}"
            for each in self.outcomes
            if each.result is not Result.UNDERSTOOD
        )

    @property
    def real_time_factor(self) -> float:
        """Seconds of work for a second of sound, of all ears of the listener together."""
        return self.work_s / self.audio_s if self.audio_s else 0.0


@dataclass(frozen=True, slots=True)
class _Heard:
    """One utterance and what it was taken for."""

    utterance: Utterance
    first: Meaning
    meaning: Meaning
    times: Times


class Bench:
    """Hears recordings, each at a table of its own words."""

    def __init__(self, engine: Engine, deck: Sequence[str], answer: Answer | None = None) -> None:
        """`answer` answers what was understood, to measure how long that takes; without it there are no such times."""
        self.report = BenchReport()
        self._engine = engine
        self._language = engine.first.language
        self._deck = tuple(deck)
        self._answer = answer

    def run(self, rows: Iterable[BenchRow], tell: Callable[[int], None] = lambda done: None) -> BenchReport:
        """Hear every recording; `tell` is called with the number of those that are done."""
        for number, row in enumerate(rows):
            drawn = random.Random(number).sample(self._deck, BOARD_SIZE + 1)  # noqa: S311 - repeatable boards
            words = words_of(row, self._deck, tuple(drawn))
            scope = Scope(row.scope, TableWords(words, bare_touch=row.bare))
            self.report.outcomes.append(self._outcome(row, scope))
            tell(number + 1)
        return self.report

    def _outcome(self, row: BenchRow, scope: Scope) -> Outcome:
        board = scope.table.board
        source = FileSource(row.path)
        heard = list(self._hear(source, scope))
        silence = Result.MISSED if row.expect else Result.UNDERSTOOD
        result = together(row.expect, [judge(row.expect, each.meaning, board) for each in heard] or [silence])
        first = together(row.expect, [judge(row.expect, each.first, board) for each in heard] or [silence])
        bare_heard = self._bare_text(row.path, scope, heard)
        bare = interpret(self._language, (HeardText(bare_heard, "typed"),), scope)
        outcome = Outcome(
            row,
            result,
            first,
            _at_once(judge(row.expect, bare, board)),
            "; ".join(_shown(each) for each in heard) or "no utterance",
            bare_heard,
            source.length_s,
        )
        if row.expect is None or row.expect["intent"] != ClueIntent.name or row.expect.get("spelled"):
            return outcome
        return self._after_questions(outcome, scope, [each.meaning for each in heard])

    def _after_questions(self, outcome: Outcome, scope: Scope, meanings: Sequence[Meaning]) -> Outcome:
        """Answer the referee's questions with yes and no, and repeat the clue once where that is not enough."""
        expect = outcome.row.expect or {}
        table = BenchTable(self._language.code, scope)
        wanted = (str(expect["word"]), int(expect["number"]))
        read_back = table.ends_right(meanings, wanted)
        if read_back is not None:
            return replace(outcome, after_read_back=read_back, after_repeat=read_back)
        again = self._hear(FileSource(outcome.row.path, slower=SLOWER), table.scope, is_timed=False)
        repeated = table.ends_right([each.meaning for each in again], wanted)
        return replace(outcome, after_read_back=False, after_repeat=bool(repeated))

    def _hear(self, source: FileSource, scope: Scope, *, is_timed: bool = True) -> Iterator[_Heard]:
        engine, report = self._engine, self.report
        engine.listener.drop()
        engine.listener.set_phrases(engine.first.phrases(scope))
        for frame in source.frames():
            began_s = time.perf_counter()
            events = engine.listener.feed(frame)
            took_s = time.perf_counter() - began_s
            report.work_s += took_s
            report.audio_s += frame.duration_s
            for event in events:
                if isinstance(event, Utterance) and event.n_best:
                    heard = self._understand(event, scope, took_s, frame.start_s + frame.duration_s - event.end_s)
                    yield heard
                    if is_timed:
                        report.times.append(heard.times)
        source.close()

    def _understand(self, utterance: Utterance, scope: Scope, recogniser_s: float, silence_s: float) -> _Heard:
        began_s = time.perf_counter()
        first = meaning = self._engine.first.understand(utterance, scope)
        meaning_s = time.perf_counter() - began_s
        second_s: float | None = None
        if self._engine.second is not None:
            began_s = time.perf_counter()
            meaning = self._engine.second.understand(utterance, scope)
            second_s = max(0.0, time.perf_counter() - began_s - meaning_s)
        times = Times(silence_s, recogniser_s, meaning_s, second_s)
        if self._answer is not None:
            answer_s, voice_s = self._answer(meaning, scope)
            times = replace(times, answer=answer_s, voice=voice_s)
        return _Heard(utterance, first, meaning, times)

    def _bare_text(self, path: Path, scope: Scope, heard: Sequence[_Heard]) -> str:
        """The best text of a recogniser that is given the whole recording and everything that may be said."""
        recognizer, offered = self._engine.bare, self._engine.first.phrases(scope)
        if recognizer is None:
            texts = (each.utterance.n_best for each in heard)
            return " ".join(next((e.text for e in best if e.ear is Ear.LIMITED), best[0].text) for best in texts)
        recognizer.set_phrases(PhraseSet(scope.name, (*offered.phrases, *offered.open_words, *offered.beside_open)))
        for frame in FileSource(path).frames():
            recognizer.accept(frame)
        hypotheses = recognizer.finish()
        return hypotheses[0].text if hypotheses else ""


def _at_once(result: Result) -> Result:
    """A bare recogniser does not ask whether it heard rightly; that a part is missing it may say."""
    return Result.WRONG if result is Result.ASKED_WRONG else result


def _shown(heard: _Heard) -> str:
    return f"{_describe(heard.meaning)} <- {[each.text for each in heard.utterance.n_best[:4]]}"


def _describe(meaning: Meaning) -> str:
    match meaning:
        case Understood(best=best, sure=sure):
            return f"{best.intent} cost {best.cost}{'' if sure else ', unsure'}"
        case Ambiguous(candidates=candidates):
            return " or ".join(f"{candidate.intent} cost {candidate.cost}" for candidate in candidates)
        case NotUnderstood():
            return "nothing"
