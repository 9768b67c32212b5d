"""Commands and queries that players may say at any time (voice.md, Listening 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from voiceduet.engine.moves import DeclareComplete, GiveClue, Stop, Touch
from voiceduet.engine.side import Side
from voiceduet.engine.state import Phase, next_givers, who_may_guess
from voiceduet.grammar import intents as it
from voiceduet.table.dialogue.clues import ask_clue, ask_protest, choose_way, offer_clue, present_giver
from voiceduet.table.dialogue.memory import (
    ClueOffer,
    ConfirmClue,
    ConfirmComplete,
    ConfirmNewGame,
    ConfirmStop,
    ConfirmTouch,
    ConfirmUndo,
    DoubtfulClue,
    IllegalClue,
    NeedWord,
    Protest,
)
from voiceduet.table.dialogue.reply import Reply
from voiceduet.table.dialogue.scope import scope_name
from voiceduet.table.dialogue.state import Dialogue, IllegalClueWay, Signal
from voiceduet.table.dialogue.touches import hear_touch
from voiceduet.table.wording import Notice, Question


def stop(reply: Reply) -> None:
    """End the turn; the guesser is the one who may."""
    possible = who_may_guess(reply.game)
    if reply.move(Stop(possible[0] if possible else present_giver(reply).other)):
        reply.remember(pending=None)


def _undo(reply: Reply, _intent: it.UndoIntent) -> None:
    if isinstance(reply.memory.pending, ConfirmUndo):
        # «Отмена» said again means the undoing, not the question about it.
        take_back(reply)
    elif reply.memory.pending is not None:
        reply.remember(pending=None)
        reply.say(reply.table.wording.notice(Notice.CANCELLED, reply.view))
    elif not reply.game.moves:
        reply.notice(Notice.NOTHING_TO_UNDO)
    elif isinstance(reply.game.moves[-1], Touch):
        # A colour that was seen cannot be unseen, so the table says "yes" first.
        reply.remember(pending=ConfirmUndo())
        reply.say(reply.table.wording.undo_question(reply.game.moves[-1], reply.view))
    else:
        take_back(reply)


def take_back(reply: Reply) -> None:
    """Undo the last move, read back what it was, and say what is expected now."""
    last = reply.take_back()
    reply.remember(pending=None, giver=last.by if isinstance(last, GiveClue) else None)
    reply.say(*reply.table.wording.undone(last, reply.view))


def _turn(reply: Reply, _intent: it.AskTurnIntent) -> None:
    if reply.game.phase is Phase.AWAIT_CLUE and reply.memory.giver is not None:
        reply.say(reply.table.wording.giver(present_giver(reply)))
    else:
        reply.say(*reply.table.wording.turn(reply.view))


def _repeat(reply: Reply, _intent: it.RepeatIntent) -> None:
    if reply.memory.last_said:
        reply.say_again()
    else:
        reply.notice(Notice.NOTHING_TO_REPEAT)


def _new_game(reply: Reply, _intent: it.NewGameIntent) -> None:
    if reply.game.phase is Phase.OVER or not reply.game.moves:
        reply.signal = Signal.NEW_GAME
    else:
        reply.question(ConfirmNewGame(), Question.NEW_GAME_CONFIRM)


def _quit(reply: Reply, _intent: it.QuitIntent) -> None:
    reply.notice(Notice.SAVED_GOODBYE)
    reply.signal = Signal.QUIT


def _pause(reply: Reply, _intent: it.PauseIntent) -> None:
    reply.remember(paused=True)
    reply.notice(Notice.PAUSED)


def _go_on(reply: Reply, _intent: it.ContinueIntent) -> None:
    reply.remember(paused=False)
    reply.say(reply.table.wording.notice(Notice.GOING_ON, reply.view))


def complete(reply: Reply, side: Side) -> None:
    """Key on the table: a side's agents are all covered (rules 4.2, 11)."""
    if reply.move(DeclareComplete(side)) or isinstance(reply.memory.pending, ConfirmComplete):
        reply.remember(pending=None)


def _side_complete(reply: Reply, intent: it.SideCompleteIntent) -> None:
    side = intent.side or reply.view.giver or present_giver(reply)
    if intent.side is None and reply.game.setup.key is None:
        reply.question(ConfirmComplete(side), Question.CONFIRM_COMPLETE, side=side)
    else:
        complete(reply, side)


