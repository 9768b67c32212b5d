"""Lists of recordings in both forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from voiceduet.engine.words import fold
from voiceduet.grammar.scopes import ScopeName
from voiceduet.table.errors import UserError
from voiceduet.table.manifests import BenchRow, read_manifest, words_of
from voiceduet.table.setup import load_deck

pytestmark = pytest.mark.logic


def _rows(tmp_path: Path, **fields: Any) -> list[tuple[ScopeName, object]]:
    path = tmp_path / "manifest.jsonl"
    row = {"file": "a.flac", "lang": "ru", "text": "", "kind": "", **fields}
    path.write_text(json.dumps(row, ensure_ascii=False) + "\n", "utf-8")
    return [(row.scope, row.expect) for row in read_manifest(path, "ru")]


@pytest.mark.parametrize(
    ("text", "note", "scope", "expect"),
    [
        ("завтрак три", "clue=завтрак;n=3;rate=85", "clue", {"intent": "clue", "word": "завтрак", "number": 3}),
        ("трогаю лампу", "touch=лампа", "guess", {"intent": "touch", "word": "лампа", "bare": False}),
        ("сколько жетонов", "command=tokens", "guess", {"intent": "ask_tokens"}),
        ("да", "command=yes", "confirm", {"intent": "yes"}),
        ("зелёный", "result=agent", "colour", {"intent": "result", "identity": "agent"}),
    ],
)
def test_notes(tmp_path: Path, text: str, note: str, scope: str, expect: object) -> None:
    assert _rows(tmp_path, text=text, note=note) == [(ScopeName(scope), expect)]


def test_what_means_nothing_is_tried_where_clues_and_where_touches_are_heard(tmp_path: Path) -> None:
    assert _rows(tmp_path, kind="negative", note="expect=nothing") == [(ScopeName.CLUE, None), (ScopeName.GUESS, None)]


def test_a_bare_board_word_is_a_touch_only_where_that_was_agreed(tmp_path: Path) -> None:
    touch = {"intent": "touch", "word": "лампа", "bare": True}
    assert _rows(tmp_path, text="лампа", note="touch=лампа") == [(ScopeName.GUESS, touch), (ScopeName.GUESS, None)]


@pytest.mark.parametrize("kind", ["human_word", "human_noun"])
def test_a_human_word_is_touched_where_it_is_on_the_table_and_nothing_where_it_is_not(
    tmp_path: Path, kind: str
) -> None:
    touch = {"intent": "touch", "word": "трактор", "bare": True}
    assert _rows(tmp_path, text="трактор", kind=kind) == [(ScopeName.GUESS, touch), (ScopeName.GUESS, None)]


def test_a_human_word_that_is_a_command_is_that_command(tmp_path: Path) -> None:
    assert _rows(tmp_path, text="пауза", kind="human_word") == [(ScopeName.GUESS, {"intent": "pause"})]
    assert _rows(tmp_path, text="нет", kind="human_word") == [(ScopeName.CONFIRM, {"intent": "no"})]


def test_a_human_number_answers_the_question_for_one(tmp_path: Path) -> None:
    assert _rows(tmp_path, text="девять", kind="human_number") == [
        (ScopeName.NUMBER, {"intent": "number", "number": 9})
    ]
    assert _rows(tmp_path, text="сколько", kind="human_number") == []


def test_a_long_recording_says_nothing_about_its_meaning(tmp_path: Path) -> None:
    assert _rows(tmp_path, kind="long") == []


def _row(tmp_path: Path, **fields: Any) -> BenchRow:
    _rows(tmp_path, **fields)
    return read_manifest(tmp_path / "manifest.jsonl", "ru")[-1]


@pytest.mark.parametrize(
    ("fields", "noise"),
    [
        ({}, ""),
        ({"note": "command=stop;noise=babble;snr_db=15"}, "noise 15 dB"),
        ({"note": "command=stop;reverb_rt60=0.45;snr_db=5"}, "room, noise 5 dB"),
        ({"kind": "command noisy", "scope": "guess", "expect": None}, "noise"),
    ],
)
def test_surroundings(tmp_path: Path, fields: dict[str, Any], noise: str) -> None:
    assert _row(tmp_path, **fields).noise == noise


def test_who_speaks(tmp_path: Path) -> None:
    person = _row(tmp_path, text="трактор", kind="noun", note="touch=трактор", source="human:x", voice="v")
    assert (person.is_human, person.voice) == (True, "v")
    assert not _row(tmp_path, text="трактор", kind="noun", note="touch=трактор", source="tts:x").is_human


def test_the_table_of_a_row(tmp_path: Path) -> None:
    deck = tuple(load_deck("ru"))
    touched = _row(tmp_path, text="трогаю лампу", note="touch=лампа")
    absent = _row(tmp_path, text=deck[3], kind="human_noun")
    announced = _row(tmp_path, text="неслово", note="touch=неслово")
    assert words_of(touched, deck, deck[:26])[0] == "лампа"
    assert fold(deck[3]) not in words_of(absent, deck, deck[:26])
    assert announced.group == ", touches are announced"
    assert "неслово" in words_of(announced, deck, deck[:26])
    assert {len(words_of(row, deck, deck[:26])) for row in (touched, absent, announced)} == {25}


def test_the_exact_form(tmp_path: Path) -> None:
    assert _rows(tmp_path, scope="guess", expect=None) == [(ScopeName.GUESS, None)]


@pytest.mark.parametrize("line", ["{", '{"lang": "ru"}', '{"lang": "ru", "file": "a", "scope": "nowhere"}', "[]"])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "manifest.jsonl"
    path.write_text(f"{line}\n", "utf-8")
    with pytest.raises(UserError, match="line 1"):
        read_manifest(path, "ru")
