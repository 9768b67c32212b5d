"""The parts of the Russian analyst, and the files a linguist edits."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import voiceduet.grammar.ru
from voiceduet.grammar.judge.messages import JudgeDataError
from voiceduet.grammar.judge.verdict import Reason, Verdict
from voiceduet.grammar.ru.analyst import RussianAnalyst, load_analyst
from voiceduet.grammar.ru.judge_alternation import alternate
from voiceduet.grammar.ru.judge_families import Tie, parse_hand_rows, read_hand_data
from voiceduet.grammar.ru.judge_homonyms import parse_homonym, read_homonyms
from voiceduet.grammar.ru.judge_lexicon import Kind, MorphemeLexicon, Segmenter, parse_morpheme, roots
from voiceduet.grammar.ru.judge_sorted import SortedTable
from voiceduet.grammar.ru.judge_sound import sound
from voiceduet.grammar.ru.judge_stems import grows_from

pytestmark = pytest.mark.logic

DATA = Path(voiceduet.grammar.ru.__file__).parent


@pytest.fixture(scope="module")
def analyst() -> RussianAnalyst:
    return load_analyst()


@pytest.fixture(scope="module")
def segmenter() -> Segmenter:
    return Segmenter(MorphemeLexicon().count())


@pytest.mark.parametrize("word", ["ледоход", "подснежник", "учитель", "школьный"])
def test_the_dictionary_cuts(word: str) -> None:
    cut = MorphemeLexicon().cut(word)
    assert cut is not None
    assert "".join(m.text for m in cut) == word


@pytest.mark.parametrize(
    ("word", "expected"),
    [("волгоград", ("волг", "град")), ("тюльпанчик", ("тюльпан",))],
)
def test_the_segmenter_guesses(segmenter: Segmenter, word: str, expected: tuple[str, ...]) -> None:
    assert roots(segmenter.cut(word)) == expected


def test_a_guess_never_loses_letters(segmenter: Segmenter) -> None:
    for word in ("кринж", "щ", "абракадабра", "ыыы"):
        assert "".join(m.text for m in segmenter.cut(word)) == word


@pytest.mark.parametrize(
    ("one", "other"),
    [("снег", "снеж"), ("свет", "свеч"), ("бр", "бир"), ("корм", "кармл"), ("игр", "ыгр"), ("рас", "раст")],
)
def test_alternations(one: str, other: str) -> None:
    assert alternate(one, other)
    assert alternate(other, one)


@pytest.mark.parametrize(("one", "other"), [("кот", "рот"), ("мак", "макак"), ("сон", "слон")])
def test_no_alternations(one: str, other: str) -> None:
    assert not alternate(one, other)


def test_stems() -> None:
    assert grows_from("автобусный", "автобус")
    assert not grows_from("парадокс", "парад")
    assert not grows_from("котлета", "кот")


@pytest.mark.parametrize(("one", "other"), [("рот", "род"), ("код", "кот"), ("плот", "плод"), ("кампания", "компания")])
def test_sounds(one: str, other: str) -> None:
    assert sound(one) == sound(other)


def test_other_sounds() -> None:
    assert sound("кот") != sound("кит")


@pytest.mark.parametrize(
    ("clue", "card", "verdict", "reason"),
    [
        ("мирный", "мир", Verdict.ILLEGAL, Reason.WORD_FORM),
        ("всемирный", "мир", Verdict.ILLEGAL, Reason.CONTAINS_VISIBLE),
        ("водить", "вода", None, None),
        ("плотник", "плот", Verdict.DOUBTFUL, Reason.WORD_FORM),
        ("собрать", "собирать", Verdict.ILLEGAL, Reason.WORD_FORM),
        ("тульский", "тула", Verdict.ILLEGAL, Reason.WORD_FORM),
        ("грузия", "грузовик", None, None),
        ("пушкин", "пушка", Verdict.DOUBTFUL, Reason.WORD_FORM),
        ("остро", "острый", Verdict.ILLEGAL, Reason.WORD_FORM),
        ("телефон", "телевизор", Verdict.DOUBTFUL, Reason.COMPOUND_PART),
        ("треугольник", "три", Verdict.DOUBTFUL, Reason.CONTAINS_VISIBLE),
        ("паром", "пар", Verdict.DOUBTFUL, Reason.WORD_FORM),
        ("мёд", "мед", Verdict.ILLEGAL, Reason.VISIBLE_WORD),
    ],
)
def test_relations(
    analyst: RussianAnalyst, clue: str, card: str, verdict: Verdict | None, reason: Reason | None
) -> None:
    found = analyst.relate(clue, card)
    assert (found.verdict if found else None, found.reason if found else None) == (verdict, reason)


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("judge_*.t[sx][vt]")))
def test_data_is_russian_with_e_for_yo(name: str) -> None:
    allowed = "[^a-z]" if name == "judge_vocabulary.tsv" else "[^a-zё]"
    for number, line in enumerate((DATA / name).read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("#"):
            continue
        body = line.partition("\t")[2] if re.match("[a-z_]+\t", line) else line
        assert re.fullmatch(f"{allowed}*", body), f"{name}, line {number}: {line}"


def test_hand_data_does_not_contradict_itself() -> None:
    rows = [(Tie(row[0]), row[1]) for row in parse_rows("judge_kinship.tsv")]
    apart = parse_hand_rows([(tie, words) for tie, words in rows if tie is Tie.APART]).pairs
    same = parse_hand_rows([(tie, words) for tie, words in rows if tie is Tie.SAME]).pairs
    assert {" ".join(sorted(pair)) for pair in apart.keys() & same.keys()} == set()


def parse_rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def test_hand_data_is_read() -> None:
    hand = read_hand_data()
    assert hand.pairs[frozenset(("человек", "люди"))] is Tie.SAME
    assert hand.pairs[frozenset(("вода", "водка"))] is Tie.FELT
    assert hand.pairs[frozenset(("друг", "другой"))] is Tie.APART


@pytest.mark.parametrize("row", [("kin", "а б"), ("same", "а"), ("felt", "а :")])
def test_wrong_hand_rows_are_named(row: tuple[str, str]) -> None:
    with pytest.raises(JudgeDataError, match="judge_kinship"):
        parse_hand_rows([row])


def test_homonyms_have_two_meanings() -> None:
    assert all(len(homonym.meanings) > 1 for homonym in read_homonyms())
    with pytest.raises(JudgeDataError, match="line 7"):
        parse_homonym("вода водный", 7)
    water = parse_homonym("вода ~ водка : водить", 1)
    assert water.are_felt(0, 1)
    assert not water.are_felt(0, 2)
    assert not water.are_felt(1, 2)


def test_kinds_write_themselves() -> None:
    assert Kind.PREFIX.value.format("под") == "под-"


@pytest.mark.parametrize("clue", ["ть", "ти", "ся", "ь", "ъы", "1", "ⓐ"])
def test_scraps_of_words_are_judged_too(clue: str) -> None:
    assert load_analyst().relate(clue, "поезд") is None


def test_the_counts_are_those_of_the_words() -> None:
    lexicon = MorphemeLexicon()
    counted: dict[Kind, Counter[str]] = {kind: Counter() for kind in Kind}
    for _, line in lexicon.rows():
        for part in map(parse_morpheme, line.split()):
            counted[part.kind][part.text] += 1
    assert lexicon.count() == counted


@pytest.mark.parametrize("name", ["judge_morphemes.tsv", "judge_vocabulary.tsv"])
def test_large_tables_are_sorted_and_found(name: str) -> None:
    table = SortedTable(name)
    rows = list(table.rows())
    keys = [word.encode() for word, _ in rows]
    assert keys == sorted(set(keys))
    assert all(rest for _, rest in rows)
    for word, rest in (rows[0], rows[-1], *rows[:: len(rows) // 500]):
        assert table.get(word) == rest
    assert [table.get(word) for word in ("", "#", "яяяяяя", "ё")] == [None] * 4
    assert "яяяяяя" not in table
