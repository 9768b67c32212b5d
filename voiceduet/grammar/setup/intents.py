"""What a player can mean while the table is set up. Commands that the game has too are those of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from voiceduet.engine.setup import Edition
from voiceduet.engine.side import Side
from voiceduet.grammar import intents as game
from voiceduet.grammar.setup.scopes import Stage


@dataclass(frozen=True, slots=True)
class NamesIntent:
    """The players' names; two empty ones for none."""

    name: ClassVar[str] = "names"
    first: str = ""
    second: str = ""


@dataclass(frozen=True, slots=True)
class MissionIntent:
    """Tokens and mistakes (rules 1.3); `mistakes` is missing when only the tokens were said."""

    name: ClassVar[str] = "mission"
    tokens: int
    mistakes: int | None = None


@dataclass(frozen=True, slots=True)
class CityIntent:
    """A mission by its name."""

    name: ClassVar[str] = "city"
    city: str
    """Its key."""


@dataclass(frozen=True, slots=True)
class KeyIntent:
    """Which key is played with (rules 11)."""

    name: ClassVar[str] = "key"
    on_table: bool


@dataclass(frozen=True, slots=True)
class FirstIntent:
    """Who gives the first clue; `None` leaves it open (rules 1.4)."""

    name: ClassVar[str] = "first"
    side: Side | None


@dataclass(frozen=True, slots=True)
class EditionIntent:
    """Whose rulebook decides (rules 8)."""

    name: ClassVar[str] = "edition"
    edition: Edition


@dataclass(frozen=True, slots=True)
class BoardIntent:
    """Where the words come from."""

    name: ClassVar[str] = "board"
    dictated: bool
    """Else they are drawn from the deck."""


@dataclass(frozen=True, slots=True)
class WordsIntent:
    """Words of the row that is being dictated, in order."""

    name: ClassVar[str] = "words"
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceIntent:
    """One card by its place, or by the word that was understood there; without `word` it is asked for."""

    name: ClassVar[str] = "place"
    row: int | None = None
    """1-5; the row at hand when missing."""
    column: int | None = None
    """1-5."""
    word: str | None = None
    instead: str | None = None
    """The word that stands there wrongly."""


@dataclass(frozen=True, slots=True)
class RedoRowIntent:
    """Dictate a row again."""

    name: ClassVar[str] = "redo_row"
    row: int | None = None


@dataclass(frozen=True, slots=True)
class LanguageIntent:
    """Go on in another language."""

    name: ClassVar[str] = "language"
    language: str


@dataclass(frozen=True, slots=True)
class AsUsualIntent:
    """The default for the present step."""

    name: ClassVar[str] = "as_usual"


@dataclass(frozen=True, slots=True)
class BeginIntent:
    """Defaults for all that is left, and begin."""

    name: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class BackIntent:
    """One step back."""

    name: ClassVar[str] = "back"


@dataclass(frozen=True, slots=True)
class ChangeIntent:
    """Ask a step again."""

    name: ClassVar[str] = "change"
    stage: Stage


SetupIntent: TypeAlias = (
    NamesIntent
    | MissionIntent
    | CityIntent
    | KeyIntent
    | FirstIntent
    | EditionIntent
    | BoardIntent
    | WordsIntent
    | PlaceIntent
    | RedoRowIntent
    | LanguageIntent
    | AsUsualIntent
    | BeginIntent
    | BackIntent
    | ChangeIntent
    | game.NumberIntent
    | game.ReadRowIntent
    | game.AskWordsIntent
    | game.YesIntent
    | game.NoIntent
    | game.UndoIntent
    | game.RepeatIntent
    | game.HelpIntent
    | game.PauseIntent
    | game.ContinueIntent
    | game.QuitIntent
)
