"""Answers to queries: what both players may know, on request (voice.md, Listening 6; rules 10)."""

from __future__ import annotations

from voiceduet.engine.events import Outcome
from voiceduet.engine.side import Side
from voiceduet.table.wording_catalog import Answer, Printed
from voiceduet.table.wording_events import AGENTS
from voiceduet.table.wording_phrases import Phrases
from voiceduet.table.wording_view import TableView

COLUMNS = 5


class AnswerWording:
    """Sentences that describe the table."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases

    def tokens(self, view: TableView) -> str:
        """Tokens left; in a mission also how many of them allow a mistake."""
        if view.bystander_tokens == view.tokens:
            return self._phrases.say(Answer.TOKENS, count=view.tokens)
        return self._phrases.say(Answer.TOKENS_MISSION, count=view.tokens, mistakes=view.bystander_tokens)

    def agents(self, view: TableView) -> str:
        """Agents found of all."""
        return self._phrases.say(Answer.AGENTS, found=view.agents_found, total=AGENTS)

    def words_left(self, view: TableView) -> str:
        """The visible words (rules 3.4)."""
        closed = view.covered | (view.marked_for(Side.A) & view.marked_for(Side.B))
        words = tuple(self._phrases.word(word) for index, word in enumerate(view.words) if index not in closed)
        if not words:
            return self._phrases.say(Answer.NO_WORDS_LEFT)
        return self._phrases.say(Answer.WORDS_LEFT, count=len(words), words=words)

    def row(self, view: TableView, number: int) -> str:
        """One row, 1–5, with what lies on its words."""
        first = (number - 1) * COLUMNS
        words = tuple(self._row_word(view, index) for index in range(first, first + COLUMNS))
        return self._phrases.say(Answer.ROW, row=number, words=words)

    def marks(self, view: TableView) -> str:
        """Which uncovered words each player can never touch again."""
        sentences = []
        for side in Side:
            indices = sorted(view.marked_for(side) - view.covered)
            if indices:
                words = tuple(self._phrases.word(view.words[index]) for index in indices)
                sentences.append(self._phrases.say(Answer.MARKS_OF, guesser=side, words=words))
        return " ".join(sentences) or self._phrases.say(Answer.NO_MARKS)

    def clues(self, view: TableView) -> str:
        """Every clue so far, first to last."""
        said = [
            self._phrases.say(Answer.CLUES_OF, giver=clue.by, word=clue.word, number=clue.number) for clue in view.clues
        ]
        return " ".join(said) or self._phrases.say(Answer.NO_CLUES)

    def clue_now(self, view: TableView) -> str:
        """The clue of the running turn."""
        if view.clue is None:
            return self._phrases.say(Answer.NO_CLUE_NOW)
        return self._phrases.say(Answer.CLUE_NOW, word=view.clue.word, number=view.clue.number)

    def score(self, score: int) -> str:
        """The score of a won game (rules 8)."""
        return self._phrases.say(Answer.SCORE if score >= 0 else Answer.SCORE_NEGATIVE, score=score)

    def final(self, view: TableView) -> str:
        """How the game ended, or that it did not."""
        found = view.agents_found
        if view.outcome is None:
            return self._phrases.say(Answer.FINAL_RUNNING, found=found, total=AGENTS)
        if view.outcome is not Outcome.WIN:
            return self._phrases.say(Answer.FINAL_LOST, found=found, total=AGENTS)
        if view.tokens == 0:
            return self._phrases.say(Answer.FINAL_WON_SUDDEN_DEATH, found=found)
        return self._phrases.say(Answer.FINAL_WON, found=found, count=view.tokens)

    def state_line(self, view: TableView) -> str:
        """The state in one printed line."""
        say = self._phrases.say_printed
        mission = view.bystander_tokens != view.tokens
        parts = [
            say(Printed.TOKENS_MISSION, count=view.tokens, mistakes=view.bystander_tokens)
            if mission
            else say(Printed.TOKENS, count=view.tokens),
            say(Printed.AGENTS, found=view.agents_found, total=AGENTS),
        ]
        if view.outcome is not None:
            parts.append(say(Printed.WON if view.outcome is Outcome.WIN else Printed.LOST))
            return " · ".join(parts)
        if view.sudden_death:
            parts.append(say(Printed.SUDDEN_DEATH))
        if view.clue is not None:
            parts.append(say(Printed.CLUE, word=view.clue.word, number=view.clue.number))
        parts += [say(Printed.GUESSER, guesser=side) for side in view.may_guess]
        if len(view.may_give) == 1:
            parts.append(say(Printed.GIVER, giver=view.may_give[0]))
        elif view.may_give:
            parts.append(say(Printed.GIVER_OPEN))
        return " · ".join(parts)

    def _row_word(self, view: TableView, index: int) -> str:
        word = self._phrases.word(view.words[index])
        marked = [side for side in Side if index in view.marked_for(side)]
        if index in view.covered:
            return self._phrases.part(Answer.ROW_WORD_AGENT, word=word)
        if len(marked) == 2:
            return self._phrases.part(Answer.ROW_WORD_CLOSED, word=word)
        if marked:
            return self._phrases.part(Answer.ROW_WORD_MARKED, word=word, guesser=marked[0])
        return self._phrases.part(Answer.ROW_WORD_FREE, word=word)
