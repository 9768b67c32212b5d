"""From what the ears heard to one meaning. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import inf

from voiceduet.engine.words import fold
from voiceduet.grammar.building import BUILDERS
from voiceduet.grammar.clues import (
    SaidClue,
    clue_readings,
    homophones,
    is_command_word,
    is_one_clue,
    sounds_like_counting,
    word_cost,
)
from voiceduet.grammar.doubts import Doubts
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent, CorrectIntent, Intent, TouchIntent, is_about_letters
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Part, Words
from voiceduet.grammar.meaning import MOST_CANDIDATES, Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.schema import Limits
from voiceduet.grammar.scopes import Scope, ScopeName
from voiceduet.grammar.tables import matches, table_for

_LONGEST_ADDRESS = 6
"""Words; longer utterances are table talk."""
LONGEST_TEXT = 200
"""Characters; whatever is longer is table talk and not looked into."""


def interpret(language: Language, heard: Sequence[HeardText], scope: Scope) -> Meaning:
    """Say what an utterance means in a scope.

    `heard` holds every hypothesis of every ear over the same utterance, best first within each ear. Each reading takes
    in a whole hypothesis; fillers at its edges are dropped (voice.md, Listening 1 and 4).
    """
    if any(len(text.text) > LONGEST_TEXT for text in heard):
        return NotUnderstood(_shown(heard), addressed=False)
    doubts = Doubts(language, heard)
    found: dict[Intent, Candidate] = {}
    choices: dict[Intent, float | None] = {}
    bound = language.costs.most_asked
    for text in heard:
        for intent, cost, parts, announced in _readings(language, text, scope, bound - doubts.least(text)):
            if doubts.is_counting and isinstance(intent, ClueIntent) and not announced:
                continue
            candidate = Candidate(intent, round(cost + doubts.about(text, parts, intent), 4), text.text)
            if intent not in found or candidate.cost < found[intent].cost:
                found[intent] = candidate
                choices[intent] = _choice_doubt(language, intent, text, doubts, announced=announced)
                bound = min(bound, candidate.cost + language.costs.widest_margin)
    ranked = _without_forms(language, sorted(found.values(), key=lambda candidate: candidate.cost))
    if ranked:
        ranked = sorted([*ranked, *_rivals(language, ranked[0], doubts, scope)], key=lambda candidate: candidate.cost)
        if ranked[0].cost <= _limits(language, ranked[0].intent).ask:
            return _decide(language, ranked, surely_said=_is_surely_said(language, ranked[0], choices))
    return NotUnderstood(_shown(heard), _is_addressed(language, heard, scope))


def _readings(
    language: Language, text: HeardText, scope: Scope, bound: float
) -> Iterator[tuple[Intent, float, tuple[Part, ...], bool]]:
    """Every reading of one whole hypothesis: the cost of its own shape, its words as cut, whether it is announced.

    Readings that cost more than `bound` can neither win nor rival the winner and may be left out.
    """
    if bound < 0.0:
        return
    droppable = language.fillers | language.noise if text.source == "open" else language.fillers
    whole = Words.of(text.text)
    for words in _without_edges(whole, droppable):
        for match in matches(language, words, scope):
            intent = BUILDERS[match.sentence.intent](match.as_dict())
            if is_about_letters(intent) and words.folded[-1:] != whole.folded[-1:]:
                continue  # «эм» is a letter here
            parts = match.parts(words.apart())
            if isinstance(intent, ClueIntent):
                exact, asked = text.source == "typed", scope.name is ScopeName.CLUE
                if not match.sentence.announced and not scope.clue_awaited:
                    continue
                said = SaidClue(match.sentence, words, exact, asked)
                for clue, cost in clue_readings(language, intent, said, bound):
                    yield clue, cost, parts, match.sentence.announced
            elif isinstance(intent, CorrectIntent) and fold(intent.word) in language.chatter | language.fillers:
                continue
            else:
                yield intent, 0.0, parts, match.sentence.announced


def _without_edges(words: Words, droppable: frozenset[str]) -> Iterator[Words]:
    """The words as they are, and without some or all of the droppable ones at either edge."""
    count = len(words.folded)
    first, last = 0, count
    while first < count and words.folded[first] in droppable:
        first += 1
    while last > first and words.folded[last - 1] in droppable:
        last -= 1
    for start, stop in product(range(first + 1), range(count, last - 1, -1)):
        if start < stop:
            yield words.part(start, stop)


def _rivals(language: Language, best: Candidate, doubts: Doubts, scope: Scope) -> Iterator[Candidate]:
    """Readings that nobody heard but that sound like the best one: close words of this table, homophones of a clue."""
    if doubts.is_typed:
        return
    intent = best.intent
    if isinstance(intent, TouchIntent) and not intent.by_place:
        yield from _table_rivals(language, best, intent, doubts, scope)
    elif isinstance(intent, ClueIntent) and intent.word and not intent.spelled:
        own = word_cost(language, intent.word)
        for other in homophones(language, intent.word):
            rarer = max(0.0, word_cost(language, other) - own)
            yield Candidate(ClueIntent(other, intent.number, intent.giver), round(best.cost + rarer, 4), best.heard)


def _table_rivals(
    language: Language, best: Candidate, intent: TouchIntent, doubts: Doubts, scope: Scope
) -> Iterator[Candidate]:
    table = table_for(language, scope.table)
    weights = language.costs.weights
    length = len(table.spellings[intent.index].split())
    spoken = " ".join(Words.of(best.heard).original[-length:])
    chosen = doubts.ending_distance(spoken)
    for rival in table.rivals[intent.index]:
        if rival not in scope.touchable:
            continue
        other = TouchIntent(rival, intent.toucher)
        if chosen is None:
            yield Candidate(other, best.cost, best.heard)
            continue
        distance = doubts.ending_distance(table.spellings[rival])
        worse = 0.0 if distance is None else max(0.0, distance - chosen)
        yield Candidate(other, round(best.cost + weights.close_pair * worse, 4), best.heard)


def _without_forms(language: Language, ranked: Sequence[Candidate]) -> list[Candidate]:
    """Drop clue readings that are a form of a better one: which form was said does not matter to the game."""
    kept: list[Candidate] = []
    for candidate in ranked:
        if not any(_is_same_clue(language, better.intent, candidate.intent) for better in kept):
            kept.append(candidate)
    return kept


def _decide(language: Language, ranked: Sequence[Candidate], *, surely_said: bool) -> Meaning:
    best = ranked[0]
    limits = _limits(language, best.intent)
    close = [
        candidate
        for candidate in ranked[1:]
        if candidate.cost <= best.cost + limits.margin and candidate.cost <= _limits(language, candidate.intent).ask
    ]
    if close:
        candidates = (best, *close)[:MOST_CANDIDATES]
        return Ambiguous(candidates, _sound_alike(language, candidates))
    return Understood(best, sure=surely_said and best.cost <= limits.sure)


def _sound_alike(language: Language, candidates: Sequence[Candidate]) -> bool:
    """Whether these are clues of one number whose words sound the same; «воскресенье» and «воскресение» hardly do."""
    clues = [candidate.intent for candidate in candidates if isinstance(candidate.intent, ClueIntent)]
    if len(clues) < len(candidates) or len({clue.number for clue in clues}) > 1:
        return False
    words = [clue.word for clue in clues if clue.word is not None]
    first = words[0] if words else ""
    sounds = language.sounds.of(first)
    return len(words) == len(clues) and all(
        language.sounds.of(word) == sounds or (language.sounds.is_rough and word in homophones(language, first))
        for word in words[1:]
    )


def _choice_doubt(
    language: Language, intent: Intent, text: HeardText, doubts: Doubts, *, announced: bool
) -> float | None:
    """What a clue that nobody announced costs because other texts are more likely; `None` for all other readings.

    Infinite for a clue that is always asked about: of a command's word, because a command may have been begun, and one
    that sounds like counting, or was heard as counting nearly as likely.
    """
    if announced or not isinstance(intent, ClueIntent):
        return None
    if is_command_word(language, intent):
        return inf
    if text.source != "typed" and (sounds_like_counting(language, intent) or doubts.may_be_counting(text)):
        return inf
    return doubts.behind(text) if text.source == "open" else None


def _is_surely_said(language: Language, best: Candidate, choices: Mapping[Intent, float | None]) -> bool:
    """Whether an unannounced clue is acted on; a form of it that is more likely speaks for it, not against it."""
    own = choices.get(best.intent)
    if own is None or own == inf:
        return own is None
    forms = (doubt for intent, doubt in choices.items() if _is_same_clue(language, intent, best.intent))
    least = min(doubt for doubt in (own, *forms) if doubt is not None)
    return best.cost - own + least <= language.costs.unannounced_sure


def _is_same_clue(language: Language, left: Intent, right: Intent) -> bool:
    """Whether two clues differ in the form of their word at most."""
    return (
        isinstance(left, ClueIntent)
        and isinstance(right, ClueIntent)
        and left.giver == right.giver
        and is_one_clue(language, left, right)
    )


def _limits(language: Language, intent: Intent) -> Limits:
    return language.costs.limits[language.costs.classes[intent.name]]


def _shown(heard: Sequence[HeardText]) -> str:
    """The text to show for what was not understood: the open ear's best, else the first."""
    return next((text.text for text in heard if text.source != "limited"), heard[0].text if heard else "")


def _is_addressed(language: Language, heard: Sequence[HeardText], scope: Scope) -> bool:
    """Whether the utterance opens or ends with a word for the referee, in every ear; typed, letter by letter."""
    if scope.name is ScopeName.PAUSED:
        return False
    firsts = {text.source: Words.of(text.text) for text in reversed(heard)}
    return bool(firsts) and all(
        0 < len(words.folded) <= _LONGEST_ADDRESS
        and (
            any(_is_opening(language, words, word, exact=source == "typed") for word in language.address)
            or any("".join(words.folded).endswith(fold(word)) for word in language.address_last)
        )
        for source, words in firsts.items()
    )


def _is_opening(language: Language, words: Words, opening: str, *, exact: bool) -> bool:
    count = len(opening.split())
    if exact:
        return " ".join(words.folded[:count]) == fold(opening)
    return language.sounds.distance(" ".join(words.original[:count]), opening) <= language.costs.address_distance
