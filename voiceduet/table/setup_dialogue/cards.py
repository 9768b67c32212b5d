"""The words on the cards: dictated row by row, read back, corrected."""

from __future__ import annotations

from voiceduet.engine.grid import COLUMNS
from voiceduet.engine.words import clean, fold
from voiceduet.grammar.setup.intents import PlaceIntent, RedoRowIntent
from voiceduet.grammar.setup.scopes import Stage
from voiceduet.table.setup_dialogue.reply import SetupReply
from voiceduet.table.setup_dialogue.state import NO_WORDS, ROWS
from voiceduet.table.wording_setup_catalog import SetupLine

_LONGEST = 40
_PATIENCE = 2
"""So many corrections of a row before spelling is offered."""


def begin_board(reply: SetupReply) -> None:
    """Ask for the first row that is missing."""
    row = reply.draft.open_row
    if row is not None:
        turn_to_row(reply, row)


def turn_to_row(reply: SetupReply, row: int) -> None:
    """Make a row the one at hand, and ask for what it needs: words, or "yes"."""
    corrections = reply.moment.corrections if reply.moment.row == row else 0
    reply.move(row=row, place=None, corrections=corrections)
    ask_row(reply)


def ask_row(reply: SetupReply) -> None:
    """Ask for the row at hand: its words, the rest of them, or whether it is right."""
    row = reply.moment.row
    words = reply.draft.row(row)
    if all(words):
        reply.move(stage=Stage.CHECK, place=None)
        reply.remark(reply.table.remarks.about_row(reply.draft.words, row))
        reply.say(SetupLine.ROW_CHECK, row=row, words=_spoken(reply, words))
        if reply.moment.corrections >= _PATIENCE:
            reply.say(SetupLine.SPELL_IT, place=1)
        return
    reply.move(stage=Stage.ROW, place=None)
    if not any(words):
        reply.say(SetupLine.ASK_ROW, row=row)
    else:
        reply.say(SetupLine.ROW, row=row, words=_spoken(reply, words))
        reply.say(SetupLine.ASK_REST, place=words.index("") + 1)


def hear_words(reply: SetupReply, said: tuple[str, ...]) -> None:
    """Put words into the free places of the row at hand; five words take the place of all.

    Fewer words after a whole row are table talk: a correction names the place.
    """
    row = reply.moment.row
    first = (row - 1) * COLUMNS
    free = [first + column for column, word in enumerate(reply.draft.row(row)) if not word]
    if len(said) == COLUMNS and len(free) < COLUMNS:
        _clear(reply, row)
        free = list(range(first, first + COLUMNS))
    if not free:
        return
    if len(said) > len(free):
        reply.say(SetupLine.TOO_MANY_WORDS, count=len(said), free=len(free))
        return
    missed = [place for place, word in zip(free, said, strict=False) if not _put(reply, place, word)]
    if missed:
        ask_card(reply, missed[0])
    else:
        ask_row(reply)


def hear_place(reply: SetupReply, intent: PlaceIntent) -> None:
    """Correct one card, or ask for it."""
    place = _place(reply, intent)
    if place is None:
        return
    reply.move(row=place // COLUMNS + 1)
    if intent.word is None:
        ask_card(reply, place)
        return
    if reply.draft.words[place]:
        reply.move(corrections=reply.moment.corrections + 1)
    if _put(reply, place, intent.word):
        ask_row(reply)
    else:
        ask_card(reply, place)


def _place(reply: SetupReply, intent: PlaceIntent) -> int | None:
    """Which card is meant, 0-24; `None` when that had to be asked."""
    moment = reply.moment
    row = intent.row or moment.row
    words = reply.draft.row(row)
    if intent.column is not None:
        return (row - 1) * COLUMNS + intent.column - 1
    if intent.instead is not None:
        at = next((at for at, word in enumerate(words) if word and fold(word) == fold(intent.instead)), None)
        if at is None:
            reply.say(SetupLine.NOT_IN_ROW, word=intent.instead)
            reply.say(SetupLine.WHAT_IS_WRONG)
            return None
        return (row - 1) * COLUMNS + at
    if moment.stage is Stage.WORD and moment.place is not None:
        return moment.place
    if "" in words:
        return (row - 1) * COLUMNS + words.index("")
    reply.say(SetupLine.WHAT_IS_WRONG)
    return None


def ask_card(reply: SetupReply, place: int) -> None:
    """Ask for one card."""
    reply.move(stage=Stage.WORD, place=place, row=place // COLUMNS + 1)
    reply.say(SetupLine.ASK_WORD, row=place // COLUMNS + 1, place=place % COLUMNS + 1)


def redo_row(reply: SetupReply, intent: RedoRowIntent) -> None:
    """Forget a row, and ask for it."""
    row = intent.row or reply.moment.row
    _clear(reply, row)
    turn_to_row(reply, row)


def row_is_right(reply: SetupReply) -> bool:
    """A row was read back and found right; whether that was the last one."""
    row = reply.moment.row
    reply.agree(checked=tuple(sorted({*reply.draft.checked, row})))
    reply.move(corrections=0)
    following = reply.draft.open_row
    if following is None:
        return True
    turn_to_row(reply, following)
    return False


def row_is_wrong(reply: SetupReply) -> None:
    """A row was read back and found wrong."""
    reply.move(corrections=reply.moment.corrections + 1)
    reply.say(SetupLine.WHAT_IS_WRONG)


def read_row(reply: SetupReply, row: int) -> None:
    """Read a row as it is now."""
    words = reply.draft.row(row)
    if any(words):
        reply.say(SetupLine.ROW, row=row, words=_spoken(reply, words))
    else:
        reply.say(SetupLine.ROW_NOT_YET, row=row)


def read_all(reply: SetupReply) -> None:
    """Read every row that has words."""
    rows = [row for row in range(1, ROWS + 1) if any(reply.draft.row(row))]
    for row in rows or [1]:
        read_row(reply, row)


def forget_words(reply: SetupReply) -> None:
    """Begin the dictation from the first card."""
    reply.agree(words=NO_WORDS, checked=())
    reply.move(row=1, place=None, corrections=0)


def name_on_card(reply: SetupReply) -> str | None:
    """A player's name that stands on a card too: nobody could tell which was meant."""
    folded = {fold(name) for name in reply.draft.names if name}
    return next((word for word in reply.draft.words if word and fold(word) in folded), None)


def _spoken(reply: SetupReply, words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(reply.phrases.word(word) for word in words if word)


def _put(reply: SetupReply, place: int, said: str) -> bool:
    """Put a word on a card; when it cannot stand there, say why."""
    word = clean(said).upper()
    if len(word) > _LONGEST or not any(letter.isalpha() for letter in word):
        reply.say(SetupLine.WORD_TOO_LONG, word=word[:_LONGEST])
        return False
    words = list(reply.draft.words)
    same = next((at for at, other in enumerate(words) if at != place and other and fold(other) == fold(word)), None)
    if same is not None:
        reply.say(SetupLine.WORD_TWICE, word=word, row=same // COLUMNS + 1, place=same % COLUMNS + 1)
        return False
    words[place] = word
    row = place // COLUMNS + 1
    reply.agree(words=tuple(words), checked=tuple(each for each in reply.draft.checked if each != row))
    return True


def _clear(reply: SetupReply, row: int) -> None:
    words = list(reply.draft.words)
    words[(row - 1) * COLUMNS : row * COLUMNS] = [""] * COLUMNS
    reply.agree(words=tuple(words), checked=tuple(each for each in reply.draft.checked if each != row))
