"""What a player can mean. Values end in `Intent`; their `name` is what `voiceduet hear` prints."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from voiceduet.engine.key import Identity
from voiceduet.engine.side import Side


@dataclass(frozen=True, slots=True)
class ClueIntent:
    """A spoken clue (rules 2.2). One of `word` and `number` may be missing; then it is asked for."""

    name: ClassVar[str] = "clue"
    word: str | None
    """As heard, lower case, ё kept; several words joined by single spaces when that is what was heard."""
    number: int | None
    giver: Side | None = None
    """Set when a name or «первый / второй» was said before it."""
    spelled: bool = False


@dataclass(frozen=True, slots=True)
class TouchIntent:
    """An announced touch (voice.md, Listening 1–3)."""

    name: ClassVar[str] = "touch"
    index: int
    """0–24 on this table."""
    toucher: Side | None = None
    """Who says to touch; needed in sudden death (rules 6.2)."""
    by_place: bool = False
    """Named by row and column, which also finds words the recogniser lacks."""


@dataclass(frozen=True, slots=True)
class ColourIntent:
    """The colour that the giver says, with the key on the table (rules 11)."""

    name: ClassVar[str] = "result"
    identity: Identity


@dataclass(frozen=True, slots=True)
class StopIntent:
    """End the turn."""

    name: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class UndoIntent:
    """Take back the last move."""

    name: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class RepeatIntent:
    """Say the last announcement again."""

    name: ClassVar[str] = "repeat"


@dataclass(frozen=True, slots=True)
class RepeatClueIntent:
    """Say the present clue again."""

    name: ClassVar[str] = "repeat_clue"


@dataclass(frozen=True, slots=True)
class YesIntent:
    """Yes to the open question."""

    name: ClassVar[str] = "yes"


@dataclass(frozen=True, slots=True)
class NoIntent:
    """No to the open question."""

    name: ClassVar[str] = "no"


@dataclass(frozen=True, slots=True)
class AskTokensIntent:
    """How many tokens are left."""

    name: ClassVar[str] = "ask_tokens"


@dataclass(frozen=True, slots=True)
class AskTurnIntent:
    """Whose turn it is, and what is expected."""

    name: ClassVar[str] = "whose_turn"


@dataclass(frozen=True, slots=True)
class AskAgentsIntent:
    """How many of the 15 agents are found."""

    name: ClassVar[str] = "ask_agents"


@dataclass(frozen=True, slots=True)
class AskWordsIntent:
    """Which words are still on the table."""

    name: ClassVar[str] = "ask_words"


@dataclass(frozen=True, slots=True)
class ReadRowIntent:
    """Read one row of the table."""

    name: ClassVar[str] = "read_row"
    row: int
    """1–5 from the top as side `a` sees it."""


@dataclass(frozen=True, slots=True)
class AskMarksIntent:
    """Which words carry marks, and at whom they point."""

    name: ClassVar[str] = "ask_marks"
    index: int | None = None
    """0–24 when one word is asked about: «кто ошибся на слове сыр»."""


@dataclass(frozen=True, slots=True)
class AskCluesIntent:
    """Past clues and by whom."""

    name: ClassVar[str] = "ask_clues"


@dataclass(frozen=True, slots=True)
class HelpIntent:
    """What can be said now."""

    name: ClassVar[str] = "help"


@dataclass(frozen=True, slots=True)
class PauseIntent:
    """Stop listening until told to go on."""

    name: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class ContinueIntent:
    """Go on after a pause."""

    name: ClassVar[str] = "continue"


@dataclass(frozen=True, slots=True)
class SideCompleteIntent:
    """All agents of a side's card are covered (rules 4.2), with the key on the table."""

    name: ClassVar[str] = "side_complete"
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class ProtestIntent:
    """The partner calls the clue illegal (rules 7)."""

    name: ClassVar[str] = "protest"


@dataclass(frozen=True, slots=True)
class PenaltyIntent:
    """Of the ways of rules 7.3: pay a token, the clue is played."""

    name: ClassVar[str] = "penalty"


@dataclass(frozen=True, slots=True)
class RetakeIntent:
    """Of the ways of rules 7.3: the giver says another clue."""

    name: ClassVar[str] = "retake"


@dataclass(frozen=True, slots=True)
class StandIntent:
    """Of the ways of rules 7.3: nobody minds, the clue stands without a penalty."""

    name: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class NewGameIntent:
    """Start a new game (also the third way of rules 7.3)."""

    name: ClassVar[str] = "new_game"


@dataclass(frozen=True, slots=True)
class QuitIntent:
    """Save and quit."""

    name: ClassVar[str] = "quit"


@dataclass(frozen=True, slots=True)
class GiverIntent:
    """Who gives this clue, where rules 1.4 or free order leave it open."""

    name: ClassVar[str] = "giver"
    side: Side


@dataclass(frozen=True, slots=True)
class NumberIntent:
    """A bare number, answering the question for one."""

    name: ClassVar[str] = "number"
    number: int


class SpellingAct(StrEnum):
    """What is said while a clue word is being spelled."""

    LETTERS = "letters"
    """One letter or several."""
    DONE = "done"
    """The word is complete."""
    BACK = "back"
    """The last letter was wrong."""
    RESTART = "restart"
    """Once more from the first letter."""
    READ = "read"
    """How the word is spelled that was understood."""


@dataclass(frozen=True, slots=True)
class SpellingIntent:
    """Spelling a clue word letter by letter (voice.md, Listening 5)."""

    name: ClassVar[str] = "spelling"
    act: SpellingAct
    letters: str | None = None
    """What the letters make together; only of `LETTERS`."""
    number: int | None = None
    """The clue's number, when it was said behind the letters."""


@dataclass(frozen=True, slots=True)
class CorrectIntent:
    """«Нет, я сказал кит»: replaces what was just understood."""

    name: ClassVar[str] = "correct"
    word: str


Intent: TypeAlias = (
    ClueIntent
    | TouchIntent
    | ColourIntent
    | StopIntent
    | UndoIntent
    | RepeatIntent
    | RepeatClueIntent
    | YesIntent
    | NoIntent
    | AskTokensIntent
    | AskTurnIntent
    | AskAgentsIntent
    | AskWordsIntent
    | ReadRowIntent
    | AskMarksIntent
    | AskCluesIntent
    | HelpIntent
    | PauseIntent
    | ContinueIntent
    | SideCompleteIntent
    | ProtestIntent
    | PenaltyIntent
    | RetakeIntent
    | StandIntent
    | NewGameIntent
    | QuitIntent
    | GiverIntent
    | NumberIntent
    | CorrectIntent
    | SpellingIntent
)


def is_about_letters(intent: Intent) -> bool:
    """Whether letters were said, or that letters follow."""
    if isinstance(intent, SpellingIntent):
        return intent.act is SpellingAct.LETTERS
    return isinstance(intent, ClueIntent) and intent.spelled
