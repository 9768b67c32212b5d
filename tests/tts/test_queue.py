"""The order of announcements."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiceduet.tts.ports import Announcement, Priority
from voiceduet.tts.queue import SpeechQueue

pytestmark = pytest.mark.logic

announcements = st.builds(
    Announcement,
    st.sampled_from("abcdef"),
    st.sampled_from(Priority),
    st.booleans(),
    st.sampled_from(["", "", "tokens"]),
)


def filled(*said: Announcement) -> SpeechQueue:
    queue = SpeechQueue()
    for announcement in said:
        queue, _ = queue.put(announcement)
    return queue


def test_higher_priority_first_and_order_kept_within_one() -> None:
    low, one, two = Announcement("row", Priority.LOW), Announcement("result"), Announcement("turn")
    high = Announcement("question?", Priority.HIGH)
    assert filled(low, one, two, high).waiting == (high, one, two, low)


def test_a_newer_number_replaces_the_older_one() -> None:
    old, new = Announcement("Осталось пять жетонов.", topic="tokens"), Announcement("Осталось четыре.", topic="tokens")
    queue, replaced = filled(old, Announcement("сыр")).put(new)
    assert replaced == (old,)
    assert [a.text for a in queue.waiting] == ["сыр", "Осталось четыре."]


def test_a_warning_is_never_replaced_or_dropped() -> None:
    warning = Announcement("Внимание: осталось два жетона.", interruptible=False, topic="tokens")
    queue, replaced = filled(warning, Announcement("сыр")).put(Announcement("Остался один.", topic="tokens"))
    assert replaced == ()
    queue, dropped = queue.clear()
    assert queue.waiting == (warning,)
    assert [a.text for a in dropped] == ["сыр", "Остался один."]


def test_nothing_waits() -> None:
    assert SpeechQueue().take() == (None, SpeechQueue())


@given(st.lists(announcements))
def test_every_announcement_is_accounted_for(said: list[Announcement]) -> None:
    queue = SpeechQueue()
    gone: list[Announcement] = []
    for announcement in said:
        queue, replaced = queue.put(announcement)
        gone += replaced
    assert len(queue.waiting) + len(gone) == len(said)
    priorities = [a.priority for a in queue.waiting]
    assert priorities == sorted(priorities, reverse=True)
