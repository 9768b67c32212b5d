"""The Korean analyst: own pairs, what it says about a clue by itself, and what the tables may hold."""

from __future__ import annotations

import random
import time
import unicodedata

import pytest

from tests.judge.scoring import score
from tests.judge.tables import CASES, read_remarked
from voiceduet.grammar.judge.judge import ClueJudge, load_judge
from voiceduet.grammar.judge.verdict import ClueQuestion, Reason, Relaxation, Verdict
from voiceduet.grammar.ko.analyst import KoreanAnalyst, load_analyst
from voiceduet.grammar.ko.judge_words import load_words

pytestmark = pytest.mark.logic


@pytest.fixture(scope="module")
def analyst() -> KoreanAnalyst:
    return load_analyst()


@pytest.fixture(scope="module")
def judge() -> ClueJudge:
    return load_judge("ko")


@pytest.mark.parametrize("table", ["ko_pairs.tsv", "ko_second.tsv", "ko_third.tsv", "ko_fourth.tsv"])
def test_own_pairs(table: str, judge: ClueJudge) -> None:
    result = score(read_remarked(table, "ko"), judge.check)
    assert result.found >= 92.0
    assert result.rate("legal", "illegal") <= 2.0
    assert result.rate("legal", "doubtful") <= 8.0


@pytest.mark.parametrize("pairs", ["ko_kin.txt", "ko_chance.txt"])
def test_relatives_and_chance_likeness(pairs: str, judge: ClueJudge) -> None:
    wanted = Verdict.ILLEGAL if pairs == "ko_kin.txt" else Verdict.LEGAL
    rows = [row.split("/") for line in _lines(pairs) for row in line.split()]
    wrong = [(card, clue) for card, clue in rows if judge.check(ClueQuestion(clue, 2, (card,))).verdict is not wanted]
    assert len(wrong) <= len(rows) * 0.02, wrong


def test_a_message_names_the_card_and_nothing_else(judge: ClueJudge) -> None:
    ruling = judge.check(ClueQuestion("한강", 2, ("달", "강", "사자")))
    assert (ruling.verdict, ruling.reason, ruling.against) == (Verdict.ILLEGAL, Reason.CONTAINS_VISIBLE, "강")
    assert "강" in ruling.message
    assert "사자" not in ruling.message


def test_decomposed_hangul_is_the_same_word(judge: ClueJudge) -> None:
    ruling = judge.check(ClueQuestion(unicodedata.normalize("NFD", "고래"), 1, ("고래",)))
    assert (ruling.verdict, ruling.reason) == (Verdict.ILLEGAL, Reason.VISIBLE_WORD)


@pytest.mark.parametrize(
    ("clue", "verdict", "reason"),
    [
        ("cia", Verdict.ILLEGAL, Reason.ABBREVIATION),
        ("디엔에이", Verdict.ILLEGAL, Reason.ABBREVIATION),
        ("국정원", Verdict.ILLEGAL, Reason.ABBREVIATION),
        ("dog", Verdict.ILLEGAL, Reason.FOREIGN),
        ("브레드", Verdict.ILLEGAL, Reason.FOREIGN),
        ("뭄타릅", Verdict.ILLEGAL, Reason.NOT_A_WORD),
        ("왼쪽", Verdict.DOUBTFUL, Reason.POSITION),
    ],
)
def test_a_clue_by_itself(clue: str, verdict: Verdict, reason: Reason, analyst: KoreanAnalyst) -> None:
    (finding,) = analyst.examine(clue, frozenset())
    assert (finding.verdict, finding.reason) == (verdict, reason)


@pytest.mark.parametrize(
    "clue", ["버터", "커피", "모차르트", "미켈란젤로", "백", "잔", "아이", "오이", "위치", "달리는", "예쁜"]
)
def test_words_that_nothing_speaks_against(clue: str, analyst: KoreanAnalyst) -> None:
    assert analyst.examine(clue, frozenset()) == ()


@pytest.mark.parametrize(
    ("letter", "verdict"), [("ᄉ", Verdict.ILLEGAL), ("ㅅ", Verdict.ILLEGAL), ("ㄱ", Verdict.LEGAL)]
)
def test_a_consonant_that_the_card_begins_with(letter: str, verdict: Verdict, judge: ClueJudge) -> None:
    assert judge.check(ClueQuestion(letter, 3, ("사자",))).verdict is verdict


@pytest.mark.parametrize(("card", "verdict"), [("사과", Verdict.DOUBTFUL), ("컴퓨터", Verdict.LEGAL)])
def test_a_borrowed_word_is_doubted_only_as_a_translation(card: str, verdict: Verdict, judge: ClueJudge) -> None:
    assert judge.check(ClueQuestion("애플", 2, (card,))).verdict is verdict


def test_homophones_count_only_when_relaxed(judge: ClueJudge) -> None:
    strict = judge.check(ClueQuestion("빛", 2, ("빚",)))
    relaxed = judge.check(ClueQuestion("빛", 2, ("빚",), frozenset({Relaxation.HOMOPHONES})))
    assert (strict.verdict, relaxed.verdict) == (Verdict.LEGAL, Verdict.ILLEGAL)


def test_a_clue_takes_less_than_five_milliseconds(judge: ClueJudge) -> None:
    table = load_words().table
    words = sorted(word for word, row in table.items() if int(row.partition("\t")[0]) > 38)
    chance = random.Random(1)
    board = tuple(chance.sample(words, 25))
    clues = chance.sample(words, 300)
    judge.check(ClueQuestion("준비", 1, board))
    start = time.perf_counter()
    for clue in clues:
        judge.check(ClueQuestion(clue, 2, board))
    assert (time.perf_counter() - start) / len(clues) < 0.005


def _lines(name: str) -> list[str]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]
