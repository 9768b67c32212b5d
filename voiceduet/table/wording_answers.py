"""Answers to queries: what both players may know, on request (voice.md, Listening 6; rules 10)."""

from __future__ import annotations

from voiceduet.engine.events import Outcome
from voiceduet.engine.observation import PublicView
from voiceduet.engine.side import Side
from voiceduet.engine.state import Phase
from voiceduet.table.wording_catalog import Answer, Printed
from voiceduet.table.wording_events import AGENTS
from voiceduet.table.wording_phrases import Phrases

COLUMNS = 5


class AnswerWording:
    """Sentences that describe the table."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases

    def tokens(self, view: PublicView) -> str:
        """Tokens left; in a mission also how many of them allow a mistake."""
        if not view.checkmarks_left:
            return self._phrases.say(Answer.TOKENS, count=view.tokens_left)
        tokens = self._phrases.say(Answer.TOKENS, count=view.tokens_left)
        return self._phrases.join([tokens, self.mistakes(view)])

    def mistakes(self, view: PublicView) -> str:
        """How many mistakes a mission still has at the ordinary price (rules 5.3)."""
        return self._phrases.say(Answer.MISTAKES, count=view.mistakes_left)

    def agents(self, view: PublicView) -> str:
        """Agents found of all."""
        return self._phrases.say(Answer.AGENTS, found=view.agents_found, total=AGENTS)

    def words_left(self, view: PublicView) -> str:
        """The visible words (rules 3.4)."""
        words = tuple(map(self._phrases.word, view.visible_words))
        if not words:
            return self._phrases.say(Answer.NO_WORDS_LEFT)
        return self._phrases.say(Answer.WORDS_LEFT, count=len(words), words=words)

    def row(self, view: PublicView, number: int) -> str:
        """One row, 1–5, with what lies on its words."""
        first = (number - 1) * COLUMNS
        words = tuple(self._row_word(view, index) for index in range(first, first + COLUMNS))
        return self._phrases.say(Answer.ROW, row=number, words=words)

    def marks(self, view: PublicView) -> str:
        """Which uncovered words each player can never touch again."""
        sentences = []
        for side in Side:
            indices = [index for index in view.marked_for(side) if index not in view.covered]
            if indices:
                words = tuple(self._phrases.word(view.words[index]) for index in indices)
                sentences.append(self._phrases.say(Answer.MARKS_OF, guesser=side, words=words))
        return " ".join(sentences) or self._phrases.say(Answer.NO_MARKS)

    def marks_on(self, view: PublicView, index: int) -> str:
        """Who was wrong about one word; a mark stays when the word is covered later (rules 3.2)."""
        word = self._phrases.word(view.words[index])
        sentences = [
            self._phrases.say(Answer.MARKS_OF, guesser=side, words=(word,))
            for side in Side
            if index in view.marked_for(side)
        ]
        return " ".join(sentences) or self._phrases.say(Answer.NO_MARK_ON, word=word)

    def clues(self, view: PublicView) -> str:
        """Every clue so far, first to last."""
        said = [
            self._phrases.say(Answer.CLUES_OF, giver=clue.by, word=clue.word, number=clue.number)
            for clue in view.past_clues
        ]
        return " ".join(said) or self._phrases.say(Answer.NO_CLUES)

    def clue_now(self, view: PublicView) -> str:
        """The clue of the running turn."""
        if view.clue is None:
            return self._phrases.say(Answer.NO_CLUE_NOW)
        return self._phrases.say(Answer.CLUE_NOW, word=view.clue.word, number=view.clue.number)

    def score(self, score: int) -> str:
        """The score of a won game (rules 8)."""
        return self._phrases.say(Answer.SCORE if score >= 0 else Answer.SCORE_NEGATIVE, score=score)

    def final(self, view: PublicView) -> str:
        """How the game ended, or that it did not."""
        found = view.agents_found
        if view.outcome is None:
            return self._phrases.say(Answer.FINAL_RUNNING, found=found, total=AGENTS)
        if view.outcome is not Outcome.WIN:
            return self._phrases.say(Answer.FINAL_LOST, found=found, total=AGENTS)
        return self._phrases.say(Answer.FINAL_WON, found=found, count=view.tokens_left)

    def state_line(self, view: PublicView) -> str:
        """The state in one printed line."""
        say = self._phrases.say_printed
        parts = [
            say(Printed.TOKENS_MISSION, count=view.tokens_left, mistakes=view.mistakes_left)
            if view.checkmarks_left
            else say(Printed.TOKENS, count=view.tokens_left),
            say(Printed.AGENTS, found=view.agents_found, total=AGENTS),
        ]
        if view.outcome is not None:
            parts.append(say(Printed.WON if view.outcome is Outcome.WIN else Printed.LOST))
            return " · ".join(parts)
        if view.phase is Phase.SUDDEN_DEATH:
            parts.append(say(Printed.SUDDEN_DEATH))
        if view.clue is not None:
            parts.append(say(Printed.CLUE, word=view.clue.word, number=view.clue.number))
        parts += [say(Printed.GUESSER, guesser=side) for side in view.guessers]
        if len(view.next_givers) == 1:
            parts.append(say(Printed.GIVER, giver=view.next_givers[0]))
        elif view.next_givers:
            parts.append(say(Printed.GIVER_OPEN))
        return " · ".join(parts)

    def _row_word(self, view: PublicView, index: int) -> str:
        word = self._phrases.word(view.words[index])
        marked = view.marks[index]
        if index in view.covered:
            return self._phrases.part(Answer.ROW_WORD_AGENT, word=word)
        if len(marked) == 2:
            return self._phrases.part(Answer.ROW_WORD_CLOSED, word=word)
        if marked:
            return self._phrases.part(Answer.ROW_WORD_MARKED, word=word, guesser=marked[0])
        return self._phrases.part(Answer.ROW_WORD_FREE, word=word)
