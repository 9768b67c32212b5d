"""Numbers agree, and no digit is ever spoken (voice.md, Speaking 2)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.wording_tables import event, view
from voiceduet.engine.side import Side
from voiceduet.table.lang import languages
from voiceduet.table.wording import Question, Style, Wording
from voiceduet.table.wording_data import load_wording
from voiceduet.table.wording_numbers import plural_category, spell_digits
from voiceduet.tts.ports import Announcement

pytestmark = pytest.mark.logic

TOKENS = """
0 Жетонов не осталось.
1 Остался один жетон.
2 Осталось два жетона.
3 Осталось три жетона.
4 Осталось четыре жетона.
5 Осталось пять жетонов.
10 Осталось десять жетонов.
11 Осталось одиннадцать жетонов.
12 Осталось двенадцать жетонов.
14 Осталось четырнадцать жетонов.
20 Осталось двадцать жетонов.
21 Остался двадцать один жетон.
22 Осталось двадцать два жетона.
25 Осталось двадцать пять жетонов.
"""
OF_TOTAL = {1: "Один из пятнадцати", 4: "Четыре из пятнадцати", 14: "Четырнадцать из пятнадцати"}
LANGUAGES = languages()
numbers = st.integers(0, 25)
words = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]), min_size=1, max_size=8)
sides = st.sampled_from(["a", "b"])


@pytest.mark.parametrize("line", TOKENS.strip().splitlines())
def test_tokens_agree(line: str) -> None:
    count, sentence = line.split(" ", 1)
    assert Wording("ru").tokens(view(tokens=int(count)))[0].text.startswith(sentence)


@pytest.mark.parametrize(("found", "sentence"), OF_TOTAL.items())
def test_agents_of_total(found: int, sentence: str) -> None:
    said = Wording("ru").events([event("agent_found", "a", "сыр")], view(), view(found=found, guessers=["a"]))
    assert sentence in said[0].text


@pytest.mark.parametrize(
    ("number", "category"),
    [
        (0, "many"),
        (1, "one"),
        (2, "few"),
        (4, "few"),
        (5, "many"),
        (11, "many"),
        (12, "many"),
        (21, "one"),
        (-1, "one"),
    ],
)
def test_russian_plural_categories(number: int, category: str) -> None:
    assert plural_category("ru", number) == category


@pytest.mark.parametrize("language", LANGUAGES)
def test_numerals_are_all_different(language: str) -> None:
    for form, numerals in load_wording(language).numerals.items():
        said = [numerals.say(n) for n in range(100)]
        assert len(set(said)) == 100, form
        assert not any(any(c.isdigit() for c in word) for word in said), form


def test_numerals_have_limits() -> None:
    with pytest.raises(ValueError, match="numerals go to 99"):
        load_wording("ru").numerals["base"].say(100)


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("код 7", "код семь"),
        ("агент007", "агент ноль ноль семь"),
        ("21 век", "двадцать один век"),
        ("1945.", "один девять четыре пять."),
        ("слово", "слово"),
        ("м²", "м два"),
    ],
)
def test_digits_become_numerals(text: str, spoken: str) -> None:
    assert spell_digits(text, load_wording("ru").numerals["base"]) == spoken


def words_only(said: tuple[Announcement, ...]) -> bool:
    return all(a.text.strip() and not any(c.isdigit() or c in "{}" for c in a.text) for a in said)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=40, deadline=None)
@given(tokens=numbers, found=numbers, number=numbers, by=sides, word=words, data=st.data())
def test_nothing_spoken_has_a_digit(
    language: str, tokens: int, found: int, number: int, by: str, word: str, data: st.DataObject
) -> None:
    mistakes = data.draw(st.integers(0, tokens))
    style = data.draw(st.sampled_from(Style))
    facts: list[tuple[Any, ...]] = [
        ("clue_given", by, word, number),
        ("agent_found", by, "сыр"),
        ("bystander_hit", by, "сыр", 1),
        ("word_hidden", "сыр"),
        ("two_token_penalty",),
        ("stop_token", by),
        ("token_removed", by),
        ("side_done_a",),
        ("turn_end",),
        ("sudden_death",),
    ]
    chosen = data.draw(st.lists(st.sampled_from(facts), min_size=1, max_size=4, unique=True))
    phase = data.draw(st.sampled_from(["await_clue", "guessing", "sudden_death"]))
    guessers = [] if phase == "await_clue" else [by]
    table: dict[str, Any] = {"phase": phase, "tokens": tokens, "mistakes": mistakes, "found": found}
    after = view(**table, guessers=guessers, past=[[by, word, number]])
    before = view(tokens=tokens + 1)
    wording = Wording(language, ("Анна 1", "Борис 2"), style)
    assert words_only(wording.events([event(*fact) for fact in chosen], before, after) or (Announcement("-"),))
    for answer in (wording.tokens, wording.turn, wording.agents, wording.marks, wording.clues, wording.words_left):
        assert words_only(answer(after))
    assert words_only(wording.row(after, 1 + number % 5) + wording.score(number - 1) + wording.final(after))
    assert words_only((wording.question(Question.CONFIRM_CLUE, word=word, number=number),))
    assert words_only((wording.clue_readback(word, number, Side(by)),))
