"""The slots that depend on the table, and the pattern trees that depend on the scope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from voiceduet.engine.side import Side
from voiceduet.grammar.language import Entry, Language
from voiceduet.grammar.matching import Match, PatternTree, SlotReader, Words
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.grammar.slots import ListSlot


@dataclass(frozen=True, eq=False)
class Table:
    """One table in one language, ready for matching."""

    readers: Mapping[str, SlotReader]
    spellings: tuple[str, ...]
    """The board in the recogniser's spelling."""
    rivals: tuple[tuple[int, ...], ...]
    """For each board word, the others that sound close, closest first."""


@lru_cache(maxsize=8)
def table_for(language: Language, words: TableWords) -> Table:
    """Prepare a table; remembered, because it is asked for with every utterance."""
    forms = language.forms
    spellings = tuple(forms.spelling(word) for word in words.board)
    nominative = list(zip(spellings, range(len(spellings)), strict=True))
    accusative = [(form, place) for word, place in nominative for form in forms.accusative(word)]
    genitive = [(form, place) for word, place in nominative for form in forms.genitive(word)]
    first_accusative = [form for word, _ in nominative for form in forms.accusative(word)[:1]]
    first_genitive = [form for word, _ in nominative for form in forms.genitive(word)[:1]]
    readers: dict[str, SlotReader] = {
        **language.readers,
        "board": ListSlot.of(nominative),
        "board_accusative": ListSlot.of(accusative, first_accusative),
        "board_genitive": ListSlot.of(genitive, first_genitive),
        "word": ListSlot.of(zip(spellings, words.board, strict=True)),
        "who": _who(language, words, "who"),
        "who_genitive": _who(language, words, "who_genitive"),
    }
    return Table(readers, spellings, _rivals(language, spellings))


def _who(language: Language, words: TableWords, slot: str) -> ListSlot:
    forms: list[tuple[str, Side]] = []
    for side, general in zip(Side, language.who[slot], strict=True):
        name = words.name_of(side).casefold()
        if name:
            called = (name,) if slot == "who" else language.forms.genitive(name) or (name,)
            forms += [(form, side) for form in called]
        forms += [(form, side) for form in general]
    return ListSlot.of(forms)


def _rivals(language: Language, spellings: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    limit = language.costs.close_pair_distance
    found: list[tuple[int, ...]] = []
    for place, word in enumerate(spellings):
        distances = [(language.sounds.distance(word, other), rival) for rival, other in enumerate(spellings)]
        close = sorted(pair for pair in distances if pair[1] != place and pair[0] <= limit)
        found.append(tuple(rival for _, rival in close))
    return tuple(found)


def entries_for(language: Language, name: ScopeName, *, bare_touch: bool) -> tuple[Entry, ...]:
    """The sentence entries that count in a scope."""
    return tuple(entry for entry in language.entries if name in entry.scopes and (bare_touch or not entry.bare_only))


@lru_cache(maxsize=64)
def tree_for(language: Language, name: ScopeName, bare_touch: bool) -> PatternTree:
    """All patterns of a scope; remembered."""
    tree = PatternTree()
    for entry in entries_for(language, name, bare_touch=bare_touch):
        for pattern in entry.patterns:
            tree.add(pattern, entry.sentence)
    return tree


@lru_cache(maxsize=4)
def tree_of_all(language: Language) -> PatternTree:
    """All patterns that count anywhere on a table with announced touches; remembered."""
    tree = PatternTree()
    for entry in language.entries:
        for pattern in entry.patterns if entry.scopes and not entry.bare_only else ():
            tree.add(pattern, entry.sentence)
    return tree


def matches(language: Language, words: Words, scope: Scope) -> tuple[Match, ...]:
    """Every way in which all of the words make a sentence of the scope."""
    tree = tree_for(language, scope.name, scope.table.bare_touch)
    return tuple(tree.match(words.apart(), table_for(language, scope.table).readers))