def _giver(reply: Reply, intent: it.GiverIntent) -> None:
    if reply.game.phase is Phase.AWAIT_CLUE and intent.side in next_givers(reply.game):
        reply.remember(giver=intent.side, pending=None)
        reply.say(reply.table.wording.giver(intent.side))
    else:
        reply.say(reply.table.wording.notice(Notice.NOT_NOW, reply.view))


def _correct(reply: Reply, intent: it.CorrectIntent, *, sure: bool = True) -> None:
    """«Нет, я сказал кит»: put the word in the place of the one that was understood."""
    index = reply.table.words.index_of(intent.word)
    last = reply.game.moves[-1] if reply.game.moves else None
    take = offer_clue if sure else ask_clue
    match reply.memory.pending:
        case ConfirmTouch(toucher=toucher) if index is not None:
            hear_touch(reply, it.TouchIntent(index, toucher), sure=False)
        case ConfirmClue(offer=offer) | DoubtfulClue(offer=offer) | IllegalClue(offer=offer):
            ask_clue(reply, ClueOffer(intent.word, offer.number, offer.giver))
        case NeedWord(number=number, giver=giver):
            take(reply, ClueOffer(intent.word, number, giver))
        case None if isinstance(last, GiveClue):
            take(reply, ClueOffer(intent.word, last.number, last.by))
        case _ if sure:
            reply.notice(Notice.NOT_NOW)
        case _:
            pass


def _help(reply: Reply, _intent: it.HelpIntent) -> None:
    name = scope_name(Dialogue(reply.game, reply.memory))
    reply.say(*reply.table.wording.help(name))


_QUERIES: dict[type[Any], Callable[[Reply, Any], None]] = {
    it.AskTokensIntent: lambda r, _: r.say(*r.table.wording.tokens(r.view)),
    it.AskTurnIntent: _turn,
    it.AskAgentsIntent: lambda r, _: r.say(*r.table.wording.agents(r.view)),
    it.AskWordsIntent: lambda r, _: r.say(*r.table.wording.words_left(r.view)),
    it.ReadRowIntent: lambda r, i: r.say(*r.table.wording.row(r.view, i.row)),
    it.AskMarksIntent: lambda r, i: r.say(*r.table.wording.marks(r.view, i.index)),
    it.AskCluesIntent: lambda r, _: r.say(*r.table.wording.clues(r.view)),
    it.RepeatClueIntent: lambda r, _: r.say(*r.table.wording.repeat_clue(r.view)),
    it.RepeatIntent: _repeat,
    it.HelpIntent: _help,
}

_COMMANDS: dict[type[Any], Callable[[Reply, Any], None]] = {
    it.StopIntent: lambda r, _: stop(r),
    it.UndoIntent: _undo,
    it.ProtestIntent: lambda r, _: ask_protest(r),
    it.PenaltyIntent: lambda r, _: choose_way(r, IllegalClueWay.PENALTY),
    it.RetakeIntent: lambda r, _: choose_way(r, IllegalClueWay.RETAKE),
    it.StandIntent: lambda r, _: choose_way(r, None),
    it.NewGameIntent: _new_game,
    it.QuitIntent: _quit,
    it.PauseIntent: _pause,
    it.ContinueIntent: _go_on,
    it.SideCompleteIntent: _side_complete,
    it.GiverIntent: _giver,
    it.CorrectIntent: _correct,
}


def is_query(intent: it.Intent) -> bool:
    """Whether an intent changes nothing, so that a wrong one costs nothing (voice.md, Listening 9)."""
    return type(intent) in _QUERIES


def ask_first(reply: Reply, intent: it.Intent) -> None:
    """A command that was not heard surely: confirm what cannot be undone for nothing, else ask to repeat."""
    if isinstance(intent, it.StopIntent):
        reply.question(ConfirmStop(), Question.CONFIRM_STOP)
    elif isinstance(intent, it.CorrectIntent):
        _correct(reply, intent, sure=False)
    elif isinstance(intent, it.NewGameIntent) and not isinstance(reply.memory.pending, IllegalClue | Protest):
        reply.question(ConfirmNewGame(), Question.NEW_GAME_CONFIRM)
    else:
        reply.say(reply.table.wording.question(Question.REPEAT_PLEASE))


def run_command(reply: Reply, intent: it.Intent) -> bool:
    """Carry out a command or query; False when the intent is neither."""
    handler = _QUERIES.get(type(intent)) or _COMMANDS.get(type(intent))
    if handler is None:
        return False
    handler(reply, intent)
    return True
