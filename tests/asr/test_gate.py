from __future__ import annotations

import pytest

from voiceduet.asr.gate import GateSettings, MicGate

pytestmark = pytest.mark.logic


def test_open_when_nothing_plays() -> None:
    assert MicGate().is_open(0.0)


def test_closed_while_an_announcement_plays_and_for_the_tail() -> None:
    gate = MicGate().started("one", 10.0)
    assert not gate.is_open(11.0)
    gate = gate.finished("one", 12.0)
    assert not gate.is_open(12.39)
    assert gate.is_open(12.4)


def test_two_overlapping_announcements_keep_it_closed_until_both_end() -> None:
    gate = MicGate().started("one", 0.0).started("two", 1.0).finished("one", 2.0)
    assert not gate.is_open(3.0)
    assert gate.finished("two", 4.0).is_open(4.5)


def test_a_finish_that_comes_twice_does_not_open_it_early() -> None:
    gate = MicGate().started("one", 0.0).started("two", 0.0).finished("one", 1.0).finished("one", 1.1)
    assert not gate.is_open(2.0)


def test_a_finish_without_a_start_does_nothing() -> None:
    assert MicGate().finished("never", 5.0) == MicGate()


def test_the_same_announcement_started_twice_needs_one_finish() -> None:
    gate = MicGate().started("one", 0.0).started("one", 1.0).finished("one", 2.0)
    assert gate.is_open(3.0)


def test_the_watchdog_opens_it_after_a_lost_finish_and_names_the_culprit() -> None:
    gate = MicGate(GateSettings(watchdog_s=30.0)).started("lost", 0.0)
    assert not gate.is_open(29.0)
    assert gate.overdue(29.0) == frozenset()
    assert gate.is_open(31.0)
    assert gate.overdue(31.0) == {"lost"}


def test_push_to_talk_hears_only_while_the_key_is_down() -> None:
    gate = MicGate(GateSettings(push_to_talk=True))
    assert not gate.is_open(0.0)
    assert gate.pushed(True).is_open(0.0)
    assert not gate.pushed(True).started("one", 0.0).is_open(1.0)
    assert not gate.pushed(True).pushed(False).is_open(0.0)
