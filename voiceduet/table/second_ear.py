"""Asking the second ear: which texts it weighs, and what its opinion does to a meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from voiceduet.asr.ports import UNKNOWN_WORD, Ear, PhraseSet, Utterance
from voiceduet.asr.second.ports import SecondEar, SecondEarFault
from voiceduet.grammar.belief import Weighed, Written, presumed_text
from voiceduet.grammar.intents import Intent, TouchIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.meaning import Meaning, NotUnderstood
from voiceduet.grammar.phrases import fixed_phrases
from voiceduet.grammar.scopes import Scope
from voiceduet.grammar.second import chooses_phrases, combine, is_worth_asking, read_phrase
from voiceduet.grammar.tables import table_for

MEANINGS = 8
"""So many meanings are weighed, those whose phrases sound nearest to what either ear heard. Of 516 recordings of single
nouns and noisy sentences the right one was among the first four of 513."""
TWICE = 2
"""Of so many, the nearest ones, two phrases are weighed."""
FROM_WEIGHING_EAR = 2
"""Before them come so many phrases that a weighing ear finds likeliest."""
FROM_OPEN_EAR = 2
"""So many texts of the first ear's full vocabulary are weighed against them."""
CLUE_PHRASES, CLUES_FROM_OPEN_EAR = 6, 10
"""While a clue is awaited: the texts of the full vocabulary are what may have been said."""
ALIKE = 0.3
"""Sound distance up to which a chain of words is taken for a phrase."""
NEAR = 0.45
"""The same, up to which an utterance that the first ear does not believe is looked into."""


