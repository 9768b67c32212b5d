"""A team's way over the map of missions: which cities there are, which are open, and every game that was played.

The cities of the documents are known; the rest a team adds from its own map. A city is open when a road leads to it
from one that was won; the start always is.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, Self

from voiceduet.engine.errors import SetupError
from voiceduet.engine.events import Outcome
from voiceduet.engine.mission import Mission, format_mission, parse_mission
from voiceduet.engine.words import clean
from voiceduet.schema import Field, Model, field_validator, model_validator
from voiceduet.table.campaign_cities import KnownCity, key_of, known_cities
from voiceduet.table.errors import SetupFileError, UserError
from voiceduet.table.messages import interface_language, told
from voiceduet.table.setup import load_mission

LONGEST_NAME = 40
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Count = Annotated[int, Field(ge=0)]


class CampaignError(UserError):
    """A team, city or campaign file that cannot be used."""


class OwnCity(Model):
    """A city, or what is to be known about one, from the team's own map."""

    name: Name
    tokens: Annotated[int, Field(ge=1, le=11)]
    mistakes: Annotated[int, Field(ge=0, le=11)]
    roads: tuple[Name, ...] = ()
    """Names of the cities that it is connected with; a road leads both ways."""

    @model_validator(mode="after")
    def _mistakes_are_tokens(self) -> Self:
        if self.mistakes > self.tokens:
            raise ValueError(f"{self.tokens}-{self.mistakes} has more mistakes than tokens")
        return self


class Attempt(Model):
    """One game that was played to its end, and its course."""

    mission: Name
    """The city, or tokens and mistakes of a game outside the map."""
    tokens: Annotated[int, Field(ge=1, le=11)]
    mistakes: Annotated[int, Field(ge=0, le=11)]
    played: datetime
    """When it ended; with its zone."""
    outcome: Outcome
    tokens_left: Count
    agents_found: Annotated[int, Field(ge=0, le=15)]
    clues: Count
    sudden_death: bool
    score: int | None = None
    """Points of a won standard game (rules 8)."""
    journal: str | None = None
    """Path of the saved game."""

    @property
    def is_won(self) -> bool:
        """Whether all agents were found."""
        return self.outcome is Outcome.WIN

    @field_validator("played")
    @classmethod
    def _has_a_zone(cls, played: datetime) -> datetime:
        if played.tzinfo is None:
            raise ValueError("needs a zone, for example 2026-05-01T20:15:00+03:00")
        return played


