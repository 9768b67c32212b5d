"""What is said about words and names before the game begins (voice.md, Listening 10)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from voiceduet.table.hearing import TableHearing
from voiceduet.table.setup_remarks import TableRemarks
from voiceduet.table.wording import Wording

pytestmark = pytest.mark.logic


class Deaf:
    """A model that lacks some words."""

    def __init__(self, *lacks: str) -> None:
        self._lacks = lacks

    def unknown_words(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(word for phrase in words for word in phrase.split() if word in self._lacks)


def _remarks(*lacks: str) -> TableRemarks:
    return TableRemarks(TableHearing("ru"), Wording("ru"), Deaf(*lacks))


def test_words_that_the_ear_lacks_are_named_with_what_to_do() -> None:
    words = ("КОТ", "ЩЁТКА", "МОРЕ", "КОФЕ С МОЛОКОМ", "ЛУНА", *[""] * 20)
    said = _remarks("щётка", "молоком").about_row(words, 1)
    assert len(said) == 1
    assert "щётка" in said[0]
    assert "кофе с молоком" in said[0]
    assert "ряд и карту" in said[0]


def test_close_words_are_named_in_the_row_that_brings_them() -> None:
    words = ("КОТ", "МОСТ", "МОРЕ", "ЛЕС", "ЛУНА", "КИТ", *[""] * 19)
    assert _remarks().about_row(words, 1) == _remarks().about_row(words, 2)
    assert "кот, кит" in _remarks().about_row(words, 2)[0]
    assert _remarks().about_row(words, 3) == ()


def test_names_that_mislead_or_cannot_be_heard() -> None:
    assert _remarks().about_names(("Анна", "Борис")) == ()
    assert _remarks().about_names(("", "")) == ()
    assert "Ярополк" in _remarks("ярополк").about_names(("Ярополк", "Анна"))[0]
    assert _remarks().about_names(("Анна", "Пауза")) != ()
