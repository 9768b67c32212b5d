"""The English word data of the judge: what is a word, which words are relatives, which are compounds.

Compiled tables (tools/judge_en_build.py) give the mass, hand-written tables beside them correct it and always win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from voiceduet.grammar.judge.messages import JudgeDataError
from voiceduet.grammar.judge.tables import JudgeTables, Kinship, Pair

_TABLES = JudgeTables("en")
_rows, _lines, _level = _TABLES.rows, _TABLES.lines, _TABLES.level


@dataclass(frozen=True, slots=True)
class Cut:
    """One way to cut a compound into two words."""

    first: str
    second: str
    level: Kinship
    """`FELT` when few speakers hear the parts."""


@dataclass(frozen=True, slots=True)
class EnglishWords:
    """All tables of English, read-only."""

    frequency: Mapping[str, int]
    """Every known word with its frequency in tenths of Zipf; 0 for words of dictionaries alone."""
    bases: Mapping[str, tuple[str, ...]]
    """Words that a word is derived from by an affix."""
    kin: Mapping[Pair, Kinship]
    """Pairs ruled by hand: kinship, clipped words."""
    neighbours: Mapping[str, tuple[tuple[str, Kinship], ...]]
    """For each word of `kin`, its relatives and how plain they are."""
    homographs: Mapping[tuple[str, str], Kinship]
    """Form and lemma: how strongly the form is heard as one of the lemma."""
    spellings: frozenset[Pair]
    """Two spellings of one word."""
    cuts: Mapping[str, tuple[Cut, ...]]
    """Compounds."""
    foreign: frozenset[str]
    initialisms: frozenset[str]
    positions: frozenset[str]
    number_hints: Mapping[str, frozenset[int]]
    homophones: Mapping[str, tuple[int, ...]]
    """Numbers of the groups of words spoken alike that a word is in."""

    trigrams: frozenset[str]
    """Letters in threes that several common words have, ^ before the first letter and $ behind the last."""

    def looks_english(self, word: str) -> bool:
        """Whether the letters of an unknown word follow each other as in common ones: a name or slang may look so."""
        return self.trigrams.issuperset(_trigrams(word))

    def zipf(self, word: str) -> float:
        """Frequency on the Zipf scale; 0 when unseen or unknown."""
        return self.frequency.get(word, 0) / 10


_COMMON = 30
"""Tenths of Zipf from which a word is common."""
_SEVERAL = 5
"""Common words that must have three letters in a row."""
_NAME_FREQUENCY = 25
"""Tenths of Zipf that a name written by hand counts for."""


@lru_cache(maxsize=1)
def load_words() -> EnglishWords:
    """Read and check all tables.

    Raises:
        JudgeDataError: a table is wrong; the message names file and line.

    """
    kin, cuts = _kinship(), _cuts()
    frequency = {word: int(band) for word, band in _rows("lexicon.tsv.gz", 2)}
    frequency.update(dict.fromkeys(_words("names.txt"), _NAME_FREQUENCY))
    return EnglishWords(
        frequency=frequency,
        bases=_bases(kin, cuts),
        kin=kin,
        neighbours=_neighbours(kin),
        homographs={
            (form, lemma): _level("homographs.tsv", level) for form, lemma, level in _rows("homographs.tsv", 3)
        },
        spellings=frozenset(frozenset(row) for row in _rows("spellings.tsv", 2)),
        cuts=cuts,
        foreign=_words("foreign.txt.gz") - _words("names.txt"),
        trigrams=_common_trigrams(frequency),
        initialisms=_words("initialisms.txt"),
        positions=_words("positions.txt"),
        number_hints=_TABLES.number_hints(),
        homophones=_homophones(),
    )


def _common_trigrams(frequency: Mapping[str, int]) -> frozenset[str]:
    counts = Counter(three for word, band in frequency.items() if band >= _COMMON for three in _trigrams(word))
    return frozenset(three for three, uses in counts.items() if uses >= _SEVERAL)


def _trigrams(word: str) -> Iterator[str]:
    edged = f"^{word}$"
    return (edged[at : at + 3] for at in range(len(edged) - 2))


def _kinship() -> dict[Pair, Kinship]:
    kin = {frozenset(row): Kinship.PLAIN for row in _rows("clippings.tsv", 2)}
    for one, other, level in _rows("kinship.tsv", 3):
        kin[frozenset((one, other))] = _level("kinship.tsv", level)
    return kin


def _neighbours(kin: Mapping[Pair, Kinship]) -> dict[str, tuple[tuple[str, Kinship], ...]]:
    found: dict[str, list[tuple[str, Kinship]]] = {}
    for pair, level in kin.items():
        if level is not Kinship.NONE and len(pair) == 2:
            one, other = pair
            found.setdefault(one, []).append((other, level))
            found.setdefault(other, []).append((one, level))
    return {word: tuple(relatives) for word, relatives in found.items()}


def _bases(kin: Mapping[Pair, Kinship], cuts: Mapping[str, tuple[Cut, ...]]) -> dict[str, tuple[str, ...]]:
    """The derivations, less the pairs ruled by hand and compounds that count as derived from their second part."""
    found: dict[str, list[str]] = {}
    for word, base, _ in _rows("derivations.tsv.gz", 3):
        if frozenset((word, base)) not in kin and not any(cut.second == base for cut in cuts.get(word, ())):
            found.setdefault(word, []).append(base)
    return {word: tuple(bases) for word, bases in found.items()}


def _cuts() -> dict[str, tuple[Cut, ...]]:
    ruled: dict[tuple[str, str, str], Kinship] = {}
    for name in ("compounds.tsv", "compound_exceptions.tsv"):
        for row in _rows(name, 2 if name == "compounds.tsv" else 3):
            first, plus, second = row[1].partition("+")
            if not plus or row[0] not in (first + second, f"{first}s{second}"):
                where = f"{_TABLES.folder}/{name}: {row[0]}"
                raise JudgeDataError(f"{where}: {row[1]!r} is no cut of the word into first+second")
            ruled[row[0], first, second] = _level(name, row[2]) if len(row) == 3 else Kinship.PLAIN
    cuts: dict[str, list[Cut]] = {}
    for (word, first, second), level in ruled.items():
        if level is not Kinship.NONE:
            cuts.setdefault(word, []).append(Cut(first, second, level))
    return {word: tuple(found) for word, found in cuts.items()}


def _homophones() -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for number, line in enumerate(_lines("homophones.tsv")):
        for word in line.split("\t"):
            found.setdefault(word, []).append(number)
    return {word: tuple(groups) for word, groups in found.items()}


def _words(name: str) -> frozenset[str]:
    return frozenset(word for line in _lines(name) for word in line.split())
