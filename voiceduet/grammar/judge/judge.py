"""The clue judge: one clue against one table (rules 9)."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from voiceduet.engine.errors import DuetError
from voiceduet.grammar.judge.analyst import Analyst, Finding, HearsAlike
from voiceduet.grammar.judge.decisions import Decisions, TableRule
from voiceduet.grammar.judge.later import LaterAnalyst
from voiceduet.grammar.judge.messages import Messages, load_messages
from voiceduet.grammar.judge.numbers import reads_as_one_number
from voiceduet.grammar.judge.verdict import ClueQuestion, Reason, Relaxation, Ruling, Verdict

LANGUAGES = ("ru", "en", "ko")
"""Languages with an analyst."""
_EXTRAS = {"en": "lemminflect", "ko": "kiwipiepy"}
"""The library that an analyst is of no use without."""

_GRAVEST_FIRST = (
    Reason.VISIBLE_WORD,
    Reason.WORD_FORM,
    Reason.COMPOUND_PART,
    Reason.CONTAINS_VISIBLE,
    Reason.PROPER_MULTIWORD,
    Reason.MULTI_WORD,
    Reason.HYPHENATED,
    Reason.NUMBER_AS_CLUE,
    Reason.FOREIGN,
    Reason.NOT_A_WORD,
    Reason.ABBREVIATION,
    Reason.POSITION,
    Reason.LETTERS_ONLY,
)
"""Which finding the ruling names, among those of the same verdict."""

_SHAPE_REASONS = frozenset({Reason.MULTI_WORD, Reason.PROPER_MULTIWORD, Reason.HYPHENATED})
_RELAXED_BY = {
    Relaxation.MULTI_WORD: frozenset({Reason.MULTI_WORD, Reason.PROPER_MULTIWORD}),
    Relaxation.HYPHENS: frozenset({Reason.HYPHENATED}),
    Relaxation.ABBREVIATIONS: frozenset({Reason.ABBREVIATION}),
}
_BY_ITSELF = frozenset({Reason.NOT_A_WORD, Reason.FOREIGN, Reason.ABBREVIATION, Reason.POSITION}) | _SHAPE_REASONS
"""What the table's own decision about a word overrides."""
LONGEST_CLUE = 80
"""Letters; no word of any language is longer, and cutting words into parts takes more than linear time."""
_SHOWN = 20
_MOST_AGENTS = 9
"""A side has nine agents (rules 1.2)."""
_TELL_TALE = 7
"""From here up a number is hardly ever a count of words that one clue fits, so it may be a second hint (rules 9.3).

Where the whole table is known, the cards say themselves whether a number points at them."""


class UnknownLanguageError(DuetError, ValueError):
    """No judge for this language; the message lists those there are."""


class ClueJudge:
    """Rules on clues in one language. Building it loads the language's knowledge."""

    def __init__(self, analyst: Analyst, messages: Messages, decisions: Decisions) -> None:
        self.analyst = analyst
        self._messages = messages
        self._decisions = decisions

    @property
    def language(self) -> str:
        """ISO code."""
        return self.analyst.language

    def check(self, question: ClueQuestion) -> Ruling:
        """Rule on a clue (rules 9.6): the gravest of all findings, or legal."""
        if len(question.clue) > LONGEST_CLUE:
            shown = question.clue[:_SHOWN] + "…"
            return self._rule(Finding(Verdict.ILLEGAL, Reason.NOT_A_WORD), replace(question, clue=shown), shown)
        clue = self.analyst.normalise(question.clue)
        findings = [f for f in self._findings(clue, question) if not _is_relaxed(f, question.relaxed)]
        worst = min(findings, key=_gravity, default=None)
        return self._rule(worst, question, clue)

    def ask_number(self, question: ClueQuestion) -> Ruling:
        """Answer a clue that is legal by itself but came without a number: doubtful for no other reason."""
        return Ruling(Verdict.DOUBTFUL, Reason.NONE, None, self._messages.ask_number(question.clue))

    def remember(self, clue: str, *, allowed: bool) -> None:
        """Keep the table's decision about a clue word for this and later games."""
        rule = TableRule.ALLOWED if allowed else TableRule.FORBIDDEN
        self._decisions.remember(self.language, self.analyst.normalise(clue), rule)

    def _rule(self, worst: Finding | None, question: ClueQuestion, clue: str) -> Ruling:
        said = question.clue.split()
        shown = clue if len(said) > len(clue.split()) else " ".join(said)
        card = worst.against if worst else None
        message = self._messages.render(worst, shown, card, question.number)
        if worst is None:
            return Ruling(Verdict.LEGAL, Reason.NONE, None, message)
        return Ruling(worst.verdict, worst.reason, card, message)

    def _findings(self, clue: str, question: ClueQuestion) -> Iterator[Finding]:
        if not clue:
            yield Finding(Verdict.ILLEGAL, Reason.NOT_A_WORD)
            return
        yield from self._about_clue(clue, question.relaxed)
        for card in question.visible:
            folded = self.analyst.normalise(card)
            yield from self._about_card(clue, folded, card, question)
        yield from _about_number(question)
        if reads_as_one_number(self.language, clue, question.number):
            yield Finding(Verdict.DOUBTFUL, Reason.NUMBER_AS_CLUE)

    def _about_clue(self, clue: str, relaxed: frozenset[Relaxation]) -> Iterator[Finding]:
        own = self.analyst.examine(clue, relaxed)
        shape = _shape_finding(clue)
        if shape is not None and not any(f.reason in _SHAPE_REASONS for f in own):
            own = (shape, *own)
        decided = self._decisions.find(self.language, clue)
        if decided is not None:
            own = tuple(f for f in own if f.reason not in _BY_ITSELF)
        yield from own
        if decided is TableRule.FORBIDDEN:
            yield Finding(Verdict.ILLEGAL, Reason.NOT_A_WORD, detail=clue)

    def _about_card(self, clue: str, folded: str, card: str, question: ClueQuestion) -> Iterator[Finding]:
        for reading in _readings(clue):
            found = self.analyst.relate(reading, folded)
            if found is not None:
                is_part = len(reading) < len(clue.replace("-", "").replace(" ", ""))
                yield _naming(_of_part(found) if is_part else found, card)
        if question.number is not None:
            hint = self.analyst.number_hint(question.number, folded)
            if hint is not None:
                yield _naming(hint, card)
        if Relaxation.HOMOPHONES in question.relaxed and self._sounds_alike(clue, folded):
            yield Finding(Verdict.ILLEGAL, Reason.VISIBLE_WORD, card)

    def _sounds_alike(self, clue: str, card: str) -> bool:
        return isinstance(self.analyst, HearsAlike) and self.analyst.sounds_like(clue, card)


