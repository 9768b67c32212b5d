"""Words, their stress, and the lexicon."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.ear.lexicon import make_lexicon, read_stress, stressed, write_stress

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
