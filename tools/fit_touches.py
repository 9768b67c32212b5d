"""The weights of what speaks for a touch: `[touches]` in costs.toml, from recordings (logistic regression).

    python -m tools.fit_touches FOLDER [--words 60] [--misses 120] [--manifest MANIFEST ...] [--talk FILE ...]

The same recordings and tables as for `tools/bench_touches.py`. Every touch that the ears come to is a sample: it was
said or it was not. The table at the end is cross-validated: each eighth of the words is judged with weights from the
others. The limits `sure`, `ask` and the two leads are not fitted; the table helps to choose them.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from math import inf

import numpy as np

from tools.bench_touches import Memory, Trial, arguments, prepared
from tools.logistic import Floats, regression
from voiceduet.asr.ports import Ear
from voiceduet.engine.words import fold
from voiceduet.grammar.intents import Intent, TouchIntent
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.touch_belief import TouchSigns
from voiceduet.grammar.weighed import touch_of, weighing_of
from voiceduet.table.hearing import TableHearing, heard_texts, shares

NAMES = tuple(each.name for each in fields(TouchSigns))
PARTS = 8
RIDGE = 1.0
LIMITS = (-2.0, -1.5, -1.0, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Sample:
    """A touch that the ears came to."""

    signs: TouchSigns
    lead: float
    is_said: bool
    group: str
    word: str
    """Samples of one word are in one part."""


def is_right(trial: Trial, intent: Intent) -> bool:
    """Whether a touch is the one that was said at this table."""
    board = trial.scope.table.board
    return (
        isinstance(intent, TouchIntent)
        and trial.where.startswith("on")
        and trial.recording.word is not None
        and fold(board[intent.index]) == fold(trial.recording.word)
    )


def samples(trials: Sequence[Trial], memory: Memory, hearing: TableHearing) -> list[Sample]:
    """What the ears come to, one for each trial in which it is a touch by a word."""
    language, found = hearing.language, []
    for trial in trials:
        heard = memory.hear(trial.recording.path, trial.scope, hearing)
        texts = heard_texts(heard.n_best)
        if not texts:
            continue
        first = interpret(language, texts, trial.scope)
        counters = shares(heard.n_best, Ear.COUNTER)
        weighing = weighing_of(language, shares(heard.n_best), trial.scope, counters)
        touch = touch_of(language, first, weighing, texts, trial.scope)
        if touch is None:
            continue
        group = f"{trial.recording.group} {trial.where.split()[0]}"
        word = trial.recording.text.split()[-1]
        is_said = is_right(trial, touch.touch.intent)
        found.append(Sample(touch.signs, inf if touch.signs.agreed else touch.lead, is_said, group, word))
    return found


def _part(word: str) -> int:
    return hashlib.sha256(word.encode()).digest()[0] % PARTS


def cross_validated(found: Sequence[Sample]) -> Floats:
    """(samples,): each sample's logit with weights from other words."""
    signs, said = _arrays(found)
    parts = np.array([_part(each.word) for each in found])
    logits = np.zeros(len(found))
    for part in range(PARTS):
        own = parts == part
        if own.any():
            weights = regression(signs[~own], said[~own], RIDGE)
            logits[own] = weights[0] + signs[own] @ weights[1:]
    return logits


def _arrays(found: Sequence[Sample]) -> tuple[Floats, Floats]:
    return np.array([astuple(each.signs) for each in found]), np.array([float(each.is_said) for each in found])


def report(found: Sequence[Sample], lead: float) -> None:
    """Print how many touches would be done at each limit, right and wrong."""
    logits = cross_validated(found)
    for limit in LIMITS:
        counts: dict[str, Counter[bool]] = defaultdict(Counter)
        for sample, logit in zip(found, logits, strict=True):
            if logit >= limit and sample.lead >= lead:
                counts[sample.group][sample.is_said] += 1
        shown = ", ".join(f"{group} {row[True]} right {row[False]} wrong" for group, row in sorted(counts.items()))
        print(f"sure = {limit}: {shown}")


def main() -> None:
    """Hear, fit, print what goes into costs.toml."""
    args = arguments(__doc__).parse_args()
    trials, memory, hearing = prepared(args)
    found = samples(trials, memory, hearing)
    weights = regression(*_arrays(found), RIDGE)
    print("[touches]")
    for name, weight in zip(("base", *NAMES), weights, strict=True):
        print(f"{name} = {weight:.3f}")
    limits = hearing.language.costs.touches
    report(found, limits.lead if limits else 0.0)


if __name__ == "__main__":
    main()
