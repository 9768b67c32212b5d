"""What speaks against a Russian clue by itself: not a word, foreign, abbreviation, place, hyphen (rules 9.1, 9.3)."""

from __future__ import annotations

import re
from collections.abc import Callable

from voiceduet.grammar.judge import text
from voiceduet.grammar.judge.analyst import Finding
from voiceduet.grammar.judge.messages import JudgeDataError
from voiceduet.grammar.judge.verdict import Reason, Verdict
from voiceduet.grammar.ru.judge_lexicon import read_table
from voiceduet.grammar.ru.judge_sorted import SortedTable
from voiceduet.grammar.ru.morphology import RussianMorphology

_KINDS = frozenset({"position", "bound_hyphen", "acronym_word", "taken", "foreign", "half_taken"})
_IN_USE = 1.4
"""Zipf frequency from which a spelling that the dictionary lacks is taken for a word."""
_IMPOSSIBLE = re.compile(
    r"[жшчщгкх]ы|[чщ][яю]|^[ьъы]|[аеёиоуыэюя][ьъ]|(.)\1\1|[бвгджзйклмнпрстфхцчшщ]{6}|^[^аеёиоуыэюя]{4,}$"
)
"""Letters that never stand so in a Russian word, nor in a foreign one that Russian spells."""
_PRONOUNCEABLE = re.compile(r"[бвгджзклмнпрстфхцчшщ][аеёиоуыэюя][бвгджзйклмнпрстфхцчшщ]")
"""Abbreviations with a closed syllable are read as words: жэк, омон."""
_OTHER_READINGS = 0.3
"""Share from which the readings beside the abbreviation make a form an ordinary word."""
_NAME_TAGS = frozenset({"Name", "Surn", "Patr", "Geox"})


class WordKnowledge:
    """Word lists, pymorphy3's dictionary, and words in use that it lacks."""

    def __init__(self, morph: RussianMorphology, is_made_up: Callable[[str], bool]) -> None:
        self._morph = morph
        self._is_made_up = is_made_up
        self._lists = _read_lists()
        self._vocabulary = SortedTable("judge_vocabulary.tsv")
        rows = read_table("judge_numbers.tsv", 2)
        self._numbers = {(card, int(number)) for card, numbers in rows for number in numbers.split()}

    def examine(self, clue: str) -> tuple[Finding, ...]:
        """Findings about the clue alone; a space or a hyphen is left to the judge unless more is known."""
        folded = clue.replace("ё", "е")
        if " " in clue or "-" in clue:
            return self._several(folded)
        if text.has_latin(clue):
            return (Finding(Verdict.ILLEGAL, Reason.FOREIGN),)
        if len(clue) == 1 or folded in self._lists["acronym_word"] or folded in self._lists["taken"]:
            return ()
        if folded in self._lists["position"]:
            return (Finding(Verdict.DOUBTFUL, Reason.POSITION),)
        return self._language(clue, folded)

    def number_hint(self, number: int, card: str) -> Finding | None:
        """Whether everybody knows the number as belonging to the card: осьминог 8."""
        if (card, number) in self._numbers:
            return Finding(Verdict.DOUBTFUL, Reason.NUMBER_AS_CLUE, card)
        return None

    def _several(self, clue: str) -> tuple[Finding, ...]:
        parts = clue.replace("-", " ").split()
        if not all(any("а" <= letter <= "я" for letter in part) for part in parts):
            return ()
        hyphenated = "-".join(parts)
        bound = not all(self._stands_alone(part) for part in parts)
        if hyphenated in self._lists["bound_hyphen"] or ("-" in clue and bound):
            return (Finding(Verdict.DOUBTFUL, Reason.HYPHENATED),)
        if self._morph.is_known(hyphenated):
            return (Finding(Verdict.DOUBTFUL if bound else Verdict.ILLEGAL, Reason.HYPHENATED),)
        if bound and self._morph.is_known("".join(parts)):
            return (Finding(Verdict.DOUBTFUL, Reason.MULTI_WORD),)
        if "-" not in clue and all(self._is_name(part) for part in parts):
            return (Finding(Verdict.ILLEGAL, Reason.PROPER_MULTIWORD),)
        return ()

    def _stands_alone(self, part: str) -> bool:
        parses = self._morph.parses(part)
        return len(part) > 2 and any(p.known and not p.grammemes & {"Abbr", "Init"} for p in parses)

    def _is_name(self, part: str) -> bool:
        return any(p.known and p.grammemes & _NAME_TAGS for p in self._morph.parses(part)[:2])

    def _language(self, clue: str, folded: str) -> tuple[Finding, ...]:
        if folded in self._lists["foreign"]:
            return (Finding(Verdict.ILLEGAL, Reason.FOREIGN),)
        if folded in self._lists["half_taken"]:
            return (Finding(Verdict.DOUBTFUL, Reason.FOREIGN),)
        if self._is_abbreviation(clue):
            return (Finding(Verdict.DOUBTFUL, Reason.ABBREVIATION),)
        if self._morph.is_known(clue):
            return ()
        zipf = max(self._frequency(clue), self._frequency(folded))
        if zipf >= _IN_USE:
            return ()
        invented = not zipf and (_IMPOSSIBLE.search(folded) is not None or self._is_made_up(folded))
        return (Finding(Verdict.ILLEGAL if invented else Verdict.DOUBTFUL, Reason.NOT_A_WORD),)

    def _frequency(self, word: str) -> float:
        """Zipf frequency of a spelling that the dictionary lacks; 0 when nobody writes it."""
        return float(self._vocabulary.get(word) or 0.0)

    def _is_abbreviation(self, clue: str) -> bool:
        """Read letter by letter: an abbreviation of the dictionary, or letters without a vowel."""
        known = [p for p in self._morph.parses(clue) if p.known]
        if known:
            others = sum(p.score for p in known if "Abbr" not in p.grammemes)
            return others < _OTHER_READINGS and "Abbr" in known[0].grammemes and not _PRONOUNCEABLE.search(clue)
        return len(clue) <= _LONGEST_ABBREVIATION and not any(letter in "аеёиоуыэюя" for letter in clue)


_LONGEST_ABBREVIATION = 5


def _read_lists() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {kind: set() for kind in _KINDS}
    for kind, words in read_table("judge_words.tsv", 2):
        if kind not in _KINDS:
            raise JudgeDataError(f"grammar/ru/judge_words.tsv: unknown kind {kind!r}; there are {sorted(_KINDS)}")
        found[kind].update(words.split())
    return {kind: frozenset(words) for kind, words in found.items()}
