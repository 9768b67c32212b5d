"""Rules 10: nothing said or shown for both depends on what only one side may know.

Two tables that differ only in the colours of two words must answer alike, whatever is said, until one of the two words
is touched. Conversations are drawn at random from everything that can be said.
"""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.transcripts import Conversation, open_table
from voiceduet.engine.game import apply
from voiceduet.engine.key import Identity, KeyCard, draw_key, format_key
from voiceduet.engine.moves import Touch
from voiceduet.engine.observation import public_view
from voiceduet.table.terminal import ScreenTable, make_console

pytestmark = pytest.mark.logic

WORDS = [word.lower() for word in open_table().table.words.board]
CLUES = ["погода", "деньги", "спорт", "школа", "праздник", "песочный", "сша", "по буквам ка о тэ"]
COMMANDS = [
    "стоп",
    "отмена",
    "повтори",
    "да",
    "нет",
    "сколько жетонов осталось",
    "чей ход",
    "сколько агентов найдено",
    "какие слова остались",
    "прочитай ряд два",
    "где метки",
    "история игры",
    "повтори подсказку",
    "справка",
    "сторона закрыта",
    "у первого все агенты найдены",
    "протест",
    "штраф",
    "другая",
    "засчитать",
    "пауза",
    "продолжаем",
    "подсказку даёт второй",
    "нет я сказал море",
]

touches = st.tuples(st.sampled_from(["касаюсь", "анна касаюсь", "второй касаюсь"]), st.sampled_from(WORDS))
clues = st.tuples(st.sampled_from(CLUES), st.sampled_from(["один", "два", "ноль", "пять"]))
lines = st.one_of(
    touches.map(" ".join),
    touches.map(" ".join),
    clues.map(" ".join),
    clues.map(" ".join),
    st.sampled_from(COMMANDS),
)


def _swapped(key: KeyCard, one: int, other: int) -> KeyCard:
    """The key with the colours of two words exchanged, on both sides."""

    def swap(side: tuple[Identity, ...]) -> tuple[Identity, ...]:
        cells = list(side)
        cells[one], cells[other] = cells[other], cells[one]
        return tuple(cells)

    return KeyCard(swap(key.a), swap(key.b))


def _table(key: KeyCard, style: str, order: str, mission: str) -> Conversation:
    return open_table(
        f"table key={format_key(key).strip().replace(chr(10), '/')} style={style} order={order} mission={mission}"
    )


def _shown(conversation: Conversation) -> str:
    stream = io.StringIO()
    screen = ScreenTable(
        make_console(stream), "ru", conversation.table.words.names, conversation.table.wording.state_line
    )
    screen.show(public_view(conversation.state.game))
    return stream.getvalue()


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    pair=st.lists(st.integers(0, 24), min_size=2, max_size=2, unique=True),
    said=st.lists(lines, min_size=5, max_size=40),
    style=st.sampled_from(["short", "normal", "full"]),
    order=st.sampled_from(["strict", "free"]),
    mission=st.sampled_from(["9-9", "9-5", "3-0", "1-1"]),
)
def test_two_tables_answer_alike_until_a_touch_tells_them_apart(
    seed: int, pair: list[int], said: list[str], style: str, order: str, mission: str
) -> None:
    key = draw_key(random.Random(seed))
    first = _table(key, style, order, mission)
    second = _table(_swapped(key, *pair), style, order, mission)
    assert first.opening.says == second.opening.says
    for line in said:
        one, other = first.say(line), second.say(line)
        if any(isinstance(move, Touch) and move.index in pair for move in one.moves):
            return
        assert one.says == other.says, line
        assert one.ruling == other.ruling
        assert one.refused == other.refused
        assert first.state.memory == second.state.memory
        assert public_view(first.state.game) == public_view(second.state.game)
        assert _shown(first) == _shown(second)


def test_an_agent_on_both_sides_is_announced_like_any_other() -> None:
    """Nothing says that a word was green for the guesser too, or meant (rules 2.4, 10)."""
    conversation = open_table()
    conversation.say("небо два")
    both = conversation.say("касаюсь солнце").says
    one_side = conversation.say("касаюсь песок").says
    assert both[0].text.replace("Солнце", "Песок").replace("Один", "Два") == one_side[0].text


def test_the_key_is_not_in_what_the_table_shows_before_the_end() -> None:
    conversation = open_table()
    state = conversation.state.game
    assert "key" not in repr(public_view(state)).replace("key_on_table", "")
    assert public_view(apply(state, conversation.say("чай один").moves[0]).state).outcome is None
