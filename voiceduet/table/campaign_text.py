"""A campaign in words for the screen, and as JSON for scripts."""

from __future__ import annotations

from collections.abc import Iterable

from voiceduet.table.campaign import Attempt, Campaign, City, Standing, cities_of
from voiceduet.table.messages import told


def describe_campaign(campaign: Campaign) -> list[str]:
    """Return the team's progress and every city in a line."""
    cities = cities_of(campaign)
    won = sum(city.standing is Standing.WON for city in cities)
    lines = [told("missions.team", team=campaign.team, won=won, cities=len(cities), games=len(campaign.attempts))]
    scores = [attempt.score for attempt in campaign.attempts if attempt.score is not None]
    if scores:
        lines.append(told("missions.best", score=max(scores)))
    return [*lines, *map(describe_city, cities)]


def describe_city(city: City) -> str:
    """Return name, numbers and standing of a city in one line."""
    standing = told(f"missions.{city.standing}")
    if not city.attempts:
        return told("missions.city", name=city.name, numbers=city.numbers, standing=standing)
    return told(
        "missions.city_tried",
        name=city.name,
        numbers=city.numbers,
        standing=standing,
        games=len(city.attempts),
        wins=city.wins,
    )


def describe_more(city: City) -> list[str]:
    """Return a city with its roads and every game there."""
    roads = [told("missions.roads", roads=", ".join(city.roads))] if city.roads else []
    return [describe_city(city), *roads, *map(describe_attempt, city.attempts)]


def describe_attempts(attempts: Iterable[Attempt]) -> list[str]:
    """Return every game in a line, or that there is none."""
    return [describe_attempt(attempt) for attempt in attempts] or [told("missions.none_tried")]


def describe_attempt(attempt: Attempt, language: str | None = None) -> str:
    """Return date and course of a game in one line, in a language or that of the environment."""

    def tell(key: str, **fields: object) -> str:
        text = told(key, **fields)
        return text if language is None else text.told_in(language)

    line = tell(
        "missions.attempt",
        played=f"{attempt.played:%Y-%m-%d %H:%M}",
        mission=attempt.mission,
        numbers=f"({attempt.tokens}-{attempt.mistakes})",
        outcome=tell(f"missions.outcome_{attempt.outcome}"),
        tokens=attempt.tokens_left,
        agents=attempt.agents_found,
        clues=attempt.clues,
    )
    more = [
        tell("missions.with_sudden_death") if attempt.sudden_death else "",
        "" if attempt.score is None else tell("missions.with_score", score=attempt.score),
        tell("missions.with_journal", path=attempt.journal) if attempt.journal else "",
    ]
    return "; ".join([line, *filter(None, more)])


def city_as_json(city: City) -> dict[str, object]:
    """Return a city for scripts."""
    return {
        "city": city.name,
        "tokens": city.tokens,
        "mistakes": city.mistakes,
        "standing": city.standing,
        "roads": list(city.roads),
        "played": len(city.attempts),
        "won": city.wins,
    }


def attempt_as_json(attempt: Attempt) -> dict[str, object]:
    """Return a game for scripts; the entries of the campaign file."""
    return attempt.model_dump(mode="json")
