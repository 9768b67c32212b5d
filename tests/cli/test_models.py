from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from voiceduet.asr.catalogue import DATA
from voiceduet.cli.main import main

pytestmark = pytest.mark.hears


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_the_list_shows_what_is_here_and_what_can_be_had(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "list"]) == 0
    lines = [line.split()[:3] for line in said(capsys).splitlines()]
    assert ["ru", "ru-table", "shipped"] in lines
    assert ["ko", "vosk-model-small-ko-0.22", "available"] in lines


def test_the_shipped_model_is_all_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "verify"]) == 0
    assert said(capsys) == "ru-table: all right\n"


def test_the_name_of_the_shipped_model_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "install", "ru", "--from", str(DATA / "ru-table")]) == 2
    assert "in the package" in capsys.readouterr().err


def test_a_folder_with_a_model_that_does_not_load_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, own_home: Path
) -> None:
    shutil.copytree(DATA / "ru-table", tmp_path / "broken")
    (tmp_path / "broken" / "am" / "final.mdl").write_bytes(b"junk")
    assert main(["models", "install", "ru", "--from", str(tmp_path / "broken")]) == 2
    assert "damaged" in capsys.readouterr().err
    assert list((own_home / "models").iterdir()) == []


def test_an_installed_model_can_be_verified_and_removed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, own_home: Path
) -> None:
    shutil.copytree(DATA / "ru-table", tmp_path / "own")
    assert main(["models", "install", "ru", "--from", str(tmp_path / "own")]) == 0
    assert main(["models", "verify", "own"]) == 0
    (own_home / "models" / "own" / "README.md").write_text("changed", encoding="utf-8")
    assert main(["models", "verify", "own"]) == 1
    assert "own: README.md has changed" in said(capsys)
    assert main(["models", "remove", "own"]) == 0
    assert main(["models", "verify", "own"]) == 2


@pytest.mark.parametrize("arguments", [["remove", "ru-table"], ["remove", "none"], ["install", "klingon"], []])
def test_mistakes_are_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(["models", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
