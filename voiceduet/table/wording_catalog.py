"""Every kind of message, its slots, and nothing about how it is said.

A language's `wording.toml` has one section per enumeration here and one entry per member; the loader refuses a
missing or an extra one (`wording_data.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from voiceduet.engine.errors import Refusal
from voiceduet.grammar.scopes import ScopeName
from voiceduet.grammar.setup.scopes import Stage
from voiceduet.table.wording_setup_catalog import SETUP_SLOTS, SetupLine
from voiceduet.table.wording_slots import Slot, Slots


class Line(StrEnum):
    """Building blocks of what is said after a move (voice.md, Speaking 1, 3)."""

    CLUE_GIVEN = "clue_given"
    CLUE_GIVEN_SHORT = "clue_given_short"
    AGENT_FOUND = "agent_found"
    AGENTS_OF_TOTAL = "agents_of_total"
    MAY_GO_ON = "may_go_on"
    BYSTANDER_HIT = "bystander_hit"
    ASSASSIN_HIT = "assassin_hit"
    WORD_CLOSED = "word_closed"
    MARKED_FOR = "marked_for"
    TWO_TOKEN_PENALTY = "two_token_penalty"  # noqa: S105 - a token of the game
    ILLEGAL_CLUE_PENALTY = "illegal_clue_penalty"
    CLUE_STILL_PLAYED = "clue_still_played"
    TURN_ENDED = "turn_ended"
    TOKENS_LEFT = "tokens_left"
    TWO_LEFT = "two_left"
    ONE_LEFT = "one_left"
    MISTAKES_USED_UP = "mistakes_used_up"
    NEXT_MISTAKE_LOSES = "next_mistake_loses"
    SIDE_COMPLETE = "side_complete"
    SUDDEN_DEATH = "sudden_death"
    MAY_GUESS_BOTH = "may_guess_both"
    MAY_GUESS_ONE = "may_guess_one"
    GIVER_NEXT = "giver_next"
    GIVER_FIRST = "giver_first"
    GIVER_OPEN = "giver_open"
    GUESSER_NEXT = "guesser_next"
    WON = "won"
    LOST = "lost"
    LOST_NO_TOKENS = "lost_no_tokens"
    GAME_OVER = "game_over"


class Answer(StrEnum):
    """Building blocks of answers to queries (voice.md, Listening 6)."""

    TOKENS = "tokens"
    MISTAKES = "mistakes"
    AGENTS = "agents"
    WORDS_LEFT = "words_left"
    NO_WORDS_LEFT = "no_words_left"
    ROW = "row"
    ROW_WORD_FREE = "row_word_free"
    ROW_WORD_AGENT = "row_word_agent"
    ROW_WORD_MARKED = "row_word_marked"
    ROW_WORD_CLOSED = "row_word_closed"
    MARKS_OF = "marks_of"
    NO_MARKS = "no_marks"
    NO_MARK_ON = "no_mark_on"
    CLUES_OF = "clues_of"
    NO_CLUES = "no_clues"
    CLUE_NOW = "clue_now"
    NO_CLUE_NOW = "no_clue_now"
    SCORE = "score"
    SCORE_NEGATIVE = "score_negative"
    FINAL_WON = "final_won"
    FINAL_LOST = "final_lost"
    FINAL_RUNNING = "final_running"


class Question(StrEnum):
    """Every question that the dialogue asks."""

    CONFIRM_TOUCH = "confirm_touch"
    CONFIRM_CLUE = "confirm_clue"
    CONFIRM_STOP = "confirm_stop"
    CONFIRM_COMPLETE = "confirm_complete"
    CONFIRM_COLOUR = "confirm_colour"
    MISSING_NUMBER = "missing_number"
    MISSING_WORD = "missing_word"
    CLUE_DOUBTFUL = "clue_doubtful"
    CLUE_ILLEGAL = "clue_illegal"
    PROTEST_RULING = "protest_ruling"
    PROTEST_RULING_LATE = "protest_ruling_late"
    UNDO_CLUE = "undo_clue"
    UNDO_TOUCH = "undo_touch"
    UNDO_STOP = "undo_stop"
    UNDO_PENALTY = "undo_penalty"
    UNDO_COMPLETE = "undo_complete"
    NEW_GAME_CONFIRM = "new_game_confirm"
    WHO_TOUCHES = "who_touches"
    COLOUR = "colour"
    REPEAT_PLEASE = "repeat_please"
    NAME_THE_PLACE = "name_the_place"
    SPELL_THE_CLUE = "spell_the_clue"
    SPELL_IT = "spell_it"
    SPELLED_WORD = "spelled_word"
    LETTERS_SO_FAR = "letters_so_far"


class Notice(StrEnum):
    """Everything else that is said, apart from results, answers, questions and refusals."""

    CANCELLED = "cancelled"
    SAY_TOUCH_AGAIN = "say_touch_again"
    SAY_CLUE_AGAIN = "say_clue_again"
    SPELLED_SO = "spelled_so"
    SAY_ANOTHER_CLUE = "say_another_clue"
    CLUE_RULING = "clue_ruling"
    CLUE_STANDS = "clue_stands"
    NOTHING_TO_PROTEST = "nothing_to_protest"
    UNDONE_CLUE = "undone_clue"
    UNDONE_TOUCH = "undone_touch"
    UNDONE_STOP = "undone_stop"
    UNDONE_PENALTY = "undone_penalty"
    UNDONE_COMPLETE = "undone_complete"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REPEAT = "nothing_to_repeat"
    PAUSED = "paused"
    GOING_ON = "going_on"
    ALWAYS = "always"
    NOT_NOW = "not_now"
    SAVED_GOODBYE = "saved_goodbye"
    WELCOME = "welcome"
    WHO_BEGINS = "who_begins"
    MISSION = "mission"
    KEY_DRAWN = "key_drawn"
    KEY_ON_TABLE = "key_on_table"
    RESUMED = "resumed"
    CLOSE_PAIR = "close_pair"
    BY_PLACE = "by_place"
    OTHER_NAME = "other_name"
    UNKNOWN_WORDS = "unknown_words"
    MICROPHONE_LOST = "microphone_lost"
    MICROPHONE_BACK = "microphone_back"
    HEARING_LOST = "hearing_lost"
    HEARING_BACK = "hearing_back"
    TYPE_MEANWHILE = "type_meanwhile"
    SENTENCE_LOST = "sentence_lost"
    NOT_SAVED = "not_saved"


class Colour(StrEnum):
    """What the colours of the key are called; the names are those of `Identity`."""

    AGENT = "agent"
    BYSTANDER = "bystander"
    ASSASSIN = "assassin"


class Printed(StrEnum):
    """Pieces of the one printed line with the state (voice.md, Speaking 7); digits are fine there."""

    TOKENS = "tokens"
    TOKENS_MISSION = "tokens_mission"
    AGENTS = "agents"
    CLUE = "clue"
    GIVER = "giver"
    GIVER_OPEN = "giver_open"
    GUESSER = "guesser"
    SUDDEN_DEATH = "sudden_death"
    WON = "won"
    LOST = "lost"


_NUMBER, _WORD, _WORDS, _NAME, _TEXT = Slot.NUMBER, Slot.WORD, Slot.WORDS, Slot.NAME, Slot.TEXT
_CLUE: Slots = {"word": _WORD, "number": _NUMBER}
_TOKENS: Slots = {"count": _NUMBER}
_FOUND: Slots = {"found": _NUMBER, "total": _NUMBER}

SLOTS: Mapping[str, Mapping[str, Slots]] = {
    "lines": {
        Line.CLUE_GIVEN: {**_CLUE, "giver": _NAME, "guesser": _NAME},
        Line.CLUE_GIVEN_SHORT: _CLUE,
        Line.AGENT_FOUND: {"word": _WORD},
        Line.AGENTS_OF_TOTAL: _FOUND,
        Line.MAY_GO_ON: {"guesser": _NAME},
        Line.BYSTANDER_HIT: {"word": _WORD},
        Line.ASSASSIN_HIT: {"word": _WORD},
        Line.WORD_CLOSED: {"word": _WORD},
        Line.MARKED_FOR: {"word": _WORD, "guesser": _NAME},
        Line.TOKENS_LEFT: _TOKENS,
        Line.TWO_LEFT: _TOKENS,
        Line.SIDE_COMPLETE: {"side": _NAME},
        Line.MAY_GUESS_ONE: {"side": _NAME},
        Line.GIVER_NEXT: {"giver": _NAME},
        Line.GUESSER_NEXT: {"guesser": _NAME},
        Line.CLUE_STILL_PLAYED: {"guesser": _NAME},
        Line.WON: {"total": _NUMBER},
    },
    "answers": {
        Answer.TOKENS: _TOKENS,
        Answer.MISTAKES: _TOKENS,
        Answer.AGENTS: _FOUND,
        Answer.WORDS_LEFT: {"count": _NUMBER, "words": _WORDS},
        Answer.ROW: {"row": _NUMBER, "words": _WORDS},
        Answer.ROW_WORD_FREE: {"word": _WORD},
        Answer.ROW_WORD_AGENT: {"word": _WORD},
        Answer.ROW_WORD_MARKED: {"word": _WORD, "guesser": _NAME},
        Answer.ROW_WORD_CLOSED: {"word": _WORD},
        Answer.MARKS_OF: {"guesser": _NAME, "words": _WORDS},
        Answer.NO_MARK_ON: {"word": _WORD},
        Answer.CLUES_OF: {"giver": _NAME, "word": _WORD, "number": _NUMBER},
        Answer.CLUE_NOW: _CLUE,
        Answer.SCORE: {"score": _NUMBER},
        Answer.SCORE_NEGATIVE: {"score": _NUMBER},
        Answer.FINAL_WON: {"found": _NUMBER, "count": _NUMBER},
        Answer.FINAL_LOST: _FOUND,
        Answer.FINAL_RUNNING: _FOUND,
    },
    "questions": {
        Question.CONFIRM_TOUCH: {"word": _WORD},
        Question.CONFIRM_CLUE: _CLUE,
        Question.CONFIRM_COMPLETE: {"side": _NAME},
        Question.CONFIRM_COLOUR: {"word": _WORD, "colour": _TEXT},
        Question.MISSING_NUMBER: {"word": _WORD},
        Question.MISSING_WORD: {"number": _NUMBER},
        Question.CLUE_DOUBTFUL: {"message": _TEXT, "partner": _NAME},
        Question.CLUE_ILLEGAL: {"message": _TEXT},
        Question.PROTEST_RULING: {"word": _WORD},
        Question.PROTEST_RULING_LATE: {"word": _WORD},
        Question.UNDO_CLUE: _CLUE,
        Question.UNDO_TOUCH: {"word": _WORD},
        Question.UNDO_COMPLETE: {"side": _NAME},
        Question.COLOUR: {"word": _WORD},
        Question.WHO_TOUCHES: {"word": _WORD},
        Question.SPELL_THE_CLUE: {"words": _WORDS},
        Question.SPELLED_WORD: {"word": _WORD},
        Question.LETTERS_SO_FAR: {"letters": _TEXT},
    },
    "notices": {
        Notice.CLUE_STANDS: _CLUE,
        Notice.SPELLED_SO: {"word": _WORD, "letters": _TEXT},
        Notice.SAY_ANOTHER_CLUE: {"giver": _NAME},
        Notice.CLUE_RULING: {"message": _TEXT},
        Notice.UNDONE_CLUE: _CLUE,
        Notice.UNDONE_TOUCH: {"word": _WORD},
        Notice.UNDONE_COMPLETE: {"side": _NAME},
        Notice.MISSION: _TOKENS,
        Notice.WHO_BEGINS: {"giver": _NAME, "other": _NAME},
        Notice.CLOSE_PAIR: {"words": _WORDS},
        Notice.BY_PLACE: {"words": _WORDS},
        Notice.OTHER_NAME: {"words": _WORDS},
        Notice.UNKNOWN_WORDS: {"words": _WORDS},
    },
    "printed": {
        Printed.TOKENS: _TOKENS,
        Printed.TOKENS_MISSION: {"count": _NUMBER, "mistakes": _NUMBER},
        Printed.AGENTS: _FOUND,
        Printed.CLUE: _CLUE,
        Printed.GIVER: {"giver": _NAME},
        Printed.GUESSER: {"guesser": _NAME},
    },
    "refusals": {
        Refusal.NOT_YOUR_TURN: {"side": _NAME},
        Refusal.WORD_COVERED: {"word": _WORD},
        Refusal.WORD_MARKED_FOR_YOU: {"word": _WORD},
        Refusal.SIDE_DONE: {"side": _NAME},
        Refusal.THIRD_IN_A_ROW: {"side": _NAME},
        Refusal.NOTHING_LEFT_TO_GUESS: {"side": _NAME},
    },
    "setup": SETUP_SLOTS,
}
"""Section -> kind -> the slots that its template may use; a kind that is not listed has none."""

SECTIONS: Mapping[str, type[StrEnum]] = {
    "lines": Line,
    "answers": Answer,
    "questions": Question,
    "notices": Notice,
    "refusals": Refusal,
    "help": ScopeName,
    "colours": Colour,
    "printed": Printed,
    "setup": SetupLine,
    "setup_help": Stage,
}
"""The sections of a wording file and the kinds that each must hold, all of them and no others."""

Message = Line | Answer | Question | Notice | Refusal | ScopeName | Colour | Printed | SetupLine | Stage


def section_of(message: Message) -> str:
    """The section of a wording file that holds this message."""
    return next(name for name, kinds in SECTIONS.items() if isinstance(message, kinds))


def slots_of(section: str, kind: str) -> Slots:
    """The slots that a kind of message is given."""
    return SLOTS.get(section, {}).get(kind, {})
