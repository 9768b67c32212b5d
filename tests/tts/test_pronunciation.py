"""Respellings are whole words, in any case, and their file is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiceduet.tts.pronunciation import (
    FOLDER,
    Pronunciation,
    PronunciationError,
    load_pronunciation,
    read_pronunciation,
)

pytestmark = pytest.mark.logic


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Лиса — агент.", "Лисаа — агент."),
        ("касание слова лиса", "касание слова лисаа"),
        ("лисапед", "лисапед"),
        ("чернобурая-лиса", "чернобурая-лиса"),
        ("ЛИСА", "Лисаа"),
        ("", ""),
    ],
)
def test_whole_words_are_respelled(text: str, said: str) -> None:
    assert Pronunciation({"лиса": "лисаа"}).apply(text) == said


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.toml")), ids=lambda path: path.name)
def test_every_shipped_file_is_valid(path: Path) -> None:
    read_pronunciation(path)


def test_a_language_without_a_file_keeps_its_spelling(tmp_path: Path) -> None:
    assert load_pronunciation("pyttsx3", "ru", folder=tmp_path).apply("лиса") == "лиса"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[words\n", "is not valid TOML"),
        ('[other]\na = "b"\n', r"has one table only, \[words\]"),
        ('[words]\n"лиса" = 3\n', "лиса: the respelling must be a text"),
        ('[words]\n"лиса и кот" = "лиса"\n', "'лиса и кот' is not one word"),
        ('[words]\n"лиса" = "л1са"\n', "лиса: 'л1са' has digits"),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "ru.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PronunciationError, match=message) as caught:
        read_pronunciation(path)
    assert str(path) in str(caught.value)
