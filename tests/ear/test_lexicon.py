"""Words, their stress, and the lexicon."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.ear.lexicon import TWO_STRESSES, make_lexicon, read_stress, stressed, two_stresses, write_stress
from tools.ear.model_folder import note_in_order
from voiceduet.asr.pronunciation import pronunciations

pytestmark = pytest.mark.logic


def accentor(text: str) -> str:
    """Stresses the first vowel; «два слова» comes back torn."""
    return text.replace("а", "+а", 1) if "торт" not in text else text.replace("торт", "тор. т")


def test_words_are_marked_several_at_once() -> None:
    assert stressed(["мама"], accentor) == {"мама": "м+ама"}
    assert stressed(["дом", "мама"], accentor) == {"дом": "дом", "мама": "м+ама"}


def test_torn_sentences_are_marked_one_by_one() -> None:
    assert stressed(["торт", "дача"], accentor) == {"торт": "тор. т", "дача": "д+ача"}


def test_marks_are_read_back(tmp_path: Path) -> None:
    write_stress(tmp_path / "stress.tsv", {"замок": "зам+ок"})
    assert read_stress(tmp_path / "stress.tsv") == {"замок": "зам+ок"}


def test_a_marked_word_is_said_in_one_way() -> None:
    assert make_lexicon(["замок"], {"замок": "зам+ок"}) == {"замок": (("z", "a", "m", "O", "k"),)}


def test_a_word_with_an_unusable_mark_is_said_in_all_ways() -> None:
    assert len(make_lexicon(["замок"], {"замок": "зам. ок"})["замок"]) == 2


def test_a_word_without_yo_is_in_the_lexicon_in_both_spellings() -> None:
    lexicon = make_lexicon(["елка"], {"елка": "ёлка"})
    assert lexicon == {"елка": (("j", "O", "l", "k", "a"),), "ёлка": (("j", "O", "l", "k", "a"),)}


def test_prepositions_have_several_sounds() -> None:
    assert make_lexicon(["в"], {})["в"] == (("v",), ("f",))


def test_words_with_two_stresses_are_said_in_both_ways(tmp_path: Path) -> None:
    own = tmp_path / "two.txt"
    own.write_text("# ours\nтв+орог твор+ог\nз+амок зам+ок # castle, lock\n\n", encoding="utf-8")
    several = two_stresses(own)
    assert several == {"замок": ("з+амок", "зам+ок"), "творог": ("тв+орог", "твор+ог")}
    ways = make_lexicon(["замок", "дом"], {"замок": "зам+ок"}, several)
    assert [" ".join(way) for way in ways["замок"]] == ["z a m O k", "z A m a k"]
    assert len(ways["дом"]) == 1


def test_our_own_words_with_two_stresses_are_words() -> None:
    for line in TWO_STRESSES.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            marks = line.split()
            assert len(marks) == 2, line
            assert len({mark.replace("+", "") for mark in marks}) == 1, line
            assert all(len(pronunciations(mark)) >= 1 for mark in marks), line


def test_new_ways_stand_where_their_words_belong(tmp_path: Path) -> None:
    (tmp_path / "lexicon.txt").write_text("в v\nслова s l a v A\nредкий r E t k\n", encoding="utf-8")
    costs = {"в": 3.0, "слова": 8.0, "редкий": 12.0, "обычный": 5.0}
    note_in_order(tmp_path, [("слова", ("s", "l", "O", "v", "a")), ("обычный", ("o",))], costs.__getitem__)
    words = [line.partition(" ")[0] for line in (tmp_path / "lexicon.txt").read_text("utf-8").splitlines()]
    assert words == ["в", "обычный", "слова", "слова", "редкий"]
