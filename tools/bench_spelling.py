"""How spelled clue words are heard, through the real ears and the real dialogue.

    python -m tools.bench_spelling FOLDER [--words 24] [--seed 7] [--word WORD ...]

Words of the Russian clue list are spelled with letter names and with a spelling alphabet, by two voices of espeak-ng
and, where it is installed, by festival with its Russian voice, in three ways: in one breath, with short pauses, and
letter by letter with pauses that end an utterance. Recordings are kept in FOLDER. "First": the word that is read back
first is the right one; "offered": it is among those that are read back in turn after "no".
"""

from __future__ import annotations

import argparse
import array
import hashlib
import random
import shutil
import subprocess
import tempfile
import time
import wave
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_listener
from voiceduet.asr.ports import Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.spelling.ear import LetterEar
from voiceduet.asr.vosk_recognizer import load_model
from voiceduet.engine.words import fold
from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.meaning import NotUnderstood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.bench_answers import AnyClue, state_for
from voiceduet.table.dialogue.memory import ConfirmClue, Spelling
from voiceduet.table.dialogue.scope import scope_of
from voiceduet.table.dialogue.state import Dialogue, Table
from voiceduet.table.dialogue.step import step
from voiceduet.table.hearing import TableHearing
from voiceduet.table.setup import load_deck
from voiceduet.table.speller import spelled_words, speller
from voiceduet.table.wording import Wording

VOICES = ("espeak ru+m3 150", "espeak ru+f2 140", "festival")
WAYS = ("one breath", "short pauses", "letter by letter")
LETTER_PAUSE_S = 0.8
RATE_HZ = 16_000
PLAIN = {"й": 0, "ь": 0, "ъ": 0}


@dataclass(frozen=True, slots=True)
class Spoken:
    """One word, as it is spelled."""

    word: str
    names: tuple[str, ...]
    style: str
    voice: str
    way: str


def to_speak(language: Language, words: Sequence[str]) -> Iterator[Spoken]:
    """Every word in every style, voice and way."""
    voices = [voice for voice in VOICES if voice != "festival" or shutil.which("text2wave")]
    for word in words:
        for style, place in (("names", 0), ("alphabet", -1)):
            names = tuple(language.letters[letter][PLAIN.get(letter, place)] for letter in word)
            for voice in voices:
                yield from (Spoken(word, names, style, voice, way) for way in WAYS)


def record(spoken: Spoken, folder: Path) -> Path:
    """The recording, made if it is not there."""
    opening = "по буквам"
    texts: tuple[str, ...]
    match spoken.way:
        case "one breath":
            texts = (" ".join((opening, *spoken.names)),)
        case "short pauses":
            texts = (", ".join((opening, *spoken.names)),)
        case _:
            texts = (opening, *spoken.names, "готово")
    key = hashlib.sha256(repr((spoken.voice, texts)).encode()).hexdigest()[:20]
    path = folder / f"{key}.wav"
    if not path.exists():
        pause = bytes(round(LETTER_PAUSE_S * RATE_HZ) * 2)
        sound = pause.join([bytes(RATE_HZ // 2), *(_speech(text, spoken.voice) for text in texts), bytes(RATE_HZ * 2)])
        with wave.open(str(path), "wb") as file:
            file.setparams((1, 2, RATE_HZ, 0, "NONE", ""))
            file.writeframes(sound)
    return path


def _speech(text: str, voice: str) -> bytes:
    """What a voice says, as samples at 16 kHz without silence around it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        if voice == "festival":
            say = ("text2wave", "-eval", "(voice_msu_ru_nsh_clunits)", "-o", str(path))
            subprocess.run(say, input=text.encode(), check=True, stderr=subprocess.DEVNULL)  # noqa: S603
        else:
            _, name, rate = voice.split()
            program = shutil.which("espeak-ng") or "espeak-ng"
            subprocess.run((program, "-v", name, "-s", rate, "-w", str(path), text), check=True)  # noqa: S603
        samples = array.array("h", b"".join(frame.samples for frame in FileSource(path).frames()))
    loud = [place for place, value in enumerate(samples) if abs(value) > 200]
    return samples[loud[0] : loud[-1] + 1].tobytes() if loud else b""


@dataclass
class Bench:
    """A table at which words are spelled."""

    hearing: TableHearing
    model: Path

    def __post_init__(self) -> None:
        self._listener = make_listener(load_model(self.model))
        words = TableWords(tuple(load_deck("ru")[:25]))
        self._table = Table(words, Wording("ru"), AnyClue(), speller=speller("ru"))
        self._begin = Scope(ScopeName.CLUE, words)
        self.took_s: list[float] = []

    def words(self, path: Path) -> tuple[str, ...]:
        """The words that the referee offers after a recording, in turn."""
        state = state_for(self._begin)
        self._listener.drop()
        self._listen_for(state)
        for frame in FileSource(path).frames():
            for event in self._listener.feed(frame):
                if isinstance(event, Utterance) and event.n_best:
                    began_s = time.perf_counter()
                    meaning = self.hearing.understand(event, scope_of(state, self._table))
                    self.took_s.append(time.perf_counter() - began_s)
                    if not isinstance(meaning, NotUnderstood):
                        state = step(self._table, state, meaning).state
                        self._listen_for(state)
        return self._offered(state)

    def _listen_for(self, state: Dialogue) -> None:
        self._listener.set_phrases(self.hearing.phrases(scope_of(state, self._table)))

    def _offered(self, state: Dialogue) -> tuple[str, ...]:
        match state.memory.pending:
            case Spelling(heard=heard, refused=refused) if heard:
                return self._table.speller.words(heard, refused)
            case ConfirmClue(offer=offer, others=others):
                return (offer.word, *(other.word for other in others))
            case _:
                return ()


def main() -> None:
    """Spell, hear, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, default=24)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--word", action="append", help="these words instead of random ones")
    parser.add_argument("--way", action="append", choices=WAYS)
    parser.add_argument("--quiet", action="store_true", help="only the table")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    language = load_language("ru")
    known = [word for word in language.open_words if 3 <= len(word) <= 9 and language.letters.keys() >= set(word)]
    nouns = [word for word in known if language.forms.is_lemma(word)]
    words = options.word or random.Random(options.seed).sample(nouns, options.words)  # noqa: S311 - repeatable
    model = DATA / "ru-table"
    ear = LetterEar(model, spelled_words(language, load_deck("ru")), options.folder / "cache")
    bench = Bench(TableHearing("ru", letters=ear), model)
    tried: Counter[tuple[str, str, str]] = Counter()
    first: Counter[tuple[str, str, str]] = Counter()
    offered: Counter[tuple[str, str, str]] = Counter()
    for spoken in to_speak(language, words):
        if options.way and spoken.way not in options.way:
            continue
        heard = tuple(map(fold, bench.words(record(spoken, options.folder))))
        group = (spoken.style, spoken.way, spoken.voice)
        tried[group] += 1
        first[group] += heard[:1] == (fold(spoken.word),)
        offered[group] += fold(spoken.word) in heard
        if heard[:1] != (fold(spoken.word),) and not options.quiet:
            print(f"{spoken.word}, {', '.join(group)}: {heard}")
    for group, count in sorted(tried.items()):
        print(f"{group[0]:10}{group[1]:18}{group[2]:20}{first[group]:>4} first{offered[group]:>4} offered of {count}")
    took_s = sorted(bench.took_s)
    print(f"hearing an utterance: median {took_s[len(took_s) // 2]:.3f} s, longest {took_s[-1]:.3f} s")


if __name__ == "__main__":
    main()
