"""From what the ears heard to one meaning while the table is set up. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from voiceduet.engine.words import fold
from voiceduet.grammar.doubts import Doubts
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import LONGEST_TEXT
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Filled, Match, Words
from voiceduet.grammar.setup.building import BUILDERS
from voiceduet.grammar.setup.intents import NamesIntent, PlaceIntent, SetupIntent, WordsIntent
from voiceduet.grammar.setup.scopes import SetupScope
from voiceduet.grammar.setup.sentences import OPEN_SLOTS, SetupGrammar, fold_all
from voiceduet.grammar.slots import UNKNOWN_WORDS

_MOST_WORDS = 8
"""More in one breath is table talk, no row."""
_TALK_IN_ROW = 4
"""A row may hold less than one in so many words that people mutter while thinking; more is table talk."""
_UNLIKELY_CARD = 0.35
"""Cost of a heard word that stands on no card that is known and is no dictionary form."""
_OWN_NAME = 0.2
"""Cost of a name that is none of the language's usual ones."""


@dataclass(frozen=True, slots=True)
class SetupHeard:
    """What an utterance means."""

    intent: SetupIntent | None
    """`None`: nothing that counts now."""
    sure: bool = True
    text: str = ""
    """What it rests on, else what was heard best."""
    addressed: bool = False
    """Not understood, but it began like something for the referee."""


def interpret_setup(grammar: SetupGrammar, heard: Sequence[HeardText], scope: SetupScope) -> SetupHeard:
    """Say what an utterance means. `heard` holds every hypothesis of every ear, best first within each ear."""
    language = grammar.language
    if any(len(text.text) > LONGEST_TEXT for text in heard):
        return SetupHeard(None, text=_shown(heard))
    doubts = Doubts(language, heard)
    has_limited = any(text.source == "limited" for text in heard)
    found: list[tuple[float, SetupIntent, str]] = []
    for text in heard:
        for intent, is_open, own_cost, match, words in _readings(grammar, text, scope):
            unconfirmed = text.source == "open" and has_limited and not is_open
            cost = own_cost + doubts.of_hearing(text, match.parts(words))
            cost += language.costs.weights.unconfirmed * unconfirmed
            found.append((cost, intent, text.text))
    limits = language.costs.limits["change"]
    if found:
        cost, intent, said = min(found, key=lambda each: each[0])
        if cost <= max(limits.ask, _most_doubt(intent)):
            return SetupHeard(intent, cost <= limits.sure, said)
    return SetupHeard(None, text=_shown(heard), addressed=_is_addressed(grammar, heard, scope))


def _shown(heard: Sequence[HeardText]) -> str:
    """The text to show for what was not understood: the open ear's best, else the first."""
    return next((text.text for text in heard if text.source != "limited"), heard[0].text if heard else "")


def _most_doubt(intent: SetupIntent) -> float:
    """Words are read back, so they bear more doubt than a command."""
    return 1.2 if isinstance(intent, WordsIntent | PlaceIntent) else 0.0


def _readings(
    grammar: SetupGrammar, text: HeardText, scope: SetupScope
) -> Iterator[tuple[SetupIntent, bool, float, Match, Words]]:
    """Every reading of one hypothesis: its meaning, whether a slot in it was open, its own cost, and its words."""
    language = grammar.language
    readers = grammar.readers(scope)
    droppable = language.fillers | language.noise if text.source == "open" else language.fillers
    closed_found = False
    for words in _without_edges(Words.of(text.text), droppable):
        apart = words.apart()
        for match in sorted(grammar.trees[scope.stage].match(apart, readers), key=_openness):
            is_open = any(_is_open(slot) for slot in match.slots)
            if is_open and match.sentence.intent == WordsIntent.name and closed_found:
                continue
            intent = BUILDERS[match.sentence.intent](match.as_dict())
            if intent is None:
                continue
            closed_found = closed_found or match.sentence.intent != WordsIntent.name
            for meant, cost in _weighed(language, intent, text, scope, is_open=is_open):
                yield meant, is_open, cost + 0.01 * _openness(match), match, apart


def _openness(match: Match) -> int:
    """How many words of an utterance stand in open slots."""
    return sum(slot.stop - slot.start for slot in match.slots if _is_open(slot))


def _is_open(slot: Filled) -> bool:
    return slot.name in OPEN_SLOTS


def _weighed(
    language: Language, intent: SetupIntent, text: HeardText, scope: SetupScope, *, is_open: bool
) -> Iterator[tuple[SetupIntent, float]]:
    """An intent with what its open words cost; nothing when they are table talk."""
    if not is_open:
        yield intent, 0.0
        return
    typed = text.source == "typed"
    idle = language.chatter | language.fillers
    match intent:
        case NamesIntent():
            names = (intent.first, intent.second)
            if not any(fold(name) in idle or language.numbers.value_of(Words.of(name)) is not None for name in names):
                yield intent, 0.0 if typed else _OWN_NAME
        case WordsIntent():
            words = intent.words if typed else tuple(word for word in intent.words if fold(word) not in language.noise)
            talk = sum(fold(word) in idle for word in words)
            if words and len(words) <= _MOST_WORDS and talk * _TALK_IN_ROW < len(words):
                yield replace(intent, words=words), 0.0 if typed else _doubt(language, words, scope) + 0.1 * talk
        case PlaceIntent(word=str(word)):
            said = tuple(Words.of(word).original)
            if len(said) == 1 and fold(said[0]) in idle and not typed:
                return
            yield intent, 0.0 if typed else 0.5 * _doubt(language, said, scope)
        case _:
            yield intent, 0.0


def _doubt(language: Language, words: Sequence[str], scope: SetupScope) -> float:
    """How unlikely it is that these words stand on cards, as a mean over the words."""
    cards = fold_all(scope.card_words)
    costs = [_card_doubt(language, word, cards) for word in words]
    return sum(costs) / max(1, len(costs))


def _card_doubt(language: Language, word: str, cards: frozenset[str]) -> float:
    if fold(word) in cards:
        return 0.0
    if language.forms.is_lemma(word) and language.forms.is_plausible_clue(word):
        return 0.1
    return 0.2 if language.forms.is_dictionary_form(word) else _UNLIKELY_CARD


def _without_edges(words: Words, droppable: frozenset[str]) -> Iterator[Words]:
    """The words as they are, and without all of the droppable ones at both edges."""
    first, last = 0, len(words.folded)
    while first < last and words.folded[first] in droppable:
        first += 1
    while last > first and words.folded[last - 1] in droppable:
        last -= 1
    yield from dict.fromkeys(part for part in (words, words.part(first, last)) if part.folded)


def _is_addressed(grammar: SetupGrammar, heard: Sequence[HeardText], scope: SetupScope) -> bool:
    """Whether something short was said in answer to the open question, in speech that the ear caught in part."""
    texts = [Words.of(text.text) for text in heard if text.source != "limited"]
    unknown_only = all(UNKNOWN_WORDS.issuperset(words.folded) for words in texts)
    openings = {pattern[0] for entry in grammar.entries if scope.stage in entry.stages for pattern in entry.patterns}
    return not unknown_only and any(
        0 < len(words.folded) <= _MOST_WORDS and words.original[0] in openings for words in texts[:1]
    )
