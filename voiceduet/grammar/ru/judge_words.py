"""What speaks against a Russian clue by itself: not a word, foreign, abbreviation, place (rules 9.1, 9.3)."""

from __future__ import annotations

from voiceduet.grammar.judge import text
from voiceduet.grammar.judge.analyst import Finding
from voiceduet.grammar.judge.verdict import Reason, Relaxation, Verdict
from voiceduet.grammar.ru.judge_lexicon import read_table
from voiceduet.grammar.ru.morphology import RussianMorphology


class WordKnowledge:
    """Word lists and pymorphy3's dictionary."""

    def __init__(self, morph: RussianMorphology) -> None:
        self._morph = morph
        self._lists: dict[str, set[str]] = {}
        for kind, words in read_table("judge_words.tsv", 2):
            self._lists.setdefault(kind, set()).update(words.split())
        self._numbers = {
            (card, int(n)) for card, numbers in read_table("judge_numbers.tsv", 2) for n in numbers.split()
        }

    def examine(self, clue: str, relaxed: frozenset[Relaxation]) -> tuple[Finding, ...]:
        """Findings about the clue alone; shape findings are the judge's unless a list knows better."""
        folded = clue.replace("ё", "е")
        if " " in clue or "-" in clue:
            return self._several(folded)
        if text.has_latin(clue):
            return (Finding(Verdict.ILLEGAL, Reason.FOREIGN),)
        if len(clue) == 1:
            return ()
        if folded in self._lists["position"]:
            return (Finding(Verdict.DOUBTFUL, Reason.POSITION),)
        if self._is_abbreviation(clue):
            return (Finding(Verdict.DOUBTFUL, Reason.ABBREVIATION),)
        return self._unknown(clue, folded)

    def number_hint(self, number: int, card: str) -> Finding | None:
        """Whether everybody knows the number as belonging to the card: осьминог 8."""
        if (card, number) in self._numbers:
            return Finding(Verdict.DOUBTFUL, Reason.NUMBER_AS_CLUE, card)
        return None

    def _several(self, clue: str) -> tuple[Finding, ...]:
        hyphenated = clue.replace(" ", "-")
        if hyphenated in self._lists["bound_hyphen"]:
            return (Finding(Verdict.DOUBTFUL, Reason.HYPHENATED),)
        return ()

    def _is_abbreviation(self, clue: str) -> bool:
        known = [p for p in self._morph.parses(clue) if p.known]
        return bool(known) and all("Abbr" in p.grammemes for p in known) and clue not in self._lists["acronym_word"]

    def _unknown(self, clue: str, folded: str) -> tuple[Finding, ...]:
        if self._morph.is_known(clue) or folded in self._lists["word"]:
            return ()
        if folded in self._lists["foreign_doubt"]:
            return (Finding(Verdict.DOUBTFUL, Reason.FOREIGN),)
        if folded in self._lists["foreign"]:
            return (Finding(Verdict.ILLEGAL, Reason.FOREIGN),)
        return (Finding(Verdict.ILLEGAL, Reason.NOT_A_WORD),)
