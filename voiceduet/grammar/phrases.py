"""What the limited recogniser is offered, and what can be said at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import cycle, product

from voiceduet.grammar.language import Language
from voiceduet.grammar.matching import SlotReader
from voiceduet.grammar.scopes import Scope, ScopeName
from voiceduet.grammar.tables import entries_for, table_for, tree_for
from voiceduet.grammar.templates import Pattern, Slot

_JUDGED_BY_SOUND = frozenset({ScopeName.CLUE, ScopeName.GUESS, ScopeName.SUDDEN_DEATH, ScopeName.COLOUR})


@lru_cache(maxsize=64)
def phrases(language: Language, scope: Scope) -> tuple[str, ...]:
    """Complete phrases for the limited recogniser: lower case, ё kept, no repeats.

    A word-pair recogniser hears any chain of words whose neighbours stand side by side in some phrase, so not every
    combination is listed: of slots that do not touch each other, each value stands in some phrase.
    """
    tree_for(language, scope.name, scope.table.bare_touch)  # made now, so that the first utterance need not wait for it
    readers = table_for(language, scope.table).readers
    offered = (
        " ".join(words)
        for entry in entries_for(language, scope.name, bare_touch=scope.table.bare_touch)
        if entry.ear
        for pattern in entry.patterns
        for words in pair_cover(pattern, readers)
    )
    return tuple(dict.fromkeys(offered))


@lru_cache(maxsize=64)
def fixed_phrases(language: Language, scope: Scope) -> tuple[str, ...]:
    """Those of the phrases that hold no card, name or number."""
    return tuple(
        " ".join(str(token) for token in pattern)
        for entry in entries_for(language, scope.name, bare_touch=scope.table.bare_touch)
        if entry.ear
        for pattern in entry.patterns
        if not any(isinstance(token, Slot) for token in pattern)
    )


def needs_open(scope: Scope) -> bool:
    """Whether the open recogniser's text is needed too: for the clue word, and to tell table talk apart."""
    return scope.name in _JUDGED_BY_SOUND


def expand(language: Language, scope: Scope, limit: int | None = None) -> Iterator[tuple[str, str]]:
    """Yield (intent name, sentence) for every sentence of a scope, open slots as `{clue}`.

    At most `limit` sentences for each pattern.
    """
    readers = table_for(language, scope.table).readers
    for entry in entries_for(language, scope.name, bare_touch=scope.table.bare_touch):
        for pattern in entry.patterns:
            for count, words in enumerate(product(*(_choices(token, readers) for token in pattern))):
                if limit is not None and count >= limit:
                    break
                yield entry.sentence.intent, " ".join(words)


def _choices(token: str | Slot, readers: Mapping[str, SlotReader]) -> tuple[str, ...]:
    if isinstance(token, Slot):
        return readers[token.name].spoken or (f"{{{token.name}}}",)
    return (token,)


def pair_cover(pattern: Pattern, readers: Mapping[str, SlotReader]) -> Iterator[tuple[str, ...]]:
    """Fill a pattern so that every value, and every pair of neighbouring values, occurs."""
    runs: list[list[tuple[str, ...]]] = []
    run: list[tuple[str, ...]] = []
    for token in pattern:
        if isinstance(token, Slot):
            run.append(readers[token.name].spoken)
            continue
        if run:
            runs.append(list(product(*run)))
            run = []
        runs.append([(token,)])
    if run:
        runs.append(list(product(*run)))
    if not all(runs):
        return
    rounds = max(len(choices) for choices in runs)
    for _, *parts in zip(range(rounds), *(cycle(choices) for choices in runs), strict=False):
        yield tuple(word for part in parts for word in part)
