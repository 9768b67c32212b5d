"""What the synthesizers are told to say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("wordfreq", reason="wordfreq is missing: pip install -e '.[ear]'")

from tools.ear.steps import EarError
from tools.ear.synthesis import Sayings, espeak_command, espeak_text, synthesize
from tools.ear.utterances import read_list
from tools.ear.words import Vocabulary
from voiceduet.asr.pronunciation import pronounce

pytestmark = pytest.mark.speaks

SAYINGS = Sayings(Vocabulary(("пасую",), ("гроза",), ("гроза",), ("идёт",)), {"пасую": "пас+ую", "гроза": "гроз+а"})


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("молок+о", "[[m|V|l|V|k|'o]]"),
        ("щ+ука", "[[S;|'u|k|V]]"),
        ("сть", "[[s|t;]]"),
        ("х+ищник", "[[x;|'I|S;|n;|I|k]]"),
    ],
)
def test_phones_for_espeak(word: str, text: str) -> None:
    assert espeak_text([pronounce(word)]) == text


def test_utterances_are_made_of_known_words_with_their_stress() -> None:
    chance = np.random.default_rng(1)
    said = {word for _ in range(200) for word in SAYINGS.draw(chance)}
    assert {"пас+ую", "гроз+а", "идёт", "касаюсь"} <= said


def test_a_command_depends_on_the_seed_only(tmp_path: Path) -> None:
    first, again = (
        espeak_command("espeak-ng", ("m1", "f2"), ("гроз+а",), tmp_path / "0.wav", np.random.default_rng(3))
        for _ in range(2)
    )
    assert first == again
    assert first[2] in {"ru+m1", "ru+f2"}


def copying(sound: Path) -> tuple[str, ...]:
    return ("cp", "/bin/sh", str(sound))


def test_speech_that_is_there_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "voice"
    folder.mkdir()
    (folder / "00001.wav").write_bytes(b"x" * 6000)
    synthesize(folder, SAYINGS, lambda _, path, __: copying(path), 3, 1)
    assert (folder / "00001.wav").read_bytes() == b"x" * 6000
    assert len(read_list(folder)) == 3


def test_a_silent_synthesizer_is_told(tmp_path: Path) -> None:
    with pytest.raises(EarError, match="nothing could be spoken"):
        synthesize(tmp_path / "voice", SAYINGS, lambda _, path, __: ("true", str(path)), 2, 1)
