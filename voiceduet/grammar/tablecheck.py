"""What about the words and names of a table will be hard to hear (voice.md, Listening 8, 10, 12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from voiceduet.engine.words import fold
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.scopes import TableWords
from voiceduet.grammar.tables import table_for, tree_of_all


class TableFault(StrEnum):
    """What is wrong."""

    SAME_SOUND = "same_sound"
    """Two board words that cannot be told apart by ear."""
    CLOSE_PAIR = "close_pair"
    """Two board words that are easily mistaken for each other."""
    COMMAND_WORD = "command_word"
    """A board word, or a name, that is also a command."""
    NUMBER_WORD = "number_word"
    """A board word that is also a number."""
    SAME_NAME = "same_name"
    """Both sides have the same name, or names that sound alike."""
    NAME_ON_BOARD = "name_on_board"
    """A name that is also a board word."""
    NAME_IS_WHO = "name_is_who"
    """A name such as «первый», which is how the other side may be called."""


class Advice(StrEnum):
    """What to do about it; the wording is the table's."""

    BY_PLACE = "by_place"
    """Name the words by row and column (voice.md, Listening 2)."""
    ASKED_BACK = "asked_back"
    """Nothing: the referee asks which of the two was meant."""
    OTHER_NAME = "other_name"
    """Choose another name."""
    NOT_BARE = "not_bare"
    """Announce the touch; with `touch = "bare"` name it by its place."""


@dataclass(frozen=True, slots=True)
class TableFinding:
    """One thing to say when the board is laid."""

    fault: TableFault
    words: tuple[str, ...]
    """The board words or names it is about, as given."""
    advice: Advice


def check_table(language: Language, table: TableWords) -> tuple[TableFinding, ...]:
    """Look a table over; empty when all of it can be told apart. The gravest findings come first."""
    found = [*_pairs(language, table), *_double_meanings(language, table), *_names(language, table)]
    order = list(TableFault)
    return tuple(sorted(found, key=lambda finding: order.index(finding.fault)))


def _pairs(language: Language, table: TableWords) -> Iterator[TableFinding]:
    prepared = table_for(language, table)
    for left, right in combinations(range(len(table.board)), 2):
        if right not in prepared.rivals[left]:
            continue
        words = (table.board[left], table.board[right])
        if language.sounds.of(prepared.spellings[left]) == language.sounds.of(prepared.spellings[right]):
            yield TableFinding(TableFault.SAME_SOUND, words, Advice.BY_PLACE)
        else:
            yield TableFinding(TableFault.CLOSE_PAIR, words, Advice.ASKED_BACK)


def _double_meanings(language: Language, table: TableWords) -> Iterator[TableFinding]:
    for word in table.board:
        if language.numbers.value_of(Words.of(word)) is not None:
            yield TableFinding(TableFault.NUMBER_WORD, (word,), Advice.NOT_BARE)
        elif _is_command(language, word):
            yield TableFinding(TableFault.COMMAND_WORD, (word,), Advice.NOT_BARE)


def _is_command(language: Language, word: str) -> bool:
    readers = table_for(language, TableWords(board=("",) * 25)).readers
    return any(
        match.sentence.intent not in {"clue", "number", "spelling"}
        for match in tree_of_all(language).match(Words.of(word).apart(), readers)
    )


def _names(language: Language, table: TableWords) -> Iterator[TableFinding]:
    given = tuple(name for name in table.names if name)
    if len(given) == 2 and language.sounds.distance(*given) <= language.costs.close_pair_distance:
        yield TableFinding(TableFault.SAME_NAME, given, Advice.OTHER_NAME)
    board = {fold(word): word for word in table.board}
    called = {fold(form) for forms in language.who["who"] for form in forms}
    for name in dict.fromkeys(given):
        if fold(name) in board:
            yield TableFinding(TableFault.NAME_ON_BOARD, (name,), Advice.OTHER_NAME)
        if fold(name) in called:
            yield TableFinding(TableFault.NAME_IS_WHO, (name,), Advice.OTHER_NAME)
        elif _is_command(language, name):
            yield TableFinding(TableFault.COMMAND_WORD, (name,), Advice.OTHER_NAME)
