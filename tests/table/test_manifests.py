"""Lists of recordings in both forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from voiceduet.grammar.scopes import ScopeName
from voiceduet.table.errors import UserError
from voiceduet.table.manifests import read_manifest

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
        ("лампа", "touch=лампа", "guess", {"intent": "touch", "word": "лампа", "bare": True}),
        ("сколько жетонов", "command=tokens", "guess", {"intent": "ask_tokens"}),
        ("да", "command=yes", "confirm", {"intent": "yes"}),
        ("зелёный", "result=agent", "colour", {"intent": "result", "identity": "agent"}),
    ],
)
def test_notes(tmp_path: Path, text: str, note: str, scope: str, expect: object) -> None:
    assert _rows(tmp_path, text=text, note=note) == [(ScopeName(scope), expect)]


def test_what_means_nothing_is_tried_where_clues_and_where_touches_are_heard(tmp_path: Path) -> None:
    assert _rows(tmp_path, kind="negative", note="expect=nothing") == [(ScopeName.CLUE, None), (ScopeName.GUESS, None)]


def test_rows_that_say_nothing_about_their_meaning_are_left_out(tmp_path: Path) -> None:
    assert _rows(tmp_path, kind="human_word", note="prompt=vm-no") == []


def test_the_exact_form(tmp_path: Path) -> None:
    assert _rows(tmp_path, scope="guess", expect=None) == [(ScopeName.GUESS, None)]


@pytest.mark.parametrize("line", ["{", '{"lang": "ru"}', '{"lang": "ru", "file": "a", "scope": "nowhere"}', "[]"])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "manifest.jsonl"
    path.write_text(f"{line}\n", "utf-8")
    with pytest.raises(UserError, match="line 1"):
        read_manifest(path, "ru")
