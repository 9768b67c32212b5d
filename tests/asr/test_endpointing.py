from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiceduet.asr.endpointing import Endpointer, EndpointSettings, EndpointSignal

pytestmark = pytest.mark.logic
FRAME_S = 0.03


def run(pattern: str, settings: EndpointSettings | None = None) -> list[tuple[int, str]]:
    """Signals of a pattern of frames (`#` speech), without WAITING and RUNNING."""
    endpointer, heard = Endpointer(settings or EndpointSettings()), []
    for number, sign in enumerate(pattern):
        endpointer, signal = endpointer.step(FRAME_S, sign == "#")
        if signal not in {EndpointSignal.WAITING, EndpointSignal.RUNNING}:
            heard.append((number, signal.value))
    return heard


@pytest.mark.parametrize(
    ("pattern", "signals"),
    [
        ("." * 100, []),
        ("#" * 4 + "." * 100, []),  # a click of 120 ms
        ("#.#.#.#.#.#.#.#.#.", []),  # a rattle never gathers enough
        ("#" * 5 + "." * 40, [(4, "started"), (21, "ended")]),  # 17 frames of silence are 0.51 s
        ("###.####" + "." * 40, [(6, "started"), (24, "ended")]),
        ("#" * 10 + "." * 15 + "#" * 5 + "." * 20, [(4, "started"), (46, "ended")]),  # a pause of 0.45 s joins
        ("#" * 500, [(4, "started"), (399, "too_long"), (404, "started")]),
    ],
)
def test_signals_of_a_pattern(pattern: str, signals: list[tuple[int, str]]) -> None:
    assert run(pattern) == signals


def test_end_silence_is_a_setting() -> None:
    settings = EndpointSettings(end_silence_s=0.9)
    assert run("#" * 5 + "." * 40, settings) == [(4, "started"), (34, "ended")]


@pytest.mark.parametrize("field", ["end_silence_s", "min_speech_s", "max_length_s"])
def test_durations_must_be_positive(field: str) -> None:
    with pytest.raises(ValueError, match=field):
        EndpointSettings(**{field: 0.0})


@given(st.text(alphabet="#.", max_size=600))
def test_starts_and_ends_alternate(pattern: str) -> None:
    names = [name for _, name in run(pattern)]
    assert names[0::2] == ["started"] * len(names[0::2])
    assert all(name in {"ended", "too_long"} for name in names[1::2])
