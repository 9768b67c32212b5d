"""Everything the engine raises. One base, a machine-readable reason on each."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why a move is not allowed now. The names are those of the record format."""

    NOT_YOUR_TURN = "not_your_turn"
    NO_CLUE_YET = "no_clue_yet"
    CLUE_ALREADY_GIVEN = "clue_already_given"
    NEED_A_GUESS_FIRST = "need_a_guess_first"
    WORD_COVERED = "word_covered"
    WORD_MARKED_FOR_YOU = "word_marked_for_you"
    SIDE_DONE = "side_done"
    THIRD_IN_A_ROW = "third_in_a_row"
    NO_CLUES_IN_SUDDEN_DEATH = "no_clues_in_sudden_death"
    NO_STOP_IN_SUDDEN_DEATH = "no_stop_in_sudden_death"
    NOTHING_LEFT_TO_GUESS = "nothing_left_to_guess"
    NO_CLUE_TO_RULE_ON = "no_clue_to_rule_on"
    GAME_OVER = "game_over"
    NUMBER_OUT_OF_RANGE = "number_out_of_range"
    NO_SUCH_WORD = "no_such_word"
    COLOUR_MISSING = "colour_missing"
    """With the key on the table a touch needs the colour that the giver says (rules 11)."""
    COLOUR_NOT_EXPECTED = "colour_not_expected"
    """With a drawn key the referee knows the colour."""
    TOO_MANY_AGENTS = "too_many_agents"
    """A tenth agent on one side, or a sixteenth in all (rules 11)."""
    TOO_MANY_ASSASSINS = "too_many_assassins"
    """A fourth assassin on one side (rules 11); the first one ends the game, so `apply` never needs it."""
    KEY_IS_KNOWN = "key_is_known"
    """`DeclareComplete` with a drawn key: the engine announces it itself."""
    CANNOT_BE_COMPLETE = "cannot_be_complete"
    """A declaration that contradicts what is on the table."""
    CONTRADICTS_THE_CARD = "contradicts_the_card"
    """With the key on the table: no Duet key shows this colour here after what was shown before (rules 1.2, 11)."""
    NO_CLUE_WORD = "no_clue_word"
    """A clue without a letter or digit (rules 2.2)."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    """No move was made yet."""


class DuetError(Exception):
    """Base of everything the engine raises."""


class IllegalMove(DuetError):  # noqa: N818 - the name in the architecture
    """The move is not allowed now; the state is unchanged."""

    def __init__(self, reason: Refusal, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class SetupError(DuetError, ValueError):
    """A board, key or mission that cannot be played; `reason` is machine readable."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class RecordError(DuetError, ValueError):
    """A text record that cannot be read; the message names the line."""
