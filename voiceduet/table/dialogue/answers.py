"""Closing the open question with "yes" or "no"."""

from __future__ import annotations

from voiceduet.engine.state import Phase
from voiceduet.table.dialogue.clues import ask_clue, ask_way_again, choose_way, found_illegal, give_clue, offer_clue
from voiceduet.table.dialogue.commands import complete, stop, take_back
from voiceduet.table.dialogue.memory import (
    ConfirmClue,
    ConfirmColour,
    ConfirmComplete,
    ConfirmNewGame,
    ConfirmStop,
    ConfirmTouch,
    ConfirmUndo,
    DoubtfulClue,
    IllegalClue,
    Protest,
    Spelling,
)
from voiceduet.table.dialogue.reply import Reply
from voiceduet.table.dialogue.spelling import finish_spelling, refuse_spelled
from voiceduet.table.dialogue.state import Signal, WordDecision
from voiceduet.table.dialogue.touches import ask_colour, ask_next_touch, hear_colour, touch
from voiceduet.table.wording import Notice


def answer(reply: Reply, *, yes: bool) -> None:
    """Act on the answer; without a question it belongs to the players' talk, and nothing happens."""
    if yes:
        _yes(reply)
    else:
        _no(reply)


def _yes(reply: Reply) -> None:
    match reply.memory.pending:
        case ConfirmTouch(index=index, toucher=toucher):
            touch(reply, index, toucher)
        case ConfirmClue(offer=offer):
            offer_clue(reply, offer)
        case Spelling() as spelled:
            finish_spelling(reply, spelled)
        case DoubtfulClue(offer=offer) as doubt:
            _decide(reply, doubt, allowed=True)
            give_clue(reply, offer)
        case ConfirmColour(identity=identity):
            hear_colour(reply, identity)
        case ConfirmStop():
            reply.remember(pending=None)
            stop(reply)
        case ConfirmComplete(side=side):
            complete(reply, side)
        case ConfirmUndo():
            take_back(reply)
        case ConfirmNewGame():
            reply.remember(pending=None)
            reply.signal = Signal.NEW_GAME
        case _:
            ask_way_again(reply)


def _decide(reply: Reply, doubt: DoubtfulClue, *, allowed: bool) -> None:
    """Note what the partner ruled, when it is about the word by itself and not about a card (rules 9.6)."""
    if doubt.about_word:
        reply.decided = WordDecision(doubt.offer.word, allowed)


def _no(reply: Reply) -> None:
    match reply.memory.pending:
        case ConfirmTouch() as refused:
            ask_next_touch(reply, refused)
        case ConfirmClue(others=(first, *rest)):
            ask_clue(reply, first, tuple(rest))
        case Spelling() as spelled:
            refuse_spelled(reply, spelled)
        case ConfirmClue() if reply.game.phase is Phase.AWAIT_CLUE:
            reply.remember(pending=None)
            reply.notice(Notice.SAY_CLUE_AGAIN)
        case DoubtfulClue(offer=offer, message=message) as doubt:
            _decide(reply, doubt, allowed=False)
            found_illegal(reply, offer, message)
        case ConfirmColour(index=index, toucher=toucher):
            ask_colour(reply, index, toucher)
        case Protest():
            choose_way(reply, None)
        case IllegalClue():
            ask_way_again(reply)
        case ConfirmClue() | ConfirmStop() | ConfirmComplete() | ConfirmUndo() | ConfirmNewGame():
            reply.remember(pending=None)
            reply.say(*reply.table.wording.turn(reply.view))
        case _:
            pass
