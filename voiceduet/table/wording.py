"""What the referee says: events, answers, questions, refusals (voice.md, Speaking 1–7; rules 10).

Everything here works on the public observation and on engine events only, so that no sentence can tell a secret. All
words are in `lang/<language>/wording.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voiceduet.engine.errors import Refusal
from voiceduet.engine.events import Event
from voiceduet.engine.key import Identity
from voiceduet.engine.moves import DeclareComplete, GiveClue, Move, Penalize, Touch
from voiceduet.engine.observation import PublicView
from voiceduet.engine.side import Side
from voiceduet.grammar.scopes import ScopeName
from voiceduet.table.wording_answers import AnswerWording
from voiceduet.table.wording_catalog import Colour, Line, Notice, Question, slots_of
from voiceduet.table.wording_events import EventWording, announce
from voiceduet.table.wording_phrases import Phrases, Value
from voiceduet.table.wording_style import Style
from voiceduet.tts.ports import Announcement, Priority

__all__ = ["Line", "Notice", "Question", "Style", "Value", "Wording"]


class Wording:
    """The referee's voice at one table, in one language."""

    def __init__(
        self,
        language: str,
        names: tuple[str, str] = ("", ""),
        style: Style = Style.NORMAL,
    ) -> None:
        """`names` of side `a` and `b`, empty where none was given. Raise `WordingError` for an unknown language."""
        self.language = language
        self.phrases = Phrases(language, names)
        self.style = style
        self._events = EventWording(self.phrases, style)
        self._answers = AnswerWording(self.phrases)

    # After a move

    def events(self, events: Sequence[Event], before: PublicView, after: PublicView) -> tuple[Announcement, ...]:
        """Say what one move led to: result, consequence, tokens, warnings, who is next."""
        said = announce(self._events.pieces(events, before, after))
        touched = [event.index for event in events if hasattr(event, "index")]
        return said + (self._rows_of(touched, after) if after.outcome is None else ())

    def refusal(
        self, reason: Refusal, view: PublicView | None = None, *, side: Side | None = None, word: str | None = None
    ) -> Announcement:
        """Say why a move is not allowed and, with `view`, what is expected instead.

        `side` is who tried, `word` what was touched; both are needed where the sentence names them. Nothing is told
        beyond what lies on the table (rules 10).
        """
        given: dict[str, Value | None] = {"side": side, "word": word}
        values = {name: value for name in slots_of("refusals", reason) if (value := given[name]) is not None}
        return self._with_expectation(self.phrases.say(reason, **values), view, Priority.NORMAL)

    # Answers to queries

    def tokens(self, view: PublicView) -> tuple[Announcement, ...]:
        """Tokens left; replaces an older answer that still waits to be spoken."""
        return tuple(replace(said, topic="tokens") for said in self._answer(self._answers.tokens(view), view))

    def turn(self, view: PublicView) -> tuple[Announcement, ...]:
        """Whose turn it is and what is expected."""
        clue = self._answers.clue_now(view) if view.clue is not None else ""
        return _low(self.phrases.join([self._events.expectation(view), clue]))

    def agents(self, view: PublicView) -> tuple[Announcement, ...]:
        """Agents found of 15, never per side (rules 4.3)."""
        return self._answer(self._answers.agents(view), view)

    def words_left(self, view: PublicView) -> tuple[Announcement, ...]:
        """The words still on the table."""
        return self._answer(self._answers.words_left(view), view)

    def row(self, view: PublicView, number: int) -> tuple[Announcement, ...]:
        """Row 1–5 with what lies on its words."""
        return _low(self._answers.row(view, number))

    def rows(self, view: PublicView) -> tuple[Announcement, ...]:
        """The whole table, row by row."""
        return tuple(Announcement(self._answers.row(view, number), Priority.LOW) for number in range(1, 6))

    def marks(self, view: PublicView, index: int | None = None) -> tuple[Announcement, ...]:
        """Marks and at whom they point, on all words or on one."""
        return self._answer(self._answers.marks(view) if index is None else self._answers.marks_on(view, index), view)

    def clues(self, view: PublicView) -> tuple[Announcement, ...]:
        """Past clues and by whom."""
        return self._answer(self._answers.clues(view), view)

    def repeat_clue(self, view: PublicView) -> tuple[Announcement, ...]:
        """The clue of the running turn."""
        return self._answer(self._answers.clue_now(view), view)

    def help(self, scope: ScopeName) -> tuple[Announcement, ...]:
        """What can be said now, and what always."""
        if scope is ScopeName.PAUSED:
            return _low(self.phrases.say(scope))
        return (*_low(self.phrases.say(scope)), *_low(self.phrases.say(Notice.ALWAYS)))

    def score(self, score: int) -> tuple[Announcement, ...]:
        """The score of a won standard game (rules 8)."""
        return _low(self._answers.score(score))

    def final(self, view: PublicView) -> tuple[Announcement, ...]:
        """How the game ended."""
        return _low(self._answers.final(view))

    def state_line(self, view: PublicView) -> str:
        """The game's state in one printed line, with digits (voice.md, Speaking 7)."""
        return self._answers.state_line(view)

    # Questions and notices

    def question(self, kind: Question, /, **slots: Value) -> Announcement:
        """Ask. Raise `ValueError` when the slots are not those of the kind (`wording_catalog.SLOTS`)."""
        return Announcement(self.phrases.say(kind, **self._lower(slots)), Priority.HIGH)

    def notice(self, kind: Notice, view: PublicView | None = None, /, **slots: Value) -> Announcement:
        """Say something else; with `view`, also what is expected next."""
        return self._with_expectation(self.phrases.say(kind, **self._lower(slots)), view, Priority.NORMAL)

    def clue_readback(self, word: str, number: int, giver: Side) -> Announcement:
        """Repeat a clue that stands."""
        if self.style is Style.SHORT:
            return Announcement(self.phrases.say(Line.CLUE_GIVEN_SHORT, word=word, number=number))
        text = self.phrases.say(Line.CLUE_GIVEN, word=word, number=number, giver=giver, guesser=giver.other)
        return Announcement(text)

    def giver(self, side: Side) -> Announcement:
        """Say who gives the next clue, where that was left open (rules 1.4)."""
        return Announcement(self.phrases.say(Line.GIVER_NEXT, giver=side))

    def colour(self, identity: Identity) -> str:
        """The name of a colour, as the slot of `Question.CONFIRM_COLOUR` takes it."""
        return self.phrases.part(Colour[identity.name])

    def undo_question(self, move: Move, view: PublicView) -> Announcement:
        """Ask whether this move is to be taken back."""
        kind, slots = _describe(move, view)
        return self.question(Question(f"undo_{kind}"), **slots)

    def undone(self, move: Move, view: PublicView) -> tuple[Announcement, ...]:
        """Say what was taken back, in full style also how the row is now; `view` is the state after that."""
        kind, slots = _describe(move, view)
        said = self.notice(Notice(f"undone_{kind}"), view, **slots)
        row = self._rows_of([move.index], view) if isinstance(move, Touch) else ()
        return said, *row

    # Beginning

    def welcome(self, view: PublicView, giver: Side | None = None) -> tuple[Announcement, ...]:
        """Begin a game: the key, tokens, who begins; in full style also the 25 words by rows and what can be said.

        `giver` is who begins when the players have chosen (rules 1.4); else a clue without a name counts as side `a`'s.
        """
        say = self.phrases.say
        sentences = [say(Notice.WELCOME)]
        if self.style is not Style.SHORT:
            sentences.append(say(Notice.KEY_ON_TABLE if view.key_on_table else Notice.KEY_DRAWN))
        if view.checkmarks_left:
            sentences += [say(Notice.MISSION, count=view.tokens_left), self._answers.mistakes(view)]
        else:
            sentences.append(self._answers.tokens(view))
        if giver is not None:
            sentences.append(say(Line.GIVER_NEXT, giver=giver))
        elif self.style is Style.SHORT or len(view.next_givers) == 1:
            sentences.append(self._events.expectation(view))
        else:
            sentences.append(say(Notice.WHO_BEGINS, giver=Side.A, other=Side.B))
        more = (*self.rows(view), *self.help(ScopeName.CLUE)) if self.style is Style.FULL else ()
        return Announcement(self.phrases.join(sentences)), *more

    def resumed(self, view: PublicView) -> tuple[Announcement, ...]:
        """Take up a saved game: tokens, agents, the clue, what is expected."""
        sentences = [self.phrases.say(Notice.RESUMED), self._answers.tokens(view), self._answers.agents(view)]
        if view.clue is not None:
            sentences.append(self._answers.clue_now(view))
        sentences.append(self._events.expectation(view))
        rows = self.rows(view) if self.style is Style.FULL else ()
        return Announcement(self.phrases.join(sentences)), *rows

    def expectation(self, view: PublicView) -> str:
        """What is expected now, in one sentence."""
        return self._events.expectation(view)

    def _rows_of(self, indices: Sequence[int], view: PublicView) -> tuple[Announcement, ...]:
        """In full style the rows of these words, last, so that whoever knows them can cut them off."""
        if self.style is not Style.FULL:
            return ()
        rows = dict.fromkeys(index // 5 + 1 for index in indices)
        return tuple(Announcement(self._answers.row(view, row), Priority.LOW) for row in rows)

    def _answer(self, text: str, view: PublicView) -> tuple[Announcement, ...]:
        return (self._with_expectation(text, view, Priority.LOW),)

    def _with_expectation(self, text: str, view: PublicView | None, priority: Priority) -> Announcement:
        if view is None or self.style is Style.SHORT:
            return Announcement(text, priority)
        return Announcement(self.phrases.join(list(dict.fromkeys([text, self._events.expectation(view)]))), priority)

    def _lower(self, slots: dict[str, Value]) -> dict[str, Value]:
        return {k: tuple(map(self.phrases.word, v)) if isinstance(v, tuple) else v for k, v in slots.items()}


def _low(text: str) -> tuple[Announcement, ...]:
    return (Announcement(text, Priority.LOW),)


def _describe(move: Move, view: PublicView) -> tuple[str, dict[str, Value]]:
    if isinstance(move, GiveClue):
        return "clue", {"word": move.word, "number": move.number}
    if isinstance(move, Touch):
        return "touch", {"word": view.words[move.index]}
    if isinstance(move, DeclareComplete):
        return "complete", {"side": move.by}
    return ("penalty" if isinstance(move, Penalize) else "stop"), {}
