"""From what the ears heard to one meaning. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from voiceduet.engine.words import fold
from voiceduet.grammar.building import BUILDERS
from voiceduet.grammar.clues import clue_readings, homophones, same_lexeme, word_cost
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent, Intent, TouchIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Words
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.schema import Limits
from voiceduet.grammar.scopes import Scope, ScopeName
from voiceduet.grammar.tables import matches, table_for

_MOST_CANDIDATES = 3
_SPREAD_OVER = 4
_COMPARED = 6
"""So many of the open ear's texts are compared by sound."""
_LONGEST_ADDRESS = 6
"""Words; longer utterances are table talk."""


def interpret(language: Language, heard: Sequence[HeardText], scope: Scope) -> Meaning:
    """Say what an utterance means in a scope.

    `heard` holds every hypothesis of every ear over the same utterance, best first within each ear. Each reading takes
    in a whole hypothesis; fillers at its edges are dropped (voice.md, Listening 1 and 4).
    """
    found: dict[Intent, Candidate] = {}
    for text in heard:
        readings = tuple(_readings(language, text, scope))
        doubt = _hearing_cost(language, text, heard) if readings else 0.0
        for intent, cost in readings:
            unconfirmed = _unconfirmed_cost(language, intent, text, heard)
            candidate = Candidate(intent, round(cost + doubt + unconfirmed, 4), text.text)
            if intent not in found or candidate.cost < found[intent].cost:
                found[intent] = candidate
    ranked = _without_forms(language, sorted(found.values(), key=lambda candidate: candidate.cost))
    if ranked:
        ranked = sorted([*ranked, *_rivals(language, ranked[0], heard, scope)], key=lambda candidate: candidate.cost)
        if ranked[0].cost <= _limits(language, ranked[0].intent).ask:
            return _decide(language, ranked)
    return NotUnderstood(_shown(heard), _is_addressed(language, heard, scope))


def _readings(language: Language, text: HeardText, scope: Scope) -> Iterator[tuple[Intent, float]]:
    """Every reading of one whole hypothesis with the cost of its own shape."""
    for words in _without_fillers(language, Words.of(text.text)):
        for match in matches(language, words, scope):
            intent = BUILDERS[match.sentence.intent](match.as_dict())
            if isinstance(intent, ClueIntent):
                exact = text.source == "typed"
                yield from clue_readings(language, intent, announced=match.sentence.announced, exact=exact)
            else:
                yield intent, 0.0


def _without_fillers(language: Language, words: Words) -> Iterator[Words]:
    """The words as they are, and with fillers at either edge dropped."""
    count = len(words.folded)
    first, last = 0, count
    while first < count and words.folded[first] in language.fillers:
        first += 1
    while last > first and words.folded[last - 1] in language.fillers:
        last -= 1
    for start, stop in product(range(first + 1), range(count, last - 1, -1)):
        if start < stop:
            yield words.part(start, stop)


def _hearing_cost(language: Language, text: HeardText, heard: Sequence[HeardText]) -> float:
    """How much the hypothesis itself is to be doubted."""
    if text.source == "typed":
        return 0.0
    weights = language.costs.weights
    if text.source == "open":
        peers = [other for other in heard if other.source == "open"]
        best = max((other.score for other in peers if other.score is not None), default=None)
        cost = weights.open_only + weights.spread * max(0.0, _spread(language, peers) - weights.spread_free)
        if text.score is not None and best is not None:
            return cost + weights.score_step * (best - text.score)
        return cost + weights.rank_step * peers.index(text)
    known = [confidence for confidence in text.confidences if confidence is not None]
    cost = weights.confidence * (1.0 - min(known)) if known else weights.no_confidence
    distance = _open_distance(language, text.text, heard)
    if distance is None:
        return cost + weights.no_open
    return cost + weights.disagreement * max(0.0, distance - weights.disagreement_free)


def _unconfirmed_cost(language: Language, intent: Intent, text: HeardText, heard: Sequence[HeardText]) -> float:
    """What an act costs that only the open ear heard."""
    if text.source != "open" or language.costs.classes[intent.name] not in {"reveal", "change"}:
        return 0.0
    return language.costs.weights.unconfirmed if any(other.source == "limited" for other in heard) else 0.0


def _spread(language: Language, texts: Sequence[HeardText]) -> float:
    """How far the first texts of an ear lie from its best one: near for speech, anywhere for noise."""
    best, *others = texts[: _SPREAD_OVER + 1]
    return sum(language.sounds.distance(best.text, other.text) for other in others) / max(1, len(others))


