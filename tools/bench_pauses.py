"""How touches and clues with a pause in them are heard, and what somebody else says in the pause.

    python -m tools.bench_pauses FOLDER [--words 24]

Parts are spoken by espeak-ng and, where it is installed, by festival with its Russian voice, cut to their sound, and
put together with quiet noise of each length between them. Words are drawn from the Russian deck; a clue is tried at a
table without its word. Recordings of the parts are kept in FOLDER.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from tools.bench_touches import HELD_VOICES, TUNE_VOICES, Recording, part_file, render
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ears import make_listener
from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import SAMPLE_RATE_HZ, AudioFrame, Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.grammar.meaning import NotUnderstood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.bench_results import Result, judge, together
from voiceduet.table.hearing import TableHearing
from voiceduet.table.setup import load_deck

VOICES = (*TUNE_VOICES, *HELD_VOICES)
PAUSES_S = (0.0, 0.3, 0.6, 0.9, 1.2, 2.0, 3.0)
LOUD, NOISE, EDGE_S, AFTER_S = 300, 8.0, 0.05, 5.0
"""Samples below the first are silence (16 bits); noise of the second's deviation lies under everything."""
FRAME = 480
BOARD_SIZE = 25
ANNOUNCEMENTS = ("касаюсь", "касаюсь слова", "открываю", "ответ")
COMMANDS = {"стоп": "stop", "отмена": "undo", "повтори": "repeat", "сколько жетонов": "ask_tokens"}
REMARKS = ("подожди не надо", "лучше {}", "ты уверен", "не {}", "это {}", "{} или нет", "мне кажется {}")
NUMBERS = {"один": 1, "два": 2, "три": 3, "четыре": 4, "пять": 5}
CLUES = ("{}", "подсказка {}", "моя подсказка {}")

Sound = np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Line:
    """What is said: two parts, perhaps by two voices, and what is to come of it."""

    group: str
    parts: tuple[tuple[str, str], ...]
    """Text and voice of each."""
    expect: dict[str, Any] | None
    scope: Scope


def lines(deck: Sequence[str], count: int) -> Iterator[Line]:
    """Every kind of line, `count` of each; sentences and voices go round."""
    words = [word.casefold() for word in deck if " " not in word]
    drawn = random.Random(5).sample(words, count)  # noqa: S311 - a repeatable choice
    for place, word in enumerate(drawn):
        voice, other = VOICES[place % len(VOICES)], VOICES[(place + 3) % len(VOICES)]
        others = random.Random(word).sample([each for each in words if each != word], BOARD_SIZE)  # noqa: S311
        guess = Scope(ScopeName.GUESS, TableWords((word, *others[1:])))
        begun = (ANNOUNCEMENTS[place % len(ANNOUNCEMENTS)], voice)
        yield Line("touch", (begun, (word, voice)), {"intent": "touch", "word": word}, guess)
        command, intent = list(COMMANDS.items())[place % len(COMMANDS)]
        yield Line("command instead", (begun, (command, voice)), {"intent": intent}, guess)
        yield Line("another's remark", (begun, (REMARKS[place % len(REMARKS)].format(word), other)), None, guess)
        clue = Scope(ScopeName.CLUE, TableWords(tuple(others)))
        number, value = list(NUMBERS.items())[place % len(NUMBERS)]
        said = CLUES[place % len(CLUES)].format(word)
        expect = {"intent": "clue", "word": word, "number": value}
        yield Line("clue", ((said, voice), (number, voice)), expect, clue)


def sound_of(path: Path) -> Sound:
    """A part without the silence around it."""
    samples = np.frombuffer(b"".join(frame.samples for frame in FileSource(path).frames()), "<i2").astype(np.float64)
    loud = np.flatnonzero(np.abs(samples) > LOUD)
    edge = int(EDGE_S * SAMPLE_RATE_HZ)
    return samples[max(0, loud[0] - edge) : loud[-1] + edge]


def put_together(parts: Sequence[Sound], pause_s: float) -> bytes:
    """Parts with pauses between them, and silence after the last."""
    gap, after = (np.zeros(int(length_s * SAMPLE_RATE_HZ)) for length_s in (pause_s, AFTER_S))
    pieces = [after[: SAMPLE_RATE_HZ // 2], parts[0]]
    for part in parts[1:]:
        pieces += [gap, part]
    whole = np.concatenate([*pieces, after])
    noise = np.random.default_rng(len(whole)).normal(0.0, NOISE, len(whole))
    return (whole + noise).clip(-32768, 32767).astype("<i2").tobytes()


def heard(listener: Listener, hearing: TableHearing, sound: bytes, line: Line) -> Result:
    """What comes of it."""
    listener.drop()
    listener.set_phrases(hearing.phrases(line.scope))
    step = 2 * FRAME
    frames = (AudioFrame(sound[at : at + step], at / 2 / SAMPLE_RATE_HZ) for at in range(0, len(sound), step))
    events = [event for frame in frames for event in listener.feed(frame)]
    meanings = [
        hearing.understand(each, line.scope) for each in (*events, *listener.finish()) if isinstance(each, Utterance)
    ]
    board = line.scope.table.board
    silent = NotUnderstood("", addressed=False)
    return together(line.expect, [judge(line.expect, each, board) for each in meanings or [silent]])


def main() -> None:
    """Speak, put together, hear; print how much of each kind came out right at each pause."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, default=24)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    all_lines = list(lines(load_deck("ru"), args.words))
    spoken = {part: part_file(args.folder, part[1], part[0]) for line in all_lines for part in line.parts}
    rendered = {each.path for each in render([Recording(path, *part, "", None) for part, path in spoken.items()])}
    listener, hearing = make_listener(DATA / "ru-table"), TableHearing("ru")
    counts: Counter[tuple[str, float, Result]] = Counter()
    for line, pause_s in product(all_lines, PAUSES_S):
        files = [spoken[part] for part in line.parts]
        if rendered.issuperset(files):
            result = heard(listener, hearing, put_together(list(map(sound_of, files)), pause_s), line)
            counts[line.group, pause_s, result] += 1
    print(f"{'':26}" + "".join(f"{result:>13}" for result in Result))
    for group, pause_s in sorted({(group, pause_s) for group, pause_s, _ in counts}):
        row = "".join(f"{counts[group, pause_s, result] or '':>13}" for result in Result)
        print(f"{group:18}{pause_s:6.1f} s{row}")


if __name__ == "__main__":
    main()
