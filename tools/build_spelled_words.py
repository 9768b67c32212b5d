"""Build `voiceduet/grammar/ru/spelled_words.txt`: Russian nouns too rare to be heard as clues, but spelled.

Words: pymorphy3 with the OpenCorpora dictionary (CC-BY-SA). Frequencies: wordfreq (data CC-BY-SA 4.0), which the
program itself does not need. Run `python -m tools.build_spelled_words`; it takes some minutes.
"""

from __future__ import annotations

from pathlib import Path

import pymorphy3
import wordfreq

from voiceduet.engine.words import fold
from voiceduet.grammar.language import load_language

TARGET = Path(__file__).parent.parent / "voiceduet" / "grammar" / "ru" / "spelled_words.txt"
HEADER = """\
# Russian nouns that are not in open_words.txt, most frequent first. Made by tools/build_spelled_words.py.
# Frequencies: wordfreq (CC-BY-SA 4.0, https://github.com/rspeer/wordfreq). Words: pymorphy3, OpenCorpora (CC-BY-SA).
# This list is under CC-BY-SA 4.0.
"""
UNWANTED = {"Abbr", "Erro", "Surn", "Patr", "Name", "Geox", "Orgn", "Trad", "Arch", "Infr", "Init", "Slng", "Dist"}
LEAST = 1.5
"""Zipf frequency: 1.5 is about three in a hundred million words."""
LONGEST = 14


def main() -> None:
    """Write the list."""
    known = {fold(word) for word in load_language("ru").open_words}
    found: dict[str, float] = {}
    for parse in pymorphy3.MorphAnalyzer().iter_known_word_parses():
        grammemes = set(parse.tag.grammemes)
        if parse.tag.POS != "NOUN" or "nomn" not in grammemes or not grammemes & {"sing", "Pltm"}:
            continue
        word = parse.word
        if word != parse.normal_form or grammemes & UNWANTED or not 2 < len(word) <= LONGEST or "-" in word:
            continue
        if fold(word) not in known:
            found[word] = wordfreq.zipf_frequency(word, "ru")
    kept = sorted((word for word, zipf in found.items() if zipf >= LEAST), key=lambda word: (-found[word], word))
    TARGET.write_text(HEADER + "\n".join(kept) + "\n", encoding="utf-8")
    print(f"{len(kept)} words written to {TARGET}")


if __name__ == "__main__":
    main()
