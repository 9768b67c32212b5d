"""What clues that were weighed between fixed words do to a clue that the other ears heard. Pure.

The weighing ear scores every clue word before every number. Where it finds another one likelier, or nearly as likely,
the referee asks which; where it clearly finds one of those that would be asked about, that is the clue; where it finds
other words likelier than any number, the referee asks, or takes it for talk. It never makes a clue of what the other
ears take for something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from voiceduet.engine.words import fold
from voiceduet.grammar.clues import form_cost, homophones, is_command_word, is_one_clue, sounds_like_counting
from voiceduet.grammar.heard import HeardText, Share
from voiceduet.grammar.intents import ClueIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.meaning import (
    MOST_CANDIDATES,
    Ambiguous,
    Candidate,
    Meaning,
    NotUnderstood,
    Understood,
    candidates_of,
    is_half_clue,
)
from voiceduet.grammar.schema import FramedLimits
from voiceduet.grammar.scopes import Scope
from voiceduet.grammar.second import read_phrase


@dataclass(frozen=True, slots=True)
class _Framed:
    """A clue and how likely it is."""

    clue: ClueIntent
    share: float
    text: str
    lag: float | None
    """How much likelier other words are in place of its number; `None` where that is not known."""


def believe_clue(
    language: Language, first: Meaning, heard: Sequence[HeardText], framed: Sequence[Share], scope: Scope
) -> Meaning:
    """The meaning after clues were weighed; `first` is what the other ears say, `heard` their texts."""
    meaning = _believed(language, first, heard, framed, scope)
    if framed and isinstance(meaning, Understood) and _is_other_word(language, meaning, heard):
        return replace(meaning, sure=False)
    return meaning


def _is_other_word(language: Language, meaning: Meaning, heard: Sequence[HeardText]) -> bool:
    """Whether the open ear best hears a number after a word that is never weighed: «ходов пять» is no ХОДОК, 5.

    Announced clues are believed.
    """
    opened = next((Words.of(text.text).folded for text in heard if text.source == "open" and text.text), ())
    *words, number = opened or ("",)
    word = " ".join(words)
    if not word or number not in language.numbers.spoken or word in language.frequency_ranks:
        return False
    clues = [each.intent for each in candidates_of(meaning) if isinstance(each.intent, ClueIntent)]
    other = [ClueIntent(word, clue.number) for clue in clues]
    is_form = any(is_one_clue(language, clue, each) for clue, each in zip(clues, other, strict=True))
    return bool(clues) and not is_form and not _is_announced(language, meaning)


def _believed(
    language: Language, first: Meaning, heard: Sequence[HeardText], framed: Sequence[Share], scope: Scope
) -> Meaning:
    limits = language.costs.framed
    found = [] if limits is None else list(_clues(language, framed, scope))
    if limits is None or not found or not _is_open(language, first):
        return first
    lag = next((each.lag for each in found if each.lag is not None), -inf)
    if lag > limits.no_number:
        return _in_doubt(language, first, is_talk=lag > limits.talk)
    if found[0].share < limits.known:
        return first
    near = _near(language, found, limits)
    match first:
        case Understood(best=best, sure=True):
            others = [each for each in near if not _is_same(language, best, each)]
            return _asked([best, *map(_candidate, others)]) if others else first
        case _:
            candidates = candidates_of(first)
    is_clear = len(near) == 1 and all(found[0].share - each.share >= limits.clear for each in found[1:])
    own = next((each for each in candidates if _is_same(language, each, near[0])), None)
    is_weighed = all(_is_same(language, each, near[0]) or _can_be_weighed(language, each) for each in candidates)
    if is_clear and is_weighed and own is not None and not _is_always_asked(language, near[0].clue, heard):
        return Understood(own)
    return _asked(_merged(language, near, candidates))


def _clues(language: Language, framed: Sequence[Share], scope: Scope) -> Iterator[_Framed]:
    """The weighed clues, best first; of the forms of one word the best.

    What a word's form costs counts as so much less likely as the open ear's score would have to be worse.
    """
    read = ((each, read_phrase(language, each.text, scope)) for each in framed)
    clues = [
        _Framed(
            clue, each.share - form_cost(language, clue.word) / language.costs.weights.score_step, each.text, each.lag
        )
        for each, clue in read
        if isinstance(clue, ClueIntent) and clue.word is not None
    ]
    kept: list[ClueIntent] = []
    for each in sorted(clues, key=lambda clue: -clue.share):
        if not any(is_one_clue(language, each.clue, other) for other in kept):
            kept.append(each.clue)
            yield each


def _near(language: Language, found: Sequence[_Framed], limits: FramedLimits) -> list[_Framed]:
    """The likeliest clue and those that are nearly as likely: words that sound like it are told from it less surely."""
    best = found[0]
    behind = [(best.share - each.share, each) for each in found]
    return [
        each
        for lag, each in behind
        if lag <= limits.near or (lag <= limits.near_alike and _distance(language, best, each) <= limits.alike)
    ]


def _distance(language: Language, left: _Framed, right: _Framed) -> float:
    return language.sounds.distance(left.clue.word or "", right.clue.word or "")


def _is_open(language: Language, first: Meaning) -> bool:
    """Whether weighing may tell more: words were heard, not spelled, and no two of them sound the same."""
    candidates = candidates_of(first)
    if not candidates or (isinstance(first, Ambiguous) and first.alike):
        return False
    clues = [each.intent for each in candidates if isinstance(each.intent, ClueIntent)]
    words = [clue.word for clue in clues if clue.word is not None and not clue.spelled]
    alike = {other for word in words for other in homophones(language, word)}
    return len(words) == len(candidates) and alike.isdisjoint(words)


def _has_several_words(first: Meaning) -> bool:
    return any(isinstance(each.intent, ClueIntent) and " " in (each.intent.word or "") for each in candidates_of(first))


def _is_announced(language: Language, first: Meaning) -> bool:
    return any(not language.markers.isdisjoint(Words.of(each.heard).folded) for each in candidates_of(first))


def _in_doubt(language: Language, first: Meaning, *, is_talk: bool) -> Meaning:
    """A clue whose number was hardly said: asked about, or no clue. Half a clue has none that could be doubted."""
    if is_half_clue(first):
        return first
    if is_talk and not _is_announced(language, first) and not _has_several_words(first):
        return NotUnderstood(candidates_of(first)[0].heard, addressed=False)
    return replace(first, sure=False) if isinstance(first, Understood) else first


def _can_be_weighed(language: Language, candidate: Candidate) -> bool:
    """Whether its word is one of those that are weighed: nothing rules out another («постоялый»)."""
    return isinstance(candidate.intent, ClueIntent) and fold(candidate.intent.word or "") in language.frequency_ranks


def _is_always_asked(language: Language, clue: ClueIntent, heard: Sequence[HeardText]) -> bool:
    """Whether a clue is read back however likely it is: beside talk or counting, or of a command's word."""
    opened = next((Words.of(text.text).folded for text in heard if text.source == "open" and text.text), ())
    return (
        not language.chatter.isdisjoint(opened)
        or any(" ".join(Words.of(text.text).folded) in language.counting for text in heard)
        or is_command_word(language, clue)
        or sounds_like_counting(language, clue)
    )


def _merged(language: Language, near: Sequence[_Framed], own: Sequence[Candidate]) -> list[Candidate]:
    """What was weighed, and after it what else was heard; each clue once, as it was heard where it was."""
    merged = [next((each for each in own if _is_same(language, each, clue)), _candidate(clue)) for clue in near]
    return merged + [each for each in own if not any(_is_same(language, each, clue) for clue in near)]


def _candidate(framed: _Framed) -> Candidate:
    return Candidate(framed.clue, -framed.share, framed.text)


def _asked(candidates: Sequence[Candidate]) -> Meaning:
    if len(candidates) == 1:
        return Understood(candidates[0], sure=False)
    return Ambiguous(tuple(candidates[:MOST_CANDIDATES]))


def _is_same(language: Language, candidate: Candidate, framed: _Framed) -> bool:
    return isinstance(candidate.intent, ClueIntent) and is_one_clue(language, candidate.intent, framed.clue)
