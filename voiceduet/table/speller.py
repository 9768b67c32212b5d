"""What a table knows about spelled words: which word letters make, and how a word is spelled aloud."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from voiceduet import places
from voiceduet.asr.ports import Utterance
from voiceduet.asr.spelling.ear import SpellingEar, SpellingEarFault
from voiceduet.asr.spelling.letter_graph import SpelledWords
from voiceduet.asr.spelling.letter_model import MADE
from voiceduet.asr.spelling.process import SpellingEarProcess, spelling_ear_command
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.meaning import Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope
from voiceduet.grammar.spelling import (
    acts_on_letters,
    is_opening,
    is_spelled,
    letter_names,
    likeliest_words,
    read_spelled,
    spelling_phrases,
)
from voiceduet.table.setup import load_deck

AFTER_S = 3.0
"""So long after the start the graph of letters is made, where this machine has none yet."""
OPENING_S = 1.5
"""«По буквам» alone is not longer; letters follow after the answer, and the ear for them is made ready meanwhile."""


@dataclass(frozen=True, slots=True)
class WordSpeller:
    """The words of one language."""

    language: Language

    def words(self, heard: Sequence[Sequence[str]], refused: Sequence[str]) -> tuple[str, ...]:
        """Words that heard letters make, likeliest first; at least one."""
        return likeliest_words(self.language, heard, refused)

    def letters(self, word: str) -> str:
        """A word as it is spelled aloud: «ка, о, тэ»."""
        return letter_names(self.language, word)


def speller(language: str) -> WordSpeller:
    """The speller of a language."""
    return WordSpeller(load_language(language))


def spelled_words(language: Language, deck: Sequence[str] = ()) -> SpelledWords:
    """What the ear for letters may hear at a table of this language."""
    offered = spelling_phrases(language, deck)
    return SpelledWords(offered.letters, offered.words, offered.openings, offered.closings, offered.phrases)


def spelling_ear(language: str, model: Path) -> SpellingEarProcess:
    """The ear for letters over a model folder, in a process of its own; nothing is started yet."""
    command = spelling_ear_command(model, places.cache_dir())
    ear = SpellingEarProcess(command, lambda: spelled_words(load_language(language), load_deck(language)))
    if not any(places.cache_dir().glob(f"{MADE}*")):
        later = threading.Timer(AFTER_S, ear.prepare)
        later.daemon = True
        later.start()
    return ear


class SpellingHearing:
    """Hears the letters of an utterance where it is worth it."""

    def __init__(self, ear: SpellingEar, language: Language) -> None:
        self._ear = ear
        self._language = language

    def on(self, first: Meaning, utterance: Utterance, heard: Sequence[HeardText], scope: Scope) -> Meaning:
        """What was spelled; the meaning of the usual ears where nothing was, or where they surely heard a command."""
        if not utterance.sound or not is_spelled(self._language, heard, scope):
            return first
        if isinstance(first, Understood) and first.sure and not acts_on_letters(first):
            return first
        if is_opening(first) and utterance.end_s - utterance.start_s < OPENING_S:
            self._ear.wake()
            return first
        try:
            letters = self._ear.hear(utterance.sound)
        except SpellingEarFault:
            return first
        spelled = read_spelled(
            self._language, [HeardText(each.text, "spelled", score=each.score) for each in letters], scope
        )
        return first if isinstance(spelled, NotUnderstood) else spelled
