"""What is wrong with 25 words for a game by voice, found when the board is laid (voice.md, Listening 10)."""

from __future__ import annotations

from collections.abc import Iterable

from voiceduet.asr.ports import Vocabulary
from voiceduet.grammar.tablecheck import Advice, check_table
from voiceduet.table.dialogue.state import Table
from voiceduet.table.hearing import TableHearing
from voiceduet.table.wording import Notice
from voiceduet.tts.ports import Announcement

_NOTICES = {
    Advice.ASKED_BACK: Notice.CLOSE_PAIR,
    Advice.BY_PLACE: Notice.BY_PLACE,
    Advice.NOT_BARE: Notice.BY_PLACE,
    Advice.OTHER_NAME: Notice.OTHER_NAME,
}


def unheard_words(hearing: TableHearing, words: Iterable[str], model: Vocabulary) -> tuple[str, ...]:
    """Words that the model lacks in the spelling that it would be given, so that it can never hear them."""
    spelling = hearing.language.forms.spelling
    return tuple(word for word in words if model.unknown_words((spelling(word),)))


def table_warnings(hearing: TableHearing, table: Table, model: Vocabulary | None) -> tuple[Announcement, ...]:
    """Name the words that the ear lacks, pairs that sound close, and names that mislead; each with what to do."""
    board = table.words.board
    unheard = unheard_words(hearing, board, model) if model is not None else ()
    said = [table.wording.notice(Notice.UNKNOWN_WORDS, words=unheard)] if unheard else []
    for finding in check_table(hearing.language, table.words):
        if finding.advice is not Advice.NOT_BARE or table.words.bare_touch:
            said.append(table.wording.notice(_NOTICES[finding.advice], words=finding.words))
    return tuple(said)
