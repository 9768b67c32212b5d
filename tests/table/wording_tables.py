"""Tables and events from the words of a case file."""

from __future__ import annotations

from typing import Any

from voiceduet.engine import events as ev
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import GiveClue
from voiceduet.engine.observation import PublicView
from voiceduet.engine.side import Side
from voiceduet.engine.state import Phase

TABLE = """
яйцо геркулес лимонад сыр салат
солнце песок лиса ёж самолёт
арбуз башня вилка гайка дыня
жираф забор искра канат лампа
маска нитка озеро парус рыба
"""
WORDS = tuple(TABLE.split())
FACTS = {"mistakes", "found", "givers", "guessers", "clue", "past", "covered", "visible", "marks", "first_clue"}
FACTS |= {"key_on_table", "outcome"}


def clue_of(facts: list[Any] | None) -> GiveClue | None:
    """A clue from side, word and number."""
    return GiveClue(Side(facts[0]), facts[1], facts[2]) if facts else None


def sides(names: list[str] | None) -> tuple[Side, ...]:
    return tuple(map(Side, names or []))


def places(words: list[str] | None) -> tuple[int, ...]:
    return tuple(sorted(map(WORDS.index, words or [])))


def view(*, phase: str | None = None, tokens: int = 9, **given: Any) -> PublicView:
    """A table; what is left out is that of a new game in which side `a` gives.

    mistakes, found: numbers; givers, guessers: sides; clue: side, word, number; past: such clues; covered, visible:
    words; marks: word to sides; first_clue, key_on_table: yes or no; outcome: its name.
    """
    if unknown := set(given) - FACTS:
        raise KeyError(f"no such facts of a table: {sorted(unknown)}")
    giving = not given.get("guessers") and phase in (None, "await_clue")
    marked = {WORDS.index(word): sides(names) for word, names in given.get("marks", {}).items()}
    mistakes = given.get("mistakes", tokens)
    return PublicView(
        words=WORDS,
        mission=Mission(),
        key_on_table=given.get("key_on_table", False),
        phase=Phase(phase or ("await_clue" if giving else "guessing")),
        first_clue=given.get("first_clue", False),
        next_givers=sides(given.get("givers", ["a"])) if giving else (),
        guessers=sides(given.get("guessers")),
        clue=clue_of(given.get("clue")),
        past_clues=tuple(clue for facts in given.get("past", []) if (clue := clue_of(facts))),
        found_this_turn=0,
        penalized=False,
        tokens_left=tokens,
        mistakes_left=mistakes,
        checkmarks_left=tokens - mistakes,
        stops=0,
        agents_found=given.get("found", 0),
        covered=places(given.get("covered")),
        marks=tuple(marked.get(index, ()) for index in range(25)),
        hidden=(),
        visible=places(given.get("visible", list(WORDS))),
        touchable_a=(),
        touchable_b=(),
        completed=(),
        outcome=ev.Outcome(given["outcome"]) if "outcome" in given else None,
    )


def event(name: str, *facts: Any) -> ev.Event:
    """One event from its name in the record format and its facts."""
    if name.startswith("side_done_"):
        return ev.SideCompleted(Side(name[-1]))
    kinds: dict[str, Any] = {
        "clue_given": lambda by, word, number: ev.ClueGiven(Side(by), word, number),
        "agent_found": lambda by, word: ev.AgentFound(Side(by), WORDS.index(word)),
        "bystander_hit": lambda by, word, used: ev.BystanderHit(Side(by), WORDS.index(word), used),
        "assassin_hit": lambda by, word: ev.AssassinHit(Side(by), WORDS.index(word)),
        "word_hidden": lambda word: ev.WordHidden(WORDS.index(word)),
        "two_token_penalty": ev.TwoTokenPenalty,
        "stop_token": lambda by: ev.StopTokenTaken(Side(by)),
        "winning_turn_token": ev.WinningTurnTokenTaken,
        "token_removed": lambda by: ev.TokenRemoved(Side(by)),
        "turn_end": ev.TurnEnded,
        "sudden_death": ev.SuddenDeathBegan,
        "win": ev.GameWon,
        "loss": lambda outcome: ev.GameLost(ev.Outcome(outcome)),
    }
    made: ev.Event = kinds[name](*facts)
    return made
