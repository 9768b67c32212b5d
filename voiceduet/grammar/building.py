"""From matched slots to intents."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from voiceduet.engine.key import Identity
from voiceduet.engine.side import Side
from voiceduet.grammar.intents import (
    AskAgentsIntent,
    AskCluesIntent,
    AskMarksIntent,
    AskTokensIntent,
    AskTurnIntent,
    AskWordsIntent,
    ClueIntent,
    ColourIntent,
    ContinueIntent,
    CorrectIntent,
    GiverIntent,
    HelpIntent,
    Intent,
    NewGameIntent,
    NoIntent,
    NumberIntent,
    PauseIntent,
    PenaltyIntent,
    ProtestIntent,
    QuitIntent,
    ReadRowIntent,
    RepeatClueIntent,
    RepeatIntent,
    RetakeIntent,
    SideCompleteIntent,
    SpellingAct,
    SpellingIntent,
    StandIntent,
    StopIntent,
    TouchIntent,
    UndoIntent,
    YesIntent,
)
from voiceduet.grammar.matching import Slots

_COLUMNS = 5


def _text(slots: Slots, name: str) -> str | None:
    value = slots.get(name)
    return value if isinstance(value, str) else None


def _number(slots: Slots, name: str) -> int | None:
    value = slots.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _side(slots: Slots) -> Side | None:
    value = slots.get("who")
    return value if isinstance(value, Side) else None


def _required(value: int | None, name: str) -> int:
    if value is None:
        raise ValueError(f"the sentence has no slot {{{name}}}")
    return value


def _clue(slots: Slots) -> Intent:
    letters = _text(slots, "letters")
    word = letters if letters is not None else _text(slots, "clue")
    return ClueIntent(word, _number(slots, "number"), _side(slots), bool(slots.get("spelled", False)))


def _touch(slots: Slots) -> Intent:
    index = _number(slots, "board")
    if index is not None:
        return TouchIntent(index, _side(slots))
    row, column = _required(_number(slots, "row"), "row"), _required(_number(slots, "column"), "column")
    return TouchIntent((row - 1) * _COLUMNS + column - 1, _side(slots), by_place=True)


def _colour(slots: Slots) -> Intent:
    label = _text(slots, "identity")
    for identity in Identity:
        if identity.label == label:
            return ColourIntent(identity)
    raise ValueError(f"identity {label!r} is none of {', '.join(identity.label for identity in Identity)}")


def _giver(slots: Slots) -> Intent:
    side = _side(slots)
    if side is None:
        raise ValueError("the sentence has no slot {who}")
    return GiverIntent(side)


def _correct(slots: Slots) -> Intent:
    word = _text(slots, "clue") or _text(slots, "word")
    if word is None:
        raise ValueError("the sentence has neither slot {clue} nor {word}")
    return CorrectIntent(word)


def _spelling(slots: Slots) -> Intent:
    return SpellingIntent(SpellingAct(_text(slots, "act") or ""), _text(slots, "letters"), _number(slots, "number"))


BUILDERS: Mapping[str, Callable[[Slots], Intent]] = {
    ClueIntent.name: _clue,
    TouchIntent.name: _touch,
    ColourIntent.name: _colour,
    GiverIntent.name: _giver,
    CorrectIntent.name: _correct,
    SpellingIntent.name: _spelling,
    NumberIntent.name: lambda slots: NumberIntent(_required(_number(slots, "number"), "number")),
    ReadRowIntent.name: lambda slots: ReadRowIntent(_required(_number(slots, "row"), "row")),
    AskMarksIntent.name: lambda slots: AskMarksIntent(_number(slots, "board")),
    SideCompleteIntent.name: lambda slots: SideCompleteIntent(_side(slots)),
    StopIntent.name: lambda _: StopIntent(),
    UndoIntent.name: lambda _: UndoIntent(),
    RepeatIntent.name: lambda _: RepeatIntent(),
    RepeatClueIntent.name: lambda _: RepeatClueIntent(),
    YesIntent.name: lambda _: YesIntent(),
    NoIntent.name: lambda _: NoIntent(),
    AskTokensIntent.name: lambda _: AskTokensIntent(),
    AskTurnIntent.name: lambda _: AskTurnIntent(),
    AskAgentsIntent.name: lambda _: AskAgentsIntent(),
    AskWordsIntent.name: lambda _: AskWordsIntent(),
    AskCluesIntent.name: lambda _: AskCluesIntent(),
    HelpIntent.name: lambda _: HelpIntent(),
    PauseIntent.name: lambda _: PauseIntent(),
    ContinueIntent.name: lambda _: ContinueIntent(),
    ProtestIntent.name: lambda _: ProtestIntent(),
    PenaltyIntent.name: lambda _: PenaltyIntent(),
    RetakeIntent.name: lambda _: RetakeIntent(),
    StandIntent.name: lambda _: StandIntent(),
    NewGameIntent.name: lambda _: NewGameIntent(),
    QuitIntent.name: lambda _: QuitIntent(),
}
"""Intent name to what makes it from slots. Raises `ValueError` when a sentence lacks a slot that the intent needs."""
