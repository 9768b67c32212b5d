"""From a heard clue to a clue in the game (rules 2.2, 7, 9)."""

from __future__ import annotations

from voiceduet.engine.moves import GiveClue, Penalize
from voiceduet.engine.side import Side
from voiceduet.engine.state import Phase, next_givers, visible_words
from voiceduet.grammar.intents import ClueIntent
from voiceduet.grammar.judge.verdict import ClueQuestion, Verdict
from voiceduet.table.dialogue.memory import (
    ClueOffer,
    ConfirmClue,
    DoubtfulClue,
    IllegalClue,
    NeedNumber,
    NeedWord,
    Protest,
    Spelling,
)
from voiceduet.table.dialogue.reply import Reply
from voiceduet.table.dialogue.state import IllegalClueWay
from voiceduet.table.wording import Notice, Question

MAX_NUMBER = 9
"""The highest number of a clue (rules 2.2)."""


def present_giver(reply: Reply, said: Side | None = None) -> Side:
    """Who gives the clue that is being said: the side named, else the one chosen before, else the one in turn.

    Where the rules leave it open at the start (rules 1.4) that is side `a`; in free order, the side that
    did not give last.
    """
    possible = next_givers(reply.game)
    for side in (said, reply.memory.giver):
        if side is not None and (side is said or side in possible):
            return side
    if len(possible) == 1:
        return possible[0]
    clues = reply.view.past_clues
    return clues[-1].by.other if clues else Side.A


def hear_clue(reply: Reply, intent: ClueIntent, rivals: tuple[ClueIntent, ...] = (), *, sure: bool = True) -> None:
    """Take a spoken clue: complete it, read it back where unsure, judge it.

    Of several readings one with word and number is asked about before one that lacks a part.
    """
    intent, *others = sorted((intent, *rivals), key=lambda reading: reading.word is None or reading.number is None)
    giver = present_giver(reply, intent.giver or giver_of_question(reply))
    if reply.game.phase is not Phase.AWAIT_CLUE and not _may_replace_clue(reply):
        # Refused, with the reason, before anybody is asked about it; an open question stays open.
        reply.move(GiveClue(giver, intent.word or "", intent.number or 0))
        return
    match _completed(reply, intent):
        case (None, int(number)):
            reply.question(NeedWord(number, giver), Question.MISSING_WORD, number=number)
        case (str(word), None):
            reply.question(NeedNumber(word, giver), Question.MISSING_NUMBER, word=word)
        case (str(word), int(number)) if sure:
            offer_clue(reply, ClueOffer(word, number, giver))
        case (str(word), int(number)):
            rest = (ClueOffer(o.word, o.number, giver) for o in others if o.word is not None and o.number is not None)
            ask_clue(reply, ClueOffer(word, number, giver), tuple(rest))


def ask_spelling(reply: Reply, readings: tuple[ClueIntent, ...]) -> None:
    """Words that sound the same cannot be told apart by a read-back: let it be spelled (voice.md, Listening 12)."""
    first = readings[0]
    if reply.game.phase is not Phase.AWAIT_CLUE:
        hear_clue(reply, first, sure=False)
        return
    number = _completed(reply, first)[1]
    giver = present_giver(reply, first.giver or giver_of_question(reply))
    words = tuple(reading.word for reading in readings if reading.word is not None)
    reply.remember(misheard=0)
    reply.question(NeedWord(number, giver) if number is not None else None, Question.SPELL_THE_CLUE, words=words)


def giver_of_question(reply: Reply) -> Side | None:
    """Whose clue the open question is about."""
    match reply.memory.pending:
        case NeedNumber(giver=giver) | NeedWord(giver=giver) | Spelling(giver=giver):
            return giver
        case ConfirmClue(offer=offer) | DoubtfulClue(offer=offer) | IllegalClue(offer=offer):
            return offer.giver
        case Protest() if reply.view.clue is not None:
            return reply.view.clue.by
        case _:
            return None


def _may_replace_clue(reply: Reply) -> bool:
    """A clue that is protested against may be replaced by saying another, until a word was touched on it."""
    return isinstance(reply.memory.pending, Protest) and _clue_is_fresh(reply)


def _clue_is_fresh(reply: Reply) -> bool:
    """Whether the clue in play is the last move."""
    return bool(reply.game.moves) and isinstance(reply.game.moves[-1], GiveClue)


def _completed(reply: Reply, intent: ClueIntent) -> tuple[str | None, int | None]:
    """Fill in what the open question had already."""
    match reply.memory.pending:
        case NeedNumber(word=word) if intent.word is None:
            return word, intent.number
        case NeedWord(number=number) if intent.number is None:
            return intent.word, number
        case _:
            return intent.word, intent.number