def _open_distance(language: Language, text: str, heard: Sequence[HeardText]) -> float | None:
    """How far a text sounds from the nearest of the open ear's first texts; `None` when there are none."""
    others = [other.text for other in heard if other.source == "open" and other.text][:_COMPARED]
    return min((language.sounds.distance(text, other) for other in others), default=None)


def _rivals(language: Language, best: Candidate, heard: Sequence[HeardText], scope: Scope) -> Iterator[Candidate]:
    """Readings that nobody heard but that sound like the best one: close words of this table, homophones of a clue."""
    if any(text.source == "typed" for text in heard):
        return
    intent = best.intent
    if isinstance(intent, TouchIntent) and not intent.by_place:
        yield from _table_rivals(language, best, intent, heard, scope)
    elif isinstance(intent, ClueIntent) and intent.word and not intent.spelled:
        own = word_cost(language, intent.word)
        for other in homophones(language, intent.word):
            rarer = max(0.0, word_cost(language, other) - own)
            yield Candidate(ClueIntent(other, intent.number, intent.giver), round(best.cost + rarer, 4), best.heard)


def _table_rivals(
    language: Language, best: Candidate, intent: TouchIntent, heard: Sequence[HeardText], scope: Scope
) -> Iterator[Candidate]:
    table = table_for(language, scope.table)
    weights = language.costs.weights
    spoken = Words.of(best.heard).original[-1]
    chosen = _last_word_distance(language, spoken, heard)
    for rival in table.rivals[intent.index]:
        if rival not in scope.touchable:
            continue
        other = TouchIntent(rival, intent.toucher)
        if chosen is None:
            yield Candidate(other, best.cost, best.heard)
            continue
        distance = _last_word_distance(language, table.spellings[rival], heard)
        worse = 0.0 if distance is None else max(0.0, distance - chosen)
        yield Candidate(other, round(best.cost + weights.close_pair * worse, 4), best.heard)


def _last_word_distance(language: Language, word: str, heard: Sequence[HeardText]) -> float | None:
    ends = (Words.of(text.text).original[-1:] for text in heard if text.source == "open")
    return min((language.sounds.distance(word, end[0]) for end in ends if end), default=None)


def _without_forms(language: Language, ranked: Sequence[Candidate]) -> list[Candidate]:
    """Drop clue readings that are a form of a better one: which form was said does not matter to the game."""
    kept: list[Candidate] = []
    for candidate in ranked:
        clue = candidate.intent
        if (
            isinstance(clue, ClueIntent)
            and clue.word is not None
            and any(
                isinstance(better.intent, ClueIntent)
                and better.intent.word is not None
                and better.intent.number == clue.number
                and better.intent.giver == clue.giver
                and same_lexeme(language, better.intent.word, clue.word)
                for better in kept
            )
        ):
            continue
        kept.append(candidate)
    return kept


def _decide(language: Language, ranked: Sequence[Candidate]) -> Meaning:
    best = ranked[0]
    limits = _limits(language, best.intent)
    close = [
        candidate
        for candidate in ranked[1:]
        if candidate.cost <= best.cost + limits.margin and candidate.cost <= _limits(language, candidate.intent).ask
    ]
    if close:
        return Ambiguous((best, *close)[:_MOST_CANDIDATES])
    return Understood(best, sure=best.cost <= limits.sure)


def _limits(language: Language, intent: Intent) -> Limits:
    return language.costs.limits[language.costs.classes[intent.name]]


def _shown(heard: Sequence[HeardText]) -> str:
    """The text to show for what was not understood: the open ear's best, else the first."""
    return next((text.text for text in heard if text.source != "limited"), heard[0].text if heard else "")


def _is_addressed(language: Language, heard: Sequence[HeardText], scope: Scope) -> bool:
    """Whether the utterance opens with a word that is meant for the referee, in every ear; typed, letter by letter."""
    if scope.name is ScopeName.PAUSED:
        return False
    firsts = {text.source: Words.of(text.text) for text in reversed(heard)}
    return bool(firsts) and all(
        0 < len(words.folded) <= _LONGEST_ADDRESS
        and any(_is_opening(language, words, word, exact=source == "typed") for word in language.address)
        for source, words in firsts.items()
    )


def _is_opening(language: Language, words: Words, opening: str, *, exact: bool) -> bool:
    count = len(opening.split())
    if exact:
        return " ".join(words.folded[:count]) == fold(opening)
    return language.sounds.distance(" ".join(words.original[:count]), opening) <= language.costs.address_distance
