from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.games import KEY, keys
from voiceduet.engine.errors import SetupError
from voiceduet.engine.key import (
    PAIR_COUNTS,
    SIDE_COUNTS,
    Identity,
    KeyCard,
    check_key,
    draw_key,
    format_key,
    parse_key,
)
from voiceduet.engine.side import Side

pytestmark = pytest.mark.logic

A_LINE, B_LINE = format_key(KEY).split()


def identities(line: str) -> tuple[Identity, ...]:
    return tuple(map(Identity, line))


def codes(a: str, b: str) -> list[str]:
    return [finding.code for finding in check_key(identities(a), identities(b))]


def test_the_counts_agree_with_each_other() -> None:
    assert sum(PAIR_COUNTS.values()) == sum(SIDE_COUNTS.values()) == 25
    for identity, count in SIDE_COUNTS.items():
        assert sum(n for (on_a, _), n in PAIR_COUNTS.items() if on_a is identity) == count
        assert sum(n for (_, on_b), n in PAIR_COUNTS.items() if on_b is identity) == count


@given(keys)
def test_a_drawn_key_has_the_official_overlap(key: KeyCard) -> None:
    assert check_key(key.a, key.b) == ()
    assert len(key.agents_a | key.agents_b) == 15
    assert len(key.agents_a & key.agents_b) == 3
    for side in Side:
        assert {index for index in range(25) if key.of(side, index) is Identity.AGENT} == key.agents_of(side)
        assert tuple(key.of(side, index) for index in range(25)) == key.side(side)


@given(keys)
def test_keys_are_written_and_read_without_loss(key: KeyCard) -> None:
    assert parse_key(format_key(key)) == key
    assert parse_key(format_key(key).lower()) == key


def test_the_same_chance_draws_the_same_key_and_another_another() -> None:
    assert draw_key(random.Random(5)) == draw_key(random.Random(5))
    assert len({draw_key(random.Random(seed)) for seed in range(50)}) == 50


def test_key_files_may_have_comments_blank_lines_and_spaces() -> None:
    spaced = " ".join(A_LINE[at : at + 5] for at in range(0, 25, 5))
    assert parse_key(f"\ufeff# side a\r\n\r\n{spaced} # rows\r\n{B_LINE}\r\n") == KEY


@pytest.mark.parametrize(
    ("text", "reason", "message"),
    [
        ("", "key_lines", "here are 0"),
        (A_LINE, "key_lines", "here are 1"),
        (f"{A_LINE}\n{B_LINE}\n{B_LINE}", "key_lines", "here are 3"),
        (f"{A_LINE}\nX{B_LINE[1:]}", "key_letter", "line 2 of the key has 'X'"),
        (f"\n\u0410{A_LINE[1:]}\n{B_LINE}", "key_letter", "line 2 of the key has '\u0410' (cyrillic capital letter a)"),
        (f"{A_LINE[:24]}\n{B_LINE}", "key", "side a has 24 letters, must be 25"),
        (f"{A_LINE}\n{A_LINE}", "key", "9 words with agent on side a and agent on side b, must be 3"),
    ],
)
def test_a_wrong_key_file_says_what_is_wrong(text: str, reason: str, message: str) -> None:
    with pytest.raises(SetupError) as error:
        parse_key(text)
    assert error.value.reason == reason
    assert message in str(error.value)


def test_every_count_that_is_off_is_named_at_once() -> None:
    eight = A_LINE.replace("G", "B", 1)
    assert codes(eight, B_LINE) == ["agents_a", "bystanders_a", "pair_GB", "pair_BB", "agents_in_all"]
    with pytest.raises(SetupError, match=r"8 agents, must be 9.*14 bystanders.*14 different agents"):
        KeyCard(identities(eight), identities(B_LINE))
    assert codes(A_LINE[:20], B_LINE)[0] == "length_a"


def test_a_side_read_from_the_other_side_of_the_table_gets_a_hint() -> None:
    findings = check_key(KEY.a, tuple(reversed(KEY.b)))
    assert findings[-1].code == "turned_180"
    assert "180°" in findings[-1].message
    assert "turned_180" not in codes(A_LINE.replace("G", "B", 1), B_LINE)


@given(keys, st.data())
def test_exchanging_two_different_words_on_one_side_is_found(key: KeyCard, data: st.DataObject) -> None:
    first, second = data.draw(st.permutations(range(25)))[:2]
    letters = list(key.b)
    letters[first], letters[second] = letters[second], letters[first]
    same = key.b[first] is key.b[second] or key.a[first] is key.a[second]
    assert (check_key(key.a, letters) == ()) == same