class SecondOpinion:
    """A second ear at a table of one language."""

    def __init__(self, ear: SecondEar, language: Language) -> None:
        self._ear = ear
        self._language = language

    def prepare(self, scope: Scope) -> None:
        """Let the ear know what may be said in a scope."""
        if chooses_phrases(scope):
            board = table_for(self._language, scope.table).spellings
            self._ear.learn((*board, *fixed_phrases(self._language, scope)))

    def foresee(self, sound: bytes) -> None:
        """Let the ear hear an utterance that may be over, so that its answer comes sooner."""
        self._ear.foresee(sound)

    def on(self, first: Meaning, utterance: Utterance, scope: Scope, phrases: PhraseSet) -> Meaning:
        """The meaning with its opinion; the first one where it is not asked, or has none in time."""
        limited = self.limited(utterance, scope, phrases.phrases)
        if not utterance.sound or not self._is_asked(first, limited, utterance, scope, phrases.phrases):
            return first
        try:
            weighed, written = self.opinion(utterance, scope, phrases.phrases)
        except SecondEarFault:
            return first
        return combine(self._language, first, limited, weighed, written, scope)

    def opinion(
        self, utterance: Utterance, scope: Scope, phrases: Sequence[str]
    ) -> tuple[list[tuple[Intent | None, Weighed]], Written]:
        """The texts that it weighs, with their meanings, and what all ears write. Raise `SecondEarFault`."""
        distances = self._distances(_heard_first(utterance), phrases)  # while the ear may still be hearing
        freely = self._ear.listen(utterance.spoken)
        weighed = self._weighed(self._texts(freely, utterance, scope, distances), scope)
        return weighed, Written(freely, tuple(_spoken(_texts_of(utterance, Ear.OPEN))))

    def _is_asked(
        self, first: Meaning, limited: Intent | None, utterance: Utterance, scope: Scope, phrases: Sequence[str]
    ) -> bool:
        if is_worth_asking(self._language, first, limited):
            return True
        if not isinstance(first, NotUnderstood) or not chooses_phrases(scope):
            return False
        heard = _spoken(_heard_first(utterance))
        return any(self._language.sounds.distance(phrase, text) <= NEAR for text in heard for phrase in phrases)

    def limited(self, utterance: Utterance, scope: Scope, phrases: Sequence[str]) -> Intent | None:
        """What the phrase says that the first ear, limited to phrases, heard.

        A limited recogniser chains words of several phrases, so what it heard need not be one: it may be the end of one
        («арку» for «арка»), or nearly one («касаюсь слово арка»).
        """
        text = next(iter(_texts_of(utterance, Ear.LIMITED)), UNKNOWN_WORD)
        if UNKNOWN_WORD in text:
            return None
        intent = self._read(text, scope)
        if intent is not None:
            return intent
        meant = next((self._read(phrase, scope) for phrase in phrases if phrase.endswith(f" {text}")), None)
        if meant is None and " " in text:
            distances = {phrase: self._language.sounds.distance(phrase, text) for phrase in phrases}
            nearest = min(distances, key=lambda phrase: distances[phrase], default="")
            meant = self._read(nearest, scope) if distances.get(nearest, 1.0) <= ALIKE else None
        return meant if isinstance(meant, TouchIntent) else None

    def _distances(self, texts: Sequence[str], phrases: Iterable[str]) -> dict[str, float]:
        """How far each phrase sounds from the nearest text."""
        sounds = self._language.sounds
        return {phrase: min((sounds.distance(phrase, text) for text in texts), default=1.0) for phrase in phrases}

    def _texts(
        self, freely: str, utterance: Utterance, scope: Scope, distances: Mapping[str, float]
    ) -> dict[str, Intent | None]:
        """The texts to weigh, with their meanings; `distances` of the phrases from what the first ear heard."""
        closed = chooses_phrases(scope)
        limited, opened = _texts_of(utterance, Ear.LIMITED)[:1], _texts_of(utterance, Ear.OPEN)
        others = (
            _spoken((freely, *opened[:FROM_OPEN_EAR]))
            if closed
            else _spoken((freely, *limited, *opened[:CLUES_FROM_OPEN_EAR]))
        )
        from_freely = self._distances(_spoken((freely,)), distances)
        ranked = sorted(distances, key=lambda phrase: min(distances[phrase], from_freely[phrase]))
        likeliest = _spoken(_texts_of(utterance, Ear.WEIGHED)[:FROM_WEIGHING_EAR])
        chosen = (
            dict(self._of_meanings(list(dict.fromkeys((*likeliest, *ranked))), scope))
            if closed
            else {text: self._read(text, scope) for text in ranked[:CLUE_PHRASES]}
        )
        return {text: self._read(text, scope) for text in others} | chosen

    def _of_meanings(self, ranked: Sequence[str], scope: Scope) -> Iterator[tuple[str, Intent]]:
        """The nearest phrases of the nearest meanings."""
        taken: Counter[Intent] = Counter()
        for phrase in ranked:
            intent = self._read(phrase, scope)
            if intent is None:
                continue
            if intent not in taken and len(taken) == MEANINGS:
                return
            if taken[intent] < (TWICE if intent in [*taken][:TWICE] or len(taken) < TWICE else 1):
                taken[intent] += 1
                yield phrase, intent

    def _weighed(self, texts: dict[str, Intent | None], scope: Scope) -> list[tuple[Intent | None, Weighed]]:
        """Ask. Raise `SecondEarFault`."""
        said = self._ear.weigh(tuple(texts))
        own = {
            text: presumed_text(self._language, text, intent, scope)
            for text, intent in texts.items()
            if intent is not None and chooses_phrases(scope)
        }
        beforehand = tuple(dict.fromkeys(own.values()))
        presumed = dict(zip(beforehand, self._ear.presume(beforehand), strict=True))
        return [
            (intent, Weighed(text, score, presumed[own[text]] if text in own else 0.0))
            for (text, intent), score in zip(texts.items(), said, strict=True)
        ]

    def _read(self, text: str, scope: Scope) -> Intent | None:
        return read_phrase(self._language, text, scope)


def _heard_first(utterance: Utterance) -> list[str]:
    """What the first ear heard, by which the second's texts are chosen; words that it does not know only if all are."""
    texts = (*_texts_of(utterance, Ear.LIMITED)[:1], *_texts_of(utterance, Ear.OPEN)[:FROM_OPEN_EAR])
    return _spoken(texts) or [text for text in texts if text]


def _texts_of(utterance: Utterance, ear: Ear) -> list[str]:
    return [each.text for each in utterance.n_best if each.ear is ear]


def _spoken(texts: Sequence[str]) -> list[str]:
    """Those that are words throughout, once each."""
    return [text for text in dict.fromkeys(texts) if text and UNKNOWN_WORD not in text]
