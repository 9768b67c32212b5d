"""What the second ear adds: touches and commands of a manifest, at tables with the word and without it.

    python tools/bench_second_ear.py MANIFEST [--where random|close] [--fit]
    python tools/bench_second_ear.py MANIFEST --real-time 50

Every recording whose meaning is a touch is heard at a table with its word and at one without it, of random words or of
those that sound closest; where the word is missing, silence is right. Phrases that mean nothing are heard at tables
that hold their nouns, with bare and with announced touches: silence is right there too. Other recordings are heard at
a random table.
`--fit` fits the figures of `voiceduet.grammar.belief` to these trials; to be believed they must be fitted to other
voices than they are tried on. `--real-time` plays so many recordings as fast as they were spoken and measures, from the
frame that closes an utterance, how long its meaning takes with the second ear in a process of its own; its answers are
waited for, however late.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tools.logistic import Floats, regression
from voiceduet.asr.ear_process import EarProcess, worker_command
from voiceduet.asr.ears import make_listener
from voiceduet.asr.listener import Listener, ListenEvent, SpeechPaused
from voiceduet.asr.ports import Utterance
from voiceduet.asr.second.process import SecondEarLimits, SecondEarProcess, second_ear_command
from voiceduet.asr.second.weights import choose_second_ear
from voiceduet.asr.second.whisper import load_whisper
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.store import ModelStore
from voiceduet.asr.vosk_recognizer import load_model
from voiceduet.engine.words import fold
from voiceduet.grammar.belief import Belief, belief
from voiceduet.grammar.intents import TouchIntent
from voiceduet.grammar.meaning import Meaning, NotUnderstood, Understood
from voiceduet.grammar.ru.morphology import RussianMorphology
from voiceduet.grammar.scopes import Scope, TableWords
from voiceduet.grammar.second import made_of
from voiceduet.table.bench_results import Result, judge, together
from voiceduet.table.hearing import TableHearing
from voiceduet.table.manifests import BenchRow, read_manifest
from voiceduet.table.second_ear import SecondOpinion
from voiceduet.table.setup import load_deck

LANGUAGE = "ru"
BOARD_SIZE = 25
SAME_BEGINNING = 4
"""Letters; words that begin alike may be forms of each other and do not stand on a table without the word."""
SHORTEST_CARD = 3
"""Letters."""
MORPHOLOGY = RussianMorphology()
SMOOTHING = 0.002


@dataclass(frozen=True, slots=True)
class Trial:
    """One recording at one table."""

    row: BenchRow
    scope: Scope
    group: str


def trials(rows: Iterable[BenchRow], hearing: TableHearing, where: str) -> Iterator[Trial]:
    """Every recording at its tables; clues are left out."""
    deck = load_deck(LANGUAGE)
    for number, row in enumerate(rows):
        if row.expect is not None and row.expect["intent"] == "clue":
            continue
        is_touch = row.expect is not None and row.expect["intent"] == TouchIntent.name
        word = fold(str(row.expect["word"])) if row.expect is not None and is_touch else ""
        others = [each for each in deck if fold(each)[:SAME_BEGINNING] != word[:SAME_BEGINNING]]
        if where == "close":
            others.sort(key=lambda each: hearing.language.sounds.distance(each.casefold(), word))
        else:
            random.Random(number).shuffle(others)  # noqa: S311 - tables for measuring, repeatable
        kind = row.kind
        if row.expect is None and (nouns := nouns_of(row.text)):
            board = tuple(dict.fromkeys((*nouns, *map(str.casefold, others))))[:BOARD_SIZE]
            for bare, how in ((True, "bare touches"), (False, "announced touches")):
                yield Trial(row, Scope(row.scope, TableWords(board, bare_touch=bare)), f"{kind}, {how}")
            continue
        bare = bool(row.expect and row.expect.get("bare"))
        if is_touch:
            off = replace(row, expect=None)
            yield Trial(off, Scope(row.scope, TableWords(tuple(others[:BOARD_SIZE]), bare_touch=bare)), f"{kind} off")
            others.insert(0, word)
        yield Trial(row, Scope(row.scope, TableWords(tuple(others[:BOARD_SIZE]), bare_touch=bare)), kind)


def nouns_of(text: str) -> tuple[str, ...]:
    """The nouns of a phrase as they stand on cards; none for a word alone."""
    words = re.findall(r"[а-яё]+", text.casefold())
    if len(words) < 2:
        return ()
    readings = (next(iter(MORPHOLOGY.parses(word)), None) for word in words if len(word) >= SHORTEST_CARD)
    return tuple(dict.fromkeys(each.lemma for each in readings if each and each.known and each.pos == "NOUN"))


def heard(trial: Trial, listener: Listener, hearing: TableHearing) -> Iterator[Utterance]:
    """The utterances of a recording."""
    listener.drop()
    listener.set_phrases(hearing.phrases(trial.scope))
    for frame in FileSource(trial.row.path).frames():
        yield from (each for each in listener.feed(frame) if isinstance(each, Utterance) and each.n_best)


def result_of(trial: Trial, meanings: Sequence[Meaning]) -> Result:
    """What became of a recording, which may have been cut into several utterances, or into none."""
    made = meanings or [NotUnderstood("", addressed=False)]
    return together(trial.row.expect, [judge(trial.row.expect, each, trial.scope.table.board) for each in made])


def compare(all_trials: Iterable[Trial], folder: Path, *, fit: bool) -> None:
    """Hear all trials without and with the second ear and print counts, and what was done wrongly."""
    listener, ear = make_listener(load_model(ModelStore().find_model(LANGUAGE).path)), load_whisper(folder, LANGUAGE)
    first, both = TableHearing(LANGUAGE), TableHearing(LANGUAGE, ear)
    asking = SecondOpinion(ear, first.language)
    counts: dict[tuple[str, str], Counter[Result]] = defaultdict(Counter)
    evidence: list[tuple[Belief, bool]] = []
    for trial in all_trials:
        utterances = list(heard(trial, listener, first))
        for name, hearing in (("first ear", first), ("both", both)):
            meanings = [hearing.understand(each, trial.scope) for each in utterances]
            result = result_of(trial, meanings)
            counts[trial.group, name][result] += 1
            if result is Result.WRONG:
                print(f"{result} ({name}): «{trial.row.text}» ({trial.group}, {trial.row.path.name}): {acts(meanings)}")
        if fit:
            evidence += [found for each in utterances if (found := weigh(trial, each, first, asking)) is not None]
    print(f"{'':36}" + "".join(f"{result:>13}" for result in Result))
    for (group, name), row in sorted(counts.items()):
        print(f"{group + ', ' + name:36}" + "".join(f"{row[result] or '':>13}" for result in Result))
    if fit:
        print_fit(evidence)


def acts(meanings: Iterable[Meaning]) -> str:
    """What is done at once."""
    done = (each.best for each in meanings if isinstance(each, Understood) and each.sure)
    return ", ".join(f"{each.intent.name} «{each.heard}»" for each in done)


def weigh(
    trial: Trial, utterance: Utterance, hearing: TableHearing, asking: SecondOpinion
) -> tuple[Belief, bool] | None:
    """What the second ear chooses, and whether that is right."""
    phrases = hearing.phrases(trial.scope).phrases
    weighed, written = asking.opinion(utterance, trial.scope, phrases)
    made = made_of(hearing.understand(utterance, trial.scope), asking.limited(utterance, trial.scope, phrases))
    choice = belief(hearing.language, weighed, written, made, trial.scope)
    if choice is None:
        return None
    word, intent = (trial.row.expect or {}).get("word", ""), choice.intent
    is_touched = isinstance(intent, TouchIntent) and fold(trial.scope.table.board[intent.index]) == fold(str(word))
    is_named = trial.row.expect is not None and intent.name == trial.row.expect["intent"]
    return choice, is_named and (is_touched or not isinstance(intent, TouchIntent))


def print_fit(evidence: Sequence[tuple[Belief, bool]]) -> None:
    """Logistic regression of being right on the evidence, each figure cut as `belief` cuts it."""
    each = [choice.evidence for choice, _ in evidence]
    table: Floats = np.array([it.figures for it in each])
    right: Floats = np.array([is_right for _, is_right in evidence], np.float64)
    weights = regression(table, right, SMOOTHING * len(right))
    print("fitted: " + ", ".join(f"{name} {value:.2f}" for name, value in zip(FIGURES, weights, strict=True)))
    for limit in (0.0, 0.5, 1.0, 2.0, 3.0):
        above = weights[0] + table @ weights[1:] >= limit
        print(f"  logit {limit}: {int((above & (right > 0)).sum())} of {int(right.sum())} right ones, "
              f"{int((above & (right == 0)).sum())} of {int((right == 0).sum())} wrong ones")  # fmt: skip


FIGURES = ("base", "gain", "lead", "distance", "heard", "other")


class AskedEar(SecondEarProcess):
    """A second ear that notes whether it was asked."""

    asked = 0

    def listen(self, sound: bytes) -> str:
        """As ever, counted."""
        self.asked += 1
        return super().listen(sound)


def measure_time(chosen: Sequence[Trial], folder: Path) -> None:
    """Play recordings in real time and print how long answers take that the second ear is asked about."""
    ears = EarProcess(worker_command(ModelStore().find_model(LANGUAGE).path))
    ear = AskedEar(second_ear_command(folder, LANGUAGE), SecondEarLimits(start_s=120.0, answer_s=10.0))
    ear.wait()
    listener, hearing = make_listener(ears), TableHearing(LANGUAGE, ear)
    finals_s: list[float] = []
    meanings_s: list[float] = []
    try:
        for trial in chosen:
            listener.drop()
            listener.set_phrases(hearing.phrases(trial.scope))
            hearing.prepare(trial.scope)
            for event, final_s in in_real_time(trial, listener):
                if isinstance(event, SpeechPaused):
                    hearing.foresee(event.sound)
                elif isinstance(event, Utterance) and event.n_best:
                    asked, begun_s = ear.asked, time.perf_counter()
                    hearing.understand(event, trial.scope)
                    if ear.asked > asked:
                        finals_s.append(final_s)
                        meanings_s.append(time.perf_counter() - begun_s)
    finally:
        ear.close()
        ears.close()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"{len(finals_s)} utterances that the second ear was asked about; load {load:.1f}")
    both_s = [final_s + meaning_s for final_s, meaning_s in zip(finals_s, meanings_s, strict=True)]
    for name, times_s in (("final results", finals_s), ("meaning", meanings_s), ("together", both_s)):
        twentieths = statistics.quantiles(times_s, n=20) if len(times_s) > 1 else [0.0] * 19
        print(f"  {name}: {statistics.median(times_s):.2f} s in the median, 95 of 100 within {twentieths[-1]:.2f} s")


def in_real_time(trial: Trial, listener: Listener) -> Iterator[tuple[ListenEvent, float]]:
    """What is heard of a recording, as fast as it was spoken, and how long the frame took that brought it."""
    begun_s = time.monotonic()
    for frame in FileSource(trial.row.path).frames():
        time.sleep(max(0.0, begun_s + frame.start_s + frame.duration_s - time.monotonic()))
        fed_s = time.perf_counter()
        events = listener.feed(frame)
        took_s = time.perf_counter() - fed_s
        yield from ((event, took_s) for event in events)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--where", choices=("random", "close"), default="random", help="the other words of the table")
    parser.add_argument("--fit", action="store_true", help="fit the figures of the belief")
    parser.add_argument("--real-time", type=int, metavar="N", help="instead: the time that it takes, over N recordings")
    parser.add_argument("--second-ear", default="whisper", metavar="whisper|FOLDER")
    options = parser.parse_args()
    folder = choose_second_ear(options.second_ear, ModelStore().root).folder
    if folder is None:
        parser.error("no second ear")
    found = list(trials(read_manifest(options.manifest, LANGUAGE), TableHearing(LANGUAGE), options.where))
    if options.real_time:
        acts = [trial for trial in found if trial.row.expect is not None]
        random.Random(1).shuffle(acts)  # noqa: S311 - repeatable
        measure_time(acts[: options.real_time], folder)
    else:
        compare(found, folder, fit=options.fit)


if __name__ == "__main__":
    main()
