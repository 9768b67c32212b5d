"""What may be only the first half of what somebody wants to say: «касаюсь», or a clue without its number. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from voiceduet.asr.ports import Ear, PhraseSet, Utterance

END_FOLLOWS_S = 4.0
"""So long after the beginning of a phrase its end may be said: somebody looks for the card."""
NUMBER_FOLLOWS_S = 1.3
"""So long after a clue word its number may be said; who forgot it should not wait long for the question."""
MANY = 5
"""Where so many words may come next, somebody may have to look for theirs: the cards, the five rows."""
LONGEST_CLUE_S = 5.0
"""From the first word of a clue to its number, pauses included; what takes longer is not heard once more as one."""
BEST_TEXTS = 3
"""So many of the open ear's texts tell whether a number was said with a clue; with worse ones it finds one anywhere."""
MOST_CLUE_WORDS = 4
"""What has more words is talk and no clue without its number."""


@dataclass(frozen=True, slots=True)
class Half:
    """An utterance that is kept back, because what belongs to it may follow."""

    utterance: Utterance
    until_s: float
    """The second half begins before this, stream time."""
    ends: tuple[str, ...] | None
    """What may complete the phrase; `None` for a clue, whose number is heard with it."""


def half_of(utterance: Utterance, phrases: PhraseSet, ends: Mapping[str, tuple[str, ...]]) -> Half | None:
    """An utterance as a first half; `None` for one that is whole. `ends`: of the phrases (`ends_of`)."""
    limited = limited_text(utterance)
    following = ends.get(limited)
    if following is not None:
        return Half(utterance, utterance.end_s + END_FOLLOWS_S, following)
    if limited not in phrases.phrases and _lacks_number(utterance, phrases):
        return Half(utterance, utterance.end_s + NUMBER_FOLLOWS_S, None)
    return None


def may_be_number(utterance: Utterance, phrases: PhraseSet) -> bool:
    """Whether a few words that end with a number may have been said."""
    opened = (text.split() for text in _opened(utterance))
    return any(len(words) <= MOST_CLUE_WORDS and words[-1] in phrases.beside_open for words in opened)


def may_be_one(first: Utterance, second: Utterance) -> bool:
    """Whether both together are short enough to be one clue."""
    return second.end_s - first.start_s <= LONGEST_CLUE_S


def limited_text(utterance: Utterance) -> str:
    """What the limited ear heard."""
    return next((each.text for each in utterance.n_best if each.ear is Ear.LIMITED), "")


def ends_of(phrases: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """What phrases begin with where many words may come next, and which is no phrase itself; and what follows it."""
    whole = dict.fromkeys(phrases)
    following: dict[str, dict[str, None]] = defaultdict(dict)
    for phrase in whole:
        words = phrase.split()
        for place in range(1, len(words)):
            following[" ".join(words[:place])][" ".join(words[place:])] = None
    return {
        beginning: tuple(rests)
        for beginning, rests in following.items()
        if beginning not in whole and len({rest.split()[0] for rest in rests}) >= MANY
    }


def _lacks_number(utterance: Utterance, phrases: PhraseSet) -> bool:
    """Whether a clue is awaited, and a few words were said that no ear hears a number after."""
    opened = _opened(utterance)
    if not (phrases.open_frames and opened) or len(opened[0].split()) > MOST_CLUE_WORDS:
        return False
    framed = next((each for each in utterance.n_best if each.ear is Ear.FRAMED), None)
    has_number = framed is not None and framed.lag is not None and framed.lag <= 0.0
    return not has_number and not any(text.split()[-1] in phrases.beside_open for text in opened[:BEST_TEXTS])


def _opened(utterance: Utterance) -> list[str]:
    return [each.text for each in utterance.n_best if each.ear is Ear.OPEN and each.text]