def ask_clue(reply: Reply, offer: ClueOffer, others: tuple[ClueOffer, ...] = ()) -> None:
    """Read a clue back and wait for "yes"."""
    reply.question(ConfirmClue(offer, others), Question.CONFIRM_CLUE, word=offer.word, number=offer.number)


def offer_clue(reply: Reply, offer: ClueOffer) -> None:
    """Judge a clue that was surely heard, and act on the verdict (rules 7, 9.6).

    It takes the place of a clue in play on which no word was touched yet.
    """
    reply.remember(pending=None)
    if reply.game.phase is Phase.GUESSING and _clue_is_fresh(reply):
        reply.take_back()
    question = ClueQuestion(offer.word, offer.number, visible_words(reply.game), reply.table.relaxed)
    ruling = reply.ruling = reply.table.judge.check(question)
    if ruling.verdict is Verdict.LEGAL:
        give_clue(reply, offer)
    elif ruling.verdict is Verdict.DOUBTFUL:
        pending = DoubtfulClue(offer, ruling.message, ruling.is_about_word)
        reply.question(pending, Question.CLUE_DOUBTFUL, message=ruling.message, partner=offer.giver.other)
    else:
        found_illegal(reply, offer, ruling.message)


def give_clue(reply: Reply, offer: ClueOffer) -> bool:
    """Put a clue into the game; false when the rules refuse it."""
    reply.remember(pending=None)
    made = reply.move(GiveClue(offer.giver, offer.word, offer.number))
    if made:
        reply.remember(giver=None)
    return made


def found_illegal(reply: Reply, offer: ClueOffer, message: str) -> None:
    """Go one of the three ways of rules 7.3, or ask which."""
    way = reply.table.illegal_clue
    if way is IllegalClueWay.ASK and offer.number <= MAX_NUMBER:
        reply.question(IllegalClue(offer, message), Question.CLUE_ILLEGAL, message=message)
        return
    reply.remember(pending=None)
    reply.notice(Notice.CLUE_RULING, message=message)
    if way is IllegalClueWay.PENALTY and offer.number <= MAX_NUMBER:
        punish(reply, offer)
    else:
        reply.notice(Notice.SAY_ANOTHER_CLUE, giver=offer.giver)


def punish(reply: Reply, offer: ClueOffer) -> None:
    """The clue is played and costs a token (rules 7.1)."""
    if give_clue(reply, offer):
        reply.move(Penalize(offer.giver))


def choose_way(reply: Reply, way: IllegalClueWay | None) -> None:
    """Answer the question of rules 7.3; `None` lets the clue stand."""
    match reply.memory.pending:
        case IllegalClue(offer=offer):
            _for_heard_clue(reply, offer, way)
        case Protest():
            _for_clue_in_play(reply, way)
        case _:
            reply.notice(Notice.NOT_NOW)


def ask_way_again(reply: Reply) -> None:
    """The open question of rules 7.3 once more: "yes" and "no" do not answer it."""
    match reply.memory.pending:
        case IllegalClue(message=message):
            reply.say(reply.table.wording.question(Question.CLUE_ILLEGAL, message=message))
        case Protest():
            ask_protest(reply)
        case _:
            pass


def ask_protest(reply: Reply) -> None:
    """The partner calls the clue in play illegal; ask which way (rules 7)."""
    clue = reply.view.clue
    if clue is None or reply.view.penalized:
        reply.notice(Notice.NOTHING_TO_PROTEST)
    elif _clue_is_fresh(reply):
        reply.question(Protest(), Question.PROTEST_RULING, word=clue.word)
    else:
        reply.question(Protest(), Question.PROTEST_RULING_LATE, word=clue.word)


def _for_heard_clue(reply: Reply, offer: ClueOffer, way: IllegalClueWay | None) -> None:
    reply.remember(pending=None)
    if way is IllegalClueWay.PENALTY:
        punish(reply, offer)
    elif way is IllegalClueWay.RETAKE:
        reply.remember(giver=offer.giver)
        reply.notice(Notice.SAY_ANOTHER_CLUE, giver=offer.giver)
    else:
        give_clue(reply, offer)


def _for_clue_in_play(reply: Reply, way: IllegalClueWay | None) -> None:
    clue = reply.view.clue
    reply.remember(pending=None)
    if clue is None:
        reply.notice(Notice.NOTHING_TO_PROTEST)
    elif way is None:
        reply.notice(Notice.CLUE_STANDS, word=clue.word, number=clue.number)
    elif way is IllegalClueWay.PENALTY:
        reply.move(Penalize(clue.by))
    elif _clue_is_fresh(reply):
        reply.take_back()
        reply.remember(giver=clue.by)
        reply.notice(Notice.SAY_ANOTHER_CLUE, giver=clue.by)
    else:
        # Once a word has been touched on the clue it cannot be unsaid; a token or a new game remain.
        reply.notice(Notice.NOT_NOW)
        ask_protest(reply)
