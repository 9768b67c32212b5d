"""A clue word spelled aloud: in one breath, or letter by letter with pauses (voice.md, Listening 5).

While letters come one by one the referee is silent; when several came together it says which word they make and asks
for the number. Letters may go on after that. What was heard by ear is read back before it is a clue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voiceduet.engine.state import Phase
from voiceduet.grammar.intents import ClueIntent, SpellingAct, SpellingIntent
from voiceduet.table.dialogue.clues import ask_clue, giver_of_question, hear_clue, offer_clue, present_giver
from voiceduet.table.dialogue.memory import (
    ClueOffer,
    ConfirmClue,
    DoubtfulClue,
    IllegalClue,
    NeedNumber,
    NeedWord,
    Spelling,
)
from voiceduet.table.dialogue.reply import Reply
from voiceduet.table.wording import Notice, Question


def hear_spelled_clue(reply: Reply, intent: ClueIntent, others: tuple[ClueIntent, ...] = (), *, sure: bool) -> None:
    """«По буквам», alone or with letters: a word from its first letter on."""
    if reply.game.phase is not Phase.AWAIT_CLUE or (sure and intent.word is not None):
        hear_clue(reply, intent, others, sure=sure)
        return
    giver = present_giver(reply, intent.giver or giver_of_question(reply))
    spelled = Spelling(giver, _known_number(reply), is_exact=sure)
    _take(reply, spelled, (intent, *others))


def hear_spelling(
    reply: Reply, intent: SpellingIntent, others: tuple[SpellingIntent, ...] = (), *, sure: bool = True
) -> None:
    """Letters, or what is said about them."""
    spelled = reply.memory.pending
    if intent.act is SpellingAct.READ:
        _read(reply)
    elif not isinstance(spelled, Spelling):
        reply.notice(Notice.NOT_NOW)
    elif intent.act is SpellingAct.LETTERS:
        _take(reply, replace(spelled, is_exact=spelled.is_exact and sure), (intent, *others))
    elif intent.act is SpellingAct.BACK and spelled.heard:
        _take_back(reply, spelled)
    elif intent.act is SpellingAct.DONE:
        finish_spelling(reply, spelled)
    else:
        _ask_letters(reply, Spelling(spelled.giver, spelled.number))


def finish_spelling(reply: Reply, spelled: Spelling) -> None:
    """The word is complete: judge it, or read it back, or ask for its number."""
    if not spelled.heard:
        _ask_letters(reply, spelled)
        return
    words = _words(reply, spelled)
    if spelled.number is None:
        reply.question(spelled, Question.SPELLED_WORD, word=words[0])
        return
    first, *rest = (ClueOffer(word, spelled.number, spelled.giver) for word in words)
    if spelled.is_exact:
        offer_clue(reply, first)
    else:
        ask_clue(reply, first, tuple(rest))


def number_spelled(reply: Reply, spelled: Spelling, number: int) -> None:
    """The number of the word that is being spelled."""
    finish_spelling(reply, replace(spelled, number=number))


def refuse_spelled(reply: Reply, spelled: Spelling) -> None:
    """After a "no": the next word that the letters may make, else the letters once more."""
    if not spelled.heard:
        reply.remember(pending=None)
        reply.notice(Notice.SAY_CLUE_AGAIN)
        return
    word = _words(reply, spelled)[0]
    refused = replace(spelled, refused=(*spelled.refused, word))
    if _words(reply, refused)[0] in refused.refused:
        _ask_letters(reply, Spelling(spelled.giver, spelled.number))
    else:
        finish_spelling(reply, refused)


def _take(reply: Reply, spelled: Spelling, readings: Sequence[ClueIntent | SpellingIntent]) -> None:
    """Add what was heard; silence after a single letter, because the next one is already on its way."""
    letters = tuple(dict.fromkeys(filter(None, map(_letters_of, readings))))
    number = next((reading.number for reading in readings[:1] if reading.number is not None), spelled.number)
    spelled = replace(spelled, number=number, heard=(*spelled.heard, letters) if letters else spelled.heard)
    reply.remember(pending=spelled)
    if not spelled.heard:
        _ask_letters(reply, spelled)
    elif readings[0].number is not None or len(letters[0]) > 1:
        finish_spelling(reply, spelled)


def _letters_of(reading: ClueIntent | SpellingIntent) -> str | None:
    return reading.word if isinstance(reading, ClueIntent) else reading.letters


def _take_back(reply: Reply, spelled: Spelling) -> None:
    """Drop the last letter and say what is left."""
    *before, last = spelled.heard
    shorter = tuple(dict.fromkeys(letters[:-1] for letters in last if len(letters) > 1))
    left = replace(spelled, heard=(*before, shorter) if shorter else tuple(before), refused=())
    if not left.heard:
        _ask_letters(reply, left)
        return
    so_far = "".join(readings[0] for readings in left.heard)
    reply.question(left, Question.LETTERS_SO_FAR, letters=reply.table.speller.letters(so_far))


def _ask_letters(reply: Reply, spelled: Spelling) -> None:
    reply.question(spelled, Question.SPELL_IT)


def _words(reply: Reply, spelled: Spelling) -> tuple[str, ...]:
    """What the letters may make; what was typed is as it stands."""
    heard = spelled.heard
    if spelled.is_exact:
        heard = (("".join(readings[0] for readings in heard),),)
    return reply.table.speller.words(heard, spelled.refused)


def _read(reply: Reply) -> None:
    """How the word is spelled that was understood; the open question stays open."""
    match reply.memory.pending:
        case Spelling(heard=heard) as spelled if heard:
            word: str | None = _words(reply, spelled)[0]
        case ConfirmClue(offer=offer) | DoubtfulClue(offer=offer) | IllegalClue(offer=offer):
            word = offer.word
        case NeedNumber(word=word):
            pass
        case _:
            word = None
    if word is None:
        reply.notice(Notice.NOT_NOW)
    else:
        reply.notice(Notice.SPELLED_SO, word=word, letters=reply.table.speller.letters(word))


def _known_number(reply: Reply) -> int | None:
    """The number that was understood before the word was asked for."""
    return reply.memory.pending.number if isinstance(reply.memory.pending, NeedWord | Spelling) else None
