from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ports import AudioFrame, PhraseSet
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.store import ModelStore
from voiceduet.asr.vosk_recognizer import Limit, VoskRecognizer, load_model
from voiceduet.cli.main import main

pytestmark = pytest.mark.hears

ESPEAK = shutil.which("espeak-ng")


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


def spoken(word: str, path: Path) -> Iterator[AudioFrame]:
    """A word in espeak-ng's voice, with silence around it."""
    subprocess.run([str(ESPEAK), "-v", "ru", "-s", "130", "-w", str(path), word], check=True)
    silence = bytes(16_000)
    yield AudioFrame(silence, 0.0)
    yield from FileSource(path).frames()
    yield AudioFrame(silence, 0.0)


@pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is missing (Debian: espeak-ng)")
def test_added_words_are_heard_from_then_on(capsys: pytest.CaptureFixture[str], tmp_path: Path, own_home: Path) -> None:
    assert main(["models", "add-words", "к+уздра", "ДОМ"]) == 0
    assert said(capsys).splitlines()[:2] == ["куздра: added", "дом: known already"]
    assert main(["models", "add-words", "Квазик"]) == 0
    assert "hears from now on" in said(capsys)
    assert main(["models", "verify", "ru-table-words"]) == 0
    found = ModelStore().find_model("ru")
    assert found.path == own_home / "models" / "ru-table-words"
    model = load_model(found.path)
    assert model.unknown_words(["куздра", "квазик", "дом"]) == ()
    recognizer = VoskRecognizer(model, Limit.PHRASES)
    recognizer.set_phrases(PhraseSet("guess", ("куздра", "квазик", "дом", "молоко", "время", "паровоз")))
    for word in ("куздра", "квазик", "дом"):
        for frame in spoken(word, tmp_path / "word.wav"):
            recognizer.accept(frame)
        assert recognizer.finish()[0].text == word


def test_a_damaged_model_takes_no_words(capsys: pytest.CaptureFixture[str], own_home: Path) -> None:
    """Its sums would be taken anew, and the damage would be all right from then on."""
    assert main(["models", "add-words", "к+уздра"]) == 0
    lexicon = own_home / "models" / "ru-table-words" / "graph" / "lexicon.txt"
    lexicon.write_bytes(lexicon.read_bytes() + b"broken\n")
    said(capsys)
    assert main(["models", "add-words", "жмурик"]) == 2
    assert "lexicon.txt has changed" in capsys.readouterr().err
    assert main(["models", "verify", "ru-table-words"]) == 1


@pytest.mark.parametrize("words", [["jam"], ["брр"], ["варенье", "два слова"], []])
def test_what_cannot_be_added(capsys: pytest.CaptureFixture[str], own_home: Path, words: list[str]) -> None:
    assert main(["models", "add-words", *words]) == 2
    assert not (own_home / "models").exists()


@pytest.mark.parametrize("arguments", [["remove", "ru-table"], ["remove", "none"], ["install", "klingon"], []])
def test_mistakes_are_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(["models", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
