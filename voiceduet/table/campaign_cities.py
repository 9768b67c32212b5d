"""The cities that the documents name on the map of missions (rules 1.3)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from voiceduet.engine.words import fold


@dataclass(frozen=True, slots=True)
class KnownCity:
    """A city of the documents."""

    key: str
    """Its first name in `missions.toml`; stands for the city whatever language it is named in."""
    names: dict[str, str]
    """Language to the name that is shown."""
    tokens: int
    mistakes: int | None
    """`None` where only the printed map says it."""
    roads: tuple[str, ...]
    """Keys of the cities that the documents connect with it."""
    is_start: bool


@cache
def known_cities() -> tuple[KnownCity, ...]:
    """Read the missions that are cities. Raise `ValueError` for a road to nowhere or another number of starts."""
    data = tomllib.loads(resources.files("voiceduet.table").joinpath("missions.toml").read_text("utf-8"))
    cities = tuple(
        KnownCity(
            key=fold(each["names"][0]),
            names=each["city"],
            tokens=each["tokens"],
            mistakes=each.get("mistakes"),
            roads=tuple(map(fold, each.get("roads", ()))),
            is_start=each.get("start", False),
        )
        for each in data["mission"]
        if "city" in each
    )
    keys = {city.key for city in cities}
    for city in cities:
        if set(city.roads) - keys:
            raise ValueError(f"missions.toml, {city.key}: roads to unknown cities {set(city.roads) - keys}")
    if sum(city.is_start for city in cities) != 1:
        raise ValueError("missions.toml: exactly one city must be the start")
    return cities


@cache
def _keys_by_name() -> dict[str, str]:
    data = tomllib.loads(resources.files("voiceduet.table").joinpath("missions.toml").read_text("utf-8"))
    return {fold(name): fold(each["names"][0]) for each in data["mission"] for name in each["names"]}


def key_of(name: str) -> str:
    """Return the key of a city in any language («Каир» → cairo); for one that is not known its folded name."""
    folded = fold(name)
    return _keys_by_name().get(folded, folded)
