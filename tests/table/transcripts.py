"""Conversations as text: what is said at the table, what the referee answers, what the game is then.

    # A remark.
    table key=demo names=Анна,Борис mission=9-5 style=short illegal=penalty
    > завтрак три
    < Подсказка завтрак, три. Угадывает Борис.
    = tokens 9, agents 0, guessing

`>` is said by a player, `<` by the referee, `=` is the game after it. A `>` with no `<` below it was met with silence.
The board is that of the demo; `lang=en` and `lang=ko` take the language, the board and the names of those demos.
Keys: demo, table, or two times 25 letters joined by a slash.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.sources.typed import typed_utterance
from voiceduet.engine.game import new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import KeyCard, parse_key
from voiceduet.engine.mission import parse_mission
from voiceduet.engine.observation import public_view
from voiceduet.engine.setup import Edition, GameOptions, GameSetup
from voiceduet.grammar.judge.judge import load_judge
from voiceduet.grammar.scopes import TableWords
from voiceduet.table.dialogue.memory import Memory
from voiceduet.table.dialogue.scope import scope_of
from voiceduet.table.dialogue.state import Dialogue, IllegalClueWay, Step, Table
from voiceduet.table.dialogue.step import begin, step
from voiceduet.table.hearing import TableHearing
from voiceduet.table.speller import speller
from voiceduet.table.wording import Style, Wording

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"
BOARDS = {"ru": DEMO / "board.txt", "en": DEMO / "en" / "board.txt", "ko": DEMO / "ko" / "board.txt"}
NAMES = {"ru": "Анна,Борис", "en": "Anna,Ben", "ko": "지수,민호"}


@dataclass
class Conversation:
    """A table that is talked to by typed lines; real grammar, judge, wording and engine."""

    table: Table
    state: Dialogue
    hearing: TableHearing
    opening: Step

    def say(self, line: str) -> Step:
        """Let a player say something; the state moves on."""
        scope = scope_of(self.state, self.table)
        taken = step(self.table, self.state, self.hearing.understand(typed_utterance(line), scope))
        self.state = taken.state
        return taken


def _key(source: str) -> KeyCard | None:
    if source == "table":
        return None
    if source == "demo":
        return parse_key((DEMO / "key.txt").read_text("utf-8"))
    return parse_key(source.replace("/", "\n"))


def open_table(line: str = "table", language: str = "ru") -> Conversation:
    """Lay the table that a `table` line describes."""
    options = dict(part.split("=", 1) for part in line.split()[1:])
    language = options.get("lang", language)
    board = parse_board(BOARDS[language].read_text("utf-8"))
    first, _, second = options.get("names", NAMES[language]).partition(",")
    setup = GameSetup(
        board,
        _key(options.get("key", "demo")),
        parse_mission(options.get("mission", "9-9")),
        GameOptions(Edition(options.get("edition", language)), options.get("order") == "free"),
    )
    table = Table(
        TableWords(board.words, (first, second), options.get("touch") == "bare"),
        Wording(language, (first, second), Style(options.get("style", "normal"))),
        load_judge(language),
        IllegalClueWay(options.get("illegal", "ask")),
        speller=speller(language),
    )
    state = Dialogue(new_game(setup), Memory())
    opening = begin(table, state)
    return Conversation(table, opening.state, TableHearing(language), opening)


def state_line(conversation: Conversation) -> str:
    """The game in a few words."""
    view = public_view(conversation.state.game)
    pending = conversation.state.memory.pending
    parts = [f"tokens {view.tokens_left}", f"agents {view.agents_found}", view.phase.value]
    if view.outcome is not None:
        parts.append(view.outcome.value)
    if pending is not None:
        parts.append(f"asks {pending.kind}")
    if conversation.state.memory.paused:
        parts.append("paused")
    return ", ".join(parts)


def play(lines: list[str]) -> Iterator[str]:
    """Play a conversation again and yield it as it goes now."""
    conversation: Conversation | None = None
    for line in lines:
        if line.startswith("table"):
            conversation = open_table(line)
            yield line
        elif line.startswith("> "):
            conversation = conversation or open_table()
            taken = conversation.say(line[2:])
            yield line
            yield from (f"< {said.text}" for said in taken.says)
            if taken.signal is not None:
                yield f"! {taken.signal.value}"
            yield f"= {state_line(conversation)}"
        elif not line.startswith(("<", "=", "!")):
            yield line
