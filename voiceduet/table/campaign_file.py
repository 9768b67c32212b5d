"""The file of a team's campaign: JSON, private, written whole or not at all; and the results that go into it."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from voiceduet import places
from voiceduet.engine.moves import GiveClue
from voiceduet.engine.score import score
from voiceduet.engine.state import GameState
from voiceduet.engine.words import clean, fold
from voiceduet.schema import ValidationError
from voiceduet.table.campaign import LONGEST_NAME, Attempt, Campaign, CampaignError, with_attempt
from voiceduet.table.messages import told
from voiceduet.table.privatefiles import write_private
from voiceduet.table.textfiles import read_text

SUFFIX = ".json"
_LARGEST_BYTES = 10_000_000


def team_path(team: str, folder: Path | None = None) -> Path:
    """Return where the campaign of a team is kept. Raise `CampaignError` for a name that no file can have."""
    name = clean(team)
    if not 0 < len(name) <= LONGEST_NAME or not all(letter.isalnum() or letter in " -" for letter in name):
        raise CampaignError(told("missions.team_name", name=name[:LONGEST_NAME]))
    return (places.teams_dir() if folder is None else folder) / f"{fold(name).replace(' ', '_')}{SUFFIX}"


def teams(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of the teams that have a file, in order."""
    folder = places.teams_dir() if folder is None else folder
    return tuple(load_file(path).team for path in sorted(folder.glob(f"*{SUFFIX}")))


def load_campaign(team: str, folder: Path | None = None) -> Campaign:
    """Read a team's campaign; a new one for a team without a file. Raise `CampaignError`."""
    path = team_path(team, folder)
    return load_file(path) if path.exists() else Campaign(team=clean(team))


def load_file(path: Path) -> Campaign:
    """Read a campaign file. Raise `CampaignError` that names the file and every entry that is wrong."""
    text = read_text(path, CampaignError, _LARGEST_BYTES)
    try:
        return Campaign.model_validate_json(text)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc'])) or 'JSON'}: {fault['msg']}" for fault in error.errors())
        raise CampaignError(told("missions.file", path=path, faults=faults)) from error


def save_campaign(campaign: Campaign, folder: Path | None = None) -> Path:
    """Write a campaign (0600). May raise `OSError`."""
    path = team_path(campaign.team, folder)
    text = json.dumps(campaign.model_dump(mode="json"), ensure_ascii=False, indent=1)
    write_private(path, f"{text}\n".encode())
    return path


def attempt_of(mission: str, game: GameState, played: datetime, journal: Path | None = None) -> Attempt:
    """Return what is remembered of a game that has ended. Raise `ValueError` while it runs."""
    if game.outcome is None:
        raise ValueError("a game that runs has no result yet")
    agreed = game.setup.mission
    return Attempt(
        mission=mission,
        tokens=agreed.tokens,
        mistakes=agreed.mistakes,
        played=played.replace(microsecond=0),
        outcome=game.outcome,
        tokens_left=game.tokens,
        agents_found=game.agents_found,
        clues=sum(isinstance(move, GiveClue) for move in game.moves),
        sudden_death=game.sudden_death_began,
        score=score(game, game.setup.options.edition),
        journal=None if journal is None else str(journal.absolute()),
    )


def record_result(
    team: str,
    mission: str,
    game: GameState,
    *,
    played: datetime,
    journal: Path | None = None,
    folder: Path | None = None,
) -> Attempt:
    """Write the result of a game that has ended into the team's file; return it.

    `mission` is the name that `choose_mission` gave. A game is told from others by its journal: recorded again, after
    an undo or a resume, it replaces its earlier result. Raise `CampaignError`, `ValueError` while the game runs.
    """
    attempt = attempt_of(mission, game, played, journal)
    save_campaign(with_attempt(load_campaign(team, folder), attempt), folder)
    return attempt
