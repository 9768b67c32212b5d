"""The Russian analyst of the clue judge (rules 9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from voiceduet.grammar.judge import text
from voiceduet.grammar.judge.analyst import Finding
from voiceduet.grammar.judge.verdict import Reason, Relaxation, Verdict
from voiceduet.grammar.ru.judge_kinship import Build, Degree, Kinship, KinshipFinder
from voiceduet.grammar.ru.judge_letters import letter_finding, letter_names
from voiceduet.grammar.ru.judge_opacity import FUNCTION_WORDS, Opacity
from voiceduet.grammar.ru.judge_sound import sound
from voiceduet.grammar.ru.judge_words import WordKnowledge
from voiceduet.grammar.ru.morphology import Parse, RussianMorphology, morphology

_RARE = 0.03
"""A reading below this share of a form's uses is rare."""
_NEGLIGIBLE = 0.02
"""A dictionary form below this share is not what a listener thinks of."""
_COMMON = 0.1
"""A form of another word from this share on is thought of beside the dictionary form."""
_OWN_FORMS = frozenset({"PRTF", "COMP", "GRND"})
"""Forms that are felt as words of their own and as forms of their verb or adjective."""
_BUILD_REASONS = {
    Build.ROOT: Reason.WORD_FORM,
    Build.PART: Reason.COMPOUND_PART,
    Build.WHOLE: Reason.CONTAINS_VISIBLE,
    Build.BOTH: Reason.COMPOUND_PART,
}


def _yo(word: str) -> str:
    return word.replace("ё", "е")


@dataclass(frozen=True, slots=True)
class Profile:
    """What one word may be."""

    word: str
    lemmas: dict[str, float]
    """Lemma, ё folded → the share of the form's uses with this lemma."""
    main: frozenset[str]
    """The lemmas a listener thinks of: the word itself when it is a dictionary form, else those of which it is a
    nominative, else those that are not rare."""


class RussianAnalyst:
    """Knowledge about Russian words."""

    language = "ru"

    def __init__(self, morph: RussianMorphology) -> None:
        self._morph = morph
        self._kinship = KinshipFinder(Opacity(morph))
        self._words = WordKnowledge(morph, self._kinship.is_made_up)

    def normalise(self, raw: str) -> str:
        """Fold what typing and recognising add; a Latin word stays Latin, ё stays."""
        return text.join_spelled(text.to_cyrillic(text.fold(raw)), letter_names())

    def examine(self, clue: str, relaxed: frozenset[Relaxation]) -> tuple[Finding, ...]:
        """Say what speaks against the clue by itself (rules 9.1, 9.3)."""
        return self._words.examine(clue)

    def number_hint(self, number: int, card: str) -> Finding | None:
        """Say whether the number is a well-known attribute of the card (rules 9.3)."""
        return self._words.number_hint(number, _yo(card))

    def sounds_like(self, clue: str, card: str) -> bool:
        """Say whether two spellings are spoken alike (rules 9.4)."""
        return sound(_yo(clue)) == sound(_yo(card))

    @lru_cache(maxsize=4096)  # noqa: B019 - one analyst lives as long as the process
    def relate(self, clue: str, card: str) -> Finding | None:
        """Say how a clue word and a card are related (rules 9.2)."""
        if _yo(text.looks_cyrillic(clue)) == _yo(card):
            return Finding(Verdict.ILLEGAL, Reason.VISIBLE_WORD, card)
        if len(clue) == 1:
            return letter_finding(clue, card)
        one, other = self.profile(clue), self.profile(card)
        found = [f for f in (self._kin(one, other), self._same_lemma(one, other)) if f is not None]
        illegal = [f for f in found if f.verdict is Verdict.ILLEGAL]
        return next(iter(illegal or found), None) or _hidden(_yo(clue), _yo(card))

    @lru_cache(maxsize=8192)  # noqa: B019 - one analyst lives as long as the process
    def profile(self, word: str) -> Profile:
        """Readings of a form."""
        parses = self._morph.parses(word)
        known = [p for p in parses if p.known and p.pos != "ADJS"] or list(parses)
        lemmas: dict[str, float] = {}
        for parse in known:
            lemma = _yo(parse.lemma)
            lemmas[lemma] = lemmas.get(lemma, 0.0) + parse.score
        return Profile(_yo(word), lemmas, _main(_yo(word), known, lemmas))

    def _same_lemma(self, clue: Profile, card: Profile) -> Finding | None:
        if clue.main & card.main:
            return Finding(Verdict.ILLEGAL, Reason.WORD_FORM, card.word)
        if clue.lemmas.keys() & card.lemmas.keys():
            return Finding(Verdict.DOUBTFUL, Reason.WORD_FORM, card.word)
        return None

    def _kin(self, clue: Profile, card: Profile) -> Finding | None:
        ties = [t for a in clue.main for b in card.main if (t := self._kinship.relate(a, b)) is not None]
        if not ties:
            return None
        return _finding(min(ties, key=lambda t: t.degree is not Degree.PLAIN), card.word)


def _main(word: str, parses: list[Parse], lemmas: dict[str, float]) -> frozenset[str]:
    own = [p for p in parses if _yo(p.lemma) == word and p.pos not in FUNCTION_WORDS and p.score >= _NEGLIGIBLE]
    if any(_yo(p.lemma) != word and p.score >= _COMMON for p in parses):
        own = [p for p in own if "Surn" not in p.grammemes]
    if own:
        return frozenset({word} | {_yo(p.lemma) for p in parses if p.pos in _OWN_FORMS and p.score >= _COMMON})
    upright = frozenset(_yo(p.lemma) for p in parses if "nomn" in p.grammemes and p.score >= _NEGLIGIBLE)
    if upright:
        return upright
    frequent = {lemma for lemma, share in lemmas.items() if share >= _RARE}
    return frozenset(frequent or lemmas)


def _finding(tie: Kinship, card: str) -> Finding:
    plain = tie.degree is Degree.PLAIN and tie.build is not Build.BOTH
    return Finding(Verdict.ILLEGAL if plain else Verdict.DOUBTFUL, _BUILD_REASONS[tie.build], card, tie.shared)


def _hidden(clue: str, card: str) -> Finding | None:
    """A word of four letters or more at the end of the card (rules 9.2): рация in операция."""
    if len(clue) >= 4 and card != clue and card.endswith(clue):
        return Finding(Verdict.DOUBTFUL, Reason.LETTERS_ONLY, card)
    return None


def load_analyst() -> RussianAnalyst:
    """Build the analyst with its data."""
    return RussianAnalyst(morphology())
