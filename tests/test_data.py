"""Everything that is data: it parses, it is clean text, and no Russian word hides a Latin letter."""

from __future__ import annotations

import csv
import json
import re
import tomllib
import unicodedata
from pathlib import Path

import pytest
import yaml

from voiceduet.engine.words import clean, fold
from voiceduet.table.messages import load_messages
from voiceduet.table.setup import LANGUAGES, load_deck
from voiceduet.table.terminal import load_labels

pytestmark = pytest.mark.logic

PROJECT = Path(__file__).parents[1]
TEXT_ENDINGS = {".txt", ".tsv", ".csv", ".toml", ".yaml", ".yml", ".json", ".jsonl"}
FILES = sorted(
    path
    for folder in ("voiceduet", "tests", "models")
    for path in (PROJECT / folder).rglob("*")
    if path.suffix in TEXT_ENDINGS and path.is_file() and "graph" not in path.parts
)
"""All data files except the tables inside speech models, which are the models' own."""
LANGUAGE_DATA = [path for path in FILES if path.is_relative_to(PROJECT / "voiceduet")]

INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
MIXED = re.compile(r"[A-Za-z][А-Яа-яЁё]|[А-Яа-яЁё][A-Za-z]")
LOOK_ALIKES = set("AaBCcEeHKMOoPpTXxyk")
"""Latin letters that a Russian word may hide."""
RUSSIAN = re.compile(r"[А-Яа-яЁё]")
WORD = re.compile(r"[^\W\d_]+")
ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|\\[a-zA-Z]")


def name(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_data_files_parse(path: Path) -> None:
    text = path.read_text("utf-8")
    match path.suffix:
        case ".toml":
            tomllib.loads(text)
        case ".yaml" | ".yml":
            assert yaml.safe_load(text) is not None
        case ".json":
            json.loads(text)
        case ".jsonl":
            for line in text.splitlines():
                json.loads(line)
        case ".tsv":
            rows = [line for line in text.splitlines() if line and not line.startswith("#")]
            widths = {len(row) for row in csv.reader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)}
            assert widths, f"{name(path)} is empty"
            assert 0 not in widths


@pytest.mark.parametrize("path", LANGUAGE_DATA, ids=name)
def test_language_data_is_clean_text(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "\r" not in text
    for number, line in enumerate(text.splitlines(), start=1):
        assert not INVISIBLE.search(line), f"{name(path)}, line {number}: an invisible character"
        assert unicodedata.is_normalized("NFC", line), f"{name(path)}, line {number}: not composed (NFC)"


@pytest.mark.parametrize("path", LANGUAGE_DATA, ids=name)
def test_no_latin_letter_hides_in_a_russian_word(path: Path) -> None:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        found = MIXED.search(ESCAPE.sub(" ", line))
        assert not found, f"{name(path)}, line {number}: {found and found[0]!r} mixes alphabets in {line.strip()!r}"


@pytest.mark.parametrize("path", [path for path in LANGUAGE_DATA if path.suffix == ".txt"], ids=name)
def test_no_latin_word_stands_in_a_russian_list(path: Path) -> None:
    """A word of look-alikes only («COK») mixes nothing, but the words around it are Russian."""
    lines = [line.partition("#")[0] for line in path.read_text("utf-8").splitlines()]
    if sum(bool(RUSSIAN.search(line)) for line in lines) < len(lines) / 2:
        return
    for number, line in enumerate(lines, start=1):
        for word in WORD.findall(line):
            assert not set(word) <= LOOK_ALIKES, f"{name(path)}, line {number}: {word!r} is in Latin letters"


@pytest.mark.parametrize("language", LANGUAGES)
def test_decks(language: str) -> None:
    deck = load_deck(language)
    assert len({fold(word) for word in deck}) == len(deck) == 400
    script = {"ru": "CYRILLIC", "en": "LATIN", "ko": "HANGUL"}[language]
    for word in deck:
        assert word == clean(word)
        assert all(unicodedata.name(letter).startswith(script) for letter in word), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_the_screen(language: str) -> None:
    assert load_labels(language)


def test_messages_are_one_line_each() -> None:
    for key, texts in load_messages().items():
        for language, text in texts.items():
            assert "\n" not in text, f"{key} in {language}"
            assert text == text.strip(), f"{key} in {language}"


def test_every_data_file_goes_into_the_package() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    patterns = [each.removeprefix("**/") for each in settings["tool"]["setuptools"]["package-data"]["voiceduet"]]
    left_out = [
        name(path)
        for path in sorted((PROJECT / "voiceduet").rglob("*"))
        if path.is_file() and path.suffix not in {".py", ".pyc"} and not any(path.match(it) for it in patterns)
    ]
    assert left_out == []
