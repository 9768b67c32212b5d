"""The three outcomes of interpretation (voice.md, Listening 8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from voiceduet.grammar.intents import ClueIntent, Intent

MOST_CANDIDATES = 3
"""So many readings are asked about at most."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of an utterance."""

    intent: Intent
    cost: float
    """Ours, lower is better; 0 is an exact, sure reading."""
    heard: str
    """The recogniser's text that this reading comes from."""


@dataclass(frozen=True, slots=True)
class Understood:
    """One reading is good enough and clear of its rivals: act and say what was done."""

    best: Candidate
    sure: bool = True
    """False when the act needs a "yes" first (voice.md, Listening 8, 9)."""
    trust: float | None = field(default=None, compare=False)
    """How far the first ears are believed: `TouchSigns.logit`; only for touches by a word."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several readings are close: ask which."""

    candidates: tuple[Candidate, ...]
    """Two or more, best first."""
    alike: bool = False
    """They differ only in words that sound the same, so that reading one back tells nobody which (Listening 12)."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Nothing parses."""

    heard: str
    addressed: bool
    """It began like something meant for the referee, so asking to repeat is polite; else stay silent."""


Meaning: TypeAlias = Understood | Ambiguous | NotUnderstood


def candidates_of(meaning: Meaning) -> tuple[Candidate, ...]:
    """All readings of a meaning, best first; none of what was not understood."""
    match meaning:
        case Understood(best=best):
            return (best,)
        case Ambiguous(candidates=candidates):
            return candidates
        case NotUnderstood():
            return ()


def is_clue(meaning: Meaning) -> bool:
    """Whether every reading is a clue, whole or half."""
    found = candidates_of(meaning)
    return bool(found) and all(isinstance(each.intent, ClueIntent) for each in found)


def is_half_clue(meaning: Meaning) -> bool:
    """Whether every reading is a clue, and some lack their word or their number."""
    clues = [each.intent for each in candidates_of(meaning) if isinstance(each.intent, ClueIntent)]
    return is_clue(meaning) and any(clue.word is None or clue.number is None for clue in clues)
