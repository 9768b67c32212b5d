"""How announced touches are heard, of words on the table and of words that are not on it.

    python -m tools.bench_touches FOLDER [--words 60] [--misses 0] [--manifest MANIFEST ...] [--talk FILE ...]

Words of the Russian deck are spoken by espeak-ng and, where it is installed, by festival with its Russian voice. Every
recording is heard at several tables: with the word among random words, with the word among those that sound closest,
and at the same tables without it. Half of the voices and half of the words are held back: figures are to be tuned on
the rows "tune" and believed on the rows "held". Misses are nouns that are not in the deck but sound like one of its
words, announced where that word lies on the table (they must touch nothing), and that word announced at the same
tables. Recordings and what the ears made of them are kept in FOLDER, so that a second run only weighs again. A manifest
(as for `voiceduet bench`) adds its touches, a talk file its lines, spoken in every scope, and where bare words are
touches, which must mean nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_recognizers
from voiceduet.asr.ports import Ear, Endpoint, Hypothesis, RecognizedWord, Recognizer, Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.vosk_recognizer import load_model
from voiceduet.engine.words import fold
from voiceduet.grammar.language import Language
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.bench_results import Result, judge
from voiceduet.table.hearing import TableHearing
from voiceduet.table.manifests import read_manifest
from voiceduet.table.setup import load_deck

TUNE_VOICES = ("espeak ru+m1 150", "espeak ru+m3 165", "espeak ru+f1 150", "espeak ru+f3 165")
HELD_VOICES = ("espeak ru+m2 150", "espeak ru+m7 165", "espeak ru+f2 150", "espeak ru+f4 165", "festival")
CARRIERS = ("касаюсь {0}", "касаюсь слова {0}", "трогаю {1}", "открываю {1}", "ответ {0}", "выбираю {1}")
RANDOM_TABLES = 3
BOARD_SIZE = 25
MISS_CARRIERS = ("касаюсь {}", "касаюсь слова {}", "касаюсь {}")
MISS_LETTERS = 3, 9
MISS_DISTANCE = 0.04, 0.3
"""Sound distance (0-1) of a near miss: no homophone, and hardly anybody would say them for each other."""
MISS_USES = 2


@dataclass(frozen=True, slots=True)
class Recording:
    """One spoken line."""

    path: Path
    text: str
    voice: str
    group: str
    """Which row of the report it counts in."""
    word: str | None
    """The deck word that is touched; `None` for talk."""
    bare: bool = False
    card: str | None = None
    """A deck word that must lie on the table: it sounds like `word`, or is it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One recording at one table."""

    recording: Recording
    scope: Scope
    where: str


def _held(word: str) -> bool:
    return hashlib.sha256(word.encode()).digest()[0] % 2 == 1


def spoken_touches(language: Language, deck: Sequence[str], count: int, folder: Path) -> Iterator[Recording]:
    """Each word in one sentence by two voices of its half; sentences and voices go round."""
    words = random.Random(7).sample(list(deck), count)  # noqa: S311 - a repeatable choice
    for place, word in enumerate(words):
        spelled = language.forms.spelling(word)
        accusative = (language.forms.accusative(spelled) or (spelled,))[0]
        text = CARRIERS[place % len(CARRIERS)].format(spelled, accusative)
        held = _held(word)
        voices = HELD_VOICES if held else TUNE_VOICES
        for step in range(2):
            voice = voices[(place + step * 2) % len(voices)]
            yield Recording(part_file(folder, voice, text), text, voice, "held" if held else "tune", word)


def spoken_talk(lines: Sequence[str], folder: Path) -> Iterator[Recording]:
    """Every line of table talk by one voice of each half."""
    for place, line in enumerate(lines):
        for voices, group in ((TUNE_VOICES, "talk tune"), (HELD_VOICES, "talk held")):
            voice = voices[place % len(voices)]
            yield Recording(part_file(folder, voice, line), line, voice, group, None)


def near_misses(language: Language, deck: Sequence[str], count: int) -> Iterator[tuple[str, str]]:
    """Nouns that are not in the deck, drawn from the clue words, and the deck word each sounds like; 0.04 to 0.3 away.

    No deck word comes more than twice.
    """
    cards = [word.casefold() for word in deck if " " not in word]
    nouns = [word for word in language.open_words if MISS_LETTERS[0] <= len(word) <= MISS_LETTERS[1]]
    random.Random(11).shuffle(nouns)  # noqa: S311 - a repeatable choice
    uses: Counter[str] = Counter()
    for noun in nouns:
        card = min(cards, key=lambda each: language.sounds.distance(noun, each))
        is_near = MISS_DISTANCE[0] <= language.sounds.distance(noun, card) <= MISS_DISTANCE[1]
        is_form = fold(card) in map(fold, language.forms.dictionary_forms(noun))
        if is_near and uses[card] < MISS_USES and not is_form and language.forms.accusative(noun):
            uses[card] += 1
            yield noun, card
            if uses.total() == count:
                return


def spoken_misses(language: Language, deck: Sequence[str], count: int, folder: Path) -> Iterator[Recording]:
    """Each near miss and its card by two voices of all, announced; sentences and voices go round."""
    voices = (*TUNE_VOICES, *HELD_VOICES)
    for place, (noun, card) in enumerate(near_misses(language, deck, count)):
        for step in range(4):
            word = (noun, card)[step % 2]
            text = MISS_CARRIERS[(place + step // 2) % len(MISS_CARRIERS)].format(word)
            voice = voices[(place * 4 + step) % len(voices)]
            yield Recording(part_file(folder, voice, text), text, voice, "near miss", word, card=card)


def recorded(manifest: Path) -> Iterator[Recording]:
    """The Russian touches of a manifest, and its rows that must mean nothing."""
    for row in read_manifest(manifest, "ru"):
        if row.trial:
            continue
        if row.expect is None:
            yield Recording(row.path, row.text, row.voice, row.kind, None)
        elif row.expect["intent"] == "touch" and "word" in row.expect:
            yield Recording(row.path, row.text, row.voice, row.kind, str(row.expect["word"]), row.bare)


def part_file(folder: Path, voice: str, text: str) -> Path:
    """Where a text of a voice is kept."""
    return folder / (hashlib.sha256(f"{voice}|{text}".encode()).hexdigest()[:20] + ".wav")


def render(recordings: Sequence[Recording]) -> list[Recording]:
    """Speak what is not there yet; leave out voices that this machine lacks."""
    festival = shutil.which("text2wave")
    for each in recordings:
        if each.path.exists():
            continue
        engine, _, rest = each.voice.partition(" ")
        if engine == "espeak":
            name, rate = rest.split()
            command = ["espeak-ng", "-v", name, "-s", rate, "-w", str(each.path), each.text]
            subprocess.run(command, check=True)  # noqa: S603 - fixed program, text as one argument
        elif engine == "festival" and festival:
            command = [festival, "-eval", "(voice_msu_ru_nsh_clunits)", "-o", str(each.path)]
            subprocess.run(command, input=each.text.encode(), check=True)  # noqa: S603
    return [each for each in recordings if each.path.exists()]


def miss_table(recording: Recording, deck: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A random table with the card that a near miss sounds like."""
    card, word = fold(recording.card or ""), fold(recording.word or "")
    others = [each for each in deck if fold(each) not in {card, word}]
    drawn = random.Random(f"{recording.text}{recording.voice}").sample(others, BOARD_SIZE - 1)  # noqa: S311
    return "on" if word == card else "off", (card.upper(), *drawn)


