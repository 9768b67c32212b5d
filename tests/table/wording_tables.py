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


def clue(by: str, word: str, number: int) -> GiveClue:
    return GiveClue(Side(by), word, number)


def view(
    *,
    phase: str | None = None,
    tokens: int = 9,
    mistakes: int | None = None,
    found: int = 0,
    givers: list[str] | None = None,
    guessers: list[str] | None = None,
    clue: list[Any] | None = None,
    past: list[list[Any]] | None = None,
    covered: list[str] | None = None,
    marks: dict[str, list[str]] | None = None,
    visible: list[str] | None = None,
    first_clue: bool = False,
    outcome: str | None = None,
    key_on_table: bool = False,
) -> PublicView:
    """A table; what is left out is that of a new game in which side `a` gives."""
    giving = not guessers and phase in (None, "await_clue")
    given = GiveClue(Side(clue[0]), clue[1], clue[2]) if clue else None
    marked = {WORDS.index(word): tuple(map(Side, sides)) for word, sides in (marks or {}).items()}
    mistakes = tokens if mistakes is None else mistakes
    shown = tuple(map(WORDS.index, visible)) if visible is not None else tuple(range(25))
    return PublicView(
        words=WORDS,
        mission=Mission(),
        key_on_table=key_on_table,
        phase=Phase(phase) if phase else Phase.AWAIT_CLUE if giving else Phase.GUESSING,
        first_clue=first_clue,
        next_givers=tuple(map(Side, givers or ["a"])) if giving else (),
        guessers=tuple(map(Side, guessers or [])),
        clue=given,
        past_clues=tuple(GiveClue(Side(c[0]), c[1], c[2]) for c in past or []),
        found_this_turn=0,
        penalized=False,
        tokens_left=tokens,
        mistakes_left=mistakes,
        checkmarks_left=tokens - mistakes,
        stops=0,
        agents_found=found,
        covered=tuple(sorted(map(WORDS.index, covered or []))),
        marks=tuple(marked.get(index, ()) for index in range(25)),
        hidden=(),
        visible=shown,
        touchable_a=(),
        touchable_b=(),
        completed=(),
        outcome=ev.Outcome(outcome) if outcome else None,
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
