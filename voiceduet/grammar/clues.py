"""How plausible a reading is as a spoken clue (voice.md, Listening 4, 5 and 12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log10

from voiceduet.engine.words import fold
from voiceduet.grammar.intents import ClueIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import Sentence, Words

_HIGHEST = 9
"""Rules 2.2."""
_COMMON = 1000
"""So many most frequent words are equally likely clues."""


@dataclass(frozen=True, slots=True)
class SaidClue:
    """How a clue was said."""

    sentence: Sentence
    words: Words
    exact: bool
    """Typed, so the word is as written."""
    asked: bool
    """Nothing else is expected now, so that a number or a muttered word may be the clue word."""


def clue_readings(
    language: Language, clue: ClueIntent, said: SaidClue, bound: float
) -> Iterator[tuple[ClueIntent, float]]:
    """Yield what a clue sentence may mean, each with its cost; nothing when it is table talk.

    Readings that cost more than `bound` may be left out.
    """
    weights = language.costs.weights
    announced = said.sentence.announced
    complete = clue.number is not None and clue.word is not None
    cost = 0.0 if complete or (clue.spelled and clue.word is not None) else weights.missing_part
    if clue.number is not None and clue.number > _HIGHEST:
        cost += weights.number_too_big
    if said.sentence.alike:
        cost += weights.number_alike
    if clue.spelled:
        yield clue, cost if said.exact else cost + weights.spelled_aloud
        return
    if clue.word is None:
        yield clue, cost if announced else cost + weights.unannounced_part
        return
    shape = _shape_cost(language, clue, announced=announced, asked=said.asked)
    if shape is None or cost + shape > bound:
        return
    if not announced and " ".join(said.words.folded) in language.counting:
        return
    cost += shape
    if not (said.asked or announced or said.exact):
        cost += weights.instead_of_answer
    yield from _whole_numbers(language, clue, said.words, cost)
    if said.exact:
        yield clue, cost
        return
    yield clue, cost + word_cost(language, clue.word)
    for form, doubt in _nominatives(language, clue.word):
        yield replace(clue, word=form), cost + doubt


def _shape_cost(language: Language, clue: ClueIntent, *, announced: bool, asked: bool) -> float | None:
    """What the number of words and the kind of words cost; `None` for table talk."""
    weights = language.costs.weights
    words = Words.of(clue.word or "")
    several = len(words.folded) > 1
    value = language.numbers.value_of(words)
    marked = not language.markers.isdisjoint(words.folded)
    if marked and (several or not announced):
        return None
    if announced:
        unlikely = marked or (clue.number is None and value is not None and value <= _HIGHEST)
        return weights.missing_part * unlikely + weights.two_words_announced * (len(words.folded) - 1)
    idle = any(word in language.chatter or word in language.fillers for word in words.folded)
    if not asked and (idle or value is not None):
        return None
    if clue.number is None:
        bare = (
            not several
            and not idle
            and not is_command_word(language, clue)
            and _is_dictionary_form(language, words.folded[0])
        )
        likely = language.forms.is_plausible_clue(words.original[0]) if value is None else value > _HIGHEST
        return weights.unannounced_part if bare and likely else None
    if several and value is None:
        return None if idle else weights.two_words * (len(words.folded) - 1)
    return weights.chatter if idle and value is None else 0.0


def is_command_word(language: Language, clue: ClueIntent) -> bool:
    """Whether the clue's last word is one of the commands': «ряд два» may be the beginning of a touch by place."""
    return not language.commands.isdisjoint(Words.of(clue.word or "").folded[-1:])


def sounds_like_counting(language: Language, clue: ClueIntent) -> bool:
    """Whether a word and its number may be numbers said in a row: «раздавать, три» and «два, три» may."""
    words = Words.of(clue.word or "")
    value = language.numbers.value_of(words)
    if value is not None:
        return clue.number is not None and abs(clue.number - value) <= 1
    counts = (count.rpartition(" ") for count in language.counting)
    return any(
        language.numbers.value_of(Words.of(last)) == clue.number
        and language.sounds.distance(" ".join(words.original), before) <= language.costs.counting_distance
        for before, _, last in counts
    )


def _whole_numbers(
    language: Language, clue: ClueIntent, said: Words, cost: float
) -> Iterator[tuple[ClueIntent, float]]:
    """«Сто два» may be the clue «сто», number two, or the clue «сто два» with its number missing."""
    value = language.numbers.value_of(Words.of(clue.word or ""))
    if value is None or clue.number is None or not language.numbers.is_compound(value, clue.number):
        return
    end = "".join(said.folded)
    forms = [form for form, number in language.numbers.values.items() if number == clue.number]
    spoken = next((form for form in forms if end.endswith(form)), next(iter(forms), None))
    if spoken is not None:
        yield replace(clue, word=f"{clue.word} {spoken}", number=None), cost


def word_cost(language: Language, word: str) -> float:
    """What a heard clue word costs for its form, and for being rare."""
    weights = language.costs.weights
    cost = form_cost(language, word)
    for part in word.split():
        rank = language.frequency_ranks.get(fold(part))
        cost += weights.rare_word if rank is None else weights.frequency * max(0.0, log10((rank + 1) / _COMMON))
    return cost


def form_cost(language: Language, word: str) -> float:
    """What a heard clue word costs for its form alone: clues are dictionary forms, and seldom somebody's name."""
    weights = language.costs.weights
    cost = 0.0
    for part in word.split():
        if not _is_dictionary_form(language, part):
            cost += weights.not_nominative
        elif not language.forms.is_lemma(part):
            cost += weights.not_lemma
        if language.forms.is_given_name(part):
            cost += weights.given_name
    return cost


def _is_dictionary_form(language: Language, word: str) -> bool:
    return fold(word) in language.frequency_ranks or language.forms.is_dictionary_form(word)


def _nominatives(language: Language, word: str) -> Iterator[tuple[str, float]]:
    """The dictionary forms of a word that was heard in another form, with their cost."""
    if _is_dictionary_form(language, word):
        return
    weights = language.costs.weights
    for form in language.forms.dictionary_forms(word):
        if fold(form) in language.frequency_ranks:
            yield (
                form,
                weights.brought_to_nominative
                + word_cost(language, form)
                + weights.form_distance * language.sounds.distance(word, form),
            )


def homophones(language: Language, word: str) -> tuple[str, ...]:
    """Other usual words that sound the same: «рот» for «род» (voice.md, Listening 12)."""
    return language.homophones.get(fold(word), ())


def is_one_clue(language: Language, left: ClueIntent, right: ClueIntent) -> bool:
    """Whether two clues with words differ in the form of their word, or in who gives them, at most."""
    if left.number != right.number or left.word is None or right.word is None:
        return False
    return same_lexeme(language, left.word, right.word)


def same_lexeme(language: Language, left: str, right: str) -> bool:
    """Whether two words are forms of one word."""
    forms = language.forms
    return not {fold(left), *map(fold, forms.dictionary_forms(left))}.isdisjoint(
        {fold(right), *map(fold, forms.dictionary_forms(right))}
    )
