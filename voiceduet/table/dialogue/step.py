"""One input, one step: confirmation, then command, then disambiguation, then move."""

from __future__ import annotations

from voiceduet.grammar import intents as it
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.table.dialogue.answers import answer
from voiceduet.table.dialogue.clues import ask_spelling, hear_clue, offer_clue
from voiceduet.table.dialogue.commands import ask_first, is_query, run_command
from voiceduet.table.dialogue.memory import ClueOffer, NeedNumber, Spelling
from voiceduet.table.dialogue.reply import Reply
from voiceduet.table.dialogue.spelling import hear_spelled_clue, hear_spelling, number_spelled
from voiceduet.table.dialogue.state import Dialogue, Step, Table
from voiceduet.table.dialogue.touches import hear_colour, hear_touch
from voiceduet.table.wording import Notice, Question


def begin(table: Table, state: Dialogue) -> Step:
    """Open the table: greet, and say who begins."""
    reply = Reply(table, state)
    reply.say(*table.wording.welcome(reply.view, state.memory.giver))
    return reply.result()


def welcome_back(table: Table, state: Dialogue) -> Step:
    """Go on with a saved game: the state, and the open question again if there is one."""
    reply = Reply(table, state)
    reply.say(*table.wording.resumed(reply.view))
    if state.memory.pending is not None:
        reply.say(*state.memory.last_said[-1:])
    return reply.result()


def step(table: Table, state: Dialogue, meaning: Meaning) -> Step:
    """Answer what was heard. Silence (an empty step) for table talk (voice.md, Listening 8)."""
    reply = Reply(table, state)
    match meaning:
        case NotUnderstood():
            _not_understood(reply, meaning)
        case Understood(best=best, sure=sure):
            _understood(reply, best.intent, (), sure=sure)
        case Ambiguous(candidates=candidates, alike=True):
            ask_spelling(reply, tuple(each.intent for each in candidates if isinstance(each.intent, it.ClueIntent)))
        case Ambiguous(candidates=candidates):
            _understood(reply, candidates[0].intent, candidates[1:], sure=False)
    return reply.result()


def _not_understood(reply: Reply, meaning: NotUnderstood) -> None:
    """Ask to repeat once, then offer the place; table talk gets no answer."""
    if reply.memory.paused or not meaning.addressed:
        return
    kind = Question.REPEAT_PLEASE if reply.memory.misheard == 0 else Question.NAME_THE_PLACE
    reply.remember(misheard=reply.memory.misheard + 1)
    reply.say(reply.table.wording.question(kind))


def _understood(reply: Reply, intent: it.Intent, others: tuple[Candidate, ...], *, sure: bool) -> None:
    if reply.memory.paused and not isinstance(intent, it.ContinueIntent | it.QuitIntent):
        return
    reply.remember(misheard=0)
    match intent:
        case it.YesIntent() | it.NoIntent():
            answer(reply, yes=isinstance(intent, it.YesIntent))
        case it.TouchIntent():
            rivals = tuple(c.intent for c in others if isinstance(c.intent, it.TouchIntent))
            hear_touch(reply, intent, rivals, sure=sure)
        case it.ClueIntent():
            readings = tuple(c.intent for c in others if isinstance(c.intent, it.ClueIntent))
            hear = hear_spelled_clue if intent.spelled else hear_clue
            hear(reply, intent, readings, sure=sure)
        case it.ColourIntent(identity=identity):
            hear_colour(reply, identity, sure=sure)
        case it.NumberIntent(number=number):
            _number(reply, number)
        case it.SpellingIntent():
            letters = tuple(c.intent for c in others if isinstance(c.intent, it.SpellingIntent))
            hear_spelling(reply, intent, letters, sure=sure)
        case _ if sure or is_query(intent):
            run_command(reply, intent)
        case _:
            ask_first(reply, intent)


def _number(reply: Reply, number: int) -> None:
    match reply.memory.pending:
        case NeedNumber(word=word, giver=giver):
            offer_clue(reply, ClueOffer(word, number, giver))
        case Spelling() as spelling:
            number_spelled(reply, spelling, number)
        case _:
            reply.notice(Notice.NOT_NOW)
