"""Everything that happens at a table as JSON lines, for scripts (`--json`, `--events FILE`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, TextIO

from voiceduet.engine import events as ev
from voiceduet.engine.moves import Move
from voiceduet.engine.observation import PublicView
from voiceduet.grammar.intents import Intent
from voiceduet.grammar.judge.verdict import Verdict
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.table.dialogue.state import Step
from voiceduet.table.messages import told, told_system

Fields = dict[str, Any]
_RESULTS: Mapping[type[ev.Event], str] = {
    ev.AgentFound: "agent",
    ev.BystanderHit: "bystander",
    ev.AssassinHit: "assassin",
}


def _nothing(_: str) -> None:
    return


class EventLog:
    """Writes one JSON object a line, UTF-8 not escaped, flushed at once."""

    def __init__(
        self, streams: tuple[TextIO, ...], now_s: Callable[[], float], lost: Callable[[str], None] = _nothing
    ) -> None:
        """`lost` gets a text for the screen when a stream can no longer be written; the others go on."""
        self._streams = list(streams)
        self._now_s = now_s
        self._lost = lost

    def write(self, event: str, **fields: object) -> None:
        """Write one event with the table's time in seconds."""
        line = json.dumps({"t": round(self._now_s(), 3), "event": event, **fields}, ensure_ascii=False)
        for stream in tuple(self._streams):
            try:
                stream.write(line + "\n")
                stream.flush()
            except BrokenPipeError:
                raise
            except OSError as error:
                self._streams.remove(stream)
                self._lost(told("play.events_lost", what=told_system(error)))


def describe_meaning(meaning: Meaning) -> Fields:
    """What an utterance was taken for."""
    match meaning:
        case Understood(best=best, sure=sure):
            outcome = "understood" if sure else "unsure"
            return {"outcome": outcome, "intent": best.intent.name, "slots": slots_of(best.intent), "cost": best.cost}
        case Ambiguous(candidates=candidates):
            readings = [{"intent": c.intent.name, "slots": slots_of(c.intent), "cost": c.cost} for c in candidates]
            return {"outcome": "ambiguous", "intent": None, "candidates": readings}
        case NotUnderstood():
            return {"outcome": "not_understood", "intent": None}


def slots_of(intent: Intent | Move) -> Fields:
    """The slots of an intent as JSON values, without the empty ones."""
    return {name: value for name, value in asdict(intent).items() if value is not None and value is not False}


def describe_step(step: Step, view: PublicView) -> Iterator[tuple[str, Fields]]:
    """The events of one step, in order, without what is said."""
    if step.ruling is not None and step.ruling.verdict is not Verdict.LEGAL:
        ruling = step.ruling
        yield (
            "clue_ruling",
            {"verdict": ruling.verdict.value, "reason": ruling.reason.value, "against": ruling.against},
        )
    for move in step.undone:
        yield "undo", {"move": type(move).__name__, **slots_of(move)}
    if step.refused is not None:
        yield "refused", {"reason": step.refused}
    for event in step.events:
        yield _describe_event(event, view)


def _describe_event(event: ev.Event, view: PublicView) -> tuple[str, Fields]:
    """One engine event; numbers are those after the whole step."""
    fields: Fields = {"agents_found": view.agents_found, "tokens_left": view.tokens_left}
    match event:
        case ev.ClueGiven():
            return "clue", {"by": event.by, "word": event.word, "number": event.number}
        case ev.AgentFound() | ev.BystanderHit() | ev.AssassinHit():
            touched = {"by": event.by, "word": view.words[event.index], "index": event.index}
            return "touch", {**touched, "result": _RESULTS[type(event)], **fields}
        case ev.WordHidden(index=index):
            fields = {"index": index, "word": view.words[index]}
        case ev.TurnEnded():
            fields["next_giver"] = list(view.next_givers)
        case ev.SuddenDeathBegan():
            fields["who_may_guess"] = list(view.guessers)
        case ev.GameLost(outcome=outcome):
            fields["outcome"] = outcome
    return event.name, fields