def tables(language: Language, recording: Recording, deck: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Tables with the word and without it, random ones and the closest one."""
    word = fold(recording.word or "")
    others = [each for each in deck if fold(each) != word]
    near = sorted(others, key=lambda each: language.sounds.distance(each.casefold(), word))[: BOARD_SIZE - 1]
    for seed in range(RANDOM_TABLES):
        drawn = random.Random(f"{recording.text}{seed}").sample(others, BOARD_SIZE)  # noqa: S311
        yield "off", tuple(drawn)
        yield "on", (word.upper(), *drawn[1:])
    yield "off, close", (others[0], *near) if others[0] not in near else (others[-1], *near)
    yield "on, close", (word.upper(), *near)


def trials(language: Language, recordings: Sequence[Recording], deck: Sequence[str]) -> Iterator[Trial]:
    """Every recording at its tables."""
    for each in recordings:
        if each.word is not None:
            laid = tables(language, each, deck) if each.card is None else (miss_table(each, deck),)
            for where, board in laid:
                yield Trial(each, Scope(ScopeName.GUESS, TableWords(board, bare_touch=each.bare)), where)
            continue
        spoken = {fold(part) for part in each.text.split()}
        named = [word for word in deck if not spoken.isdisjoint(_forms(language, word))]
        drawn = random.Random(each.text).sample(list(deck), BOARD_SIZE)  # noqa: S311
        board = tuple(dict.fromkeys((*named, *drawn)))[:BOARD_SIZE]
        for name in ScopeName:
            if name is not ScopeName.PAUSED:
                yield Trial(each, Scope(name, TableWords(board, ("Анна", "Борис"))), name.value)
        bare = TableWords(board, ("Анна", "Борис"), bare_touch=True)
        yield Trial(each, Scope(ScopeName.GUESS, bare), "guess, bare touches")


def _forms(language: Language, word: str) -> set[str]:
    """A card's word as it may be said in a sentence."""
    forms, spelled = language.forms, language.forms.spelling(word)
    return {fold(each) for each in (spelled, *forms.accusative(spelled), *forms.genitive(spelled))}


class Memory:
    """What the ears made of each recording, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self._known: dict[str, list[Hypothesis]] = {}
        for line in lines:
            key, heard = json.loads(line)
            self._known[key] = [_hypothesis(*each) for each in heard]
        self._ears: tuple[Recognizer, ...] = ()

    def hear(self, path: Path, scope: Scope, hearing: TableHearing) -> Utterance:
        """What all ears heard, as one utterance."""
        phrases = hearing.phrases(scope)
        limit = hashlib.sha256("|".join(phrases.phrases).encode()).hexdigest()[:16]
        opened = "clue" if phrases.open_words else "whole"
        heard: list[Hypothesis] = []
        for place, key in enumerate((f"limited {limit}", f"open {opened}", f"weighed {limit}")):
            name = f"{path.name} {key}"
            if name not in self._known:
                self._ears = self._ears or make_recognizers(load_model(DATA / "ru-table"))
                ear = self._ears[place]
                ear.set_phrases(phrases)
                for frame in FileSource(path).frames():
                    ear.accept(frame)
                self._keep(name, list(ear.finish()))
            heard += self._known[name]
        return Utterance(tuple(heard), 0.0, 0.0, Endpoint.SILENCE, scope.name)

    def _keep(self, key: str, heard: list[Hypothesis]) -> None:
        self._known[key] = heard
        with self._path.open("a", encoding="utf-8") as file:
            plain = [
                (each.text, each.ear, [word.confidence for word in each.words], each.score, each.lag) for each in heard
            ]
            file.write(json.dumps((key, plain), ensure_ascii=False) + "\n")


def _hypothesis(
    text: str, ear: str, confidences: Sequence[float | None], score: float | None, lag: float | None
) -> Hypothesis:
    words = (RecognizedWord(word, sure, 0.0, 0.0) for word, sure in zip(text.split(), confidences, strict=False))
    return Hypothesis(text, Ear(ear), tuple(words), score, lag)


def measure(all_trials: Sequence[Trial], memory: Memory, hearing: TableHearing) -> None:
    """Weigh every trial and print counts and each one that acts wrongly."""
    counts: dict[tuple[str, str], Counter[Result]] = defaultdict(Counter)
    for trial in all_trials:
        heard = memory.hear(trial.recording.path, trial.scope, hearing)
        meaning = hearing.understand(heard, trial.scope)
        on_table = trial.where.startswith("on")
        expect = {"intent": "touch", "word": trial.recording.word} if on_table else None
        result = judge(expect, meaning, trial.scope.table.board)
        counts[trial.recording.group, trial.where][result] += 1
        if result is Result.WRONG or (trial.recording.word is None and result is not Result.UNDERSTOOD):
            print(f"{result}: «{trial.recording.text}» {trial.recording.voice} {trial.where}: {meaning}")
            print("     ", [f"{each.ear[0]}:{each.text}" for each in heard.n_best][:6])
    print(f"{'':28}" + "".join(f"{result:>13}" for result in Result))
    for (group, where), row in sorted(counts.items()):
        print(f"{group + ' ' + where:28}" + "".join(f"{row[result] or '':>13}" for result in Result))


def arguments(description: str | None) -> argparse.ArgumentParser:
    """What names the recordings on the command line."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, default=60)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--manifest", type=Path, action="append", default=[])
    parser.add_argument("--talk", type=Path, action="append", default=[])
    return parser


def prepared(args: argparse.Namespace) -> tuple[list[Trial], Memory, TableHearing]:
    """All trials that the arguments name, spoken, and what hears them."""
    args.folder.mkdir(parents=True, exist_ok=True)
    hearing, deck = TableHearing("ru"), load_deck("ru")
    recordings = list(spoken_touches(hearing.language, deck, args.words, args.folder))
    recordings += spoken_misses(hearing.language, deck, args.misses, args.folder) if args.misses else ()
    for talk in args.talk:
        lines = [line for line in talk.read_text("utf-8").splitlines() if line and not line.startswith("#")]
        recordings += spoken_talk(lines, args.folder)
    for manifest in args.manifest:
        recordings += recorded(manifest)
    everything = list(trials(hearing.language, render(recordings), deck))
    return everything, Memory(args.folder / "heard-3.jsonl"), hearing


def main() -> None:
    """Render, hear, weigh."""
    measure(*prepared(arguments(__doc__).parse_args()))


if __name__ == "__main__":
    main()
