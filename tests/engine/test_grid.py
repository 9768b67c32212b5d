from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.games import BOARD
from voiceduet.engine.errors import SetupError
from voiceduet.engine.grid import (
    Board,
    check_board,
    format_board,
    index_at,
    main_script,
    parse_board,
    place_of,
    scripts_of,
)
from voiceduet.engine.words import clean, fold

pytestmark = pytest.mark.logic

WORDS = list(BOARD.words)
LETTERS = st.text(st.characters(categories=("Lu", "Ll", "Lo")), min_size=1, max_size=12)


def text(words: list[str]) -> str:
    return "\n".join(words)


@given(st.lists(LETTERS, min_size=25, max_size=25, unique_by=fold).filter(lambda words: all(map(clean, words))))
def test_boards_are_written_and_read_without_loss(words: list[str]) -> None:
    board = Board(tuple(words))
    assert parse_board(format_board(board)) == board
    assert [board.index_of(word) for word in words] == list(range(25))


def test_board_files_come_from_every_editor() -> None:
    messy = "\ufeff# сад\r\n\r\n" + "\r\n".join([f"  {word} # слово" for word in WORDS])
    assert parse_board(messy) == BOARD
    assert parse_board(unicodedata.normalize("NFD", text(WORDS))) == BOARD
    soft = [f"{word[:2]}\u00ad{word[2:]}" for word in WORDS]
    assert parse_board(text(soft)).words == BOARD.words
    assert Board(tuple(soft)) == BOARD


def test_words_are_found_however_they_are_spelled() -> None:
    assert BOARD.index_of("пчёла") == BOARD.index_of(" ПЧЕЛА ") == 7
    assert BOARD.index_of("ЯБЛО\u00adКО") == 6
    assert BOARD.index_of("самовар") is None


@pytest.mark.parametrize(
    ("words", "reason", "message"),
    [
        (WORDS[:24], "board_size", "here are 24: add 1"),
        ([*WORDS, "ЛИШНЕЕ", "СЛОВО"], "board_size", "here are 27: take away 2"),
        ([], "board_size", "here are 0: add 25"),
        (
            [*WORDS[:8], "", "# x", "пчёла", *WORDS[9:]],
            "board_duplicate",
            "'пчёла' is there twice, in line 8 and line 11",
        ),
    ],
)
def test_a_board_that_cannot_be_played_says_why(words: list[str], reason: str, message: str) -> None:
    with pytest.raises(SetupError) as error:
        parse_board(text(words))
    assert error.value.reason == reason
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("words", "reason", "message"),
    [
        (WORDS[1:], "board_size", "here are 24"),
        ([*WORDS[:3], "\u00ad ", *WORDS[4:]], "board_empty_word", "word 4 of the board is empty"),
        ([*WORDS[:24], "сад"], "board_duplicate", "'сад' is on the board twice, as word 1 and word 25"),
    ],
)
def test_a_board_from_a_program_is_checked_as_well(words: list[str], reason: str, message: str) -> None:
    with pytest.raises(SetupError) as error:
        Board(tuple(words))
    assert error.value.reason == reason
    assert message in str(error.value)


def test_letters_of_two_alphabets_in_one_word_are_reported() -> None:
    words = [*WORDS]
    words[6] = words[6].replace("О", "O", 1)
    words[9] = "SHADOW"
    findings = check_board(words)
    assert [(finding.code, finding.index) for finding in findings] == [("mixed_scripts", 6), ("stray_script", 9)]
    assert "mixes Cyrillic and Latin letters" in findings[0].message
    assert "Latin" in findings[1].message
    assert check_board(WORDS) == ()
    assert check_board(["3", *WORDS[1:]]) == ()


def test_scripts() -> None:
    assert scripts_of("Кот-2") == ("CYRILLIC",)
    assert scripts_of("강") == ("HANGUL",)
    assert scripts_of("Kот") == ("LATIN", "CYRILLIC")
    assert scripts_of("日") == ("OTHER",)
    assert main_script(["1", "2"]) is None
    assert main_script(["cat", "dog", "кот"]) == "LATIN"


def test_places_are_counted_from_one_row_by_row() -> None:
    assert place_of(0) == (1, 1)
    assert place_of(7) == (2, 3)
    assert place_of(24) == (5, 5)
    assert [index_at(*place_of(index)) for index in range(25)] == list(range(25))


@pytest.mark.parametrize("index", [-1, 25])
def test_there_is_no_place_outside(index: int) -> None:
    with pytest.raises(ValueError, match="must be 0-24"):
        place_of(index)


@pytest.mark.parametrize(("row", "column"), [(0, 1), (6, 1), (1, 0), (1, 6)])
def test_there_is_no_index_outside(row: int, column: int) -> None:
    with pytest.raises(ValueError, match="must be 1-5"):
        index_at(row, column)
