"""Every kind of message of setting up by voice, and its slots; the texts are in each language's `wording.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from voiceduet.table.wording_slots import Slot, Slots


class SetupLine(StrEnum):
    """What is asked, read back and told while the table is set up."""

    WELCOME = "welcome"
    RESUME = "resume"
    ASK_NAMES = "ask_names"
    ASK_MISSION = "ask_mission"
    ASK_MISTAKES = "ask_mistakes"
    ASK_MISTAKES_OF = "ask_mistakes_of"
    ASK_KEY = "ask_key"
    ASK_FIRST = "ask_first"
    ASK_EDITION = "ask_edition"
    ASK_BOARD = "ask_board"
    ASK_ROW = "ask_row"
    ASK_REST = "ask_rest"
    ASK_WORD = "ask_word"
    ROW = "row"
    ROW_CHECK = "row_check"
    ROW_NOT_YET = "row_not_yet"
    NAMES = "names"
    NO_NAMES = "no_names"
    MISSION = "mission"
    MISSION_CITY = "mission_city"
    MISSION_STANDARD = "mission_standard"
    KEY_DRAWN = "key_drawn"
    KEY_ON_TABLE = "key_on_table"
    FIRST = "first"
    FIRST_OPEN = "first_open"
    EDITION_RU = "edition_ru"
    EDITION_EN = "edition_en"
    EDITION_KO = "edition_ko"
    BOARD_DRAWN = "board_drawn"
    BOARD_DICTATED = "board_dictated"
    BOARD_FROM_FILE = "board_from_file"
    TAKEN = "taken"
    SUMMARY_TABLE = "summary_table"
    SUMMARY_GAME = "summary_game"
    ASK_BEGIN = "ask_begin"
    TOO_MANY_WORDS = "too_many_words"
    WORD_TWICE = "word_twice"
    WORD_IS_NAME = "word_is_name"
    WORD_TOO_LONG = "word_too_long"
    NOT_IN_ROW = "not_in_row"
    SPELL_IT = "spell_it"
    WHAT_IS_WRONG = "what_is_wrong"
    MISSION_IMPOSSIBLE = "mission_impossible"
    MISTAKES_IMPOSSIBLE = "mistakes_impossible"
    NAME_UNUSABLE = "name_unusable"
    NAME_UNHEARD = "name_unheard"
    SAME_NAMES = "same_names"
    FIRST_STEP = "first_step"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDONE = "undone"
    REPEAT_PLEASE = "repeat_please"
    PAUSED = "paused"
    GOODBYE = "goodbye"
    NOT_HERE = "not_here"


_NUMBER, _WORD, _WORDS, _NAME, _TEXT = Slot.NUMBER, Slot.WORD, Slot.WORDS, Slot.NAME, Slot.TEXT

SETUP_SLOTS: Mapping[str, Slots] = {
    SetupLine.ASK_MISTAKES: {"count": _NUMBER},
    SetupLine.ASK_MISTAKES_OF: {"city": _TEXT, "count": _NUMBER},
    SetupLine.ASK_ROW: {"row": _NUMBER},
    SetupLine.ASK_REST: {"place": _NUMBER},
    SetupLine.ASK_WORD: {"row": _NUMBER, "place": _NUMBER},
    SetupLine.ROW: {"row": _NUMBER, "words": _WORDS},
    SetupLine.ROW_CHECK: {"row": _NUMBER, "words": _WORDS},
    SetupLine.ROW_NOT_YET: {"row": _NUMBER},
    SetupLine.NAMES: {"first": _NAME, "second": _NAME},
    SetupLine.MISSION: {"tokens": _NUMBER, "mistakes": _NUMBER},
    SetupLine.MISSION_CITY: {"city": _TEXT, "tokens": _NUMBER, "mistakes": _NUMBER},
    SetupLine.FIRST: {"who": _NAME},
    SetupLine.TAKEN: {"text": _TEXT},
    SetupLine.SUMMARY_TABLE: {"names": _TEXT, "board": _TEXT, "key": _TEXT},
    SetupLine.SUMMARY_GAME: {"mission": _TEXT, "first": _TEXT},
    SetupLine.TOO_MANY_WORDS: {"count": _NUMBER, "free": _NUMBER},
    SetupLine.WORD_TWICE: {"word": _WORD, "row": _NUMBER, "place": _NUMBER},
    SetupLine.WORD_IS_NAME: {"word": _WORD},
    SetupLine.WORD_TOO_LONG: {"word": _WORD},
    SetupLine.NOT_IN_ROW: {"word": _WORD},
    SetupLine.SPELL_IT: {"place": _NUMBER},
    SetupLine.MISTAKES_IMPOSSIBLE: {"count": _NUMBER},
    SetupLine.NAME_UNUSABLE: {"word": _TEXT},
    SetupLine.NAME_UNHEARD: {"word": _TEXT},
}
"""Kind -> the slots that its template may use; a kind that is not listed has none."""
