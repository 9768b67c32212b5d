"""From a heard touch to a touch in the game (rules 2.3, 3, 6, 11)."""

from __future__ import annotations

from voiceduet.engine.key import Identity
from voiceduet.engine.legality import why_not_touch
from voiceduet.engine.moves import Touch
from voiceduet.engine.side import Side
from voiceduet.engine.state import who_may_guess
from voiceduet.grammar.intents import TouchIntent
from voiceduet.table.dialogue.clues import ask_way_again
from voiceduet.table.dialogue.memory import ConfirmColour, ConfirmTouch, NeedColour, Protest
from voiceduet.table.dialogue.reply import Reply
from voiceduet.table.wording import Notice, Question


def hear_touch(reply: Reply, intent: TouchIntent, others: tuple[TouchIntent, ...] = (), *, sure: bool = True) -> None:
    """Take an announced touch; ask first when it is not sure which word was meant (voice.md, Listening 8, 9).

    A touch that cannot be made leaves the open question as it is.
    """
    possible = who_may_guess(reply.game)
    if isinstance(reply.memory.pending, Protest):
        # Whether the clue stands comes before a touch on it.
        ask_way_again(reply)
        return
    if isinstance(reply.memory.pending, NeedColour | ConfirmColour):
        # A touch is final (rules 2.3): its colour comes first; only an undo drops it.
        ask_colour(reply, reply.memory.pending.index, reply.memory.pending.toucher)
        return
    if len(possible) > 1 and intent.toucher is None:
        word = reply.table.words.board[intent.index]
        reply.say(reply.table.wording.question(Question.WHO_TOUCHES, word=word))
        return
    toucher = intent.toucher or (possible[0] if possible else Side.A)
    if why_not_touch(reply.game, intent.index, toucher) is not None:
        # Refused before anybody is asked to confirm it; the refused move says why.
        reply.move(Touch(toucher, intent.index))
    elif sure:
        touch(reply, intent.index, toucher)
    else:
        rest = (other.index for other in others if why_not_touch(reply.game, other.index, toucher) is None)
        ask_touch(reply, intent.index, toucher, tuple(rest))


def ask_touch(reply: Reply, index: int, toucher: Side, others: tuple[int, ...] = ()) -> None:
    """«Касание: сыр?»."""
    word = reply.table.words.board[index]
    reply.question(ConfirmTouch(index, toucher, others), Question.CONFIRM_TOUCH, word=word)


def ask_next_touch(reply: Reply, refused: ConfirmTouch) -> None:
    """After a "no": the next word that was close, or the way by place (voice.md, Listening 2)."""
    if refused.others:
        ask_touch(reply, refused.others[0], refused.toucher, refused.others[1:])
    else:
        reply.remember(pending=None)
        reply.notice(Notice.SAY_TOUCH_AGAIN)


def touch(reply: Reply, index: int, toucher: Side) -> None:
    """Make a touch that is sure; with the key on the table the colour is asked for first."""
    reply.remember(pending=None)
    if reply.game.setup.key is None:
        ask_colour(reply, index, toucher)
    else:
        reply.move(Touch(toucher, index))


def ask_colour(reply: Reply, index: int, toucher: Side) -> None:
    """«Какого цвета?» (rules 11)."""
    reply.question(NeedColour(index, toucher), Question.COLOUR, word=reply.table.words.board[index])


def hear_colour(reply: Reply, identity: Identity, *, sure: bool = True) -> None:
    """The giver says the colour of the word that was touched (rules 11); unsure ones are read back first."""
    match reply.memory.pending:
        case NeedColour(index=index, toucher=toucher) | ConfirmColour(index=index, toucher=toucher):
            if not sure:
                word, colour = reply.table.words.board[index], reply.table.wording.colour(identity)
                pending = ConfirmColour(index, toucher, identity)
                reply.question(pending, Question.CONFIRM_COLOUR, word=word, colour=colour)
            elif reply.move(Touch(toucher, index, identity)):
                reply.remember(pending=None)
        case _:
            reply.notice(Notice.NOT_NOW)
