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
    assert [(model.name, model.path.is_dir()) for model in catalogue.shipped] == [("ru-table", True)]


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
