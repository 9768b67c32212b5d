"""What the dialogue remembers besides the game. Plain values, so that the journal can hold them loss-free."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from voiceduet.engine.key import Identity
from voiceduet.engine.side import Side
from voiceduet.tts.ports import Announcement


@dataclass(frozen=True, slots=True)
class ClueOffer:
    """A clue that has been heard and is not in the game yet."""

    word: str
    number: int
    giver: Side


@dataclass(frozen=True, slots=True)
class ConfirmTouch:
    """«Касание: сыр?» (voice.md, Listening 8)."""

    index: int
    toucher: Side
    others: tuple[int, ...] = ()
    """Further words that were close; asked in turn after each "no"."""
    kind: Literal["confirm_touch"] = "confirm_touch"


@dataclass(frozen=True, slots=True)
class ConfirmClue:
    """«Подсказка завтрак, три. Верно?»."""

    offer: ClueOffer
    others: tuple[ClueOffer, ...] = ()
    kind: Literal["confirm_clue"] = "confirm_clue"


@dataclass(frozen=True, slots=True)
class NeedNumber:
    """The number of a clue was not heard; nothing is guessed (voice.md, Listening 4)."""

    word: str
    giver: Side
    kind: Literal["need_number"] = "need_number"


@dataclass(frozen=True, slots=True)
class NeedWord:
    """The word of a clue was not heard."""

    number: int
    giver: Side
    kind: Literal["need_word"] = "need_word"


@dataclass(frozen=True, slots=True)
class Spelling:
    """A clue word is being spelled, in one breath or letter by letter (voice.md, Listening 5)."""

    giver: Side
    number: int | None = None
    heard: tuple[tuple[str, ...], ...] = ()
    """For each utterance the letters that it may have been, likeliest first."""
    refused: tuple[str, ...] = ()
    """Words that it was not."""
    is_exact: bool = True
    """Every letter was typed, so that nothing need be read back."""
    kind: Literal["spelling"] = "spelling"


@dataclass(frozen=True, slots=True)
class DoubtfulClue:
    """The judge doubts; the partner rules by "yes" or "no" (rules 9.6)."""

    offer: ClueOffer
    message: str
    about_word: bool = False
    """The doubt is about the word by itself; the answer is kept for later games."""
    kind: Literal["doubtful_clue"] = "doubtful_clue"


@dataclass(frozen=True, slots=True)
class IllegalClue:
    """The clue is illegal and not in the game; the table picks one of the ways of rules 7.3."""

    offer: ClueOffer
    message: str
    kind: Literal["illegal_clue"] = "illegal_clue"


@dataclass(frozen=True, slots=True)
class Protest:
    """The partner calls the clue in play illegal (rules 7); the ways are the same."""

    kind: Literal["protest"] = "protest"


@dataclass(frozen=True, slots=True)
class NeedColour:
    """Key on the table: the giver says the colour of this touch (rules 11)."""

    index: int
    toucher: Side
    kind: Literal["need_colour"] = "need_colour"


@dataclass(frozen=True, slots=True)
class ConfirmColour:
    """Key on the table: the colour was not heard surely."""

    index: int
    toucher: Side
    identity: Identity
    kind: Literal["confirm_colour"] = "confirm_colour"


@dataclass(frozen=True, slots=True)
class ConfirmStop:
    """The stop was not heard surely."""

    kind: Literal["confirm_stop"] = "confirm_stop"


@dataclass(frozen=True, slots=True)
class ConfirmComplete:
    """Key on the table: a side says that all its agents are covered (rules 4.2, 11)."""

    side: Side
    kind: Literal["confirm_complete"] = "confirm_complete"


@dataclass(frozen=True, slots=True)
class ConfirmUndo:
    """Taking back a touch needs a "yes": its colour has been seen."""

    kind: Literal["confirm_undo"] = "confirm_undo"


@dataclass(frozen=True, slots=True)
class ConfirmNewGame:
    """Leaving a running game needs a "yes"."""

    kind: Literal["confirm_new_game"] = "confirm_new_game"


Pending: TypeAlias = (
    ConfirmTouch
    | ConfirmClue
    | NeedNumber
    | NeedWord
    | Spelling
    | DoubtfulClue
    | IllegalClue
    | Protest
    | NeedColour
    | ConfirmColour
    | ConfirmStop
    | ConfirmComplete
    | ConfirmUndo
    | ConfirmNewGame
)


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything the dialogue knows that the game does not."""

    pending: Pending | None = None
    """The open question."""
    last_said: tuple[Announcement, ...] = ()
    """What "repeat" says again."""
    giver: Side | None = None
    """Who gives the next clue, where the rules leave it open and a player said so (rules 1.4, 4.1)."""
    paused: bool = False
    misheard: int = 0
    """Utterances in a row that were addressed to the referee and not understood."""
