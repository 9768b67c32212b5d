"""Spelled clue words: what the ear for letters may hear, and which words heard letters make (voice.md, Listening 5).

Letter names are short and near to each other (бэ, вэ, дэ …), so the words of the language are the judge of what was
said: the ear for letters hears whole words letter by letter, and letters that came one by one are put together into
the likeliest word. What comes out is read back in any case.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from voiceduet.engine.words import fold
from voiceduet.grammar.building import BUILDERS
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent, Intent, SpellingIntent, is_about_letters
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import SlotReader, Words
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName
from voiceduet.grammar.slots import UNKNOWN_WORDS
from voiceduet.grammar.tables import matches
from voiceduet.grammar.templates import Pattern, Slot

LETTERS = "letters"
"""The slot of letters in sentences."""
MOST_READINGS = 8
"""So many readings of one utterance are kept."""
MOST_WORDS = 4
"""So many words are offered for what was spelled, one after another."""
_MOST_WAYS = 400
"""So many beginnings of a word are kept while letters are put together."""
_LATER_READING = 0.08
"""What a reading costs for each that was likelier in its utterance."""
_NO_LEMMA, _NO_WORD = 0.1, 0.1
"""What a word costs that is an inflected form, and one that is in no list. How frequent a word is does not matter: it
is rare words that are spelled. Tuned on 40 words in three voices."""
_WRONG_LETTER, _MOST_WRONG, _SHORTEST_NEAR = 0.5, 2, 4
"""What a letter costs that was lost, misheard or made up among letters that came one by one; how many may be, in words
of how many letters."""
_WORTH_ASKING = 0.3
"""A reading that costs so much more than the best is not offered."""
_NO_WORD_OF_LETTERS = 0.75
"""The same for letters that came one by one."""
_LETTER = 0.025
"""What each letter fewer than ten costs: letter names are lost more easily than made up."""


@dataclass(frozen=True, slots=True)
class SpellingPhrases:
    """What the ear for letters may hear, in the recogniser's spelling."""

    letters: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...]
    """Each as a string of letters."""
    openings: tuple[str, ...]
    closings: tuple[str, ...]
    phrases: tuple[str, ...]


def spelling_phrases(language: Language, more_words: Iterable[str] = ()) -> SpellingPhrases:
    """All that may be heard: the clue words of the language and some more, letter by letter, and what goes with it."""
    words = dict.fromkeys((*language.open_words, *language.spelled_words, *(word.casefold() for word in more_words)))
    spelled = (language.forms.letters(word) for word in words)
    openings: dict[str, None] = {}
    closings: dict[str, None] = {}
    for pattern in _spelling_patterns(language):
        place = next(place for place, token in enumerate(pattern) if token == Slot(LETTERS))
        openings |= dict.fromkeys(_filled(pattern[:place], language.readers))
        closings |= dict.fromkeys(_filled(pattern[place + 1 :], language.readers))
    return SpellingPhrases(
        letters=language.letters,
        words=tuple(word for word in spelled if language.letters.keys() >= set(word)),
        openings=tuple(openings),
        closings=tuple(closings),
        phrases=tuple(_commands(language)),
    )


def _spelling_patterns(language: Language) -> Iterator[Pattern]:
    for entry in language.entries:
        yield from (pattern for pattern in entry.patterns if Slot(LETTERS) in pattern)


def _filled(pattern: Pattern, readers: Mapping[str, SlotReader]) -> Iterator[str]:
    """What a part of a sentence may be; nothing where it has a slot of the table."""
    if pattern and all(isinstance(token, str) or token.name in readers for token in pattern):
        choices = ((token,) if isinstance(token, str) else readers[token.name].spoken for token in pattern)
        yield from map(" ".join, product(*choices))


def _commands(language: Language) -> Iterator[str]:
    """Everything else that may be said while a word is being spelled, but for names."""
    for entry in language.entries:
        if ScopeName.SPELLING in entry.scopes and entry.ear:
            yield from (" ".join(map(str, pattern)) for pattern in entry.patterns if all(map(_is_fixed, pattern)))


