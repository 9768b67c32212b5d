from __future__ import annotations

from datetime import UTC, datetime

import pytest

from voiceduet.table.clock import ManualClock, SystemClock

pytestmark = pytest.mark.logic


def test_the_systems_clock_begins_at_zero_and_never_goes_back() -> None:
    clock = SystemClock()
    first, second = clock.now_s(), clock.now_s()
    assert 0 <= first <= second < 60
    assert clock.today().tzinfo is not None


def test_a_manual_clock_moves_only_when_it_is_moved() -> None:
    clock = ManualClock(datetime(2026, 3, 1, tzinfo=UTC))
    assert clock.now_s() == 0
    clock.advance(1800)
    clock.advance_to(1799)
    assert clock.now_s() == 1800
    clock.advance_to(1800.5)
    assert clock.now_s() == 1800.5
    assert clock.today() == datetime(2026, 3, 1, tzinfo=UTC)
    with pytest.raises(ValueError, match="cannot go back by 1 s"):
        clock.advance(-1)
