"""The two-sided key card (rules 1.2)."""

from __future__ import annotations

import random
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from voiceduet.engine.errors import SetupError
from voiceduet.engine.side import Side

WORDS = 25
"""Words on the table and letters on one side of the key."""
AGENTS = 15
"""Different agents in all."""
AGENTS_PER_SIDE = 9
"""Agents on one side; three of them are agents on the other side too."""


class Identity(StrEnum):
    """What a word is on one side of the key card; the value is its letter in key files."""

    AGENT = "G"
    BYSTANDER = "B"
    ASSASSIN = "A"

    @property
    def label(self) -> str:
        """The lower-case name used in records: agent, bystander, assassin."""
        return self.name.lower()


G, B, A = Identity.AGENT, Identity.BYSTANDER, Identity.ASSASSIN

SIDE_COUNTS: dict[Identity, int] = {G: 9, A: 3, B: 13}
"""How often each identity stands on one side."""

PAIR_COUNTS: dict[tuple[Identity, Identity], int] = {
    (G, G): 3,
    (G, A): 1,
    (A, G): 1,
    (A, A): 1,
    (A, B): 1,
    (B, A): 1,
    (G, B): 5,
    (B, G): 5,
    (B, B): 7,
}
"""How many words have this identity on side a and that one on side b (rules 1.2)."""


@dataclass(frozen=True, slots=True)
class KeyFinding:
    """One count of a key that is off."""

    code: str
    """`length_a`, `agents_b`, `assassins_a`, `bystanders_b`, `pair_GG` … `pair_BB`, `agents_in_all`, `turned_180`."""
    message: str
    """What is off and what it must be."""


@dataclass(frozen=True, slots=True)
class KeyCard:
    """A key that keeps the official overlap. Raise `SetupError` ("key") that names every count that is off."""

    a: tuple[Identity, ...]
    """What side `a` sees, 25 identities row by row as side `a` sees the table; judges touches when `a` gives."""
    b: tuple[Identity, ...]
    """What side `b` sees, over the same words in the same order."""
    agents_a: frozenset[int] = field(init=False, repr=False, compare=False)
    """Indices of the nine agents of side `a`."""
    agents_b: frozenset[int] = field(init=False, repr=False, compare=False)
    """Indices of the nine agents of side `b`."""

    def __post_init__(self) -> None:
        findings = check_key(self.a, self.b)
        if findings:
            raise SetupError("key", "this is not a Duet key: " + "; ".join(finding.message for finding in findings))
        object.__setattr__(self, "agents_a", _agents(self.a))
        object.__setattr__(self, "agents_b", _agents(self.b))

    def of(self, side: Side, index: int) -> Identity:
        """Return what the word at `index` (0–24) is on this side."""
        return (self.a if side is Side.A else self.b)[index]

    def side(self, side: Side) -> tuple[Identity, ...]:
        """Return all 25 identities of one side."""
        return self.a if side is Side.A else self.b

    def agents_of(self, side: Side) -> frozenset[int]:
        """Return the indices of this side's nine agents."""
        return self.agents_a if side is Side.A else self.agents_b


def _agents(identities: Sequence[Identity]) -> frozenset[int]:
    return frozenset(index for index, identity in enumerate(identities) if identity is G)


def check_key(a: Sequence[Identity], b: Sequence[Identity]) -> tuple[KeyFinding, ...]:
    """Return every count that is off, with a hint when side b only seems to be turned; empty for a right key."""
    findings = _wrong_counts(a, b)
    if findings and len(a) == len(b) == WORDS and not _wrong_counts(a, tuple(reversed(b))):
        findings.append(
            KeyFinding(
                "turned_180",
                "turned by 180° side b fits: both lines must list the words in one order, as side a sees the table",
            )
        )
    return tuple(findings)


def _wrong_counts(a: Sequence[Identity], b: Sequence[Identity]) -> list[KeyFinding]:
    findings = []
    for side, identities in ((Side.A, a), (Side.B, b)):
        if len(identities) != WORDS:
            message = f"side {side} has {len(identities)} letters, must be {WORDS}"
            findings.append(KeyFinding(f"length_{side}", message))
        for identity, wanted in SIDE_COUNTS.items():
            got = sum(1 for each in identities if each is identity)
            if got != wanted:
                noun = f"{identity.label}s"
                findings.append(KeyFinding(f"{noun}_{side}", f"side {side} has {got} {noun}, must be {wanted}"))
    pairs = Counter(zip(a, b, strict=False))
    for (on_a, on_b), wanted in PAIR_COUNTS.items():
        got = pairs[on_a, on_b]
        if got != wanted:
            what = f"words with {on_a.label} on side a and {on_b.label} on side b"
            findings.append(KeyFinding(f"pair_{on_a}{on_b}", f"{got} {what}, must be {wanted}"))
    in_all = sum(count for pair, count in pairs.items() if G in pair)
    if in_all != AGENTS:
        findings.append(KeyFinding("agents_in_all", f"{in_all} different agents in all, must be {AGENTS}"))
    return findings


def parse_key(text: str) -> KeyCard:
    """Read two lines of 25 letters G, B, A: side a, then side b, in the same order of words.

    Blank lines, spaces inside a line and # comments are skipped; case does not matter. Raise `SetupError`:
    "key_lines" for another number of lines, "key_letter" for another letter, "key" for counts that are off.
    """
    lines = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        letters = "".join(line.partition("#")[0].split()).upper()
        if letters:
            lines.append(tuple(_identity(letter, number) for letter in letters))
    if len(lines) != 2:
        raise SetupError("key_lines", f"a key has two lines, side a and side b; here are {len(lines)}")
    return KeyCard(*lines)


def _identity(letter: str, line: int) -> Identity:
    try:
        return Identity(letter)
    except ValueError:
        name = unicodedata.name(letter, "no letter").lower()
        message = f"line {line} of the key has {letter!r} ({name}): only Latin G (agent), B (bystander), A (assassin)"
        raise SetupError("key_letter", message) from None


def format_key(key: KeyCard) -> str:
    """Write a key so that `parse_key` reads it: two lines, side a and side b, each ended by a newline."""
    return f"{''.join(key.a)}\n{''.join(key.b)}\n"


def draw_key(rng: random.Random) -> KeyCard:
    """Draw a key with the official overlap; the caller brings the chance."""
    pairs = [pair for pair, count in PAIR_COUNTS.items() for _ in range(count)]
    rng.shuffle(pairs)
    return KeyCard(tuple(on_a for on_a, _ in pairs), tuple(on_b for _, on_b in pairs))
