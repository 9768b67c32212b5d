"""What a bench found, as tables for people and as JSON for programs. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from voiceduet.table.bench import BenchReport, Outcome, Times
from voiceduet.table.bench_results import Result


def _kind(outcome: Outcome) -> str:
    row = outcome.row
    return f"{row.group} (human)" if row.is_human and not row.kind.startswith("human") else row.group


def _speech(outcome: Outcome) -> str:
    return "human" if outcome.row.is_human else "synthetic"


GROUPS: Mapping[str, Callable[[Outcome], str]] = {
    "kind": _kind,
    "speech": _speech,
    "voice": lambda each: f"{_speech(each)}: {each.row.voice or '?'}",
    "surroundings": lambda each: each.row.noise or "clean",
}
"""By what the outcomes are counted."""
STAGES = {
    "silence": "until the utterance is closed",
    "recogniser": "last frame, final results",
    "meaning": "meaning",
    "second_ear": "second ear",
    "answer": "dialogue, judge, wording",
    "voice": "rendering the first part",
    "after_silence": "from the decision to the first sample",
}
"""Parts of the time to an answer, in order; the last is the sum of those after the silence."""
_WAYS: Mapping[str, Callable[[Outcome], Result]] = {
    "voiceduet": lambda each: each.result,
    "first ear": lambda each: each.first,
    "bare": lambda each: each.bare,
}


@dataclass(frozen=True, slots=True)
class Surrounding:
    """What is measured of the program as a whole."""

    engine: str
    second_ear: str | None
    load_s: float
    """Loading model and grammar."""
    memory_mb: float | None
    """Greatest memory of the measuring process so far."""
    start_s: float | None = None
    """From nothing to listening, of a `voiceduet play` that hears a recording."""
    start_cpu_s: float | None = None
    """Processor time of it, which other programs on the machine do not lengthen."""
    listening_mb: float | None = None
    """Greatest memory of that process."""


def counted(outcomes: Iterable[Outcome], by: str, way: str) -> dict[str, Counter[Result]]:
    """Results by group, in the order of the recordings; voices and speech leave out silence and noise."""
    group, result = GROUPS[by], _WAYS[way]
    counts: dict[str, Counter[Result]] = {}
    for each in outcomes:
        if by == "kind" or not (each.row.is_talk and not each.row.text.strip()):
            counts.setdefault(group(each), Counter())[result(each)] += 1
    return counts


def false_moves(outcomes: Sequence[Outcome], way: str) -> tuple[int, float]:
    """Moves made on talk, silence and noise, and the hours of it, each scope counted."""
    talk = [each for each in outcomes if each.row.is_talk]
    moves = sum(_WAYS[way](each) is Result.WRONG for each in talk)
    return moves, sum(each.length_s for each in talk) / 3600


def clue_rates(outcomes: Sequence[Outcome]) -> tuple[int, int, int, int]:
    """Clues: how many, right at once, right after the read-back, right after that and one repeat."""
    clues = [each for each in outcomes if each.after_repeat is not None]
    at_once = sum(each.result is Result.UNDERSTOOD for each in clues)
    return len(clues), at_once, sum(bool(e.after_read_back) for e in clues), sum(bool(e.after_repeat) for e in clues)


def spread(times: Sequence[Times], stage: str) -> tuple[int, float, float, float] | None:
    """How often, median, 95 of 100, longest, in seconds; `None` where a stage was never run.

    The sum counts utterances that were answered, where any was.
    """
    answered = [each for each in times if each.answer is not None] or list(times)
    used = answered if stage == "after_silence" else times
    seconds = sorted(value for each in used if (value := getattr(each, stage)) is not None)
    if not seconds:
        return None
    return len(seconds), seconds[len(seconds) // 2], seconds[len(seconds) * 95 // 100], seconds[-1]


def text(report: BenchReport, around: Surrounding) -> Iterator[str]:
    """Yield the lines of the report."""
    outcomes = report.outcomes
    second = around.second_ear
    yield f"engine {around.engine}" + (f", second ear {second}" if second else "")
    for by in GROUPS:
        yield ""
        yield from _table(outcomes, by, with_first=second is not None)
    yield ""
    yield from _rates(outcomes, with_first=second is not None)
    yield ""
    yield from _times(report, around)
    if report.failures:
        yield ""
        yield from report.failures


def _table(outcomes: Sequence[Outcome], by: str, *, with_first: bool) -> Iterator[str]:
    counts, bare = counted(outcomes, by, "voiceduet"), counted(outcomes, by, "bare")
    first = counted(outcomes, by, "first ear")
    head = f"{by:35}{'n':>5}{'right':>9}" + "".join(f"{result:>12}" for result in Result)
    yield (
        head
        + (f"  |{'first ear: right':>18}{'WRONG':>6}" if with_first else "")
        + f"  |{'bare: right':>13}{'WRONG':>6}"
    )
    for group, results in counts.items():
        line = f"{group[:34]:35}{results.total():>5}{_share(results):>9}"
        line += "".join(f"{results[result] or '':>12}" for result in Result)
        if with_first:
            line += f"  |{_share(first[group]):>18}{first[group][Result.WRONG] or '':>6}"
        yield line + f"  |{_share(bare[group]):>13}{bare[group][Result.WRONG] or '':>6}"


def _share(results: Counter[Result]) -> str:
    return f"{100 * results[Result.UNDERSTOOD] / max(1, results.total()):.1f} %"


def _rates(outcomes: Sequence[Outcome], *, with_first: bool) -> Iterator[str]:
    ways = ("voiceduet", "first ear", "bare") if with_first else ("voiceduet", "bare")
    for way in ways:
        moves, hours = false_moves(outcomes, way)
        if hours:
            name = "bare recogniser" if way == "bare" else way
            rate = f"{moves} in {hours:.2f} h, {moves / hours:.1f} an hour"
            yield f"false moves in talk, silence and noise, {name}: {rate}"
    for human in (True, False):
        count, at_once, read_back, repeat = clue_rates([each for each in outcomes if each.row.is_human is human])
        if count:
            rates = ", ".join(
                f"{name} {100 * right / count:.1f} %"
                for name, right in (("at once", at_once), ("after read-back", read_back), ("and one repeat", repeat))
            )
            yield f"clues, {'human' if human else 'synthetic'}, word and number right: {rates} of {count}"


def _times(report: BenchReport, around: Surrounding) -> Iterator[str]:
    yield f"{'from end of speech to answer, s':42}{'times':>6}{'median':>9}{'p95':>9}{'longest':>9}"
    for stage, name in STAGES.items():
        found = spread(report.times, stage)
        if found is not None:
            count, *seconds = found
            yield f"  {name:40}{count:>6}" + "".join(f"{value:>9.3f}" for value in seconds)
    memory = "" if around.memory_mb is None else f"; this process {around.memory_mb:.0f} MB at most"
    yield f"real-time factor {report.real_time_factor:.3f}; model and grammar loaded in {around.load_s:.2f} s{memory}"
    if around.start_s is not None:
        cpu = "" if around.start_cpu_s is None else f" ({around.start_cpu_s:.2f} s of processor time)"
        used = "" if around.listening_mb is None else f", {around.listening_mb:.0f} MB at most"
        yield f"voiceduet play, from nothing to listening to a recording: {around.start_s:.2f} s{cpu}{used}"


def json_lines(report: BenchReport, around: Surrounding) -> Iterator[dict[str, Any]]:
    """Yield one object for each recording, then the tables, the rates, the times and the machine's figures."""
    outcomes = report.outcomes
    for each in outcomes:
        yield _recording(each)
    for by in GROUPS:
        for way in _WAYS:
            for group, results in counted(outcomes, by, way).items():
                named = {result.name.lower(): results[result] for result in Result}
                yield {"table": by, "group": group, "way": way, "n": results.total(), **named}
    for way in _WAYS:
        moves, hours = false_moves(outcomes, way)
        rate = moves / hours if hours else None
        yield {"talk": way, "false_moves": moves, "hours": round(hours, 4), "false_moves_per_hour": rate}
    for name, human in (("human", True), ("synthetic", False)):
        count, at_once, read_back, repeat = clue_rates([each for each in outcomes if each.row.is_human is human])
        rates = {"at_once": at_once, "after_read_back": read_back, "after_repeat": repeat}
        yield {"clues": name, "n": count, **rates}
    for stage in STAGES:
        found = spread(report.times, stage)
        if found is not None:
            count, median, most, longest = found
            yield {"stage": stage, "n": count, "p50_s": median, "p95_s": most, "longest_s": longest}
    yield {"real_time_factor": report.real_time_factor, **asdict(around)}


def _recording(each: Outcome) -> dict[str, Any]:
    row = each.row
    clue = {} if each.after_repeat is None else {"read_back": each.after_read_back, "repeat": each.after_repeat}
    return {
        "file": str(row.path),
        "kind": row.kind,
        "trial": row.trial,
        "voice": row.voice,
        "human": row.is_human,
        "surroundings": row.noise or "clean",
        "scope": row.scope,
        "text": row.text,
        "expect": row.expect,
        "result": each.result,
        "first_ear": each.first,
        "bare": each.bare,
        "bare_heard": each.bare_heard,
        "heard": each.heard,
        "length_s": round(each.length_s, 3),
        **clue,
    }
