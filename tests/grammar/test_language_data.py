"""Broken language data is refused with the file and the entry."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from voiceduet.grammar.building import BUILDERS
from voiceduet.grammar.datafiles import DataFileError
from voiceduet.grammar.language import LANGUAGES, load_language, read_language
from voiceduet.grammar.templates import TemplateError, expand_template

pytestmark = pytest.mark.logic

FILES = (
    "sentences.yaml",
    "numbers.toml",
    "letters.toml",
    "costs.toml",
    "sounds.toml",
    "open_words.txt",
    "homophones.txt",
)

BROKEN = [
    ("sentences.yaml", "  - intent: undo", "  - intent: undu", ["sentences", "undu"]),
    ("sentences.yaml", "say: [отмена,", "say: ['отмена (', ", ["undo", "отмена ("]),
    ("sentences.yaml", "say: [отмена,", "say: ['отмена <nowhere>', ", ["undo", "<nowhere>"]),
    ("sentences.yaml", "say: [отмена,", "say: ['отмена {nothing}', ", ["undo", "{nothing}"]),
    ("sentences.yaml", "say: [отмена,", "say: ['[отмена]', ", ["undo", "empty sentence"]),
    ("sentences.yaml", "- intent: protest", "- intent: undo", ["sentences", "'protest'"]),
    ("sentences.yaml", "scopes: [ruling]", "scopes: [rulings]", ["scopes", "sentences.yaml"]),
    ("sentences.yaml", "language: ru", "language: ru\nspeed: 3", ["speed"]),
    ("sentences.yaml", "counting: [раз раз раз,", "counting: [раз два,", ["counting", "раз два"]),
    ("numbers.toml", '"два" = 2', '"два" = "два"', ["cardinal.два"]),
    ("numbers.toml", '"две" = 2', '"шёсть" = 2', ["cardinal.шесть", "2"]),
    ("numbers.toml", '"третий" = 3', '"третий" = 7', ["nth", "третий", "1 to 5"]),
    ("numbers.toml", 'cardinal = ["ноль",', 'cardinal = ["нолик",', ["ear.cardinal.нолик"]),
    ("letters.toml", '"к" = ["ка",', '"к" = ["ка", "эм",', ["letters.", "эм"]),
    ("letters.toml", '"к" = ["ка",', '"кк" = ["ка",', ["letters", "кк"]),
    ("costs.toml", "touch = ", "tauch = ", ["classes.touch"]),
    ("costs.toml", "confidence = 0.7", "confidence = -1", ["weights.confidence"]),
    ("costs.toml", "confidence = 0.7", "", ["weights.confidence"]),
    ("sounds.toml", "voice = 0.35", "", ["cost.voice"]),
    ("sounds.toml", '["ъ", ""]', '["ъ(", ""]', ["rewrite", "ъ("]),
    ("sounds.toml", 'language = "ru"', 'language = "ru', ["sounds.toml", "TOML"]),
    ("open_words.txt", "\nгод\n", "\nгод\nгод\n", ["line", "год"]),
]


def copied(language: str, folder: Path) -> Path:
    for name in FILES:
        shutil.copy(load_language(language).folder / name, folder / name)
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_packaged_data_is_sound(language: str) -> None:
    loaded = load_language(language)
    assert {entry.sentence.intent for entry in loaded.entries} == set(BUILDERS), "an intent without sentences"
    assert loaded.code == language


@pytest.mark.parametrize(("name", "old", "new", "told"), BROKEN, ids=[f"{each[0]}-{each[2]}" for each in BROKEN])
def test_a_fault_is_named(tmp_path: Path, name: str, old: str, new: str, told: list[str]) -> None:
    folder = copied("ru", tmp_path)
    text = (folder / name).read_text("utf-8")
    assert old in text, f"the test is stale: {name} has no {old!r}"
    (folder / name).write_text(text.replace(old, new, 1 if old != "- intent: protest" else -1), encoding="utf-8")
    with pytest.raises(DataFileError) as caught:
        read_language(folder, load_language("ru").forms)
    assert name in str(caught.value)
    for part in told:
        assert part in str(caught.value), str(caught.value)


def test_an_unknown_language_says_which_there_are() -> None:
    with pytest.raises(ValueError, match="choose one of ru"):
        load_language("xx")


def test_templates_expand_in_order_without_repeats() -> None:
    patterns = expand_template("[ну] (касаюсь|трогаю) <what>", {"what": "(яйцо|сыр|яйцо)"})
    assert [" ".join(map(str, pattern)) for pattern in patterns] == [
        "ну касаюсь яйцо",
        "ну касаюсь сыр",
        "ну трогаю яйцо",
        "ну трогаю сыр",
        "касаюсь яйцо",
        "касаюсь сыр",
        "трогаю яйцо",
        "трогаю сыр",
    ]


def test_a_rule_that_contains_itself_is_refused() -> None:
    with pytest.raises(TemplateError, match="contains itself"):
        expand_template("<a>", {"a": "x <b>", "b": "y <a>"})
