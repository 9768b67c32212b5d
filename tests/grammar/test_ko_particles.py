"""Korean particles follow the last sound of the word."""

from __future__ import annotations

import pytest

from voiceduet.grammar.ko.particles import attach, final_consonant

pytestmark = pytest.mark.logic

TABLE = """
달걀 은 달걀은
모래 은 모래는
민준 이 민준이
지수 이 지수가
태양 을 태양을
치즈 을 치즈를
학교 과 학교와
병원 과 병원과
병원 으로 병원으로
학교 으로 학교로
지하철 으로 지하철로
블랙홀 은 블랙홀은
Anna 은 Anna은(는)
‘달걀’ 은 ‘달걀’은
"""


@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_particles(line: str) -> None:
    word, particle, together = line.split()
    assert attach(word, particle) == together


def test_final_consonants() -> None:
    assert [final_consonant(word) for word in ("가", "각", "철", "x", "")] == [0, 1, 8, None, None]
