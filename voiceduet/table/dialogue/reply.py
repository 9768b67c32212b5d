"""Collects what one step does. Lives only inside `step`."""

from __future__ import annotations

from dataclasses import replace

from voiceduet.engine.errors import IllegalMove, Refusal
from voiceduet.engine.events import Event
from voiceduet.engine.game import apply, undo
from voiceduet.engine.moves import Move, Touch
from voiceduet.engine.observation import PublicView, public_view
from voiceduet.engine.score import score
from voiceduet.grammar.judge.verdict import Ruling
from voiceduet.table.dialogue.memory import Memory, Pending
from voiceduet.table.dialogue.state import Dialogue, Signal, Step, Table, WordDecision
from voiceduet.table.wording import Notice, Question, Value
from voiceduet.tts.ports import Announcement


class Reply:
    """The step being built: the state so far and what will be said."""

    def __init__(self, table: Table, state: Dialogue) -> None:
        self.table = table
        self.game = state.game
        self.memory: Memory = state.memory
        self.ruling: Ruling | None = None
        self.decided: WordDecision | None = None
        self.signal: Signal | None = None
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._events: list[Event] = []
        self._says: list[Announcement] = []
        self._refused: str | None = None
        self._keep_last_said = False

    @property
    def view(self) -> PublicView:
        """What both players may know now; all that is spoken comes from here (rules 10)."""
        return public_view(self.game)

    def say(self, *announcements: Announcement) -> None:
        """Add announcements in the order in which they are to be heard."""
        self._says.extend(announcements)

    def say_again(self) -> None:
        """Say what was said last; a repeat of a repeat stays the same."""
        self._says.extend(self.memory.last_said)
        self._keep_last_said = True

    def remember(self, **changes: object) -> None:
        """Change the memory."""
        self.memory = replace(self.memory, **changes)  # type: ignore[arg-type]

    def move(self, move: Move) -> bool:
        """Make a move and announce it; a refusal is announced with its reason and changes nothing (rules 3.5)."""
        before = self.view
        try:
            transition = apply(self.game, move)
        except IllegalMove as refusal:
            self._refused = refusal.reason.value
            self.say(self._refusal(refusal.reason, move, before))
            return False
        self.game = transition.state
        self._moves.append(move)
        self._events.extend(transition.events)
        self.say(*self.table.wording.events(transition.events, before, self.view))
        points = score(self.game, self.game.setup.options.edition)
        if points is not None:
            self.say(*self.table.wording.score(points))
        return True

    def _refusal(self, reason: Refusal, move: Move, before: PublicView) -> Announcement:
        word = self.table.words.board[move.index] if isinstance(move, Touch) else None
        return self.table.wording.refusal(reason, before, side=move.by, word=word)

    def notice(self, kind: Notice, **slots: Value) -> None:
        """Say a notice of the wording."""
        self.say(self.table.wording.notice(kind, **slots))

    def question(self, pending: Pending | None, kind: Question, **slots: Value) -> None:
        """Open a question and ask it."""
        self.remember(pending=pending)
        self.say(self.table.wording.question(kind, **slots))

    def take_back(self) -> Move:
        """Undo the last move of the game; there must be one."""
        last = self.game.moves[-1]
        self.game = undo(self.game)
        self._undone.append(last)
        return last

    def result(self) -> Step:
        """Close the step."""
        if self._says and not self._keep_last_said:
            self.remember(last_said=tuple(self._says))
        return Step(
            state=Dialogue(self.game, self.memory),
            moves=tuple(self._moves),
            undone=tuple(self._undone),
            events=tuple(self._events),
            says=tuple(self._says),
            ruling=self.ruling,
            decided=self.decided,
            refused=self._refused,
            signal=self.signal,
        )
