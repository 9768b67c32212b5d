"""Letters to phones: the table `pronunciation_cases.tsv`."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.errors import LexiconError
from voiceduet.asr.pronunciation import (
    is_said_in_two_ways,
    pronounce,
    pronunciations,
    sound_rules,
    stress_variants,
)

pytestmark = pytest.mark.logic

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "pronunciation_cases.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("word", "phones", "shows"), CASES, ids=[case[0] for case in CASES])
def test_cases(word: str, phones: str, shows: str) -> None:
    assert " ".join(pronounce(word)) == phones, shows


def test_only_known_phones_are_written() -> None:
    phones = set(sound_rules().phones)
    assert len(phones) == 47
    assert {phone for _, text, _ in CASES for phone in text.split()} <= phones


def test_an_unknown_stress_is_tried_everywhere() -> None:
    assert stress_variants("замок") == ("з+амок", "зам+ок")
    assert stress_variants("ёлка") == ("ёлка",)
    assert stress_variants("вар+енье") == ("вар+енье",)
    assert pronunciations("ЗАМОК") == (("z", "A", "m", "a", "k"), ("z", "a", "m", "O", "k"))


@pytest.mark.parametrize(
    ("word", "second"),
    [
        ("св+итер", "s v' I t y r"),
        ("тунн+ель", "t u n E l'"),
        ("ант+енна", "a n t E n a"),
        ("сейф", "s E j f"),
        ("термом+етр", "t y r m a m' E t r"),
        ("дождь", "d O sch"),
    ],
)
def test_some_words_are_said_in_a_second_way(word: str, second: str) -> None:
    assert [" ".join(way) for way in pronunciations(word)] == [" ".join(pronounce(word)), second]
    assert is_said_in_two_ways(word.replace("+", ""))


@pytest.mark.parametrize("word", ["т+есто", "темпер+атура", "тест+ь", "катод", "отелиться"])
def test_words_that_only_begin_alike_are_not(word: str) -> None:
    assert not is_said_in_two_ways(word.replace("+", ""))


def test_a_second_way_has_as_many_vowels(tmp_path: Path) -> None:
    broken = tmp_path / "rules.toml"
    text = (DATA / "pronunciation_ru.toml").read_text(encoding="utf-8")
    broken.write_text(text + '\n[[also]]\nwritten = "^кот"\nsaid = "кт"\n', encoding="utf-8")
    with pytest.raises(LexiconError, match=r"rules\.toml: also: '\^кот'"):
        sound_rules(broken)


def test_prepositions_have_a_sound_for_each_neighbour() -> None:
    assert pronunciations("с") == (("s",), ("z",), ("s'",))


@pytest.mark.parametrize("word", ["", "jam", "варенье!", "два слова", "вар+е+нье", "варенье+", "+брр", "брр", "в4"])
def test_what_is_no_word_is_refused(word: str) -> None:
    with pytest.raises(LexiconError):
        pronunciations(word)


def test_a_faulty_rule_file_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "rules.toml"
    broken.write_text("[consonants]\n", encoding="utf-8")
    with pytest.raises(LexiconError, match=r"rules\.toml"):
        sound_rules(broken)