class Campaign(Model):
    """What a team's file holds."""

    format: Literal[1] = 1
    team: Name
    cities: tuple[OwnCity, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    """In the order in which they were played."""


class Standing(StrEnum):
    """How a team stands with a city."""

    WON = "won"
    OPEN = "open"
    """May be played now."""
    CLOSED = "closed"
    """Roads are known, none of them from a won city."""
    NO_ROADS = "no_roads"
    """The team's map has not been told yet."""


@dataclass(frozen=True, slots=True)
class City:
    """A city as a team sees it."""

    key: str
    name: str
    tokens: int
    mistakes: int | None
    """`None`: the team must look at its map."""
    roads: tuple[str, ...]
    """Names of the neighbours."""
    standing: Standing
    attempts: tuple[Attempt, ...]

    @property
    def numbers(self) -> str:
        """Tokens and mistakes, "9-5"; "11-?" where the mistakes are not known."""
        return f"{self.tokens}-{'?' if self.mistakes is None else self.mistakes}"

    @property
    def wins(self) -> int:
        """Games won here."""
        return sum(attempt.is_won for attempt in self.attempts)


@dataclass(frozen=True, slots=True)
class _Place:
    name: str
    tokens: int
    mistakes: int | None
    roads: frozenset[str]
    is_start: bool = False


def cities_of(campaign: Campaign, language: str | None = None) -> tuple[City, ...]:
    """Return all cities as the team sees them, those of the documents first; names in the language of the screen."""
    places = _places(campaign, language or interface_language())
    won = {key_of(attempt.mission) for attempt in campaign.attempts if attempt.is_won}
    return tuple(
        City(
            key=key,
            name=place.name,
            tokens=place.tokens,
            mistakes=place.mistakes,
            roads=tuple(places[road].name for road in places if road in place.roads),
            standing=_standing(key, place, won),
            attempts=attempts_at(campaign.attempts, key),
        )
        for key, place in places.items()
    )


def attempts_at(attempts: Iterable[Attempt], key: str) -> tuple[Attempt, ...]:
    """Return the games played at one city."""
    return tuple(attempt for attempt in attempts if key_of(attempt.mission) == key)


def _standing(key: str, place: _Place, won: set[str]) -> Standing:
    if key in won:
        return Standing.WON
    if place.is_start or place.roads & won:
        return Standing.OPEN
    return Standing.CLOSED if place.roads else Standing.NO_ROADS


def _places(campaign: Campaign, language: str) -> dict[str, _Place]:
    own = {key_of(city.name): city for city in campaign.cities}
    known = {city.key: city for city in known_cities()}
    pairs = {(city.key, road) for city in known.values() for road in city.roads}
    pairs |= {(key, key_of(road)) for key, city in own.items() for road in city.roads}

    def place(key: str) -> _Place:
        roads = frozenset({b for a, b in pairs if a == key} | {a for a, b in pairs if b == key})
        if key not in known:
            return _Place(own[key].name, own[key].tokens, own[key].mistakes, roads)
        city = known[key]
        mistakes = own[key].mistakes if city.mistakes is None and key in own else city.mistakes
        return _Place(city.names[language], city.tokens, mistakes, roads, city.is_start)

    return {key: place(key) for key in (*known, *(key for key in own if key not in known))}


def find_city(campaign: Campaign, name: str) -> City:
    """Return the city of this name in any language. Raise `CampaignError`, with a near name where there is one."""
    cities = {city.key: city for city in cities_of(campaign)}
    if found := cities.get(key_of(name)):
        return found
    raise _no_city(campaign, name)


def _no_city(campaign: Campaign, name: str) -> CampaignError:
    names = {city.name.casefold(): city.name for city in cities_of(campaign)}
    if near := difflib.get_close_matches(name.casefold(), names, 1):
        return CampaignError(told("missions.no_city_near", name=name, near=names[near[0]]))
    return CampaignError(told("missions.no_city", name=name))


def add_city(campaign: Campaign, name: str, numbers: str | None, roads: Iterable[str]) -> Campaign:
    """Return the campaign with a city from the team's map; one that was added before is corrected.

    `numbers` may be missing for a city whose numbers are known, and `roads` for one whose roads stay as they are.
    Raise `CampaignError` for numbers that contradict the documents, a road to an unknown city or to itself.
    """
    name = _checked_name(name)
    key = key_of(name)
    before = next((city for city in campaign.cities if key_of(city.name) == key), None)
    known = next((city for city in known_cities() if city.key == key), None)
    mission = _numbers(name, numbers, known, before)
    chosen = tuple(find_city(campaign, road).name for road in roads)
    if key in map(key_of, chosen):
        raise CampaignError(told("missions.road_to_itself", name=name))
    kept = before.roads if before and not chosen else chosen
    city = OwnCity(name=name, tokens=mission.tokens, mistakes=mission.mistakes, roads=kept)
    others = tuple(each for each in campaign.cities if key_of(each.name) != key)
    return campaign.model_copy(update={"cities": (*others, city)})


def _numbers(name: str, numbers: str | None, known: KnownCity | None, before: OwnCity | None) -> Mission:
    if numbers is None:
        known_or_before = known if known and known.mistakes is not None else before
        if known_or_before is None or known_or_before.mistakes is None:
            raise CampaignError(told("missions.numbers_missing", name=name))
        return Mission(known_or_before.tokens, known_or_before.mistakes)
    try:
        mission = parse_mission(numbers)
    except SetupError as error:
        raise CampaignError(told(f"setup.{error.reason}", text=numbers)) from error
    if known and (mission.tokens != known.tokens or known.mistakes not in (None, mission.mistakes)):
        expected = f"{known.tokens}-{'N' if known.mistakes is None else known.mistakes}"
        raise CampaignError(told("missions.contradicts", name=name, numbers=expected))
    return mission


def _checked_name(name: str) -> str:
    cleaned = clean(name)
    if not 0 < len(cleaned) <= LONGEST_NAME or not all(letter.isalpha() or letter in " -'." for letter in cleaned):
        raise CampaignError(told("missions.city_name", name=cleaned[:LONGEST_NAME]))
    return cleaned


def choose_mission(campaign: Campaign, text: str) -> tuple[str, Mission]:
    """Return name and numbers of a city of this team, or of a mission outside the map («9-5», «тренировка»).

    The standard game is played at the start of the map, whichever way it is named. Raise `CampaignError`.
    """
    key = key_of(text)
    if not any(city.key == key for city in cities_of(campaign)):
        try:
            mission = load_mission(text)
        except SetupFileError as error:
            raise error if any(letter.isdigit() for letter in text) else _no_city(campaign, text) from error
        start = next(city for city in known_cities() if city.is_start)
        if (mission.tokens, mission.mistakes) != (start.tokens, start.mistakes):
            return format_mission(mission), mission
        key = start.key
    city = find_city(campaign, key)
    if city.mistakes is None:
        raise CampaignError(told("missions.look_at_the_map", name=city.name, tokens=city.tokens, team=campaign.team))
    return city.name, Mission(city.tokens, city.mistakes)


def with_attempt(campaign: Campaign, attempt: Attempt) -> Campaign:
    """Return the campaign with a game; the game of the same journal is replaced, so a game is never counted twice."""
    others = tuple(each for each in campaign.attempts if each.journal is None or each.journal != attempt.journal)
    return campaign.model_copy(update={"attempts": (*others, attempt)})