def load_judge(language: str, decisions: Path | None = None, *, later: bool = False) -> ClueJudge:
    """Build the judge of a language; `decisions` is the file of remembered table decisions.

    With `later` the language's knowledge is loaded in the background; what it needs is looked for at once.

    Raises:
        UnknownLanguageError: there is no judge for the language.
        DecisionsError: the decisions file cannot be read.

    """
    if language not in LANGUAGES:
        raise UnknownLanguageError(f"no clue judge for language {language!r}; there are: {', '.join(LANGUAGES)}")
    later = later and find_spec(_EXTRAS.get(language, "sys")) is not None
    analyst = LaterAnalyst(language, lambda: _analyst(language)) if later else _analyst(language)
    return ClueJudge(analyst, load_messages(language), Decisions(decisions))


@lru_cache(maxsize=len(LANGUAGES))
def _analyst(language: str) -> Analyst:
    """Load a language only when it is used: its libraries and data take memory and a noticeable moment."""
    module = importlib.import_module(f"voiceduet.grammar.{language}.analyst")
    return cast("Callable[[], Analyst]", module.load_analyst)()


def _readings(clue: str) -> tuple[str, ...]:
    """What is compared with a card: the clue, or its parts and all of it as one word."""
    parts = clue.replace("-", " ").split()
    return (clue,) if len(parts) == 1 else ("".join(parts), *parts)


def _about_number(question: ClueQuestion) -> Iterator[Finding]:
    number = question.number
    if number is not None and number > _MOST_AGENTS:
        yield Finding(Verdict.ILLEGAL, Reason.NUMBER_AS_CLUE)
    elif number is not None and number >= _TELL_TALE and not question.whole_table:
        yield Finding(Verdict.DOUBTFUL, Reason.NUMBER_AS_CLUE)


def _shape_finding(clue: str) -> Finding | None:
    if " " in clue:
        return Finding(Verdict.ILLEGAL, Reason.MULTI_WORD)
    if "-" in clue:
        return Finding(Verdict.ILLEGAL, Reason.HYPHENATED)
    return None


def _is_relaxed(finding: Finding, relaxed: frozenset[Relaxation]) -> bool:
    return any(finding.reason in _RELAXED_BY.get(option, frozenset()) for option in relaxed)


def _gravity(finding: Finding) -> tuple[bool, int]:
    return finding.verdict is not Verdict.ILLEGAL, _GRAVEST_FIRST.index(finding.reason)


def _of_part(finding: Finding) -> Finding:
    """What is said of several words when one of them is a card: they contain it, they are not it."""
    if finding.reason is not Reason.VISIBLE_WORD:
        return finding
    return Finding(finding.verdict, Reason.CONTAINS_VISIBLE, finding.against, finding.detail)


def _naming(finding: Finding, card: str) -> Finding:
    return Finding(finding.verdict, finding.reason, card, finding.detail)
