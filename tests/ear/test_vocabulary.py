"""What the model must be able to hear: everything that the referee listens for."""

from __future__ import annotations

import pytest

pytest.importorskip("wordfreq", reason="wordfreq is missing: pip install -e '.[ear]'")

from tools.ear.settings import Settings
from tools.ear.words import can_be_said, make_vocabulary, words_of
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.wordgraph.folder import read_words
from voiceduet.table.setup import load_deck

pytestmark = pytest.mark.logic


def test_words_of_a_text() -> None:
    assert words_of("Да # нет\nкое-кто, да [2]") == ("да", "кое-кто")


@pytest.mark.parametrize(("word", "can"), [("да", True), ("в", True), ("брр", False), ("ъ", False)])
def test_what_can_be_said(word: str, can: bool) -> None:
    assert can_be_said(word) is can


def test_the_vocabulary_has_deck_commands_and_cases() -> None:
    vocabulary = make_vocabulary(Settings(frequent_words=50, nouns=60))
    words = set(vocabulary.all)
    assert {word for phrase in load_deck("ru") for word in words_of(phrase)} <= words
    assert {"касаюсь", "подсказка", "бэ", "двенадцать", "пасую"} <= words
    assert len(vocabulary.frequent) <= 50
    assert len(vocabulary.all) == len(words)


def test_the_shipped_model_hears_everything_that_the_referee_listens_for() -> None:
    """All but what has no sound of its own, and the hiss that noise would become."""
    shipped = read_words(DATA / "ru-table" / "graph" / "words.txt")
    table = make_vocabulary(Settings(frequent_words=1, nouns=1)).table
    assert len(table) > 400
    assert [word for word in table if word not in shipped] == []
    assert "с" not in shipped
