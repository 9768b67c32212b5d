"""Between the ears and the grammar: a scope becomes phrases, an utterance becomes a meaning."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace

from voiceduet.asr.ports import OPEN_PLACE, UNKNOWN_WORD, Ear, Hypothesis, PhraseSet, Utterance
from voiceduet.asr.second.ports import SecondEar
from voiceduet.asr.spelling.ear import SpellingEar
from voiceduet.grammar.announcing import announced, may_be_card, without_unfinished
from voiceduet.grammar.framed import believe_clue
from voiceduet.grammar.heard import HeardText, Share, Source
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import load_language
from voiceduet.grammar.meaning import Meaning, NotUnderstood, Understood, is_clue, is_half_clue
from voiceduet.grammar.negation import begins_negated, without_negated
from voiceduet.grammar.phrases import needs_open, phrases
from voiceduet.grammar.scopes import Scope, ScopeName
from voiceduet.grammar.tables import tree_for
from voiceduet.grammar.weighed import believe
from voiceduet.table.second_ear import SecondOpinion
from voiceduet.table.speller import SpellingHearing

_SOURCES: dict[Ear, Source] = {Ear.LIMITED: "limited", Ear.OPEN: "open", Ear.SPELLED: "spelled", Ear.TYPED: "typed"}


class TableHearing:
    """What may be heard at a table in one language, and what it means."""

    def __init__(self, language: str, second: SecondEar | None = None, letters: SpellingEar | None = None) -> None:
        """`letters` hears spelled words. Raise `DataFileError` for a language whose data cannot be used."""
        self.language = load_language(language)
        self._letters = None if letters is None else SpellingHearing(letters, self.language)
        self._second = None if second is None else SecondOpinion(second, self.language)
        self._is_ready = False

    def phrases(self, scope: Scope) -> PhraseSet:
        """What the ears may hear in this scope."""
        offered = phrases(self.language, scope)
        if scope.name is not ScopeName.CLUE:
            return PhraseSet(scope.name, offered, needs_open(scope), counters=self.language.not_meant)
        language = self.language
        framed = (frame.replace("{clue}", OPEN_PLACE) for frame in language.clue_frames)
        frames = tuple(frame.replace("{number}", number) for frame in framed for number in language.numbers.spoken)
        beside = language.numbers.spoken
        return PhraseSet(scope.name, offered, True, language.open_words, beside, frames, language.not_meant)

    def prepare(self, scope: Scope) -> None:
        """Let a second ear know what may be said from now on, and get ready for the first utterance meanwhile."""
        if self._second is not None:
            self._second.prepare(scope)
        if not self._is_ready:
            self._is_ready = True
            threading.Thread(target=self._warm_up, args=(scope,), name="grammar", daemon=True).start()

    def _warm_up(self, scope: Scope) -> None:
        self.language.warm_up()
        for name in ScopeName:
            tree_for(self.language, name, scope.table.bare_touch)

    def foresee(self, sound: bytes) -> None:
        """Let a second ear hear what may be a whole utterance."""
        if self._second is not None:
            self._second.foresee(sound)

    def understand(self, utterance: Utterance, scope: Scope) -> Meaning:
        """What was meant; sound without words means nothing."""
        meaning = self._meaning(utterance, scope)
        after = utterance.after
        if after is None or (isinstance(meaning, Understood) and meaning.sure and not is_half_clue(meaning)):
            return meaning
        if utterance.joined is not None:
            joined = self._meaning(utterance.joined, scope)
            if is_clue(joined) and not is_half_clue(joined):
                return joined
        touch = self._end_of_touch(utterance, [each for each in (after, after.after) if each is not None], scope)
        if not isinstance(meaning, NotUnderstood):
            return meaning if touch is None or isinstance(touch, NotUnderstood) else touch
        if touch is not None:
            return touch
        first = self.understand(after, scope)
        return first if isinstance(first, Understood) and first.sure and is_half_clue(first) else meaning

    def _end_of_touch(self, utterance: Utterance, begun: Sequence[Utterance], scope: Scope) -> Meaning | None:
        """What an utterance means as the end of one of these touches; `None` where none of them was begun."""
        texts = [(each, announced(self.language, heard_texts(each.n_best))) for each in begun]
        if not any(text for _, text in texts):
            return None
        heard = heard_texts(utterance.n_best)
        nothing = NotUnderstood(utterance.n_best[0].text, addressed=may_be_card(self.language, heard))
        if begins_negated(self.language, heard) or any(self._is_objection(each, scope) for each in utterance.between):
            return nothing
        meant = (self._meaning(_joined(utterance, each, text), scope) for each, text in texts if text is not None)
        return next((each for each in meant if not isinstance(each, NotUnderstood)), nothing)

    def _is_objection(self, utterance: Utterance, scope: Scope) -> bool:
        """Whether something said in a pause leaves nothing of what was begun: «не», «нет», a command, its end."""
        is_negation = begins_negated(self.language, heard_texts(utterance.n_best))
        return is_negation or not isinstance(self.understand(utterance, scope), NotUnderstood)

    def _meaning(self, utterance: Utterance, scope: Scope) -> Meaning:
        heard = heard_texts(utterance.n_best)
        if not heard:
            return NotUnderstood("", addressed=False)
        meaning = interpret(self.language, heard, scope)
        counters = shares(utterance.n_best, Ear.COUNTER)
        weighed = shares(utterance.n_best)
        meaning = believe(self.language, meaning, heard, weighed, scope, counters)
        meaning = believe_clue(self.language, meaning, heard, shares(utterance.n_best, Ear.FRAMED), scope)
        compared = counters if weighed else None
        spoken = without_negated(self.language, meaning, heard, compared)
        if isinstance(spoken, NotUnderstood) and isinstance(meaning, Understood):
            return spoken  # whatever other ears make of it
        if self._letters is not None:
            spoken = self._letters.on(spoken, utterance, heard, scope)
        if self._second is not None:
            spoken = self._second.on(spoken, utterance, scope, self.phrases(scope))
            spoken = without_negated(self.language, spoken, heard, compared)
        return spoken if heard[0].source == "typed" else without_unfinished(self.language, spoken)


def _joined(utterance: Utterance, after: Utterance, beginning: str) -> Utterance:
    """What was said in two breaths, as one; `beginning` is the text of the first.

    What may have been said in its place («касались») counts.
    """
    words = next((each.words for each in after.n_best if each.ear is Ear.LIMITED), ())
    heard = (
        replace(each, text=f"{beginning} {each.text}", words=(*words, *each.words) if each.words else ())
        for each in utterance.n_best
        if each.text != UNKNOWN_WORD
    )
    instead = (each for each in after.n_best if each.ear is Ear.COUNTER)
    settled = None if utterance.settled is None else len(after.spoken) + utterance.settled
    return replace(
        utterance,
        n_best=(*heard, *instead),
        start_s=after.start_s,
        sound=after.spoken + utterance.sound,
        settled=settled,
    )


def shares(hypotheses: Iterable[Hypothesis], ear: Ear = Ear.WEIGHED) -> tuple[Share, ...]:
    """What the weighing ear says of the phrases, and of all other speech; nothing where there is no such ear."""
    weighed = (each for each in hypotheses if each.ear is ear)
    return tuple(Share(each.text, each.score, each.lag) for each in weighed if each.score is not None)


def heard_texts(hypotheses: Iterable[Hypothesis]) -> tuple[HeardText, ...]:
    """Hypotheses of all ears but the weighing one in the grammar's terms, in the same order."""
    return tuple(
        HeardText(
            text=hypothesis.text,
            source=_SOURCES[hypothesis.ear],
            confidences=tuple(word.confidence for word in hypothesis.words),
            score=hypothesis.score,
        )
        for hypothesis in hypotheses
        if hypothesis.ear in _SOURCES
    )