def _is_fixed(token: str | Slot) -> bool:
    return isinstance(token, str)


def is_spelled(language: Language, heard: Sequence[HeardText], scope: Scope) -> bool:
    """Whether an utterance should be heard by the ear for letters too.

    While a word is being spelled all of them; else those that open with «по буквам», in some ear.
    """
    if any(text.source == "typed" for text in heard) or scope.name not in {ScopeName.SPELLING, ScopeName.CLUE}:
        return False
    if scope.name is ScopeName.SPELLING:
        return True
    return any(_opens(language, Words.of(text.text), opening) for text in heard for opening in _openings(language))


def _openings(language: Language) -> frozenset[str]:
    return frozenset(
        " ".join(map(str, pattern))
        for entry in language.entries
        if entry.sentence.intent == ClueIntent.name and dict(entry.sentence.fixed).get("spelled")
        for pattern in entry.patterns
        if all(isinstance(token, str) for token in pattern)
    )


def _opens(language: Language, words: Words, opening: str) -> bool:
    begun = " ".join(words.original[: len(opening.split())])
    return language.sounds.distance(begun, opening) <= language.costs.address_distance


def read_spelled(language: Language, heard: Sequence[HeardText], scope: Scope) -> Meaning:
    """Say what was spelled; `heard` is what the ear for letters heard, best first. Never sure: it is read back."""
    best = max((text.score for text in heard if text.score is not None), default=0.0)
    found: dict[Intent, Candidate] = {}
    for text in heard:
        behind = 0.0 if text.score is None else language.costs.weights.score_step * (best - text.score)
        words = Words.of(text.text)
        if not UNKNOWN_WORDS.isdisjoint(words.folded):
            if text is heard[0]:
                break
            continue
        for match in matches(language, words, scope):
            intent = BUILDERS[match.sentence.intent](match.as_dict())
            cost = round(language.costs.weights.spelled_aloud + behind + _unlikely(language, intent), 4)
            if _counts(intent) and (intent not in found or cost < found[intent].cost):
                found[intent] = Candidate(intent, cost, text.text)
    if not found:
        return NotUnderstood(heard[0].text if heard else "", addressed=scope.name is ScopeName.CLUE)
    most = min(candidate.cost for candidate in found.values()) + _WORTH_ASKING
    ranked = sorted((each for each in found.values() if each.cost <= most), key=lambda candidate: candidate.cost)
    ranked = ranked[:MOST_READINGS]
    return Ambiguous(tuple(ranked)) if len(ranked) > 1 else Understood(ranked[0], sure=False)


def _counts(intent: Intent) -> bool:
    """Whether the ear for letters is the one to say so: letters, and what ends them."""
    return isinstance(intent, SpellingIntent) or (isinstance(intent, ClueIntent) and intent.spelled)


def _unlikely(language: Language, intent: Intent) -> float:
    """What a reading costs because such a clue is seldom given; a part of a word may be anything."""
    if not isinstance(intent, ClueIntent) or intent.word is None:
        return 0.0
    return _word_doubt(language, intent.word) + _LETTER * max(0, 10 - len(language.forms.letters(intent.word)))


@lru_cache(maxsize=4)
def _rare_words(language: Language) -> frozenset[str]:
    return frozenset(map(fold, language.spelled_words))


def _word_doubt(language: Language, word: str) -> float:
    if fold(word) not in language.frequency_ranks:
        return _NO_WORD / 2 if fold(word) in _rare_words(language) else _NO_WORD
    return 0.0 if language.forms.is_lemma(word) else _NO_LEMMA


