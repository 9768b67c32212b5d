"""The map of missions: cities of the documents (rules 1.3) and of the team, roads, and every game that was played."""

from __future__ import annotations

import random
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiceduet.engine.events import Outcome
from voiceduet.engine.game import apply, new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import draw_key
from voiceduet.engine.mission import STANDARD, Mission
from voiceduet.engine.moves import GiveClue, Stop, Touch
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.side import Side
from voiceduet.engine.state import GameState
from voiceduet.table.campaign import (
    Attempt,
    Campaign,
    CampaignError,
    OwnCity,
    Standing,
    add_city,
    choose_mission,
    cities_of,
    find_city,
    with_attempt,
)
from voiceduet.table.campaign_cities import key_of, known_cities
from voiceduet.table.campaign_file import (
    load_campaign,
    load_file,
    record_result,
    save_campaign,
    team_path,
    teams,
)
from voiceduet.table.campaign_text import describe_attempt, describe_campaign, describe_more
from voiceduet.table.errors import UserError

pytestmark = pytest.mark.logic

BOARD = parse_board((Path(__file__).parents[2] / "voiceduet/table/demo/board.txt").read_text("utf-8"))
KEY = draw_key(random.Random(2))
EVENING = datetime(2026, 5, 1, 20, 15, 30, 123456, tzinfo=UTC)
NEW = Campaign(team="Лисы")


def attempt(mission: str, outcome: Outcome = Outcome.WIN, journal: str | None = None) -> Attempt:
    return Attempt(
        mission=mission,
        tokens=9,
        mistakes=5,
        played=EVENING,
        outcome=outcome,
        tokens_left=2,
        agents_found=15 if outcome is Outcome.WIN else 7,
        clues=6,
        sudden_death=False,
        journal=journal,
    )


def played(*missions: str) -> Campaign:
    campaign = NEW
    for mission in missions:
        campaign = with_attempt(campaign, attempt(mission))
    return campaign


def standings(campaign: Campaign) -> dict[str, Standing]:
    return {city.name: city.standing for city in cities_of(campaign, "ru")}


def won_game(mission: Mission = STANDARD) -> GameState:
    """A game in which both sides' agents are found, a side a turn."""
    game = new_game(GameSetup(BOARD, KEY, mission))
    agents = sorted(KEY.agents_of(Side.A)), sorted(KEY.agents_of(Side.B) - KEY.agents_of(Side.A))
    for giver, indices in zip(Side, agents, strict=True):
        game = apply(game, GiveClue(giver, "подсказка", 9)).state
        for index in indices:
            game = apply(game, Touch(giver.other, index)).state
        if not game.is_over:
            game = apply(game, Stop(giver.other)).state
    return game


def test_the_cities_of_the_documents() -> None:
    numbers = {city.name: city.numbers for city in cities_of(NEW, "en")}
    assert numbers == {
        "Prague": "9-9",
        "Cairo": "9-5",
        "Moscow": "8-8",
        "Jakarta": "7-7",
        "Singapore": "6-6",
        "Berlin": "11-?",
    }
    for city in known_cities():
        assert set(city.names) == {"en", "ru", "ko"}
        assert {key_of(name) for name in city.names.values()} == {city.key}


def test_a_team_begins_in_prague_and_goes_on_along_the_roads() -> None:
    start = standings(NEW)
    assert start["Прага"] is Standing.OPEN
    assert {start[city] for city in ("Каир", "Москва", "Берлин")} == {Standing.CLOSED}
    assert {start[city] for city in ("Джакарта", "Сингапур")} == {Standing.NO_ROADS}
    after = standings(played("프라하"))
    assert after["Прага"] is Standing.WON
    assert {after[city] for city in ("Каир", "Москва", "Берлин")} == {Standing.OPEN}


def test_a_lost_game_opens_nothing() -> None:
    lost = with_attempt(NEW, attempt("Прага", Outcome.LOSS_ASSASSIN))
    assert standings(lost) == standings(NEW)
    assert [each.outcome for each in find_city(lost, "prague").attempts] == [Outcome.LOSS_ASSASSIN]


