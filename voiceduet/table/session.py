"""One table: one inbox, one loop, one owner of the state.

Each step is written to the journal and synced before a word of it is spoken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Protocol

from voiceduet.asr.listener import SpeechPaused
from voiceduet.asr.ports import Utterance
from voiceduet.engine.observation import public_view, revealed_key
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.table.dialogue.scope import scope_of
from voiceduet.table.dialogue.state import Dialogue, Signal, Step, Table, WordDecision
from voiceduet.table.dialogue.step import step
from voiceduet.table.errors import JournalError
from voiceduet.table.eventlog import describe_meaning, describe_step
from voiceduet.table.loop import Devices, TableLoop
from voiceduet.table.messages import told, told_system
from voiceduet.table.saved import entry_of
from voiceduet.table.wording import Notice
from voiceduet.tts.ports import Priority


class Ending(StrEnum):
    """Why a session ended."""

    END_OF_INPUT = "end_of_input"
    QUIT = "quit"
    NEW_GAME = "new_game"


class Ledger(Protocol):
    """The journal as the session needs it."""

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write and sync one entry."""


class Session(TableLoop):
    """A table from the first announcement to the end of the input."""

    def __init__(self, table: Table, state: Dialogue, devices: Devices, ledger: Ledger) -> None:
        super().__init__(devices, table.wording.notice, table.wording.language)
        self.state = state
        self._table = table
        self._ledger = ledger
        self._ending = Ending.END_OF_INPUT
        self._unsaved: JournalError | None = None

    def run(self, opening: Step) -> Ending:
        """Play until the players quit, want a new game, or nothing more can be heard.

        Raise `JournalError` when the journal cannot be gone on with, or the last step could not be saved.
        """
        self.perform(opening, {"input": "opening"})
        self._talk()
        if self._unsaved is not None:
            raise self._unsaved
        self._reveal()
        return self._ending

    def _paused(self, paused: SpeechPaused) -> None:
        self._devices.hearing.foresee(paused.sound)

    def _hear(self, utterance: Utterance) -> None:
        """Interpret an utterance and act on it; one that was heard under an older scope is dropped."""
        scope = scope_of(self.state, self._table)
        if not utterance.n_best or self._is_over:
            return
        if utterance.scope and utterance.scope != scope.name:
            self._devices.log.write("dropped", text=utterance.n_best[0].text, scope=utterance.scope)
            return
        meaning = self._devices.hearing.understand(utterance, scope)
        text = heard_text(utterance, meaning)
        fields = describe_meaning(meaning)
        self._devices.log.write(
            "heard", text=text, start=round(utterance.start_s, 3), end=round(utterance.end_s, 3), **fields
        )
        self._devices.screen.heard(text)
        taken = step(self._table, self.state, meaning)
        self.perform(taken, {"input": "heard", "text": text} if _is_for_us(meaning) else {"input": "talk"})

    def perform(self, taken: Step, cause: Mapping[str, Any]) -> None:
        """Write a step down, then make it the state, show it and speak it; what cannot be written does not count."""
        if not self._is_written(taken, cause):
            return
        before, self.state = self.state, taken.state
        view = public_view(taken.state.game)
        for name, fields in describe_step(taken, view):
            self._devices.log.write(name, **fields)
        if before.game != taken.state.game or cause["input"] == "opening":
            self._devices.screen.show(view)
        # What belongs together is spoken in its own order; priorities decide between steps.
        priority = max((announcement.priority for announcement in taken.says), default=Priority.NORMAL)
        for announcement in taken.says:
            self._say(replace(announcement, priority=priority))
        # Nothing is heard while it is said, so that nobody need wait for new phrases to be laid out.
        scope = scope_of(self.state, self._table)
        self._devices.ears.set_phrases(self._devices.hearing.phrases(scope))
        self._devices.hearing.prepare(scope)
        if taken.decided is not None:
            self._keep(taken.decided)
        if taken.signal is not None:
            self._is_over = True
            self._ending = Ending.QUIT if taken.signal is Signal.QUIT else Ending.NEW_GAME

    def _is_written(self, taken: Step, cause: Mapping[str, Any]) -> bool:
        """Save a step. Raise `JournalError`, in the table's language, when no further step can be saved either."""
        if taken.state == self.state and not taken.says:
            return True
        try:
            self._ledger.append(entry_of(taken, self._devices.ears.now_s(), cause))
        except JournalError as error:
            self._unsaved = JournalError(error.text(self._language), may_pass=error.may_pass)
            if not error.may_pass or taken.signal is not None:
                raise self._unsaved from error
            self.tell_fault(str(self._unsaved), is_news=True)
            self._say(self._notice(Notice.NOT_SAVED))
            return False
        self._unsaved = None
        return True

    def _keep(self, decided: WordDecision) -> None:
        """Let the judge remember what the players ruled about a word; else for this game only."""
        try:
            self._table.judge.remember(decided.word, allowed=decided.allowed)
        except OSError as error:
            self.tell_fault(told("judge.not_kept", word=decided.word, what=told_system(error)))

    def _reveal(self) -> None:
        """Show the whole key when the table is left after the end (rules 10); before, a last move may be undone."""
        key = revealed_key(self.state.game)
        if key is not None:
            self._devices.screen.reveal(public_view(self.state.game), key)


def heard_text(utterance: Utterance, meaning: Meaning) -> str:
    """The text that the meaning rests on, else the best there is."""
    match meaning:
        case Understood(best=best):
            return best.heard
        case Ambiguous(candidates=candidates):
            return candidates[0].heard
        case NotUnderstood(heard=heard):
            return heard or utterance.n_best[0].text


def _is_for_us(meaning: Meaning) -> bool:
    """Table talk is not written into the journal: it is nobody's business."""
    return not isinstance(meaning, NotUnderstood)
