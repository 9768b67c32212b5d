"""The English analyst: own pairs, what it says about a clue by itself, and what the tables may hold."""

from __future__ import annotations

import random
import statistics
import time

import pytest

from tests.judge.scoring import score
from tests.judge.tables import CASES, read_remarked
from voiceduet.grammar.en.analyst import EnglishAnalyst, load_analyst
from voiceduet.grammar.en.judge_words import load_words
from voiceduet.grammar.judge.judge import ClueJudge, load_judge
from voiceduet.grammar.judge.verdict import ClueQuestion, Reason, Relaxation, Verdict

pytestmark = pytest.mark.logic


@pytest.fixture(scope="module")
def analyst() -> EnglishAnalyst:
    return load_analyst()


@pytest.fixture(scope="module")
def judge() -> ClueJudge:
    return load_judge("en")


@pytest.mark.parametrize("table", ["en_pairs.tsv", "en_second.tsv", "en_third.tsv", "en_fourth.tsv"])
def test_own_pairs(table: str, judge: ClueJudge) -> None:
    result = score(read_remarked(table, "en"), judge.check)
    assert result.found >= 95.0
    assert result.rate("legal", "illegal") <= 1.5
    assert result.rate("legal", "doubtful") <= 6.0
    assert result.doubts_met >= 75.0


@pytest.mark.parametrize("pairs", ["en_kin.txt", "en_chance.txt"])
def test_relatives_and_chance_likeness(pairs: str, judge: ClueJudge) -> None:
    wanted = Verdict.ILLEGAL if pairs == "en_kin.txt" else Verdict.LEGAL
    rows = [row.split("/") for line in _lines(pairs) for row in line.split()]
    wrong = [(card, clue) for card, clue in rows if judge.check(ClueQuestion(clue, 2, (card,))).verdict is not wanted]
    assert len(wrong) <= len(rows) * 0.02, wrong


def test_a_message_names_the_card_and_nothing_else(judge: ClueJudge) -> None:
    ruling = judge.check(ClueQuestion("earth", 2, ("moon", "earthquake", "lion")))
    assert "EARTHQUAKE" in ruling.message
    assert not {"moon", "lion"} & set(ruling.message.casefold().split())


@pytest.mark.parametrize(
    ("raw", "normal"),
    [("Café!", "cafe"), ("D.N.A.", "dna"), ("s u n", "sun"), ("Mother–in–law", "mother-in-law"), ("lіon", "lion")],
)
def test_normalise(raw: str, normal: str, analyst: EnglishAnalyst) -> None:
    assert analyst.normalise(raw) == normal


@pytest.mark.parametrize(
    ("clue", "verdict", "reason"),
    [
        ("dna", Verdict.DOUBTFUL, Reason.ABBREVIATION),
        ("bmw", Verdict.DOUBTFUL, Reason.ABBREVIATION),
        ("zibblet", Verdict.ILLEGAL, Reason.NOT_A_WORD),
        ("perro", Verdict.ILLEGAL, Reason.FOREIGN),
        ("солнце", Verdict.ILLEGAL, Reason.FOREIGN),
        ("middle", Verdict.DOUBTFUL, Reason.POSITION),
        ("x-ray", Verdict.DOUBTFUL, Reason.HYPHENATED),
    ],
)
def test_a_clue_by_itself(clue: str, verdict: Verdict, reason: Reason, analyst: EnglishAnalyst) -> None:
    (finding,) = analyst.examine(clue, frozenset())
    assert (finding.verdict, finding.reason) == (verdict, reason)


@pytest.mark.parametrize("clue", ["scuba", "nasa", "mozart", "london", "selfie", "eight", "s", "mice", "went", "café"])
def test_words_that_nothing_speaks_against(clue: str, analyst: EnglishAnalyst) -> None:
    assert analyst.examine(analyst.normalise(clue), frozenset()) == ()


@pytest.mark.parametrize(
    ("letter", "card", "verdict"),
    [("b", "banana", Verdict.ILLEGAL), ("b", "apple", Verdict.LEGAL), ("s", "snake", Verdict.LEGAL)],
)
def test_a_letter_that_the_card_begins_with(letter: str, card: str, verdict: Verdict, judge: ClueJudge) -> None:
    assert judge.check(ClueQuestion(letter, 3, (card,))).verdict is verdict


def test_homophones_count_only_when_relaxed(judge: ClueJudge) -> None:
    strict = judge.check(ClueQuestion("night", 2, ("knight",)))
    relaxed = judge.check(ClueQuestion("night", 2, ("knight",), frozenset({Relaxation.HOMOPHONES})))
    assert (strict.verdict, relaxed.verdict) == (Verdict.LEGAL, Verdict.ILLEGAL)


def test_a_clue_takes_less_than_five_milliseconds(judge: ClueJudge) -> None:
    words = sorted(word for word, band in load_words().frequency.items() if band > 42)
    chance = random.Random(1)
    board = tuple(chance.sample(words, 25))
    clues = chance.sample(words, 300)
    judge.check(ClueQuestion("warm", 1, board))
    taken_s = []
    for clue in clues:
        start = time.perf_counter()
        judge.check(ClueQuestion(clue, 2, board))
        taken_s.append(time.perf_counter() - start)
    assert statistics.median(taken_s) < 0.005, "half of them: other work on the machine makes some take longer"


def _lines(name: str) -> list[str]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]
