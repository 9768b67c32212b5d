"""How well a model hears recordings that it was never trained on: each among 24 other nouns, numbers and commands.

`exact`: the right text came out. `wrong`: another text. `false accept`: the right text was not in the list, and
something came out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import vosk

from tools.ear.asterisk import held_out_prompts, read_prompts
from tools.ear.augmentation import clean, coloured_noise, in_a_room
from tools.ear.features import SAMPLE_RATE_HZ, Samples, load_sound
from voiceduet.table.setup import load_deck

UNKNOWN = "[unk]"
OTHERS = 24
NUMBERS = [
    "ноль",
    "один",
    "два",
    "три",
    "четыре",
    "пять",
    "шесть",
    "семь",
    "восемь",
    "девять",
    "десять",
    "одиннадцать",
    "двенадцать",
    "тринадцать",
    "четырнадцать",
    "пятнадцать",
]
COMMANDS = ("стоп", "отмена", "заканчиваю ход", "чей ход", "сколько жетонов осталось")
LOG_NOTHING = -3
LONGEST_TEXT = 4
"""Words of a prompt that is used."""
NOISE_DB = -10


@dataclass(frozen=True, slots=True)
class Heard:
    """Shares from 0 to 1."""

    count: int
    exact: float
    wrong: float
    false_accept: float

    def __str__(self) -> str:
        """A line for people."""
        return (
            f"{self.count} texts: exact {self.exact:.1%}, wrong {self.wrong:.1%}, false accept {self.false_accept:.1%}"
        )


class Examiner:
    """Plays recordings to a model."""

    def __init__(self, model: Path, seed: int = 1) -> None:
        vosk.SetLogLevel(LOG_NOTHING)
        self._model = vosk.Model(str(model))
        self._seed = seed

    def hearable(self, items: Sequence[tuple[Samples, str]]) -> list[tuple[Samples, str]]:
        """Those whose words are all in the model's vocabulary; the others could not come out."""
        return [item for item in items if all(self._model.vosk_model_find_word(word) >= 0 for word in item[1].split())]

    def examine(self, items: Sequence[tuple[Samples, str]], noisy: bool = False) -> Heard:
        """`items`: sound at 16 kHz from -1 to 1, and its text."""
        exact = wrong = accepted = 0
        for at, (sound, text) in enumerate(items):
            chance = np.random.default_rng((self._seed, at))
            heard_sound = spoil(sound, chance) if noisy else sound
            others = [word for word in load_deck("ru") if word.lower() not in text.split()]
            picked = [others[each].lower() for each in chance.permutation(len(others))[:OTHERS]]
            choice = [*picked, *NUMBERS, *COMMANDS]
            heard = self._hear(heard_sound, [*choice, text])
            exact += heard == text
            wrong += heard not in ("", text)
            accepted += bool(self._hear(heard_sound, [each for each in choice if each != text]))
        total = max(len(items), 1)
        return Heard(len(items), exact / total, wrong / total, accepted / total)

    def _hear(self, sound: Samples, phrases: Sequence[str]) -> str:
        grammar = json.dumps([*phrases, UNKNOWN], ensure_ascii=False)
        recognizer = vosk.KaldiRecognizer(self._model, SAMPLE_RATE_HZ, grammar)
        edge = np.zeros(SAMPLE_RATE_HZ // 4)
        pcm = np.concatenate([edge, sound / (np.abs(sound).max() + 1e-6) * 0.5, edge]) * 32767
        recognizer.AcceptWaveform(pcm.astype("<i2").tobytes())
        text = str(json.loads(recognizer.FinalResult())["text"])
        return " ".join(word for word in text.split() if word != UNKNOWN)


def spoil(sound: Samples, chance: np.random.Generator) -> Samples:
    """A room, and noise 10 dB below the speech."""
    heard = in_a_room(sound, chance)
    power = float(np.sqrt(np.mean(heard**2)))
    return heard + coloured_noise(len(heard), chance) * power * 10 ** (NOISE_DB / 20)


def held_out() -> list[tuple[Samples, str]]:
    """Short Asterisk prompts that were never trained on."""
    items = []
    for prompt in held_out_prompts(read_prompts()):
        if len(prompt.words) <= LONGEST_TEXT:
            items.append((clean(*load_sound(prompt.path)), " ".join(prompt.words)))
    return items
