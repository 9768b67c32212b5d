"""From options to a running table: lay the board, open the devices, play, and go on with saved games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from voiceduet.engine.game import new_game
from voiceduet.engine.grid import Board
from voiceduet.engine.observation import public_view
from voiceduet.engine.setup import GameOptions, GameSetup
from voiceduet.engine.side import Side
from voiceduet.engine.state import GameState
from voiceduet.engine.words import fold
from voiceduet.grammar.judge.judge import load_judge
from voiceduet.grammar.scopes import TableWords
from voiceduet.places import clue_decisions_file
from voiceduet.table.campaign_file import record_result
from voiceduet.table.campaign_text import describe_attempt
from voiceduet.table.clock import SystemClock
from voiceduet.table.config import Settings, TouchStyle, with_options
from voiceduet.table.devices import Opened, Surroundings, can_listen, may_switch, open_devices
from voiceduet.table.dialogue.memory import Memory
from voiceduet.table.dialogue.state import Dialogue, Table
from voiceduet.table.dialogue.step import begin, welcome_back
from voiceduet.table.errors import JournalError, SetupFileError
from voiceduet.table.journal import Journal, journals, new_journal_path, read_journal
from voiceduet.table.messages import told, told_in
from voiceduet.table.new_table import NewTable, Team
from voiceduet.table.saved import Agreement, header_of, restore
from voiceduet.table.session import Ending, Session
from voiceduet.table.setup import DECK, DRAW, board_warnings, check_names, load_board, load_key
from voiceduet.table.setup_dialogue.state import Moment
from voiceduet.table.setup_draft import DraftFile
from voiceduet.table.setup_voice import Chosen, OtherLanguage, set_up, set_up_again
from voiceduet.table.speller import speller
from voiceduet.table.wording import Style, Wording

__all__ = ["NewTable", "Surroundings", "Team", "play", "resume"]

_LOOKED_THROUGH = 20
"""So many of the latest journals are looked at for an unfinished game."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A table ready to be played."""

    agreement: Agreement
    state: Dialogue
    journal: Journal
    is_resumed: bool = False
    is_told: bool = False
    """The players have heard already which words are hard to hear."""


def play(settings: Settings, new: NewTable, where: Surroundings, rng: random.Random) -> int:
    """Play one game, and further ones when asked for by voice. Return the exit code."""
    moment: Moment | None = None
    while True:
        agreement = _agreement(settings, new.team)
        _look_at_files(agreement, new, rng)
        with open_devices(settings, where, agreement) as opened:
            if new.asked is None:
                laid = _lay(settings, agreement, new, opened, rng)
                return _games(settings, laid, new, opened, rng)
            chosen = _set_up(settings, new, opened, moment, where)
            if chosen is None:
                return 0
            if isinstance(chosen, Chosen):
                laid, seen = _lay_chosen(chosen, opened, rng)
                return _games(chosen.settings, laid, chosen.new, seen, rng)
        settings, moment = with_options(settings, {"game.language": chosen.language}), chosen.moment


def resume(settings: Settings, path: Path | None, where: Surroundings, rng: random.Random) -> int:
    """Go on with a saved game, the latest unfinished one when no journal is named. Raise `JournalError`."""
    path = _unfinished() if path is None else path
    journal, contents = Journal.resume(path)
    with ExitStack() as stack:
        stack.callback(journal.close)
        saved = restore(contents.header, contents.entries)
        agreement = replace_style(saved.agreement, settings)
        opened = stack.enter_context(open_devices(settings, where, agreement))
        if contents.damage is not None:
            damage = told_in(agreement.language, contents.damage)
            opened.devices.log.write("fault", text=damage)
            opened.devices.screen.fault(damage)
        laid = _Laid(agreement, saved.state, journal, is_resumed=True)
        return _games(settings, laid, NewTable(DECK, DRAW), opened, rng)


def _unfinished() -> Path:
    """The game that was played last and has not ended; else the last one. Raise `JournalError` when there is none."""
    found = journals()
    if not found:
        raise JournalError(told("journal.none"))
    return next((path for path in found[:_LOOKED_THROUGH] if not _has_ended(path)), found[0])


def _has_ended(path: Path) -> bool:
    try:
        contents = read_journal(path)
        return restore(contents.header, contents.entries).state.game.is_over
    except JournalError:
        return False


def replace_style(agreement: Agreement, settings: Settings) -> Agreement:
    """Let a style of speech that was asked for now win over the saved one."""
    style = settings.speech.style
    return agreement if style is Style.NORMAL else agreement.model_copy(update={"style": style})


def _games(settings: Settings, laid: _Laid, new: NewTable, opened: Opened, rng: random.Random) -> int:
    while True:
        with _closing(laid.journal):
            try:
                ending, game = _one_game(laid, opened)
            except KeyboardInterrupt:
                _tell_kept("play.saved", laid, opened)
                raise
            _record(laid, game, opened)
        if ending is not Ending.NEW_GAME:
            _tell_kept("play.finished" if game.is_over else "play.saved", laid, opened)
            return 0
        new = replace(new, journal=None)
        if new.asked is None:
            laid = _lay(settings, laid.agreement, new, opened, rng)
            continue
        chosen = set_up(settings, new, opened, set_up_again(settings, new), may_switch=False)
        if not isinstance(chosen, Chosen):
            return 0
        settings, new = chosen.settings, chosen.new
        laid, opened = _lay_chosen(chosen, opened, rng)