def test_roads_of_the_own_map_lead_both_ways() -> None:
    campaign = add_city(played("Прага"), "Кейптаун", "8-3", ["каир", "Jakarta"])
    assert standings(campaign)["Кейптаун"] is Standing.CLOSED
    campaign = with_attempt(campaign, attempt("кейптаун"))
    assert standings(campaign)["Джакарта"] is Standing.OPEN
    assert "Кейптаун" in {road for city in cities_of(campaign) if city.key == "jakarta" for road in city.roads}


def test_a_city_is_corrected_by_adding_it_again() -> None:
    campaign = add_city(NEW, "Кейптаун", "8-3", ["Каир"])
    campaign = add_city(campaign, "КЕЙПТАУН", "8-2", [])
    assert [(city.numbers, len(city.roads)) for city in cities_of(campaign) if city.key == "кейптаун"] == [("8-2", 1)]
    campaign = add_city(campaign, "кейптаун", None, ["Москва", "Берлин"])
    assert len(find_city(campaign, "Кейптаун").roads) == 2
    assert find_city(campaign, "Кейптаун").numbers == "8-2"


def test_the_map_says_what_the_documents_leave_open() -> None:
    with pytest.raises(CampaignError, match="11-N"):
        choose_mission(NEW, "Берлин")
    campaign = add_city(NEW, "Берлин", "11-2", [])
    assert choose_mission(campaign, "berlin")[1] == Mission(11, 2)


@pytest.mark.parametrize(
    ("name", "numbers", "roads", "says"),
    [
        ("Каир", "8-5", [], "9-5 in the rules"),
        ("Берлин", "10-2", [], "11-N in the rules"),
        ("Берлин", None, [], "not known"),
        ("Лима", None, [], "not known"),
        ("Лима", "12-3", [], "1 to 11"),
        ("Лима", "x", [], "for example 9-5"),
        ("Лима", "8-3", ["Лима"], "no city 'Лима'"),
        ("Каир", None, ["Cairo"], "leads nowhere"),
        ("Лима", "8-3", ["Cairro"], "did you mean Cairo"),
        ("9-9", "8-3", [], "cannot name a city"),
        ("", "8-3", [], "cannot name a city"),
        ("Л" * 41, "8-3", [], "cannot name a city"),
    ],
)
def test_a_city_that_cannot_be_says_why(name: str, numbers: str | None, roads: list[str], says: str) -> None:
    with pytest.raises(CampaignError, match=says):
        add_city(NEW, name, numbers, roads)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("Каир", ("Cairo", Mission(9, 5))),
        ("стандарт", ("Prague", Mission(9, 9))),
        ("9-9", ("Prague", Mission(9, 9))),
        ("9", ("Prague", Mission(9, 9))),
        ("тренировка", ("10-10", Mission(10, 10))),
        ("7-2", ("7-2", Mission(7, 2))),
    ],
)
def test_missions_are_chosen_by_name_or_numbers(text: str, chosen: tuple[str, Mission]) -> None:
    assert choose_mission(NEW, text) == chosen


@pytest.mark.parametrize("text", ["Кпир", "Атлантида", "12-3", "9-10"])
def test_a_mission_that_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        choose_mission(NEW, text)


