"""Measure the clue judge and print the tables of docs/benchmarks-judge.md.

    python -m tools.bench_judge > docs/benchmarks-judge.md

Needs the extras `en`, `ko` and, for ordinary play, wordfreq.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence

from wordfreq import top_n_list

from tests.judge.scoring import HERE, Judgement, Pair, Score, is_held_back, read_pairs, read_table, score
from tests.judge.tables import read_remarked
from voiceduet.grammar.en.morphology import morphology as english
from voiceduet.grammar.judge.judge import LANGUAGES, ClueJudge, load_judge
from voiceduet.grammar.judge.text import fold
from voiceduet.grammar.judge.verdict import ClueQuestion, Reason, Ruling, Verdict
from voiceduet.grammar.ko.morphology import morphology as korean
from voiceduet.grammar.ru.morphology import morphology as russian
from voiceduet.table.setup import load_deck

ORDINARY_WORDS = 5000
OWN_TABLES = {
    "ru": ("ru_unseen", "ru_second", "ru_more", "ru_last", "ru_fifth", "ru_sixth"),
    "en": ("en_pairs", "en_second", "en_third", "en_fourth"),
    "ko": ("ko_pairs", "ko_second", "ko_third", "ko_fourth"),
}
HEAD = (
    "| | illegal found | legal called illegal | legal called doubtful | doubts met | precision | rows |\n"
    "|---|---|---|---|---|---|---|"
)


def lemmas(language: str, word: str) -> frozenset[str]:
    """Dictionary forms as a simple checker takes them: the most probable reading."""
    word = fold(word)
    if language == "ru":
        return frozenset(p.lemma.replace("ё", "е") for p in russian().parses(word)[:1])
    if language == "en":
        return frozenset(english().lemmas(word))
    content = [m.form for m in korean().readings(word, 1)[0] if not m.tag.startswith(("J", "E", "X"))]
    return frozenset({"".join(content)})


def naive(language: str, *, substrings: bool) -> Judgement:
    """The two checkers in common use: equal lemmas; equal lemmas or one word inside the other."""

    def check(question: ClueQuestion) -> Ruling:
        clue, card = lemmas(language, question.clue), lemmas(language, question.visible[0])
        inside = substrings and any(a in b or b in a for a in clue for b in card)
        illegal = bool(clue & card) or inside
        return Ruling(Verdict.ILLEGAL if illegal else Verdict.LEGAL, Reason.NONE, None, "")

    return check


def row(name: str, result: Score) -> str:
    """One line of a table of judges."""
    rates = (result.found, result.rate("legal", "illegal"), result.rate("legal", "doubtful"), result.doubts_met)
    cells = " | ".join(f"{rate:.1f} %" for rate in (*rates, result.precision))
    return f"| {name} | {cells} | {sum(result.answers.values())} |"


def pairs_tables(language: str, judge: ClueJudge) -> Iterable[str]:
    """The judge on every set of pairs, and the naive judges on the development pairs."""
    pairs = read_pairs(language)
    own = [p for name in OWN_TABLES[language] for p in read_own(name, language)]
    yield f"\n## {language}: labelled pairs\n\n{HEAD}"
    yield row("judge, development pairs", score(pairs, judge.check))
    parts = {False: "tuning two thirds", True: "held-back third"}
    for held, name in parts.items():
        yield row(f"judge, {name}", score([p for p in pairs if is_held_back(language, p.card) == held], judge.check))
    yield row("judge, pairs of our own", score(own, judge.check))
    yield row("lemmas equal", score(pairs, naive(language, substrings=False)))
    yield row("lemmas equal or one inside the other", score(pairs, naive(language, substrings=True)))
    yield from reason_table(score(pairs, judge.check))


def read_own(name: str, language: str) -> Sequence[Pair]:
    """Our own table of pairs."""
    path = HERE / "cases" / f"{name}.tsv"
    return read_table(path, language) if language == "ru" else read_remarked(path.name, language)


def reason_table(result: Score) -> Iterable[str]:
    """Answers by labelled reason and verdict."""
    yield "\n| labelled | verdict | answered legal | doubtful | illegal |\n|---|---|---|---|---|"
    for reason, verdict in sorted({key[:2] for key in result.by_reason}):
        counts = (result.by_reason[reason, verdict, answer] for answer in ("legal", "doubtful", "illegal"))
        yield f"| {reason} | {verdict} | {' | '.join(map(str, counts))} |"


def ordinary_words(language: str) -> list[str]:
    """Common nouns and adjectives in dictionary form, most frequent first."""
    tests: dict[str, Callable[[str], bool]] = {"ru": _is_russian, "en": _is_english, "ko": _is_korean}
    found = (word for word in top_n_list(language, 40_000) if tests[language](word))
    return [word for word, _ in zip(found, range(ORDINARY_WORDS), strict=False)]


def _is_russian(word: str) -> bool:
    unfit = {"Surn", "Patr", "Abbr", "Name", "Geox"}
    return re.fullmatch("[а-яё]{3,}", word) is not None and any(
        p.known and p.pos in ("NOUN", "ADJF") and p.lemma == word and p.score > 0.2 and not p.grammemes & unfit
        for p in russian().parses(word)
    )


def _is_english(word: str) -> bool:
    return re.fullmatch("[a-z]{3,}", word) is not None and english().lemmas(word) == (word,)


def _is_korean(word: str) -> bool:
    readings = korean().readings(word, 1) if re.fullmatch("[가-힣]{2,}", word) else ()
    return any(len(r) == 1 and r[0].tag in ("NNG", "VA") and r[0].known for r in readings)


def ordinary_play(language: str, judge: ClueJudge) -> Iterable[str]:
    """Common words against random tables: how many are stopped, and the time each takes."""
    deck, rng = load_deck(language), random.Random(2025)  # noqa: S311 - a measurement
    questions = [
        ClueQuestion(word, rng.choice((1, 2, 2, 2, 3, 3, 4)), tuple(rng.sample(deck, 25)))
        for word in ordinary_words(language)
    ]
    started = time.perf_counter()
    rulings = [judge.check(question) for question in questions]
    first = 1000 * (time.perf_counter() - started) / len(questions)
    started = time.perf_counter()
    for question in questions:
        judge.check(question)
    again = 1000 * (time.perf_counter() - started) / len(questions)
    stopped = [(q, r) for q, r in zip(questions, rulings, strict=True) if r.verdict is not Verdict.LEGAL]
    visible = sum(r.reason is Reason.VISIBLE_WORD for _, r in stopped)
    yield f"\n## {language}: ordinary play\n"
    yield f"{len(questions)} common nouns and adjectives, each against 25 words drawn from the deck: {len(stopped)}"
    yield f"stopped, of these {visible} because the clue was a word of the table. Time per clue against 25 words:"
    yield f"{first:.2f} ms on the first round, {again:.2f} ms on the second. Stopped for another reason:\n"
    rest = [
        f"{q.clue} ({r.verdict}, {r.reason}{', ' + r.against if r.against else ''})"
        for q, r in stopped
        if r.reason is not Reason.VISIBLE_WORD
    ]
    yield "; ".join(rest) or "none"


_START = """
import resource, time
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
from voiceduet.grammar.judge.judge import load_judge
from voiceduet.grammar.judge.verdict import ClueQuestion
started = time.perf_counter()
judge = load_judge({language!r})
loaded = time.perf_counter()
judge.check(ClueQuestion({clue!r}, 2, ({card!r},)))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(loaded - started, time.perf_counter() - loaded, memory / 1024)
"""


def start_up(language: str) -> str:
    """Seconds to load and to answer first, and memory in MB, in a fresh process."""
    clue, card = {"ru": ("завтрак", "яйцо"), "en": ("breakfast", "egg"), "ko": ("아침", "달걀")}[language]
    code = _START.format(language=language, clue=clue, card=card)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    load, first, memory = map(float, done.stdout.split())
    return f"| {language} | {load:.2f} s | {1000 * first:.0f} ms | {memory:.0f} MB |"


def main() -> None:
    """Print the whole page."""
    print((HERE / "benchmarks_preface.md").read_text(encoding="utf-8").rstrip())
    print("\n| language | loading | first clue | memory |\n|---|---|---|---|")
    for language in LANGUAGES:
        print(start_up(language))
    for language in LANGUAGES:
        judge = load_judge(language)
        for line in (*pairs_tables(language, judge), *ordinary_play(language, judge)):
            print(line)


if __name__ == "__main__":
    main()
