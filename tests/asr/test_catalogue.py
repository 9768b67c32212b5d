from __future__ import annotations

from pathlib import Path

import pytest

from voiceduet.asr.catalogue import load_catalogue
from voiceduet.asr.errors import StoreError

pytestmark = pytest.mark.logic
GOOD = {
    "name": '"m"',
    "language": '"ru"',
    "url": '"https://example.org/m.zip"',
    "size": "1",
    "sha256": f'"{"0" * 64}"',
    "licence": '"CC0-1.0"',
}


def test_every_language_has_a_model_and_russian_comes_with_the_package() -> None:
    catalogue = load_catalogue()
    assert {model.language for model in catalogue.known} == {"ru", "en", "ko"}
    inside = [model for model in catalogue.shipped if model.language == "ru"]
    assert [(model.name, model.path.is_dir()) for model in inside] == [("ru-table", True)]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", '"../m"'),
        ("language", '"Russian"'),
        ("url", '"ftp://example.org"'),
        ("size", "0"),
        ("size", '"1"'),
        ("sha256", '"abc"'),
        ("licence", "1"),
    ],
)
def test_a_malformed_entry_is_named(tmp_path: Path, key: str, value: str) -> None:
    path = tmp_path / "models.toml"
    lines = [f"{name} = {text}" for name, text in {**GOOD, key: value}.items()]
    path.write_text("\n".join(["[[model]]", *lines]), encoding="utf-8")
    with pytest.raises(StoreError, match=rf"models\.toml.*{key}"):
        load_catalogue(path)


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text("model", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot be read"):
        load_catalogue(path)


def test_a_model_that_comes_as_a_package_is_found_without_importing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "voice_of_korean"
    (package / "model").mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('imported')", encoding="utf-8")
    entry = """
[[package]]
name = "voice-ko"
language = "ko"
module = "voice_of_korean"
folder = "model"
licence = "none"
"""
    file = tmp_path / "models.toml"
    file.write_text(entry, encoding="utf-8")
    assert load_catalogue(file).shipped == ()
    monkeypatch.syspath_prepend(tmp_path)
    (model,) = load_catalogue(file).shipped
    assert (model.name, model.language, model.path) == ("voice-ko", "ko", package / "model")
