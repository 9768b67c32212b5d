from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.games import BOARD, KEY, A, B, courses, keys, options, setup_of, with_colours
from voiceduet.engine.errors import RecordError, Refusal
from voiceduet.engine.game import GameOptions, GameSetup, Transition, apply, new_game, replay
from voiceduet.engine.grid import Board
from voiceduet.engine.key import Identity, KeyCard
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import DeclareComplete, GiveClue, Move, Penalize, Stop, Touch
from voiceduet.engine.record import (
    Expectation,
    ExpectedRefusal,
    format_move,
    format_record,
    parse_move,
    parse_record,
    read_record,
)
from voiceduet.engine.words import clean, fold

pytestmark = pytest.mark.logic

sides = st.sampled_from((A, B))
moves = st.one_of(
    st.builds(GiveClue, sides, st.text(), st.integers(-999, 999)),
    st.builds(Touch, sides, st.integers(0, 24), st.sampled_from((None, *Identity))),
    st.builds(Stop, sides),
    st.builds(Penalize, sides),
    st.builds(DeclareComplete, sides),
)
words = st.text(min_size=1, max_size=9).filter(clean)
boards = st.lists(words, min_size=25, max_size=25, unique_by=fold).map(lambda drawn: Board(tuple(drawn)))

HEADER = format_record(new_game(setup_of())).splitlines()


def with_lines(*lines: str, header: list[str] = HEADER) -> str:
    return "\n".join([*header, *lines])


@given(moves)
def test_every_move_is_one_line_that_reads_back(move: Move) -> None:
    for board in (None, BOARD):
        line = format_move(move, board)
        assert len(line.splitlines()) == 1
        assert parse_move(line, board) == move
        assert parse_move(line) == move


@given(courses)
def test_a_game_is_written_and_read_without_loss(course: list[Transition]) -> None:
    state = course[-1].state
    assert parse_record(format_record(state)) == state
    assert parse_record(format_record(state).replace("\n", "\r\n")) == state


@given(courses)
def test_a_game_with_the_card_on_the_table_too(course: list[Transition]) -> None:
    known = course[0].state.setup
    assert known.key is not None
    state = new_game(replace(known, key=None))
    for transition in course[:3]:
        state = apply(state, with_colours(transition.state.moves[-1], known.key)).state
    assert parse_record(format_record(state)) == state


@given(boards, st.one_of(st.none(), keys), options, words.map("слово".__add__))
def test_any_board_and_any_clue_survive(board: Board, key: KeyCard | None, chosen: GameOptions, clue: str) -> None:
    setup = GameSetup(board, key, Mission(7, 3), chosen)
    state = replay(setup, [GiveClue(B, clue, 2)])
    assert parse_record(format_record(state)) == state


def test_a_record_reads_like_the_game() -> None:
    state = replay(setup_of("9-5"), [GiveClue(A, "НЬЮ ЙОРК", 2), Touch(B, 2), Penalize(A), Touch(B, 7)])
    assert format_record(state) == (
        "voiceduet 1\n"
        "edition ru\n"
        "mission 9-5\n"
        "order strict\n"
        "winning-turn edition\n"
        "key GBGBABGBGBBBBGBGBABGGBGBA BGGBBBAGBBGABGBBGGBBBGGBA\n"
        "board САД ГРЯДКА ЛОПАТА ДОЖДЬ ЗАБОР\n"
        "board КОЛОДЕЦ ЯБЛОКО ПЧЕЛА ВЕДРО ТЕНЬ\n"
        "board КРОТ СОСЕД СКАМЕЙКА ТЮЛЬПАН СЕТКА\n"
        "board ВИШНЯ ВОРОНА ТЕПЛИЦА КАМЕНЬ ШЛАНГ\n"
        "board РОСА УЖИН ВЕТЕР МУРАВЕЙ ГРАБЛИ\n"
        'a clue "НЬЮ ЙОРК" 2\n'
        "b touch 1:3 ЛОПАТА\n"
        "a penalty\n"
        "b touch 2:3 ПЧЕЛА\n"
    )


def test_what_may_be_left_out() -> None:
    short = [line for line in HEADER if line.split()[0] in ("voiceduet", "key", "board")]
    assert parse_record("\ufeff# запись\n\n" + "\n".join(short)) == new_game(setup_of())


