"""`voiceduet missions`: the map of missions and what a team did on it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable

from voiceduet.table.campaign import Campaign, CampaignError, City, add_city, cities_of, find_city
from voiceduet.table.campaign_file import load_campaign, save_campaign, teams
from voiceduet.table.campaign_text import (
    attempt_as_json,
    city_as_json,
    describe_attempts,
    describe_campaign,
    describe_city,
    describe_more,
)
from voiceduet.table.messages import told

ACTIONS = ("list", "add", "show", "tried")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "missions",
        help="the map of missions and a team's campaign",
        description="Lists the missions, adds cities and roads from the team's own map, shows what was played.",
    )
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="list", help="what to do (default: list)")
    parser.add_argument("city", nargs="?", metavar="CITY", help="the city, for add and show")
    parser.add_argument("numbers", nargs="?", metavar="9-5", help="tokens and mistakes, for add")
    parser.add_argument("--roads", default="", metavar="CITY,…", help="for add: the cities it is connected with")
    parser.add_argument("--team", metavar="NAME", help="the team (default: the only one)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Do it; 2 for an unknown city or team, or an unusable file."""
    if args.action in ("add", "show") and not args.city:
        raise CampaignError(told("missions.needs_city", action=args.action))
    if args.action in ("list", "tried") and args.city:
        raise CampaignError(told("missions.takes_no_city", action=args.action, name=args.city))
    campaign = _campaign(args.team)
    match args.action:
        case "add":
            _add(_of_a_team(campaign), args)
        case "show":
            _show(find_city(campaign or _nobody(), args.city), as_json=args.json)
        case "tried":
            attempts = _of_a_team(campaign).attempts
            _print(map(_json, map(attempt_as_json, attempts)) if args.json else describe_attempts(attempts))
        case _:
            _list(campaign, as_json=args.json)
    return 0


def _campaign(team: str | None) -> Campaign | None:
    """The campaign of the team that is named, else of the only team; `None` where there is none."""
    if team is not None:
        return load_campaign(team)
    known = teams()
    if len(known) > 1:
        raise CampaignError(told("missions.which_team", teams=", ".join(known)))
    return load_campaign(known[0]) if known else None


def _nobody() -> Campaign:
    return Campaign(team="-")


def _of_a_team(campaign: Campaign | None) -> Campaign:
    if campaign is None:
        raise CampaignError(told("missions.no_team"))
    return campaign


def _add(campaign: Campaign, args: argparse.Namespace) -> None:
    roads = [road.strip() for road in args.roads.split(",") if road.strip()]
    changed = add_city(campaign, args.city, args.numbers, roads)
    save_campaign(changed)
    _show(find_city(changed, args.city), as_json=args.json)


def _show(city: City, *, as_json: bool) -> None:
    if as_json:
        _print(map(_json, (city_as_json(city), *map(attempt_as_json, city.attempts))))
    else:
        _print(describe_more(city))


def _list(campaign: Campaign | None, *, as_json: bool) -> None:
    if as_json:
        _print(map(_json, map(city_as_json, cities_of(campaign or _nobody()))))
    elif campaign is None:
        _print([told("missions.documents"), *map(describe_city, cities_of(_nobody()))])
    else:
        _print(describe_campaign(campaign))


def _json(content: dict[str, object]) -> str:
    return json.dumps(content, ensure_ascii=False)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
