"""Fault texts: one for every kind, with the same fields in every language."""

from __future__ import annotations

import re

import pytest

from voiceduet.tts.faults import EngineMissing, FaultCode, SpeechFault, fault_texts

pytestmark = pytest.mark.logic

FIELD = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("code", FaultCode)
def test_every_fault_has_its_texts(code: FaultCode) -> None:
    texts = fault_texts()[code]
    assert set(texts) == {"en", "ru", "ko"}
    assert len({frozenset(FIELD.findall(text)) for text in texts.values()}) == 1


def test_no_text_is_left_over() -> None:
    assert set(fault_texts()) == set(FaultCode)


def test_the_table_reads_its_own_language() -> None:
    fault = EngineMissing(FaultCode.NO_VOICE, language="ru")
    assert fault.text("ru").startswith("ни один голос не говорит на языке «ru»: установите espeak-ng")
    assert fault.text("ko").startswith("'ru' 음성이")
    assert fault.text("fr") == str(fault)
    assert isinstance(fault, SpeechFault)


def test_a_table_is_not_shown_what_engines_and_systems_say() -> None:
    fault = SpeechFault(FaultCode.NO_DEVICE, reasons="aplay: audio open error: Device or resource busy")
    assert fault.at_table("ru") == "звук не выводится; проверьте: `voiceduet doctor`"
    assert fault.detail in fault.text("ru")
    assert "[" not in fault.text("ru") + fault.at_table("en")
