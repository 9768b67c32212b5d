"""Spread the hand-written meanings of Russian homonymous roots over the words derived from them.

    python -m tools.compile_russian_senses DIR        # DIR as for compile_russian_morphemes.py

Reads voiceduet/grammar/ru/judge_homonyms.txt (written by hand) and MorphyNet; writes judge_senses.tsv: word, root
shape, family, the numbers of the meanings it may have. Words that the file lacks have meaning 0. Lines whose meanings
share no root family are reported.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict, deque
from collections.abc import Iterable
from pathlib import Path

from tools.compile_russian_morphemes import OUT, read_morphynet, write
from voiceduet.grammar.ru.judge_families import RootFamilies, read_hand_data
from voiceduet.grammar.ru.judge_homonyms import Homonym, read_homonyms
from voiceduet.grammar.ru.judge_lexicon import Cut, Kind, MorphemeLexicon, roots

_VOWEL_END = re.compile("[аяоеиыью]+$")


def fragment(cut: Cut, place: int) -> str:
    """A root with the prefixes before it and the suffixes after it: «провод» in «водопровод»."""
    start = place
    while start and cut[start - 1].kind is Kind.PREFIX:
        start -= 1
    end = place + 1
    while end < len(cut) and cut[end].kind in (Kind.SUFFIX, Kind.ENDING):
        end += 1
    return "".join(m.text for m in cut[start:end])


def _common(one: str, other: str) -> int:
    """How many letters two words have in common at the beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


class Spreader:
    """Assigns meanings to the words of one root family after another."""

    def __init__(self, folder: Path) -> None:
        self._lexicon = MorphemeLexicon()
        self._families = RootFamilies(read_hand_data())
        self._by_family: dict[str, set[str]] = defaultdict(set)
        for word, _ in self._lexicon.rows():
            for shape in roots(self._lexicon.cut(word) or ()):
                self._by_family[self._families.find(shape)].add(word)
        self._near: dict[str, set[str]] = defaultdict(set)
        for base, derived in read_morphynet(folder):
            self._near[base].add(derived)
            self._near[derived].add(base)

    def spread(self, homonym: Homonym) -> dict[tuple[str, str], set[int]]:
        """(word, root shape) → its meanings, for every word of the families that the seeds have in common."""
        families = [self._families_of(seeds) for seeds in homonym.meanings]
        shared = {family for family in set().union(*families) if sum(family in found for found in families) > 1}
        found: dict[tuple[str, str], set[int]] = {}
        for family in shared:
            known = self._reached(homonym, self._by_family[family])
            for word in self._by_family[family]:
                for shape, meanings in self._meanings(word, family, known):
                    found.setdefault((word, shape), set()).update(meanings)
        return {key: meanings for key, meanings in found.items() if meanings != {0}}

    def _families_of(self, seeds: Iterable[str]) -> set[str]:
        return {
            self._families.find(shape)
            for seed in seeds
            if (cut := self._lexicon.cut(seed))
            for shape in roots(cut)[-1:]
        }

    def _reached(self, homonym: Homonym, words: set[str]) -> dict[str, set[int]]:
        known: dict[str, set[int]] = defaultdict(set)
        for number, seeds in enumerate(homonym.meanings):
            for seed in seeds:
                known[seed].add(number)
        queue = deque(known)
        seeds_only = set(known)
        while queue:
            word = queue.popleft()
            for near in sorted(self._near[word] & words - seeds_only):
                if near not in known and len(known[word]) == 1:
                    known[near] = set(known[word])
                    queue.append(near)
        return known

    def _meanings(self, word: str, family: str, known: dict[str, set[int]]) -> Iterable[tuple[str, set[int]]]:
        cut = self._lexicon.cut(word) or ()
        places = [i for i, m in enumerate(cut) if m.kind is Kind.ROOT and self._families.find(m.text) == family]
        for place in places:
            if word in known:
                yield cut[place].text, known[word]
                continue
            yield cut[place].text, self._nearest(fragment(cut, place), cut[place].text, known)

    def _nearest(self, text: str, shape: str, known: dict[str, set[int]]) -> set[int]:
        """Meanings of the word that begins most like the fragment, with its prefixes or without; 0 when none does."""
        start = text.find(shape)
        for tail, needed in ((text, start + len(shape)), (text[start:], len(shape) + 1)):
            best = max(known, key=lambda other: (_common(tail, other), 0 in known[other], -len(other), other))
            if _common(tail, best) >= needed:
                return known[best]
        return {0}


def main() -> None:
    """Write the file and report lines without effect."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    spreader = Spreader(parser.parse_args().folder)
    lines: list[str] = []
    for homonym in read_homonyms():
        found = spreader.spread(homonym)
        if not found:
            print("without effect:", homonym.name)
        for (word, shape), meanings in sorted(found.items()):
            lines.append(f"{word}\t{shape}\t{homonym.name}\t{' '.join(map(str, sorted(meanings)))}")
    write(OUT / "judge_senses.tsv", lines)


if __name__ == "__main__":
    main()
