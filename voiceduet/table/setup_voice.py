"""Setting a table up by voice: from what the options say to what the players have chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from voiceduet.engine.mission import format_mission
from voiceduet.engine.setup import Edition
from voiceduet.engine.side import Side
from voiceduet.grammar.setup.scopes import Stage
from voiceduet.table.campaign import Campaign, choose_mission, cities_of
from voiceduet.table.campaign_cities import key_of
from voiceduet.table.campaign_file import load_campaign
from voiceduet.table.config import Settings, with_options
from voiceduet.table.devices import Opened
from voiceduet.table.new_table import NewTable, Team
from voiceduet.table.setup import DECK, DRAW, TABLE
from voiceduet.table.setup_dialogue.state import (
    NO_WORDS,
    BoardSource,
    City,
    Draft,
    Moment,
    SetupTable,
)
from voiceduet.table.setup_dialogue.step import begin
from voiceduet.table.setup_draft import DraftFile
from voiceduet.table.setup_hearing import SetupHearing
from voiceduet.table.setup_remarks import TableRemarks
from voiceduet.table.setup_session import SetupEnding, SetupSession
from voiceduet.table.wording import Wording


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the players have chosen."""

    settings: Settings
    new: NewTable


@dataclass(frozen=True, slots=True)
class OtherLanguage:
    """The players go on in another language."""

    language: str
    moment: Moment


def set_up(
    settings: Settings, new: NewTable, opened: Opened, moment: Moment | None = None, *, may_switch: bool
) -> Chosen | OtherLanguage | None:
    """Talk until the game can begin; `None` when the players leave or nothing more can be heard.

    `moment` is where to begin; without it the first question, or a set-up that was broken off, is.
    """
    language = settings.game.language
    cities = _cities(_campaign(new), language)
    table = SetupTable(
        language,
        new.asked or (),
        cities,
        TableRemarks(opened.hearing, Wording(language), opened.model),
        may_switch=may_switch,
    )
    keeper = DraftFile(language)
    broken_off = keeper.load() if moment is None else None
    moment = _first_moment(settings, new) if moment is None else moment
    hearing = SetupHearing(language)
    if opened.model is not None:
        hearing.warm_up()
    session = SetupSession(table, hearing, opened.devices, keeper)
    result = session.run(begin(table, moment, broken_off))
    if result.ending is SetupEnding.LANGUAGE:
        return _other_language(language, result.language, result.moment)
    if result.ending is not SetupEnding.BEGIN:
        return None
    return _chosen(settings, new, result.moment.draft, cities)


def _other_language(before: str, language: str, moment: Moment) -> OtherLanguage:
    """What was agreed on stays; the edition follows the language where nobody chose another."""
    edition = Edition(language) if moment.draft.edition == Edition(before) else moment.draft.edition
    return OtherLanguage(language, replace(moment, draft=replace(moment.draft, edition=edition)))


def set_up_again(settings: Settings, new: NewTable) -> Moment:
    """Where a further game begins: everything as before, but for the words that lie on the table."""
    moment = _first_moment(settings, new)
    stage = Stage.BOARD if moment.draft.board is BoardSource.DICTATED else Stage.SUMMARY
    return replace(moment, draft=replace(moment.draft, words=NO_WORDS, checked=()), stage=stage, returning=True)


def _first_moment(settings: Settings, new: NewTable) -> Moment:
    game = settings.game
    draft = Draft(
        names=game.chosen_names,
        edition=game.chosen_edition,
        mission=game.chosen_mission,
        city=key_of(new.team.mission) if new.team else "",
        key_on_table=new.key == TABLE,
        first=Side(new.first) if new.first in set(Side) else None,
        board=_board_source(new),
    )
    return Moment(draft, new.asked[0] if new.asked else Stage.SUMMARY)


def _board_source(new: NewTable) -> BoardSource:
    if new.words:
        return BoardSource.DICTATED
    return BoardSource.DECK if new.board == DECK else BoardSource.FILE


def _campaign(new: NewTable) -> Campaign | None:
    return load_campaign(new.team.name) if new.team else None


def _cities(campaign: Campaign | None, language: str) -> dict[str, City]:
    """The missions that have a name: the cities of the documents, and those of the team's own map."""
    known = cities_of(campaign or Campaign(team="-"), language)
    return {city.key: City(city.name, city.tokens, city.mistakes) for city in known}


def _chosen(settings: Settings, new: NewTable, draft: Draft, cities: dict[str, City]) -> Chosen:
    options = {
        "game.names": ",".join(draft.names) if any(draft.names) else "",
        "game.mission": format_mission(draft.mission),
        "game.edition": draft.edition,
    }
    key = TABLE if draft.key_on_table else DRAW if new.key == TABLE else new.key
    board = new.board if draft.board is BoardSource.FILE else DECK
    chosen = replace(
        new,
        board=board,
        key=key,
        first=draft.first,
        words=draft.words if draft.board is BoardSource.DICTATED else (),
        team=_team(new, draft, cities),
    )
    return Chosen(with_options(settings, options), chosen)


def _team(new: NewTable, draft: Draft, cities: dict[str, City]) -> Team | None:
    """The team with the mission as its campaign names it."""
    if new.team is None:
        return None
    if draft.city in cities:
        return replace(new.team, mission=cities[draft.city].name)
    name, _ = choose_mission(load_campaign(new.team.name), format_mission(draft.mission))
    return replace(new.team, mission=name)
