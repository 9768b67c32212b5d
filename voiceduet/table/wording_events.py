"""What is said after a move: result, consequence, tokens, warnings, who is next (voice.md, Speaking 1, 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from voiceduet.engine.events import (
    AgentFound,
    AssassinHit,
    BystanderHit,
    ClueGiven,
    Event,
    GameLost,
    GameWon,
    Outcome,
    SideCompleted,
    StopTokenTaken,
    SuddenDeathBegan,
    TokenRemoved,
    TurnEnded,
    TwoTokenPenalty,
    WordHidden,
)
from voiceduet.engine.observation import PublicView
from voiceduet.engine.state import Phase
from voiceduet.table.wording_catalog import Line
from voiceduet.table.wording_phrases import Phrases
from voiceduet.table.wording_style import Style
from voiceduet.tts.ports import Announcement, Priority

AGENTS = 15
"""Agents of both sides together (rules 1.2)."""

_E = TypeVar("_E")


@dataclass(frozen=True, slots=True)
class Piece:
    """One sentence of an announcement."""

    text: str
    warning: bool = False


def announce(pieces: Sequence[Piece]) -> tuple[Announcement, ...]:
    """Put sentences together in their order; warnings stand alone and cannot be cut.

    All have one priority, so that a warning does not overtake the result that it follows from.
    """
    groups = groupby(pieces, key=lambda piece: piece.warning)
    return tuple(
        Announcement(" ".join(piece.text for piece in group), Priority.NORMAL, interruptible=not warning)
        for warning, group in groups
    )


class EventWording:
    """Turns the events of one move into announcements."""

    def __init__(self, phrases: Phrases, style: Style) -> None:
        self._phrases = phrases
        self._style = style

    def pieces(self, events: Sequence[Event], before: PublicView, after: PublicView) -> list[Piece]:
        """The sentences, in the order in which they are said; how a game ends is heard to the end."""
        short = self._style is Style.SHORT
        pieces = [*self._results(events, after), *self._consequences(events, after)]
        pieces += [*self._tokens(events, before, after), *self._warnings(events, before, after)]
        if not short:
            pieces += self._next(events, before, after)
        if after.outcome is not None:
            return [Piece(piece.text, warning=True) for piece in pieces]
        return pieces

    def expectation(self, view: PublicView) -> str:
        """What is expected now, in one sentence."""
        say = self._phrases.say
        if view.outcome is not None:
            return say(Line.GAME_OVER)
        if view.phase is Phase.SUDDEN_DEATH:
            if len(view.guessers) == 1:
                return say(Line.MAY_GUESS_ONE, side=view.guessers[0])
            return say(Line.MAY_GUESS_BOTH)
        if view.guessers:
            return say(Line.GUESSER_NEXT, guesser=view.guessers[0])
        if len(view.next_givers) == 1:
            return say(Line.GIVER_NEXT, giver=view.next_givers[0])
        return say(Line.GIVER_FIRST if view.first_clue else Line.GIVER_OPEN)

    def _results(self, events: Sequence[Event], after: PublicView) -> Iterator[Piece]:
        say = self._phrases.say
        for event in events:
            if isinstance(event, ClueGiven):
                if self._style is Style.SHORT:
                    yield Piece(say(Line.CLUE_GIVEN_SHORT, word=event.word, number=event.number))
                else:
                    sides = {"giver": event.by, "guesser": event.by.other}
                    yield Piece(say(Line.CLUE_GIVEN, word=event.word, number=event.number, **sides))
            elif isinstance(event, AgentFound):
                yield Piece(say(Line.AGENT_FOUND, word=after.words[event.index]))
                if self._style is not Style.SHORT and not _has(events, GameWon):
                    yield Piece(say(Line.AGENTS_OF_TOTAL, found=after.agents_found, total=AGENTS))
            elif isinstance(event, BystanderHit):
                yield Piece(say(Line.BYSTANDER_HIT, word=after.words[event.index]))
            elif isinstance(event, AssassinHit):
                yield Piece(say(Line.ASSASSIN_HIT, word=after.words[event.index]))
            elif isinstance(event, TokenRemoved):
                yield Piece(say(Line.ILLEGAL_CLUE_PENALTY))

    def _consequences(self, events: Sequence[Event], after: PublicView) -> Iterator[Piece]:
        say = self._phrases.say
        lost = _first(events, GameLost)
        if lost is not None:
            yield Piece(say(Line.LOST_NO_TOKENS if lost.outcome is Outcome.LOSS_NO_TOKENS else Line.LOST))
        elif _has(events, GameWon):
            yield Piece(say(Line.WON, total=AGENTS))
        elif self._style is not Style.SHORT:
            yield from self._changes(events, after)

    def _changes(self, events: Sequence[Event], after: PublicView) -> Iterator[Piece]:
        say = self._phrases.say
        hidden = _first(events, WordHidden)
        hit = _first(events, BystanderHit)
        if hidden is not None:
            yield Piece(say(Line.WORD_CLOSED, word=after.words[hidden.index]))
        elif hit is not None and self._style is Style.FULL:
            yield Piece(say(Line.MARKED_FOR, word=after.words[hit.index], guesser=hit.by))
        if _has(events, TwoTokenPenalty):
            yield Piece(say(Line.TWO_TOKEN_PENALTY))
        if _has(events, TurnEnded) and not _has(events, SuddenDeathBegan):
            yield Piece(say(Line.TURN_ENDED))

    def _tokens(self, events: Sequence[Event], before: PublicView, after: PublicView) -> Iterator[Piece]:
        spent = _has(events, StopTokenTaken) or _has(events, BystanderHit) or _has(events, TokenRemoved)
        if not spent or after.outcome is not None or after.phase is Phase.SUDDEN_DEATH:
            return
        if after.tokens_left == before.tokens_left or after.tokens_left > 2:
            yield Piece(self._phrases.say(Line.TOKENS_LEFT, count=after.tokens_left))
        elif after.tokens_left == 2:
            yield Piece(self._phrases.say(Line.TWO_LEFT, count=2), warning=True)
        else:
            yield Piece(self._phrases.say(Line.ONE_LEFT), warning=True)

    def _warnings(self, events: Sequence[Event], before: PublicView, after: PublicView) -> Iterator[Piece]:
        if after.outcome is not None:
            return
        say = self._phrases.say
        if not after.mistakes_left and after.tokens_left == 1 != before.tokens_left:
            yield Piece(say(Line.NEXT_MISTAKE_LOSES), warning=True)
        elif before.mistakes_left and not after.mistakes_left and after.tokens_left:
            yield Piece(say(Line.MISTAKES_USED_UP), warning=True)
        completed = _first(events, SideCompleted)
        if completed is not None and after.phase is not Phase.SUDDEN_DEATH:
            yield Piece(say(Line.SIDE_COMPLETE, side=completed.side), warning=True)
        if _has(events, SuddenDeathBegan):
            yield Piece(say(Line.SUDDEN_DEATH), warning=True)
        if after.phase is Phase.SUDDEN_DEATH and (_has(events, SuddenDeathBegan) or after.guessers != before.guessers):
            yield Piece(self.expectation(after), warning=True)

    def _next(self, events: Sequence[Event], before: PublicView, after: PublicView) -> Iterator[Piece]:
        if after.outcome is not None or after.phase is Phase.SUDDEN_DEATH:
            return
        if _has(events, TokenRemoved) and after.guessers:
            yield Piece(self._phrases.say(Line.CLUE_STILL_PLAYED, guesser=after.guessers[0]))
        elif _has(events, TurnEnded) or (_has(events, SideCompleted) and after.next_givers != before.next_givers):
            yield Piece(self.expectation(after))
        elif _has(events, AgentFound) and after.guessers and self._style is Style.FULL:
            yield Piece(self._phrases.say(Line.MAY_GO_ON, guesser=after.guessers[0]))


def _first(events: Sequence[Event], kind: type[_E]) -> _E | None:
    return next((event for event in events if isinstance(event, kind)), None)


def _has(events: Sequence[Event], kind: type[Event]) -> bool:
    return _first(events, kind) is not None
