"""What is said about words and names that will be hard to hear, while they can be changed (voice.md, Listening 10)."""

from __future__ import annotations

from voiceduet.asr.ports import Vocabulary
from voiceduet.engine.grid import COLUMNS
from voiceduet.grammar.scopes import TableWords
from voiceduet.grammar.tablecheck import Advice, check_table
from voiceduet.table.hearing import TableHearing
from voiceduet.table.laying import unheard_words
from voiceduet.table.wording import Notice, Wording
from voiceduet.table.wording_setup_catalog import SetupLine

_ABOUT_ROWS = {Advice.ASKED_BACK: Notice.CLOSE_PAIR, Advice.BY_PLACE: Notice.BY_PLACE}


class TableRemarks:
    """Looks words and names over with the grammar and the ear's vocabulary."""

    def __init__(self, hearing: TableHearing, wording: Wording, model: Vocabulary | None) -> None:
        """`model` is what the ear can hear; `None` when lines are typed."""
        self._hearing = hearing
        self._wording = wording
        self._model = model

    def about_names(self, names: tuple[str, str]) -> tuple[str, ...]:
        """Names that mislead or cannot be heard."""
        findings = check_table(self._hearing.language, TableWords((), names))
        said = [self._wording.notice(Notice.OTHER_NAME, words=finding.words).text for finding in findings]
        said += [
            self._wording.phrases.say(SetupLine.NAME_UNHEARD, word=name)
            for name in names
            if name and self._model is not None and self._model.unknown_words((name.casefold(),))
        ]
        return tuple(said)

    def about_row(self, words: tuple[str, ...], row: int) -> tuple[str, ...]:
        """Words of a row that cannot be heard, or sound like others of `words`."""
        own = set(words[(row - 1) * COLUMNS : row * COLUMNS])
        said = []
        unheard = unheard_words(self._hearing, own, self._model) if self._model is not None else ()
        if unheard:
            said.append(self._wording.notice(Notice.UNKNOWN_WORDS, words=unheard).text)
        for finding in check_table(self._hearing.language, TableWords(tuple(filter(None, words)))):
            if finding.advice in _ABOUT_ROWS and not own.isdisjoint(finding.words):
                said.append(self._wording.notice(_ABOUT_ROWS[finding.advice], words=finding.words).text)
        return tuple(said)
