"""Build `voiceduet/grammar/ru/open_words.txt`: plausible Russian clue words in dictionary form, most frequent first.

Frequencies come from the wordfreq package (data CC-BY-SA 4.0), word forms from pymorphy3 with the OpenCorpora
dictionary (CC-BY-SA). Run `python tools/build_open_words.py`; it needs `wordfreq`, which the program itself does not.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

import pymorphy3
import wordfreq

TARGET = Path(__file__).parent.parent / "voiceduet" / "grammar" / "ru" / "open_words.txt"
HEADER = """\
# Plausible Russian clue words in dictionary form, most frequent first. Made by tools/build_open_words.py.
# Frequencies: wordfreq (CC-BY-SA 4.0, https://github.com/rspeer/wordfreq). Forms: pymorphy3, OpenCorpora (CC-BY-SA).
# This list is under CC-BY-SA 4.0.
"""
UNWANTED = {"Abbr", "Erro", "Surn", "Patr", "Apro", "Anum", "Prnt", "Arch", "Infr", "Init"}
UNINFLECTED = {"ADVB", "INFN", "NUMR"}
RARE_READING = 0.01
VARIANT_RANK = 40_000
"""Plurals and feminine or neuter adjectives are kept when they are among so many most frequent forms."""


def is_wanted(parse: Any) -> bool:  # noqa: ANN401 - pymorphy3 has no types
    """Whether a reading belongs to a word that people give as a clue."""
    tag = parse.tag
    if not parse.is_known or parse.score < RARE_READING or UNWANTED & set(tag.grammemes):
        return False
    return tag.POS in UNINFLECTED | {"NOUN", "ADJF"}


def count(analyzer: pymorphy3.MorphAnalyzer, forms: list[str]) -> tuple[Counter[str], Counter[str]]:
    """Frequencies of lemmas, each form's frequency shared out among its readings, and of nominative variants."""
    lemmas: Counter[str] = Counter()
    variants: Counter[str] = Counter()
    for rank, form in enumerate(forms):
        if len(form) < 2 or not all("а" <= letter <= "я" or letter == "ё" for letter in form):
            continue
        frequency = wordfreq.word_frequency(form, "ru")
        for parse in filter(is_wanted, analyzer.parse(form)):
            lemmas[parse.normal_form] += frequency * parse.score
            if "nomn" in parse.tag and parse.word != parse.normal_form and rank < VARIANT_RANK:
                variants[parse.word] += frequency * parse.score
    return lemmas, variants


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=20_000, help="how many lemmas to keep")
    parser.add_argument("--forms", type=int, default=200_000, help="how many frequent forms to look at")
    options = parser.parse_args()
    lemmas, variants = count(pymorphy3.MorphAnalyzer(), wordfreq.top_n_list("ru", options.forms))
    both = Counter(dict(lemmas.most_common(options.words))) | variants
    kept: dict[str, str] = {}
    for word, _ in both.most_common():
        kept.setdefault(word.replace("ё", "е"), word)
    TARGET.write_text(HEADER + "\n".join(kept.values()) + "\n", encoding="utf-8")
    print(f"{len(kept)} words written to {TARGET.name}")


if __name__ == "__main__":
    main()