def _tell_kept(message: str, laid: _Laid, opened: Opened) -> None:
    note = told(message, path=laid.journal.path).told_in(laid.agreement.language)
    opened.devices.screen.note(note)


def _set_up(
    settings: Settings, new: NewTable, opened: Opened, moment: Moment | None, where: Surroundings
) -> Chosen | OtherLanguage | None:
    """Set up by voice; a language that cannot be heard here is told, and the present one goes on."""
    while True:
        chosen = set_up(settings, new, opened, moment, may_switch=may_switch(where))
        trouble = can_listen(where, chosen.language) if isinstance(chosen, OtherLanguage) else None
        if trouble is None or not isinstance(chosen, OtherLanguage):
            return chosen
        opened.devices.screen.fault(trouble.text(settings.game.language))
        moment = chosen.moment


def _lay_chosen(chosen: Chosen, opened: Opened, rng: random.Random) -> tuple[_Laid, Opened]:
    """Lay the table that the players have set up by voice; from now on the journal keeps it."""
    agreement = _agreement(chosen.settings, chosen.new.team)
    opened = opened.seen_by(agreement)
    laid = _lay(chosen.settings, agreement, chosen.new, opened, rng)
    DraftFile(agreement.language).discard()
    return laid, opened


@contextmanager
def _closing(journal: Journal) -> Iterator[None]:
    try:
        yield
    finally:
        journal.close()


def _one_game(laid: _Laid, opened: Opened) -> tuple[Ending, GameState]:
    table = _table(laid.agreement, laid.state.game.setup.board)
    opening = welcome_back(table, laid.state) if laid.is_resumed else begin(table, laid.state)
    opened.devices.log.write("table", **_describe(laid, opened))
    if not laid.is_told:
        opening = replace(opening, says=opening.says + opened.warnings(table))
    session = Session(table, laid.state, opened.devices, laid.journal)
    return session.run(opening), session.state.game


def _record(laid: _Laid, game: GameState, opened: Opened) -> None:
    """Write a game that has ended into the team's campaign."""
    team = laid.agreement.team
    if team and game.is_over:
        attempt = record_result(
            team, laid.agreement.mission_name, game, played=SystemClock().today(), journal=laid.journal.path
        )
        opened.devices.screen.note(describe_attempt(attempt, laid.agreement.language))


def _describe(laid: _Laid, opened: Opened) -> dict[str, object]:
    """The first event of a game: what lies on the table, nothing of the key."""
    view = public_view(laid.state.game)
    return {
        "board": list(view.words),
        "names": list(laid.agreement.names),
        "language": laid.agreement.language,
        "mission": [view.mission.tokens, view.mission.mistakes],
        "key_on_table": view.key_on_table,
        "journal": str(laid.journal.path),
        "ears": opened.ears_name,
    }


def _agreement(settings: Settings, team: Team | None) -> Agreement:
    return Agreement(
        language=settings.game.language,
        names=settings.game.chosen_names,
        style=settings.speech.style,
        bare_touch=settings.listening.touch is TouchStyle.BARE,
        illegal_clue=settings.clues.illegal,
        relaxed=tuple(sorted(settings.clues.relaxed)),
        team=team.name if team else "",
        mission_name=team.mission if team else "",
    )


def _look_at_files(agreement: Agreement, new: NewTable, rng: random.Random) -> None:
    """Complain about an unusable board or key before any device is opened. Raise `SetupFileError`."""
    if new.board != DECK and not new.words:
        check_names(agreement.names, load_board(new.board, agreement.language, rng))
    if new.key != DRAW:
        load_key(new.key, rng)


def _lay(settings: Settings, agreement: Agreement, new: NewTable, opened: Opened, rng: random.Random) -> _Laid:
    """Lay a new table and begin its journal. Raise `SetupFileError`, `JournalError`."""
    called = {fold(name) for name in agreement.names}
    board = (
        Board(new.words)
        if new.words
        else load_board(
            new.board, agreement.language, rng, lambda word: fold(word) not in called and opened.may_draw(word)
        )
    )
    check_names(agreement.names, board)
    options = GameOptions(settings.game.chosen_edition, settings.game.free_order)
    setup = GameSetup(board, load_key(new.key, rng), settings.game.chosen_mission, options)
    for warning in board_warnings(board):
        opened.devices.screen.fault(told_in(agreement.language, warning))
    game = new_game(setup)
    path = new.journal or new_journal_path(SystemClock().today())
    journal = Journal.create(path, header_of(game, agreement))
    return _Laid(agreement, Dialogue(game, Memory(giver=_first(new.first))), journal, is_told=bool(new.words))


def _first(name: str | None) -> Side | None:
    if name is None:
        return None
    if name not in set(Side):
        raise SetupFileError(told("setup.first", name=name))
    return Side(name)


def _table(agreement: Agreement, board: Board) -> Table:
    return Table(
        words=TableWords(board.words, agreement.names, agreement.bare_touch),
        wording=Wording(agreement.language, agreement.names, agreement.style),
        judge=load_judge(agreement.language, clue_decisions_file(), later=True),
        illegal_clue=agreement.illegal_clue,
        relaxed=frozenset(agreement.relaxed),
        speller=speller(agreement.language),
    )
