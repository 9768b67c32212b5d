"""Asking the second ear: which texts it weighs, and what its opinion does to a meaning."""

from __future__ import annotations

from collections.abc import Sequence

from voiceduet.asr.ports import UNKNOWN_WORD, Ear, PhraseSet, Utterance
from voiceduet.asr.second.ports import SecondEar, SecondEarFault
from voiceduet.grammar.intents import Intent, TouchIntent
from voiceduet.grammar.language import Language
from voiceduet.grammar.meaning import Meaning
from voiceduet.grammar.scopes import Scope, ScopeName
from voiceduet.grammar.second import combine, is_worth_asking, opinion_of, read_phrase

WEIGHED = 16
"""So many phrases of the scope are weighed, those that sound nearest to what either ear heard."""
FROM_OPEN_EAR = 2
"""So many texts of the first ear's full vocabulary are weighed against them, so that talk can win."""
WEIGHED_OF_A_CLUE, CLUES_FROM_OPEN_EAR = 6, 10
"""The same while a clue is awaited: the texts of the full vocabulary are what may have been said."""

ALIKE = 0.3
"""Sound distance up to which a chain of words is taken for a phrase."""


class SecondOpinion:
    """A second ear at a table of one language."""

    def __init__(self, ear: SecondEar, language: Language) -> None:
        self._ear = ear
        self._language = language

    def on(self, first: Meaning, utterance: Utterance, scope: Scope, phrases: PhraseSet) -> Meaning:
        """The meaning with its opinion; the first one where it is not asked, or has none in time."""
        limited = self._limited(utterance, scope, phrases.phrases)
        if not utterance.sound or not is_worth_asking(self._language, first, limited):
            return first
        try:
            freely = self._ear.listen(utterance.sound)
            texts = self._texts(freely, utterance, scope, phrases.phrases)
            scores = self._ear.weigh(texts)
        except SecondEarFault:
            return first
        agreed = freely if any(each.text == freely for each in utterance.n_best if each.ear is Ear.OPEN) else None
        opinion = opinion_of(self._language, texts, scores, scope, agreed=agreed)
        return combine(self._language, first, limited, opinion)

    def _limited(self, utterance: Utterance, scope: Scope, phrases: Sequence[str]) -> Intent | None:
        """What the phrase says that the first ear, limited to phrases, heard, or the one that sounds nearest to it.

        A limited recogniser chains words of several phrases, so what it heard need not be one («арку» for «арка»).
        """
        text = next((each.text for each in utterance.n_best if each.ear is Ear.LIMITED), UNKNOWN_WORD)
        if UNKNOWN_WORD in text:
            return None
        intent = read_phrase(self._language, text, scope)
        if intent is not None:
            return intent
        distances = {phrase: self._language.sounds.distance(phrase, text) for phrase in phrases}
        nearest = min(distances, key=lambda phrase: distances[phrase], default="")
        meant = read_phrase(self._language, nearest, scope) if distances.get(nearest, 1.0) <= ALIKE else None
        return meant if isinstance(meant, TouchIntent) else None

    def _texts(self, freely: str, utterance: Utterance, scope: Scope, phrases: Sequence[str]) -> tuple[str, ...]:
        of_clue = scope.name is ScopeName.CLUE
        limited = [each.text for each in utterance.n_best if each.ear is Ear.LIMITED][:1]
        opened = [each.text for each in utterance.n_best if each.ear is Ear.OPEN]
        opened = opened[: CLUES_FROM_OPEN_EAR if of_clue else FROM_OPEN_EAR]
        heard = [text for text in dict.fromkeys((freely, *limited, *opened)) if text]
        spoken = [text for text in heard if UNKNOWN_WORD not in text]
        sounds, near = self._language.sounds, spoken[: 1 + FROM_OPEN_EAR] or heard
        ranked = sorted(phrases, key=lambda phrase: min(sounds.distance(phrase, text) for text in near))
        return tuple(dict.fromkeys((*ranked[: WEIGHED_OF_A_CLUE if of_clue else WEIGHED], *spoken)))
