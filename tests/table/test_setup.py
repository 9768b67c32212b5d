from __future__ import annotations

import os
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from voiceduet.engine.grid import Board, format_board
from voiceduet.engine.key import format_key
from voiceduet.engine.mission import Mission
from voiceduet.table import setup
from voiceduet.table.errors import SetupFileError

pytestmark = pytest.mark.logic

CASES = tomllib.loads(Path(__file__).with_name("setup_cases.toml").read_text("utf-8"))
WORDS = [f"СЛОВО {chr(ord('А') + number)}" for number in range(25)]
KEY = "GBGGGGGBABGBBABBGBBAGBBBB\nBGGBBBAGBBGBGGBBGGBABAGBB\n"


def rng() -> random.Random:
    return random.Random(7)


def refused(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch, read: Callable[[], object]) -> None:
    with pytest.raises(SetupFileError) as english:
        read()
    assert case["says"] in str(english.value)
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    with pytest.raises(SetupFileError) as russian:
        read()
    assert case["ru"] in str(russian.value)


@pytest.mark.parametrize("case", CASES["board"], ids=lambda case: case["name"])
def test_a_board_that_cannot_be_played(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    words = WORDS[: 25 - case.get("drop", 0)] + case.get("add", [])
    refused(case, monkeypatch, lambda: setup.board_from_text("\n".join(words), "board.txt"))


@pytest.mark.parametrize("case", CASES["key"], ids=lambda case: case["name"])
def test_a_key_that_is_no_duet_key(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    refused(case, monkeypatch, lambda: setup.key_from_text(case["text"], "key.txt"))


@pytest.mark.parametrize("case", CASES["mission"], ids=lambda case: case["text"])
def test_missions(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    if "says" in case:
        refused(case, monkeypatch, lambda: setup.load_mission(case["text"]))
    else:
        assert setup.load_mission(case["text"]) == Mission(case["tokens"], case["mistakes"])


@pytest.mark.parametrize("case", CASES["names"], ids=lambda case: case["text"])
def test_names(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    if "says" in case:
        refused(case, monkeypatch, lambda: setup.parse_names(case["text"]))
    else:
        assert list(setup.parse_names(case["text"])) == case["names"]


def test_a_name_that_is_on_the_board() -> None:
    board = Board(("РОЗА", *WORDS[1:]))
    setup.check_names(("Анна", "Борис"), board)
    setup.check_names(("", ""), board)
    with pytest.raises(SetupFileError, match="'Роза' is also a word on the board"):
        setup.check_names(("Анна", "Роза"), board)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\n  \n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_from_any_editor(tmp_path: Path, ending: str, mark: str) -> None:
    board, key = tmp_path / "board.txt", tmp_path / "key.txt"
    board.write_text(mark + "# поле" + ending + ending.join(WORDS), encoding="utf-8", newline="")
    key.write_text(mark + "# side a" + ending + KEY.lower().replace("\n", ending), encoding="utf-8", newline="")
    assert setup.load_board(str(board), "ru", rng()).words == tuple(WORDS)
    loaded = setup.load_key(str(key), rng())
    assert loaded is not None
    assert format_key(loaded) == KEY


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        ("\n".join(WORDS).encode("cp1251"), "seems to be in cp1251; save it as UTF-8, for example: iconv -f cp1251"),
        ("\n".join(setup.load_deck("ru")[:25]).lower().encode("cp1251"), "cp1251"),
        ("\n".join(setup.load_deck("ru")[:25]).encode("koi8-r"), "koi8-r"),
        ("\n".join(setup.load_deck("ru")[:25]).lower().encode("cp866"), "cp866"),
        ("\n".join(setup.load_deck("ko")[:25]).encode("cp949"), "cp949"),
        ("\n".join(WORDS).encode("utf-16"), "seems to be in utf-16"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "not a text file"),
        (b"\x7fELF\x80\x01\x02\x03" * 20, "not a text file"),
        (b"word\n" * 300_000, "far too large"),
    ],
)
def test_files_that_are_no_board(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(content)
    with pytest.raises(SetupFileError, match=message):
        setup.load_board(str(path), "ru", rng())


def test_names_that_are_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, message in [
        ("none.txt", "there is no file"),
        ("", "is a folder; name a file in it"),
        ("pipe", "not an ordinary file"),
        ("x" * 300, "File name too long"),
        ("nul\0", "cannot be read"),
    ]:
        for load in (setup.load_key, lambda source, chance: setup.load_board(source, "ru", chance)):
            with pytest.raises(SetupFileError, match=message):
                load(str(tmp_path / name), rng())


def test_a_file_without_access(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "board.txt"
    path.touch()
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SetupFileError, match="no access; change the access rights"):
        setup.load_board(str(path), "ru", rng())


@pytest.mark.parametrize("language", setup.LANGUAGES)
def test_the_decks_draw_boards_without_close_pairs(language: str) -> None:
    deck = setup.load_deck(language)
    assert len(deck) == 400
    for seed in range(20):
        board = setup.load_board("deck", language, random.Random(seed))
        assert set(board.words) <= set(deck)
        assert setup.board_from_text(format_board(board), "drawn") == board
        assert setup.board_warnings(board) == ()
        assert not {"КОЗА", "КОСА"} <= set(board.words)
    assert setup.load_board("deck", language, random.Random(3)) == setup.load_board("deck", language, random.Random(3))


@pytest.mark.parametrize(
    ("one", "other", "close"),
    [
        ("коза", "коса", True),
        ("лис", "лиса", True),
        ("марка", "марк", True),
        ("лиса", "илса", False),
        ("кот", "дом", False),
        ("кот", "котлета", False),
        ("порог", "пирог", True),
        ("кот", "скот", True),
        ("ток", "кот", False),
    ],
)
def test_close_pairs(one: str, other: str, close: bool) -> None:
    assert setup._one_letter_apart(one, other) is close
    assert setup._one_letter_apart(other, one) is close


def test_words_can_be_kept_out_of_the_draw() -> None:
    board = setup.load_board("deck", "ru", rng(), may_draw=lambda word: word < "Л")
    assert all(word < "Л" for word in board.words)
    with pytest.raises(SetupFileError, match="only 0 words can be drawn"):
        setup.load_board("deck", "ru", rng(), may_draw=lambda word: False)


def test_a_language_without_a_deck() -> None:
    with pytest.raises(SetupFileError, match="no deck for the language 'fi'; there are ru, en, ko"):
        setup.load_board("deck", "fi", rng())


def test_keys_that_need_no_file() -> None:
    assert setup.load_key("table", rng()) is None
    assert setup.load_key("draw", random.Random(1)) == setup.load_key("draw", random.Random(1))


def test_typing_slips_are_pointed_out() -> None:
    board = Board(("МОCТ", "EGG", *WORDS[2:]))
    mixed, stray = setup.board_warnings(board)
    assert "word 1, 'МОCТ', mixes letters of two alphabets" in mixed
    assert "word 2, 'EGG', is written in another alphabet" in stray
