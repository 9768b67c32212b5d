from __future__ import annotations

import pytest

from tests.asr.doubles import ScriptedRecognizer
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.probe import is_limited, probe_limit
from voiceduet.asr.vosk_recognizer import load_model

pytestmark = pytest.mark.hears


def test_the_shipped_model_can_be_limited() -> None:
    assert probe_limit(load_model(DATA / "ru-table"), ("абырвалгус", "кит", "окно")) is None


def test_a_model_of_another_language_is_noticed() -> None:
    assert "of this language" in str(probe_limit(load_model(DATA / "ru-table"), ("window", "whale")))


@pytest.mark.parametrize(
    ("heard", "limited"),
    [(["кит кит", "[unk]"], True), (["", ""], True), (["стоп", "стоп"], False), (["кит", "кит"], False)],
)
def test_any_word_outside_the_list_shows_that_there_is_no_limit(heard: list[str], limited: bool) -> None:
    assert is_limited(ScriptedRecognizer(heard), ("кит", "окно")) is limited
