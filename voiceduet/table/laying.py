"""What is wrong with 25 words for a game by voice, found when the board is laid (voice.md, Listening 10)."""

from __future__ import annotations

from collections.abc import Iterable

from voiceduet.asr.ports import Vocabulary
from voiceduet.grammar.tables import table_for
from voiceduet.table.dialogue.state import Table
from voiceduet.table.hearing import TableHearing
from voiceduet.table.wording import Notice
from voiceduet.tts.ports import Announcement


def unheard_words(hearing: TableHearing, words: Iterable[str], model: Vocabulary) -> tuple[str, ...]:
    """Words that the model lacks in the spelling that it would be given, so that it can never hear them."""
    spelling = hearing.language.forms.spelling
    return tuple(word for word in words if model.unknown_words((spelling(word),)))


def table_warnings(hearing: TableHearing, table: Table, model: Vocabulary | None) -> tuple[Announcement, ...]:
    """Name the words that the ear lacks, and the pairs that sound close; each with what to do about it."""
    board = table.words.board
    unheard = unheard_words(hearing, board, model) if model is not None else ()
    said = [table.wording.notice(Notice.UNKNOWN_WORDS, words=unheard)] if unheard else []
    rivals = table_for(hearing.language, table.words).rivals
    pairs = {tuple(sorted((place, other))) for place, others in enumerate(rivals) for other in others}
    said += [table.wording.notice(Notice.CLOSE_PAIR, words=(board[a], board[b])) for a, b in sorted(pairs)]
    return tuple(said)
