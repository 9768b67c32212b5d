"""From matched slots to the intents of setting up; `None` where the slots make no sense together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from voiceduet.engine.mission import Mission
from voiceduet.engine.setup import Edition
from voiceduet.engine.side import Side
from voiceduet.grammar import intents as game
from voiceduet.grammar.matching import Slots
from voiceduet.grammar.setup import intents as it
from voiceduet.grammar.setup.scopes import Stage

Builder = Callable[[Slots], it.SetupIntent | None]


def _text(slots: Slots, name: str) -> str | None:
    value = slots.get(name)
    return value if isinstance(value, str) else None


def _number(slots: Slots, name: str) -> int | None:
    value = slots.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _names(slots: Slots) -> it.SetupIntent | None:
    first = _text(slots, "name") or _text(slots, "anyone") or ""
    second = _text(slots, "other") or _text(slots, "anyother") or ""
    if bool(first) != bool(second):
        return None
    return it.NamesIntent(first[:1].upper() + first[1:], second[:1].upper() + second[1:])


def _mission(slots: Slots) -> it.SetupIntent | None:
    tokens, mistakes = _number(slots, "tokens"), _number(slots, "mistakes")
    if slots.get("standard"):
        standard = Mission()
        return it.MissionIntent(standard.tokens, standard.mistakes)
    if tokens is None:
        return None
    return it.MissionIntent(tokens, tokens if slots.get("training") else mistakes)


def _first(slots: Slots) -> it.SetupIntent | None:
    side = slots.get("who")
    return it.FirstIntent(side if isinstance(side, Side) else None)


def _words(slots: Slots) -> it.SetupIntent | None:
    said = _text(slots, "words")
    return it.WordsIntent(tuple(said.split())) if said else None


def _place(slots: Slots) -> it.SetupIntent | None:
    word = _text(slots, "letters") or _text(slots, "card")
    row, column, instead = _number(slots, "row"), _number(slots, "column"), _text(slots, "instead")
    if column is None and (row is not None or (instead is None and word is None)):
        return None
    return it.PlaceIntent(row, column, word, instead)


def _row(slots: Slots) -> it.SetupIntent | None:
    row = _number(slots, "row")
    return None if row is None else game.ReadRowIntent(row)


def _count(slots: Slots) -> it.SetupIntent | None:
    number = _number(slots, "mistakes")
    return None if number is None else game.NumberIntent(number)


BUILDERS: Mapping[str, Builder] = {
    it.NamesIntent.name: _names,
    it.MissionIntent.name: _mission,
    it.CityIntent.name: lambda slots: it.CityIntent(str(slots["city"])),
    it.KeyIntent.name: lambda slots: it.KeyIntent(slots["on_table"] is True),
    it.FirstIntent.name: _first,
    it.EditionIntent.name: lambda slots: it.EditionIntent(Edition(str(slots["edition"]))),
    it.BoardIntent.name: lambda slots: it.BoardIntent(slots["dictated"] is True),
    it.WordsIntent.name: _words,
    it.PlaceIntent.name: _place,
    it.RedoRowIntent.name: lambda slots: it.RedoRowIntent(_number(slots, "row")),
    it.LanguageIntent.name: lambda slots: it.LanguageIntent(str(slots["language"])),
    it.ChangeIntent.name: lambda slots: it.ChangeIntent(Stage(str(slots["stage"]))),
    game.NumberIntent.name: _count,
    game.ReadRowIntent.name: _row,
    **{
        kind.name: lambda _, kind=kind: kind()  # type: ignore[misc]
        for kind in (
            it.AsUsualIntent,
            it.BeginIntent,
            it.BackIntent,
            game.AskWordsIntent,
            game.YesIntent,
            game.NoIntent,
            game.UndoIntent,
            game.RepeatIntent,
            game.HelpIntent,
            game.PauseIntent,
            game.ContinueIntent,
            game.QuitIntent,
        )
    },
}
FIXED: Mapping[str, Mapping[str, frozenset[str | bool]]] = {
    it.KeyIntent.name: {"on_table": frozenset({True, False})},
    it.EditionIntent.name: {"edition": frozenset(Edition)},
    it.BoardIntent.name: {"dictated": frozenset({True, False})},
    it.LanguageIntent.name: {"language": frozenset({"ru", "en", "ko"})},
    it.ChangeIntent.name: {"stage": frozenset(Stage)},
}
"""Values that an entry of these intents must fix in the sentence file, and what they may be."""
