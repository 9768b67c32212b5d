"""One input, one step of setting up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from voiceduet.engine.words import fold
from voiceduet.grammar import intents as game
from voiceduet.grammar.setup import intents as it
from voiceduet.grammar.setup.interpret import SetupHeard
from voiceduet.grammar.setup.scopes import SetupScope, Stage
from voiceduet.table.setup import is_name
from voiceduet.table.setup_dialogue import cards, steps
from voiceduet.table.setup_dialogue.reply import SetupReply
from voiceduet.table.setup_dialogue.state import BoardSource, Moment, SetupSignal, SetupState, SetupStep, SetupTable
from voiceduet.table.wording_setup_catalog import SetupLine

_NEEDS_CERTAINTY = (
    it.BeginIntent,
    it.RedoRowIntent,
    it.LanguageIntent,
    it.ChangeIntent,
    game.UndoIntent,
    game.QuitIntent,
    game.YesIntent,
)


def begin(table: SetupTable, moment: Moment, broken_off: Moment | None = None) -> SetupStep:
    """Greet and ask the first question; first of all whether to go on with what was broken off."""
    reply = SetupReply(table, SetupState(moment, broken_off=broken_off))
    reply.keeps_history = True
    if broken_off is not None:
        reply.move(stage=Stage.RESUME)
        steps.ask(reply)
    else:
        reply.say(SetupLine.WELCOME)
        steps.ask(reply)
    return reply.result()


def step(table: SetupTable, state: SetupState, heard: SetupHeard) -> SetupStep:
    """Answer what was heard. Silence (an empty step) for table talk (voice.md, Listening 8)."""
    reply = SetupReply(table, state)
    intent = heard.intent
    if intent is None:
        _not_understood(reply, heard)
    elif state.paused and not isinstance(intent, game.ContinueIntent | game.QuitIntent):
        pass
    elif not heard.sure and isinstance(intent, _NEEDS_CERTAINTY):
        reply.say(SetupLine.REPEAT_PLEASE)
    else:
        reply.remember(misheard=0)
        _HANDLERS[type(intent)](reply, intent)
    return reply.result()


def scope_of(table: SetupTable, state: SetupState, card_words: tuple[str, ...] = ()) -> SetupScope:
    """What may be said now."""
    moment = state.moment
    cities = tuple((city.name.casefold(), key) for key, city in table.cities.items())
    return SetupScope(Stage.PAUSED if state.paused else moment.stage, moment.draft.names, cities, card_words)


def _not_understood(reply: SetupReply, heard: SetupHeard) -> None:
    if reply.state.paused or not heard.addressed:
        return
    if reply.state.misheard:
        reply.say(reply.moment.stage)
    else:
        reply.say(SetupLine.REPEAT_PLEASE)
    reply.remember(misheard=reply.state.misheard + 1)


def _names(reply: SetupReply, intent: it.NamesIntent) -> None:
    names = (intent.first, intent.second)
    unusable = next((name for name in names if name and not is_name(name)), None)
    if unusable is not None or (names[0] and fold(names[0]) == fold(names[1])):
        if unusable is not None:
            reply.say(SetupLine.NAME_UNUSABLE, word=unusable)
        else:
            reply.say(SetupLine.SAME_NAMES)
        steps.ask(reply)
        return
    reply.agree(names=names)
    reply.say_taken(steps.names_text(reply))
    reply.remark(reply.table.remarks.about_names(names))
    steps.go_on(reply, Stage.NAMES)


def _city(reply: SetupReply, intent: it.CityIntent) -> None:
    city = reply.table.cities[intent.city]
    steps.set_mission(reply, city.tokens, city.mistakes, intent.city)


def _number(reply: SetupReply, intent: game.NumberIntent) -> None:
    moment = reply.moment
    if intent.number > moment.tokens:
        reply.say(SetupLine.MISTAKES_IMPOSSIBLE, count=moment.tokens)
        steps.ask(reply)
    else:
        steps.set_mission(reply, moment.tokens, intent.number, moment.city)


def _key(reply: SetupReply, intent: it.KeyIntent) -> None:
    reply.agree(key_on_table=intent.on_table)
    reply.say_taken(steps.key_text(reply))
    steps.go_on(reply, Stage.KEY)


def _first(reply: SetupReply, intent: it.FirstIntent) -> None:
    reply.agree(first=intent.side)
    reply.say_taken(steps.first_text(reply))
    steps.go_on(reply, Stage.FIRST)


def _edition(reply: SetupReply, intent: it.EditionIntent) -> None:
    reply.agree(edition=intent.edition)
    reply.say_taken(steps.edition_text(reply))
    steps.go_on(reply, Stage.EDITION)


def _board(reply: SetupReply, intent: it.BoardIntent) -> None:
    if intent.dictated:
        if reply.draft.board is not BoardSource.DICTATED or reply.draft.open_row is None:
            cards.forget_words(reply)
        if reply.moment.stage is not Stage.BOARD:
            reply.move(returning=True)
        reply.agree(board=BoardSource.DICTATED)
        cards.begin_board(reply)
        return
    reply.agree(board=BoardSource.DECK)
    reply.say_taken(steps.board_text(reply))
    steps.go_on(reply, Stage.BOARD)


def _yes(reply: SetupReply, _intent: game.YesIntent) -> None:
    match reply.moment.stage:
        case Stage.CHECK:
            if cards.row_is_right(reply):
                reply.move(stage=Stage.BOARD)
                steps.go_on(reply, Stage.BOARD)
        case Stage.SUMMARY:
            _begin_game(reply)
        case Stage.RESUME if reply.state.broken_off is not None:
            reply.remember(moment=reply.state.broken_off, broken_off=None)
            reply.keeps_history = True
            steps.ask(reply)
        case _:
            steps.ask(reply)


def _no(reply: SetupReply, _intent: game.NoIntent) -> None:
    match reply.moment.stage:
        case Stage.CHECK:
            cards.row_is_wrong(reply)
        case Stage.SUMMARY:
            reply.say(Stage.SUMMARY)
        case Stage.RESUME:
            reply.remember(broken_off=None)
            reply.keeps_history = True
            steps.enter(reply, reply.table.asked[0] if reply.table.asked else Stage.SUMMARY)
        case _:
            steps.go_back(reply)


def _as_usual(reply: SetupReply, _intent: it.AsUsualIntent) -> None:
    stage = reply.moment.stage
    if stage is Stage.MISTAKES:
        steps.ask(reply)
        return
    if stage is Stage.BOARD and reply.draft.board is BoardSource.DICTATED:
        _board(reply, it.BoardIntent(dictated=True))
        return
    texts = {
        Stage.NAMES: steps.names_text,
        Stage.MISSION: steps.mission_text,
        Stage.KEY: steps.key_text,
        Stage.FIRST: steps.first_text,
        Stage.EDITION: steps.edition_text,
        Stage.BOARD: steps.board_text,
    }
    if stage in texts:
        reply.say_taken(texts[stage](reply))
        steps.go_on(reply, stage)


def _begin(reply: SetupReply, _intent: it.BeginIntent) -> None:
    if reply.moment.stage is Stage.SUMMARY:
        _begin_game(reply)
    else:
        steps.sum_up(reply)


def _begin_game(reply: SetupReply) -> None:
    """The last "yes"; a board that is not complete is asked for instead."""
    draft = reply.draft
    if draft.board is BoardSource.DICTATED and (draft.open_row is not None or cards.name_on_card(reply) is not None):
        steps.sum_up(reply)
    else:
        reply.signal = SetupSignal.BEGIN


def _change(reply: SetupReply, intent: it.ChangeIntent) -> None:
    reply.move(returning=True)
    steps.enter(reply, intent.stage)


def _language(reply: SetupReply, intent: it.LanguageIntent) -> None:
    if intent.language == reply.table.language:
        steps.ask(reply)
    elif reply.table.may_switch:
        reply.signal, reply.language = SetupSignal.LANGUAGE, intent.language
    else:
        reply.say(SetupLine.NOT_HERE)


def _undo(reply: SetupReply, _intent: game.UndoIntent) -> None:
    if not reply.state.before:
        reply.say(SetupLine.NOTHING_TO_UNDO)
    else:
        *before, last = reply.state.before
        reply.remember(moment=last, before=tuple(before))
        reply.keeps_history = True
        reply.say(SetupLine.UNDONE)
    steps.ask(reply)


def _repeat(reply: SetupReply, _intent: game.RepeatIntent) -> None:
    reply.say_again()


def _pause(reply: SetupReply, _intent: game.PauseIntent) -> None:
    reply.remember(paused=True)
    reply.say(SetupLine.PAUSED)


def _continue(reply: SetupReply, _intent: game.ContinueIntent) -> None:
    reply.remember(paused=False)
    steps.ask(reply)


def _quit(reply: SetupReply, _intent: game.QuitIntent) -> None:
    reply.say(SetupLine.GOODBYE)
    reply.signal = SetupSignal.QUIT


_HANDLERS: dict[type[Any], Callable[[SetupReply, Any], None]] = {
    it.NamesIntent: _names,
    it.MissionIntent: lambda reply, i: steps.set_mission(reply, i.tokens, i.mistakes),
    it.CityIntent: _city,
    game.NumberIntent: _number,
    it.KeyIntent: _key,
    it.FirstIntent: _first,
    it.EditionIntent: _edition,
    it.BoardIntent: _board,
    it.WordsIntent: lambda reply, i: cards.hear_words(reply, i.words),
    it.PlaceIntent: cards.hear_place,
    it.RedoRowIntent: cards.redo_row,
    game.ReadRowIntent: lambda reply, i: cards.read_row(reply, i.row),
    game.AskWordsIntent: lambda reply, _: cards.read_all(reply),
    it.LanguageIntent: _language,
    it.AsUsualIntent: _as_usual,
    it.BeginIntent: _begin,
    it.BackIntent: lambda reply, _: steps.go_back(reply),
    it.ChangeIntent: _change,
    game.YesIntent: _yes,
    game.NoIntent: _no,
    game.UndoIntent: _undo,
    game.RepeatIntent: _repeat,
    game.HelpIntent: lambda reply, _: reply.say(reply.moment.stage),
    game.PauseIntent: _pause,
    game.ContinueIntent: _continue,
    game.QuitIntent: _quit,
}
