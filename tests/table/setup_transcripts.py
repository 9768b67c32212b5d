"""Set-ups as text: what is said while a table is laid, what the referee answers, where the conversation stands.

    # A remark.
    table lang=ru asked=names,mission,key,first,board names=Анна,Борис
    > миссия девять пять
    < Миссия девять, пять. Ключ раздать, или он на столе?
    = key

`>` is said by a player, `<` by the referee, `=` is the open question after it, `!` what the set-up ends with. A `>`
with no `<` below it was met with silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from voiceduet.asr.sources.typed import typed_utterance
from voiceduet.engine.setup import Edition
from voiceduet.grammar.setup.scopes import Stage
from voiceduet.table.campaign import Campaign, cities_of
from voiceduet.table.hearing import TableHearing
from voiceduet.table.setup_dialogue.state import City, Draft, Moment, SetupState, SetupStep, SetupTable
from voiceduet.table.setup_dialogue.step import begin, scope_of, step
from voiceduet.table.setup_hearing import SetupHearing
from voiceduet.table.setup_remarks import TableRemarks
from voiceduet.table.wording import Wording

ASKED = "names,mission,key,first,board"


@dataclass
class SetupConversation:
    """A set-up by typed lines; real grammar, wording and remarks."""

    table: SetupTable
    hearing: SetupHearing
    state: SetupState
    opening: SetupStep

    def say(self, line: str) -> SetupStep:
        """Let a player say something; the state moves on."""
        heard = self.hearing.understand(typed_utterance(line), scope_of(self.table, self.state))
        taken = step(self.table, self.state, heard)
        self.state = taken.state
        return taken


def open_setup(line: str = "table", broken_off: Moment | None = None) -> SetupConversation:
    """Begin the set-up that a `table` line describes."""
    options = dict(part.split("=", 1) for part in line.split()[1:])
    language = options.get("lang", "ru")
    asked = tuple(Stage(name) for name in options.get("asked", ASKED).split(",") if name)
    first, _, second = options.get("names", ",").partition(",")
    cities = {city.key: City(city.name, city.tokens, city.mistakes) for city in cities_of(Campaign(team="-"), language)}
    remarks = TableRemarks(TableHearing(language), Wording(language), None)
    table = SetupTable(language, asked, cities, remarks)
    draft = Draft(names=(first, second), edition=Edition(language))
    opening = begin(table, Moment(draft, asked[0] if asked else Stage.SUMMARY), broken_off)
    return SetupConversation(table, SetupHearing(language), opening.state, opening)


def state_line(conversation: SetupConversation) -> str:
    """Where the conversation stands."""
    moment = conversation.state.moment
    parts = [moment.stage.value]
    if moment.stage in {Stage.ROW, Stage.CHECK, Stage.WORD}:
        parts.append(f"row {moment.row}")
    if conversation.state.paused:
        parts.append("paused")
    return ", ".join(parts)


def play(lines: list[str]) -> Iterator[str]:
    """Hold a conversation again and yield it as it goes now."""
    conversation: SetupConversation | None = None
    for line in lines:
        if line.startswith("table"):
            conversation = open_setup(line)
            yield line
            yield from (f"< {said.text}" for said in conversation.opening.says)
        elif line.startswith("> "):
            conversation = conversation or open_setup()
            taken = conversation.say(line[2:])
            yield line
            yield from (f"< {said.text}" for said in taken.says)
            yield f"= {state_line(conversation)}"
            if taken.signal is not None:
                yield f"! {taken.signal.value} {taken.language}".rstrip()
        elif not line.startswith(("<", "=", "!")):
            yield line
