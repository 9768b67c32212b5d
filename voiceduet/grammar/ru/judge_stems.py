"""Comparing words by their stems, where the dictionaries cut two words of one family differently."""

from __future__ import annotations

import re

_INFINITIVE = re.compile(r"(?:ова|ева|ну|[аяиеоу])?(?:ть|ти)(?:ся|сь)?$")
_ENDING = re.compile(r"(?:[ыио]й|ая|яя|ое|ее|ие|ые|ия|ья|ье|[аеиоуыэюяьй])$")
_SUFFIX = (
    "ениj|аниj|ени|ани|ениe|енн|ущ|ющ|ащ|ящ|н|ан|ян|ов|ев|ск|еск|ическ|ичн|альн|ональн|арн|ивн|чив|лив|ист|изм|ик|ник|чик|щик|"
    "овик|ец|иц|ниц|щиц|чиц|ость|ост|есть|от|ет|изн|ств|еств|арь|ар|яр|тель|ер|ор|ант|ент|аж|аци|яци|ици|ци|ирова|изирова|изаци|"
    "ова|ева|ива|ыва|ва|а|и|е|я|ну|ть|ся|онок|енок|ят|ат|ишк|ушк|юшк|еньк|оньк|очк|ечк|ичк|чк|ок|ек|ик|ищ|их|ш|к|ин|чан|ич|як|ак|ач|ун|"
    "л|льн|тельн|б|в|о|ь|н|ый|ой|ий|ая|ое|ей|ья|ие|у|ы|еньк|атор|итор|иц|ур|ит"
)
_TAIL = re.compile(rf"(?:{_SUFFIX})*")
_SHORTEST = 5
_ADJECTIVE = re.compile("(?:н|ов|ев|ск)(?:ый|ий|ой)")
_SOFTENED = {"к": "ч", "ц": "ч", "г": "ж", "х": "ш"}
_CHANCE_TAILS = frozenset({"ть", "ор", "ар", "ит", "ат", "ант", "ет", "он", "ин", "ина", "ал"})
"""Ends that fit behind unrelated words as often as behind the stem: попугай, попугать; рецепт, рецептор."""
_CONSONANTS = frozenset("бвгджзклмнпрстфхцчшщ")
_DIMINUTIVE = re.compile(r"(?:к|очк|ечк|ик|ок|ек|чик|иц)[аоеь]?")


def stem(lemma: str) -> str:
    """A lemma without its inflection: изменить → измен, автобусный → автобусн."""
    bare = _INFINITIVE.sub("", lemma)
    return _ENDING.sub("", lemma) or lemma if bare == lemma else bare


def bases(lemma: str) -> tuple[str, ...]:
    """The stems under which derived words may go on: кулак, кулач; раздева, разд."""
    short = stem(lemma)
    found = [short, re.sub("(?:ть|ти)(?:ся|сь)?$", "", lemma)]
    if short and short[-1] in _SOFTENED:
        found.append(short[:-1] + _SOFTENED[short[-1]])
    return tuple(dict.fromkeys(found))


def grows_from(longer: str, shorter: str) -> bool:
    """Whether a word is another one's stem with suffixes; the stem has five letters, four in a plain adjective."""
    return any(_fits(longer, base) for base in bases(shorter))


def _fits(longer: str, base: str) -> bool:
    if len(base) < _SHORTEST - 1 or not longer.startswith(base):
        return False
    tail = longer[len(base) :]
    if tail in _CHANCE_TAILS or not any(letter in _CONSONANTS for letter in tail):
        return False
    return (_TAIL if len(base) >= _SHORTEST else _ADJECTIVE).fullmatch(tail) is not None


def is_small(longer: str, shorter: str) -> bool:
    """Whether the suffix is one of the little ones that often name another thing: палата, палатка."""
    return _DIMINUTIVE.fullmatch(longer.removeprefix(stem(shorter))) is not None