def test_expectations_and_refusals_are_kept_and_not_played() -> None:
    text = with_lines(
        "a clue ПОЛЁТ 1  # о птицах",
        "expect hidden_words -",
        'expect who_may_guess b "x y"',
        "refused clue_already_given a clue ещё 1",
        "b touch 1:3",
    )
    record = read_record(text)
    contents = [line.content for line in record.lines]
    assert contents[1:4] == [
        Expectation("hidden_words", ("-",)),
        Expectation("who_may_guess", ("b", "x y")),
        ExpectedRefusal(Refusal.CLUE_ALREADY_GIVEN, GiveClue(A, "ещё", 1)),
    ]
    assert [line.number for line in record.lines] == [12, 13, 14, 15, 16]
    assert parse_record(text).moves == (GiveClue(A, "ПОЛЁТ", 1), Touch(B, 2))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("c stop", "'c' is unknown here"),
        ("a", "'a' is not a move; a move is"),
        ("a fly", "'a fly' is not a move"),
        ("a clue ПОЛЁТ", "'a clue ПОЛЁТ' is not a move"),
        ("a clue ПОЛЁТ пять", "is not a move"),
        ("a clue ПОЛЁТ ЕЩЁ 1", "is not a move"),
        ("a stop now", "is not a move"),
        ("a touch", "is not a move"),
        ("a touch 6:1", "names no place 1:1-5:5"),
        ("a touch 1:1 САД shown", "names no place"),
        ("a touch 1:1 shown green", "'green' is no colour: agent, bystander, assassin"),
        ("a touch 1:2 САД", "САД does not lie at 1:2: there is ГРЯДКА"),
        ('a clue "ПОЛЁТ 1', 'a quote is not closed: "ПОЛЁТ 1'),
        (r'a clue "\q" 1', "is not a JSON string"),
        ("expect phase", "write: expect FIELD VALUE"),
        ("refused why a stop", "write: refused REASON MOVE"),
        ("mission 9-9", "'mission' belongs before the first move"),
        ("b stop", "b stop): side b must touch a word before it stops (need_a_guess_first)"),
    ],
)
def test_a_line_that_cannot_be_read_or_played_is_named(line: str, message: str) -> None:
    with pytest.raises(RecordError) as error:
        parse_record(with_lines("a clue ПОЛЁТ 1", line))
    assert str(error.value).startswith("line 13")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ([], "line 1: a record begins with 'voiceduet 1'"),
        (["voiceduet 2"], "line 1: a record begins with"),
        (["voiceduet 1"], "line 1: the header needs 5 board lines"),
        (HEADER[:-1], "line 10: the header needs 5 board lines of 5 words"),
        ([*HEADER, "board А Б В Г Д"], "line 12: the header needs 5 board lines"),
        ([line for line in HEADER if "key" not in line], "line 10: the header needs a key line"),
        ([*HEADER, "mission 9-9"], "line 12: 'mission' is there twice, first in line 3"),
        ([*HEADER[:-1], "board РОСА УЖИН ВЕТЕР МУРАВЕЙ"], "line 11: a board line has 5 words, here are 4"),
        ([*HEADER[:-1], "board РОСА УЖИН ВЕТЕР МУРАВЕЙ САД"], "line 11: 'САД' is on the board twice"),
        (["voiceduet 1", "edition de", *HEADER[2:]], "line 2: 'de' is none of: ru, ko, en"),
        (["voiceduet 1", "mission many", *HEADER[3:]], "line 2: mission 'many': write tokens and mistakes"),
        (["voiceduet 1", "order any", *HEADER[4:]], "line 2: 'any' is none of: strict, free"),
        (["voiceduet 1", "winning-turn no", *HEADER[5:]], "line 2: 'no' is none of: edition, free, uses-token"),
        (["voiceduet 1", "key GGG BBB", *HEADER[6:]], "line 2: this is not a Duet key: side a has 3 letters"),
    ],
)
def test_a_header_that_cannot_be_used_is_named(header: list[str], message: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record("\n".join(header))
    assert str(error.value).startswith(message)


@given(st.text())
def test_any_text_is_a_record_or_a_record_error(text: str) -> None:
    for candidate in (text, with_lines(text)):
        try:
            parse_record(candidate)
        except RecordError as error:
            assert "line " in str(error)


def test_the_key_of_the_tests() -> None:
    assert parse_record(with_lines()).setup.key == KEY
