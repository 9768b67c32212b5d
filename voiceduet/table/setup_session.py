"""The loop of setting up by voice: from the first question to the last "yes"."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Protocol

from voiceduet.asr.ports import Utterance
from voiceduet.table.loop import Devices, TableLoop
from voiceduet.table.setup_dialogue.state import Moment, SetupSignal, SetupState, SetupStep, SetupTable
from voiceduet.table.setup_dialogue.step import scope_of, step
from voiceduet.table.setup_hearing import SetupHearing
from voiceduet.table.wording import Wording


class SetupEnding(StrEnum):
    """Why setting up ended."""

    BEGIN = "begin"
    QUIT = "quit"
    LANGUAGE = "language"
    END_OF_INPUT = "end_of_input"


@dataclass(frozen=True, slots=True)
class SetupResult:
    """What setting up led to."""

    ending: SetupEnding
    moment: Moment
    language: str = ""
    """With `LANGUAGE`: which."""


class DraftKeeper(Protocol):
    """Where a set-up is kept until the game begins."""

    def keep(self, moment: Moment) -> None:
        """Write the set-up as it is now."""


class SetupSession(TableLoop):
    """One set-up, from greeting to "yes"."""

    def __init__(self, table: SetupTable, hearing: SetupHearing, devices: Devices, keeper: DraftKeeper) -> None:
        super().__init__(devices, Wording(table.language).notice, table.language)
        self._table = table
        self._hearing = hearing
        self._keeper = keeper
        self._result: SetupResult | None = None
        self._state = SetupState(Moment())

    def run(self, opening: SetupStep) -> SetupResult:
        """Talk until the game can begin, the players leave, or nothing more can be heard."""
        self._perform(opening)
        self._talk()
        return self._result or SetupResult(SetupEnding.END_OF_INPUT, self._state.moment)

    def _hear(self, utterance: Utterance) -> None:
        """Interpret an utterance and act on it; one that was heard under an older scope is dropped."""
        scope = scope_of(self._table, self._state, self._hearing.card_words)
        name = f"setup_{scope.stage}"
        if not utterance.n_best or self._is_over:
            return
        if utterance.scope and utterance.scope != name:
            self._devices.log.write("dropped", text=utterance.n_best[0].text, scope=utterance.scope)
            return
        heard = self._hearing.understand(utterance, scope)
        self._devices.log.write(
            "heard",
            text=heard.text,
            start=round(utterance.start_s, 3),
            end=round(utterance.end_s, 3),
            scope=name,
            outcome="not_understood" if heard.intent is None else "understood" if heard.sure else "unsure",
            intent=heard.intent and heard.intent.name,
            slots={} if heard.intent is None else asdict(heard.intent),
        )
        self._devices.screen.heard(heard.text)
        self._perform(step(self._table, self._state, heard))

    def _perform(self, taken: SetupStep) -> None:
        """Keep the set-up, then make it the state and speak."""
        if taken.state.moment != self._state.moment and taken.state.broken_off is None:
            self._keeper.keep(taken.state.moment)
        self._state = taken.state
        scope = scope_of(self._table, self._state, self._hearing.card_words)
        self._devices.ears.set_phrases(self._hearing.phrases(scope))
        for announcement in taken.says:
            self._say(announcement)
        if taken.signal is not None:
            self._is_over = True
            self._result = SetupResult(_ENDINGS[taken.signal], taken.state.moment, taken.language)


_ENDINGS = {
    SetupSignal.BEGIN: SetupEnding.BEGIN,
    SetupSignal.QUIT: SetupEnding.QUIT,
    SetupSignal.LANGUAGE: SetupEnding.LANGUAGE,
}
