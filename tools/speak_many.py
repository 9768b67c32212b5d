"""Many lines in a row through a real speech engine: time, failures, memory.

    python tools/speak_many.py [--engine pyttsx3] [--lines 500] [--lang ru]

The lines are what the referee says in a game in full speech, with other words each time. Nothing is played. Prints one
JSON object; exit code 1 when a line was lost.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from voiceduet.tts.parts import parts
from voiceduet.tts.pronunciation import load_pronunciation
from voiceduet.tts.synthesis import EngineName, SpeechFault, VoiceSettings
from voiceduet.tts.worker_synthesizer import WorkerSynthesizer

KIBIBYTE = 1024

TEMPLATES = {
    "ru": (
        "{0} — агент. Четыре из пятнадцати.",
        "{0} — мирный житель. Ход окончен. Осталось восемь жетонов. Подсказку даёт Анна.",
        "Подсказка {0}, три. Угадывает Борис.",
        "Ряд один: {0} — агент, {1}, {2}, {3}, {4}.",
        "Касание: {0}?",
        "Внимание: остался последний жетон.",
    ),
    "en": (
        "{0} is an agent. Four of fifteen.",
        "The clue is {0}, three. Boris guesses.",
        "Row one: {0} is an agent, {1}, {2}, {3}, {4}.",
        "Touch {0}?",
    ),
}
WORDS = {
    "ru": "яйцо геркулес солнце песок сыр салат коктейль ковш лимонад мост тигр замок скрипка пират театр якорь поезд "
    "корона пингвин бомба лампа хирург вулкан газета шарф",
    "en": "egg hercules sun sand cheese salad cocktail ladle lemonade bridge tiger castle violin pirate theatre anchor "
    "train crown penguin bomb lamp surgeon volcano newspaper scarf",
}


def lines(language: str, count: int, rng: random.Random) -> Iterator[str]:
    """So many announcements, the same for the same `rng`."""
    words = WORDS[language].split()
    for number in range(count):
        text = TEMPLATES[language][number % len(TEMPLATES[language])].format(*rng.sample(words, 5))
        yield text[0].upper() + text[1:]


def resident_mb(pid: int) -> float:
    """Memory of a process and of all that it started, MB; 0 where the system does not tell."""
    total, waiting = 0, [pid]
    while waiting:
        folder = Path(f"/proc/{waiting.pop()}")
        try:
            status = (folder / "status").read_text("ascii", "replace")
            waiting += [int(it) for task in folder.glob("task/*/children") for it in task.read_text("ascii").split()]
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
    return round(total / KIBIBYTE, 1)


def speak(settings: VoiceSettings, count: int, seed: int) -> dict[str, Any]:
    """Render so many lines as a table would; return the figures."""
    synthesizer = WorkerSynthesizer(settings)
    pronunciation = load_pronunciation(settings.engine, settings.language)
    first_s, lost, sound_s, memory = [], [], 0.0, []
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="speak-many-") as folder:
        path = Path(folder) / "phrase.wav"
        for number, text in enumerate(lines(settings.language, count, random.Random(seed))):  # noqa: S311
            line_begun = time.monotonic()
            try:
                for place, part in enumerate(parts(pronunciation.apply(text))):
                    sound_s += synthesizer.render(part, path)
                    if not place:
                        first_s.append(time.monotonic() - line_begun)
            except SpeechFault as fault:
                lost.append(f"{text}: {fault}")
            if number in (count // 10, count - 1) and synthesizer.pid is not None:
                memory.append(resident_mb(synthesizer.pid))
    took_s = time.monotonic() - begun
    restarts = synthesizer.restarts
    synthesizer.close()
    return {
        "engine": settings.engine,
        "lines": count,
        "lost": lost,
        "restarts": restarts,
        "took_s": round(took_s, 1),
        "sound_s": round(sound_s, 1),
        "first_sound_ms": {
            "median": round(1000 * median(first_s)),
            "p95": round(1000 * quantiles(first_s, n=20)[-1]),
            "longest": round(1000 * max(first_s)),
        }
        if len(first_s) > 1
        else {},
        "memory_mb_after_a_tenth_and_all": memory,
    }


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="pyttsx3", choices=list(EngineName), help="speech engine")
    parser.add_argument("--lang", default="ru", choices=sorted(WORDS), help="language")
    parser.add_argument("--voice", help="a voice of the engine")
    parser.add_argument("--lines", type=int, default=500, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="which words")
    options = parser.parse_args()
    settings = VoiceSettings(options.lang, options.voice, engine=EngineName(options.engine))
    figures = speak(settings, options.lines, options.seed)
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    return 1 if figures["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
