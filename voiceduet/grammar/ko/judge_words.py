"""The Korean word data of the judge: Chinese characters and parts of words, nouns of verbs, kinship.

A compiled table (tools/judge_ko_build.py) gives the mass, hand-written tables beside it correct it and always win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from voiceduet.grammar.judge.messages import JudgeDataError
from voiceduet.grammar.judge.tables import JudgeTables, Kinship, Pair

_TABLES = JudgeTables("ko")
_rows, _lines, _level = _TABLES.rows, _TABLES.lines, _TABLES.level
NATIVE = "*"
"""Sense of a native or borrowed morpheme, beside those that are Chinese characters."""


@dataclass(frozen=True, slots=True)
class Part:
    """A morpheme or word inside a longer word."""

    form: str
    """Hangul."""
    sense: str
    """Chinese characters, `NATIVE`, a sense mark of cuts.tsv, or empty when unknown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the compiled table knows about a word."""

    frequency: int
    """Tenths of Zipf; 0 when unseen."""
    characters: str
    """As long as the word, native syllables in Hangul; empty when it has no Chinese character."""
    cut: tuple[str, ...]
    """Parts of the compound; empty for simple words."""
    echoes: frozenset[str]
    """One-syllable native words that a character means and the spelling repeats (우비 雨備: 비)."""


@dataclass(frozen=True, slots=True)
class KoreanWords:
    """All tables of Korean, read-only."""

    names: str
    """Names and rare nouns, each between two line ends; ask `is_name`."""
    names_by_hand: frozenset[str]
    stems: frozenset[str]
    """Stems of verbs and adjectives."""
    shared: frozenset[str]
    """Chinese characters that two compounds may not share."""
    homonyms: Mapping[tuple[str, str], str]
    """Syllable and compound: in which of its senses the native syllable is there, when not in the usual one."""
    table: Mapping[str, str]
    """Rows of the compiled table by word; read them with `entry`."""
    cuts: Mapping[str, tuple[Part, ...]]
    """Words cut by hand; empty for words that only look like compounds."""
    senses: Mapping[str, Mapping[str, Kinship]]
    """One-syllable nouns, with the senses in which they stand alone and how plainly those are heard in longer words.

    `NONE`: only where the compound is cut at the syllable.
    """
    nominals: Mapping[str, tuple[tuple[str, Kinship], ...]]
    """Nouns with the verb stems they are made from."""
    kin: Mapping[Pair, Kinship]
    foreign: Mapping[str, Kinship]
    """Foreign words in Hangul; `PLAIN` when Korean has not taken them in."""
    translations: Mapping[str, frozenset[str]]
    """Borrowed words in use, with the Korean words that they say over again."""
    shared_endings: frozenset[str]
    """Last Chinese characters that some hear as a part which two words share."""
    letters: Mapping[str, str]
    """Names of Latin letters."""
    abbreviations: frozenset[str]
    positions: frozenset[str]
    number_hints: Mapping[str, frozenset[int]]

    def entry(self, word: str) -> Entry | None:
        """The row about a word."""
        row = self.table.get(word)
        return _entry(row) if row is not None else None

    def stands_alone(self, syllable: str) -> bool:
        """Whether the syllable is a native noun of its own."""
        return NATIVE in self.senses.get(syllable, ())

    def is_name(self, word: str) -> bool:
        """Whether a list of names has the word."""
        return f"\n{word}\n" in self.names or word in self.names_by_hand

    def looks_korean(self, word: str) -> bool:
        """Whether every syllable of an unknown word is usual: a name or slang may look so, 뭄타릅 does not."""
        return all(self.names.count(syllable) >= _USUAL_SYLLABLE for syllable in word)


_USUAL_SYLLABLE = 100
"""How often the long list of names has a usual syllable."""


def _entry(row: str) -> Entry:
    frequency, characters, cut, echoes = ("" if field == "-" else field for field in row.split("\t"))
    return Entry(int(frequency), characters, tuple(cut.split("+")) if cut else (), frozenset(echoes.split()))


@lru_cache(maxsize=1)
def load_words() -> KoreanWords:
    """Read and check all tables.

    Raises:
        JudgeDataError: a table is wrong; the message names file and line.

    """
    return KoreanWords(
        names=_TABLES.text("names.txt.gz"),
        names_by_hand=frozenset(name for line in _lines("names_by_hand.txt") for name in line.split()),
        stems=frozenset(_lines("stems.txt.gz")),
        shared=frozenset(character for line in _lines("shared.txt") for character in line.split()),
        homonyms={(one, word): sense for one, sense, words in _rows("homonyms.tsv", 3) for word in words.split()},
        table={word: rest for word, _, rest in (line.partition("\t") for line in _lines("words.tsv.gz"))},
        cuts=_cuts(),
        senses={syllable: _senses(senses) for syllable, senses in _rows("syllables.tsv", 2)},
        nominals=_nominals(),
        kin={frozenset((one, other)): _level("kinship.tsv", level) for one, other, level in _rows("kinship.tsv", 3)},
        foreign={word: _level("foreign.tsv", level) for word, level in _rows("foreign.tsv", 2)},
        translations={word: frozenset(korean.split()) for word, korean in _rows("translations.tsv", 2)},
        shared_endings=frozenset(character for line in _lines("shared_endings.txt") for character in line.split()),
        letters={row[0]: row[1] for row in _rows("letters.tsv", 2)},
        abbreviations=frozenset(_lines("abbreviations.txt")),
        positions=frozenset(_lines("positions.txt")),
        number_hints=_TABLES.number_hints(),
    )


def _senses(text: str) -> dict[str, Kinship]:
    marks = {"?": Kinship.FELT, "+": Kinship.NONE}
    return {sense.rstrip("?+"): marks.get(sense[-1], Kinship.PLAIN) for sense in text.split()}


def _cuts() -> dict[str, tuple[Part, ...]]:
    found: dict[str, tuple[Part, ...]] = {}
    for word, cut in _rows("cuts.tsv", 2):
        parts = (
            ()
            if cut == "-"
            else tuple(_part(form, sense) for form, _, sense in (p.partition("#") for p in cut.split("+")))
        )
        if parts and "".join(part.form for part in parts) != word:
            raise JudgeDataError(f"{_TABLES.folder}/cuts.tsv: {word}: {cut!r} is no cut of the word into part+part")
        found[word] = parts
    return found


def _part(form: str, sense: str) -> Part:
    return Part(form, sense or (NATIVE if len(form) == 1 else ""))


def _nominals() -> dict[str, tuple[tuple[str, Kinship], ...]]:
    found: dict[str, list[tuple[str, Kinship]]] = {}
    for noun, stem, level in _rows("nominals.tsv", 3):
        found.setdefault(noun, []).append((stem, _level("nominals.tsv", level)))
    return {noun: tuple(stems) for noun, stems in found.items()}
