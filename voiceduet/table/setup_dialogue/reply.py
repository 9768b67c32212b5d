"""Collects what one step of setting up does. Lives only inside `step`."""

from __future__ import annotations

from dataclasses import replace

from voiceduet.grammar.setup.scopes import Stage
from voiceduet.table.setup_dialogue.state import Draft, Moment, SetupSignal, SetupState, SetupStep, SetupTable
from voiceduet.table.wording_phrases import Phrases, Value
from voiceduet.table.wording_setup_catalog import SetupLine
from voiceduet.tts.ports import Announcement, Priority

_MOST_UNDONE = 30


class SetupReply:
    """The step being built: the state so far and the sentences that will be said, as one announcement."""

    def __init__(self, table: SetupTable, state: SetupState) -> None:
        self.table = table
        self.state = state
        self.signal: SetupSignal | None = None
        self.language = ""
        self._begun_at = state.moment
        self._taken: list[str] = []
        self._texts: list[str] = []
        self._again = False
        self.keeps_history = False
        """Set by "undo", which must not be undone itself."""

    @property
    def moment(self) -> Moment:
        """What has been agreed on, and which question is open."""
        return self.state.moment

    @property
    def draft(self) -> Draft:
        """What has been agreed on."""
        return self.state.moment.draft

    @property
    def phrases(self) -> Phrases:
        """The referee's sentences, with the names as they are now."""
        return Phrases(self.table.language, self.draft.names)

    def say(self, kind: SetupLine | Stage, /, **slots: Value) -> None:
        """Add a sentence."""
        self._texts.append(self.phrases.say(kind, **slots))

    def remark(self, texts: tuple[str, ...]) -> None:
        """Add ready sentences, each only the first time."""
        fresh = tuple(text for text in texts if text not in self.state.told)
        self._texts.extend(fresh)
        self.remember(told=(*self.state.told, *fresh))

    def say_taken(self, *parts: str) -> None:
        """Read back what was agreed on, before all else."""
        self._taken += [self.phrases.say(SetupLine.TAKEN, text=part) for part in parts]

    def drop_taken(self) -> None:
        """Leave out what was agreed on: all is read back anyway."""
        self._taken.clear()

    def say_again(self) -> None:
        """Say what was said last."""
        self._again = True

    def remember(self, **changes: object) -> None:
        """Change the state."""
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]

    def move(self, **changes: object) -> None:
        """Change the moment: the open question and what belongs to it."""
        self.remember(moment=replace(self.moment, **changes))  # type: ignore[arg-type]

    def agree(self, **changes: object) -> None:
        """Change the draft."""
        self.move(draft=replace(self.draft, **changes))  # type: ignore[arg-type]

    def result(self) -> SetupStep:
        """Close the step."""
        says = self.state.last_said if self._again else self._announcement()
        if says:
            self.remember(last_said=says)
        if self.moment != self._begun_at and not self.keeps_history:
            self.remember(before=(*self.state.before, self._begun_at)[-_MOST_UNDONE:])
        return SetupStep(self.state, says, self.signal, self.language)

    def _announcement(self) -> tuple[Announcement, ...]:
        text = " ".join((*self._taken, *self._texts))
        return (Announcement(text, Priority.NORMAL),) if text else ()