def likeliest_words(language: Language, heard: Sequence[Sequence[str]], refused: Iterable[str] = ()) -> tuple[str, ...]:
    """Words that letters make which came in several utterances, likeliest first; at least one.

    `heard` has for each utterance what it may have been, likeliest first; `refused` are words that it was not.
    """
    if len(heard) == 1:
        words = dict.fromkeys(language.forms.spelled(letters) for letters in heard[0])
        kept = [word for word in words if word not in set(refused)]
        return tuple(kept[:MOST_WORDS]) or tuple(words)[:1]
    ways: list[tuple[float, str]] = [(0.0, "")]
    for readings in heard:
        longer = (
            (cost + _LATER_READING * place, word + letters)
            for cost, word in ways
            for place, letters in enumerate(readings)
        )
        ways = heapq.nsmallest(_MOST_WAYS, longer)
    costs = {language.forms.spelled(word): cost for word, cost in _near_words(language, heard).items()}
    for cost, letters in ways:
        word = language.forms.spelled(letters)
        costs.setdefault(word, cost + _NO_WORD_OF_LETTERS * (_word_doubt(language, word) == _NO_WORD))
    kept = [word for word in sorted(costs, key=lambda word: costs[word]) if word not in set(refused)]
    unknown = [word for word in kept if _word_doubt(language, word) == _NO_WORD][1:]
    kept = [word for word in kept if word not in set(unknown)]
    return tuple(kept[:MOST_WORDS]) or (language.forms.spelled("".join(readings[0] for readings in heard)),)


def _near_words(language: Language, heard: Sequence[Sequence[str]]) -> dict[str, float]:
    """Words that differ from the heard letters in one or two, with their costs: short names get lost, or are misheard.

    Only for letters that came one by one.
    """
    if any(len(readings[0]) != 1 for readings in heard):
        return {}
    singles = [[letters for letters in readings if len(letters) == 1] for readings in heard]
    ranks = [{letter: _LATER_READING * place for place, letter in enumerate(readings)} for readings in singles]
    near = [frozenset().union(*ranks[max(0, place - 1) : place + 2]) for place in range(len(ranks) + 1)]
    found: dict[str, float] = {}
    for word in _letter_words(language):
        if abs(len(word) - len(ranks)) > 1 or len(word) < _SHORTEST_NEAR:
            continue
        alike = sum(letter in near[min(place, len(ranks))] for place, letter in enumerate(word))
        if alike >= len(word) - _MOST_WRONG:
            cost = _way_to(word, ranks)
            if cost <= _MOST_WRONG * _WRONG_LETTER:
                found[word] = cost
    return found


def _way_to(word: str, ranks: Sequence[Mapping[str, float]]) -> float:
    """The least cost of the letters of a word, of which some may be lost, misheard or made up."""
    row = [_WRONG_LETTER * place for place in range(len(ranks) + 1)]
    for letter in word:
        before, row = row, [row[0] + _WRONG_LETTER]
        for place, readings in enumerate(ranks):
            taken = before[place] + readings.get(letter, _WRONG_LETTER)
            row.append(min(taken, before[place + 1] + _WRONG_LETTER, row[place] + _WRONG_LETTER))
    return row[-1]


@lru_cache(maxsize=4)
def _letter_words(language: Language) -> tuple[str, ...]:
    return tuple(map(language.forms.letters, (*language.open_words, *language.spelled_words)))


def letter_names(language: Language, word: str) -> str:
    """A word as it is spelled aloud: «ка, о, тэ»."""
    letters = language.forms.letters(word.casefold())
    return ", ".join(language.letters[letter][0] for letter in letters if letter in language.letters)


def is_opening(meaning: Meaning) -> bool:
    """Whether «по буквам» was surely said, and nothing more."""
    match meaning:
        case Understood(best=Candidate(intent=ClueIntent(word=None, number=None, spelled=True)), sure=True):
            return True
        case _:
            return False


def acts_on_letters(meaning: Meaning) -> bool:
    """Whether a meaning of the usual ears is about letters, which the ear for letters hears better."""
    match meaning:
        case Understood(best=best):
            return is_about_letters(best.intent)
        case Ambiguous(candidates=candidates):
            return is_about_letters(candidates[0].intent)
        case NotUnderstood():
            return True
