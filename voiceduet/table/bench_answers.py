"""What a table answers to what was heard, for measuring: a game in the middle, and a clue with its questions."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from voiceduet.engine.game import apply, new_game
from voiceduet.engine.grid import Board
from voiceduet.engine.key import draw_key
from voiceduet.engine.moves import GiveClue
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.side import Side
from voiceduet.engine.state import Phase
from voiceduet.engine.words import fold
from voiceduet.grammar.intents import NoIntent, YesIntent
from voiceduet.grammar.judge.verdict import ClueQuestion, Reason, Ruling, Verdict
from voiceduet.grammar.meaning import Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.dialogue.memory import ConfirmClue, ConfirmStop, Memory, NeedColour, NeedNumber
from voiceduet.table.dialogue.scope import scope_of
from voiceduet.table.dialogue.state import ClueChecker, Dialogue, Step, Table
from voiceduet.table.dialogue.step import step
from voiceduet.table.wording import Wording
from voiceduet.tts.faults import SpeechFault
from voiceduet.tts.parts import parts
from voiceduet.tts.pronunciation import Pronunciation
from voiceduet.tts.synthesis import Synthesizer

Answer: TypeAlias = Callable[[Meaning, Scope], tuple[float | None, float | None]]
"""Seconds for the answer's text, and for the sound of its first part; `None` where there is none."""
MOST_QUESTIONS = 4
"""So many read-backs of one clue are answered."""


class AnyClue:
    """A judge that finds every clue legal: what is measured is hearing."""

    def check(self, question: ClueQuestion) -> Ruling:
        """Legal."""
        return Ruling(Verdict.LEGAL, Reason.NONE, None, question.clue)

    def remember(self, clue: str, *, allowed: bool) -> None:
        """Nothing."""


def state_for(scope: Scope) -> Dialogue:
    """A table at which this scope is live."""
    key = None if scope.name is ScopeName.COLOUR else draw_key(random.Random(0))  # noqa: S311 - for measuring
    game = new_game(GameSetup(Board(scope.table.board), key))
    if scope.name in {ScopeName.GUESS, ScopeName.COLOUR, ScopeName.CONFIRM}:
        game = apply(game, GiveClue(Side.A, "a", 2)).state
    memory = {
        ScopeName.COLOUR: Memory(pending=NeedColour(0, Side.B)),
        ScopeName.CONFIRM: Memory(pending=ConfirmStop()),
        ScopeName.NUMBER: Memory(pending=NeedNumber("a", Side.A)),
    }
    return Dialogue(game, memory.get(scope.name, Memory()))


class BenchTable:
    """A table at which one clue is said, asked about and repeated."""

    def __init__(self, language: str, scope: Scope) -> None:
        self._table = Table(scope.table, Wording(language), AnyClue())
        self._state = state_for(scope)

    @property
    def scope(self) -> Scope:
        """What may be said now."""
        return scope_of(self._state, self._table)

    def ends_right(self, meanings: Sequence[Meaning], wanted: tuple[str, int]) -> bool | None:
        """Whether the clue in the game is the wanted word and number; `None` when none is, and it must be repeated."""
        for meaning in meanings:
            self._take(meaning)
        for _ in range(MOST_QUESTIONS):
            match self._state.memory.pending:
                case ConfirmClue(offer=offer):
                    right = (fold(offer.word), offer.number) == (fold(wanted[0]), wanted[1])
                    self._take(Understood(Candidate(YesIntent() if right else NoIntent(), 0.0, "")))
                case _:
                    break
        clue = self._state.game.clue
        if self._state.game.phase is Phase.AWAIT_CLUE or clue is None:
            return None
        return (fold(clue.word), clue.number) == (fold(wanted[0]), wanted[1])

    def _take(self, meaning: Meaning) -> Step:
        taken = step(self._table, self._state, meaning)
        self._state = taken.state
        return taken


@dataclass(frozen=True, slots=True)
class Voice:
    """What renders the answers."""

    synthesizer: Synthesizer
    pronunciation: Pronunciation

    def first_part_s(self, text: str) -> float | None:
        """Seconds until the first part of a text can be played; `None` when the voice fails."""
        with tempfile.TemporaryDirectory() as folder:
            began_s = time.perf_counter()
            try:
                self.synthesizer.render(parts(self.pronunciation.apply(text).strip())[0], Path(folder) / "said.wav")
            except SpeechFault:
                return None
            return time.perf_counter() - began_s


def answering(language: str, judge: ClueChecker, voice: Voice | None) -> Answer:
    """A table that answers everything, with a stopwatch."""
    wording = Wording(language)
    known: dict[TableWords, Table] = {}

    def answer(meaning: Meaning, scope: Scope) -> tuple[float | None, float | None]:
        if isinstance(meaning, NotUnderstood):
            return None, None
        table = known.setdefault(scope.table, Table(scope.table, wording, judge))
        state = state_for(scope)
        began_s = time.perf_counter()
        says = step(table, state, meaning).says
        took_s = time.perf_counter() - began_s
        if not says:
            return None, None
        return took_s, None if voice is None else voice.first_part_s(says[0].text)

    return answer
