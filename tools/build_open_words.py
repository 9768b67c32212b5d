"""Build `voiceduet/grammar/<language>/open_words.txt`: plausible clue words in dictionary form, most frequent first.

Frequencies come from the wordfreq package (data CC-BY-SA 4.0). Word forms: pymorphy3 with the OpenCorpora dictionary
(CC-BY-SA) for Russian, lemminflect (MIT) for English, kiwipiepy (LGPL) for Korean. Run
`python tools/build_open_words.py ru`; it needs `wordfreq`, which the program itself does not.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kiwipiepy
import lemminflect
import pymorphy3
import wordfreq

from voiceduet.grammar.datafiles import read_yaml
from voiceduet.grammar.schema import SentencesFile

GRAMMAR = Path(__file__).parent.parent / "voiceduet" / "grammar"
DECKS = Path(__file__).parent.parent / "voiceduet" / "table" / "decks"
HEADERS = {
    "ru": """\
# Plausible Russian clue words in dictionary form, most frequent first. Made by tools/build_open_words.py.
# Frequencies: wordfreq (CC-BY-SA 4.0, https://github.com/rspeer/wordfreq). Forms: pymorphy3, OpenCorpora (CC-BY-SA).
# This list is under CC-BY-SA 4.0.
""",
    "en": """\
# Plausible English clue words, most frequent first. Made by tools/build_open_words.py.
# Frequencies: wordfreq (CC-BY-SA 4.0, https://github.com/rspeer/wordfreq). Known words: lemminflect (MIT).
# This list is under CC-BY-SA 4.0.
""",
    "ko": """\
# Plausible Korean clue words in dictionary form, most frequent first. Made by tools/build_open_words.py.
# Frequencies: wordfreq (CC-BY-SA 4.0, https://github.com/rspeer/wordfreq). Word classes: kiwipiepy (LGPL-3.0).
# This list is under CC-BY-SA 4.0.
""",
}
UNWANTED = {"Abbr", "Erro", "Surn", "Patr", "Apro", "Anum", "Prnt", "Arch", "Infr", "Init"}
UNINFLECTED = {"ADVB", "INFN", "NUMR"}
RARE_READING = 0.01
VARIANT_RANK = 40_000
"""Plurals and feminine or neuter adjectives are kept when they are among so many most frequent forms."""
ENGLISH_CLASSES = {"NOUN", "ADJ", "VERB", "ADV", "PROPN"}
KOREAN_CLASSES = {"NNG", "NNP", "NR", "MAG", "XR"}
KOREAN_PARTS = set(
    "을를이가은는의에도로과와되기면만안보주월시입더여때라님들어게나지했었해아것할인거요수니고다하한있없년분중내제그저음"
    "및후개대알성살위형됐먹죽왜좀또너무애걸"
)
"""Syllables that as a word of their own nearly always are a particle, an ending or a counter."""


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


def russian(words: int, forms: int) -> Iterator[str]:
    """Lemmas, frequent nominative variants among them."""
    lemmas, variants = count(pymorphy3.MorphAnalyzer(), wordfreq.top_n_list("ru", forms))
    both = Counter(dict(lemmas.most_common(words))) | variants
    kept: dict[str, str] = {}
    for word, _ in both.most_common():
        kept.setdefault(word.replace("ё", "е"), word)
    yield from kept.values()


def english(words: int, forms: int) -> Iterator[str]:
    """Forms of known words: English clues are plurals and past tenses as well."""
    chatter = set(read_yaml(GRAMMAR / "en" / "sentences.yaml", SentencesFile).chatter)
    known = (
        word
        for word in wordfreq.top_n_list("en", forms)
        if len(word) > 1
        and word.isascii()
        and word.isalpha()
        and word not in chatter
        and ENGLISH_CLASSES & set(lemminflect.getAllLemmas(word))
    )
    yield from (word for word, _ in zip(known, range(words), strict=False))


def korean(words: int, forms: int) -> Iterator[str]:
    """Nouns, adverbs and roots that are one morpheme, and the words of the deck."""
    kiwi = kiwipiepy.Kiwi(num_workers=1)
    found = dict.fromkeys(
        word
        for word in wordfreq.top_n_list("ko", forms)
        if all("가" <= letter <= "힣" for letter in word) and word not in KOREAN_PARTS and _is_korean_word(kiwi, word)
    )
    deck = (line.strip() for line in (DECKS / "ko.txt").read_text("utf-8").splitlines())
    yield from [*found][:words]
    yield from (word for word in deck if word and not word.startswith("#") and word not in [*found][:words])


def _is_korean_word(kiwi: kiwipiepy.Kiwi, word: str) -> bool:
    tokens = kiwi.tokenize(word)
    return len(tokens) == 1 and str(tokens[0].tag).partition("-")[0] in KOREAN_CLASSES


BUILDERS: dict[str, Callable[[int, int], Iterator[str]]] = {"ru": russian, "en": english, "ko": korean}


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=BUILDERS)
    parser.add_argument("--words", type=int, default=20_000, help="how many words to keep")
    parser.add_argument("--forms", type=int, default=200_000, help="how many frequent forms to look at")
    options = parser.parse_args()
    kept = list(BUILDERS[options.language](options.words, options.forms))
    target = GRAMMAR / options.language / "open_words.txt"
    target.write_text(HEADERS[options.language] + "\n".join(kept) + "\n", encoding="utf-8")
    print(f"{len(kept)} words written to {target}")


if __name__ == "__main__":
    main()