def test_a_won_game_is_recorded_with_its_course(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    game = won_game()
    assert game.outcome is Outcome.WIN
    done = record_result("Лисы", "Прага", game, played=EVENING, journal=journal)
    assert done.model_dump(exclude={"journal", "played"}) == {
        "mission": "Прага",
        "tokens": 9,
        "mistakes": 9,
        "outcome": Outcome.WIN,
        "tokens_left": 8,
        "agents_found": 15,
        "clues": 2,
        "sudden_death": False,
        "score": 8 * 3 + 1,
    }
    assert load_campaign("лисы").attempts == (done,)
    assert done.played == EVENING.replace(microsecond=0)
    assert "score 25" in describe_attempt(done)
    assert str(journal) in describe_attempt(done)


def test_a_mission_has_no_score(tmp_path: Path) -> None:
    done = record_result("Лисы", "Каир", won_game(Mission(9, 5)), played=EVENING, folder=tmp_path)
    assert done.score is None
    assert (done.tokens, done.mistakes) == (9, 5)


def test_a_lost_game_is_recorded(tmp_path: Path) -> None:
    assassin = next(index for index, each in enumerate(KEY.a) if each == "A")
    game = apply(new_game(GameSetup(BOARD, KEY)), GiveClue(Side.A, "подсказка", 1)).state
    with pytest.raises(ValueError, match="no result yet"):
        record_result("Лисы", "Прага", game, played=EVENING, folder=tmp_path)
    game = apply(game, Touch(Side.B, assassin)).state
    done = record_result("Лисы", "Прага", game, played=EVENING, folder=tmp_path)
    assert (done.outcome, done.is_won, done.score) == (Outcome.LOSS_ASSASSIN, False, None)


def test_the_same_game_counts_once(tmp_path: Path) -> None:
    for minute in range(2):
        when = EVENING + timedelta(minutes=minute)
        record_result("Лисы", "Прага", won_game(), played=when, journal=tmp_path / "one.jsonl", folder=tmp_path)
    record_result("Лисы", "Прага", won_game(), played=EVENING, journal=tmp_path / "two.jsonl", folder=tmp_path)
    record_result("Лисы", "Прага", won_game(), played=EVENING, folder=tmp_path)
    record_result("Лисы", "Прага", won_game(), played=EVENING, folder=tmp_path)
    assert len(load_campaign("Лисы", tmp_path).attempts) == 4


def test_the_file_is_private_and_written_whole(tmp_path: Path) -> None:
    folder = tmp_path / "teams"
    path = save_campaign(played("Прага"), folder)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert list(folder.iterdir()) == [path]
    assert load_campaign("ЛИСЫ", folder) == played("Прага")
    assert teams(folder) == ("Лисы",)
    assert load_campaign("Совы", folder) == Campaign(team="Совы")


names = st.text("абвгдеёжз", min_size=4, max_size=8)


@given(st.lists(names, unique_by=key_of, max_size=5), st.lists(st.sampled_from(Outcome), max_size=5))
def test_a_campaign_is_written_and_read_without_loss(cities: list[str], outcomes: list[Outcome]) -> None:
    campaign = NEW
    for city in cities:
        campaign = add_city(campaign, city, "8-3", ["Каир"])
    for outcome in outcomes:
        campaign = with_attempt(campaign, attempt("Каир", outcome))
    assert Campaign.model_validate_json(campaign.model_dump_json()) == campaign


@pytest.mark.parametrize("team", ["", "../etc/passwd", "a/b", "x" * 41, ".", "Лисы.json"])
def test_a_team_that_no_file_can_have_is_refused(team: str) -> None:
    with pytest.raises(CampaignError, match="cannot name a team"):
        team_path(team)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "JSON"),
        ("[]", "JSON"),
        ('{"format": 2, "team": "x"}', "format"),
        ('{"team": "x", "colour": 1}', "colour"),
        ('{"team": "x", "cities": [{"name": "y", "tokens": 12, "mistakes": 1}]}', "cities.0.tokens"),
        ('{"team": "x", "cities": [{"name": "y", "tokens": 2, "mistakes": 3}]}', "more mistakes than tokens"),
    ],
)
def test_a_damaged_file_is_refused_by_name_and_entry(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "лисы.json"
    path.write_text(content, "utf-8")
    with pytest.raises(CampaignError, match=says) as refused:
        load_file(path)
    assert str(path) in str(refused.value)
    with pytest.raises(CampaignError):
        record_result("Лисы", "Прага", won_game(), played=EVENING, folder=tmp_path)
    assert path.read_text("utf-8") == content


def test_a_time_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        Attempt.model_validate({**attempt("Каир").model_dump(), "played": datetime(2026, 5, 1)})


def test_the_campaign_in_words() -> None:
    campaign = with_attempt(played("Прага"), attempt("Каир", Outcome.LOSS_SUDDEN_DEATH))
    lines = describe_campaign(campaign)
    assert lines[0] == "Team Лисы: cities won 1 of 6, games 2"
    assert "Cairo 9-5: open, may be played; games 1, won 0" in lines
    assert "lost in sudden death" in describe_more(find_city(campaign, "Каир"))[-1]


def test_an_own_city_has_no_more_mistakes_than_tokens() -> None:
    with pytest.raises(ValueError, match="more mistakes"):
        OwnCity(name="Лима", tokens=3, mistakes=4)
