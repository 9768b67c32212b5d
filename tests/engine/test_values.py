from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.games import missions
from voiceduet.engine import events
from voiceduet.engine.errors import DuetError, IllegalMove, RecordError, Refusal, SetupError
from voiceduet.engine.events import AgentFound, Event, Outcome, SideCompleted, event_names
from voiceduet.engine.key import Identity
from voiceduet.engine.mission import Mission, format_mission, parse_mission
from voiceduet.engine.setup import Edition, GameOptions
from voiceduet.engine.side import Side
from voiceduet.engine.supply import Supply
from voiceduet.engine.words import clean, fold

pytestmark = pytest.mark.logic


@given(missions)
def test_missions_are_written_and_read_without_loss(mission: Mission) -> None:
    assert parse_mission(format_mission(mission)) == mission


@pytest.mark.parametrize(
    ("text", "mission"),
    [("9-5", Mission(9, 5)), (" 9 – 5 ", Mission(9, 5)), ("11", Mission(11, 11)), ("11-0", Mission(11, 0))],
)
def test_missions_are_read_as_people_write_them(text: str, mission: Mission) -> None:
    assert parse_mission(text) == mission


@pytest.mark.parametrize("text", ["", "nine", "9-", "9-5-1", "-5", "100-1"])
def test_other_texts_are_no_missions(text: str) -> None:
    with pytest.raises(SetupError, match="for example 9-5"):
        parse_mission(text)


@pytest.mark.parametrize("text", ["0-0", "12-0", "9-10"])
def test_missions_have_limits(text: str) -> None:
    with pytest.raises(SetupError) as error:
        parse_mission(text)
    assert error.value.reason == "mission_range"


def test_sides_face_each_other() -> None:
    assert Side.A.other is Side.B
    assert Side.B.other is Side.A


def test_identities_have_labels() -> None:
    assert [identity.label for identity in Identity] == ["agent", "bystander", "assassin"]


def test_the_winning_turn_follows_the_edition_unless_it_is_given() -> None:
    assert [GameOptions(edition).charges_winning_turn for edition in Edition] == [False, True, True]
    assert GameOptions(Edition.RU, winning_turn_uses_token=True).charges_winning_turn
    assert not GameOptions(Edition.KO, winning_turn_uses_token=False).charges_winning_turn


@pytest.mark.parametrize(
    ("supply", "taken", "price", "after_mistake"),
    [
        (Supply(9, 0), Supply(8, 0), 1, Supply(8, 0)),
        (Supply(5, 4), Supply(5, 3), 1, Supply(4, 4)),
        (Supply(0, 3), Supply(0, 2), 2, Supply(0, 1)),
        (Supply(0, 2), Supply(0, 1), 2, Supply(0, 0)),
    ],
)
def test_which_tokens_are_used(supply: Supply, taken: Supply, price: int, after_mistake: Supply) -> None:
    assert supply.take() == taken
    assert supply.take_at_stop() == replace(taken, stops=1)
    assert supply.price_of_mistake() == price
    assert supply.pay_mistake() == after_mistake
    assert after_mistake.tokens == supply.tokens - price


def test_every_event_has_a_name_of_its_own() -> None:
    kinds = get_args(Event)
    assert set(kinds) == {kind for kind in vars(events).values() if isinstance(kind, type) and "name" in vars(kind)}
    fixed = [kind.name for kind in kinds if kind is not SideCompleted]
    assert len(set(fixed)) == len(fixed)
    assert event_names(SideCompleted(Side.B)) == ("side_done_b",)
    assert event_names(AgentFound(Side.A, 3)) == ("agent_found",)
    assert event_names(AgentFound(Side.A, 3, over_mark=True)) == ("agent_found", "agent_over_mark")
    assert event_names(events.GameLost(Outcome.LOSS_NO_TOKENS)) == ("loss",)


def test_errors_have_one_base_and_machine_readable_reasons() -> None:
    for error in (IllegalMove(Refusal.GAME_OVER, "x"), SetupError("key", "x"), RecordError("x")):
        assert isinstance(error, DuetError)
        assert str(error) == "x"
    assert [Refusal(reason.value) for reason in Refusal] == list(Refusal)


@given(st.text())
def test_cleaning_and_folding_twice_change_nothing_more(word: str) -> None:
    assert clean(clean(word)) == clean(word)
    assert fold(fold(word)) == fold(word)


def test_folding_forgives_how_a_word_was_typed() -> None:
    assert fold("Ёлка") == fold("елка") == fold(" Е\u0308ЛКА ") == fold("ЁЛ\u00adКА")
    assert clean("\ufeffНЬЮ   ЙОРК\u200b") == "НЬЮ ЙОРК"
