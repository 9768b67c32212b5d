"""Which closed grammar is live (voice.md, Listening 7)."""

from __future__ import annotations

from voiceduet.engine.state import Phase, available, who_may_guess
from voiceduet.grammar.scopes import Scope, ScopeName
from voiceduet.table.dialogue.memory import (
    ConfirmColour,
    IllegalClue,
    NeedColour,
    NeedNumber,
    NeedWord,
    Pending,
    Protest,
    Spelling,
)
from voiceduet.table.dialogue.state import Dialogue, Table

_BY_PHASE = {
    Phase.AWAIT_CLUE: ScopeName.CLUE,
    Phase.GUESSING: ScopeName.GUESS,
    Phase.SUDDEN_DEATH: ScopeName.SUDDEN_DEATH,
    Phase.OVER: ScopeName.OVER,
}
_BY_QUESTION: dict[type[Pending], ScopeName] = {
    NeedNumber: ScopeName.NUMBER,
    NeedWord: ScopeName.CLUE,
    Spelling: ScopeName.SPELLING,
    NeedColour: ScopeName.COLOUR,
    ConfirmColour: ScopeName.COLOUR,
    IllegalClue: ScopeName.RULING,
    Protest: ScopeName.RULING,
}


def scope_of(state: Dialogue, table: Table) -> Scope:
    """What may be said now on this table."""
    touchable = frozenset().union(*(available(state.game, side) for side in who_may_guess(state.game)))
    return Scope(scope_name(state), table.words, touchable, clue_awaited=state.game.phase is Phase.AWAIT_CLUE)


def scope_name(state: Dialogue) -> ScopeName:
    """The name of the live scope."""
    if state.memory.paused:
        return ScopeName.PAUSED
    if state.memory.pending is None:
        return _BY_PHASE[state.game.phase]
    return _BY_QUESTION.get(type(state.memory.pending), ScopeName.CONFIRM)
