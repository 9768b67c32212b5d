"""asterisk-core-sounds-ru (Debian, CC-BY-3.0, credit: IvrvoiceRU, ivrvoice.ru): prompts by one woman.

Only the prompts in `data/asterisk_train.txt` are trained on; the others are a test and stay one.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import num2words

from tools.ear.lexicon import Accentor
from tools.ear.settings import DATA, WIDE_SUFFIX
from tools.ear.steps import EarError
from tools.ear.utterances import Utterance, chunks_of

FOLDER = Path("/usr/share/asterisk/sounds/ru_RU_f_IvrvoiceRU")
TEXTS = Path("/usr/share/doc/asterisk-core-sounds-ru/core-sounds-ru.txt.gz")
"""Where Debian's packages put them."""
NOT_RUSSIAN = re.compile("[a-zA-Z/@*#]")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One recording and its text."""

    name: str
    path: Path
    text: str
    """Lower case, numbers written out, with the punctuation that helps to find the stress."""

    @property
    def words(self) -> tuple[str, ...]:
        """Its words without stress."""
        return tuple(re.findall("[а-яё]+", self.text))


def trained_names() -> frozenset[str]:
    """Names of the prompts that may be trained on."""
    return frozenset((DATA / "asterisk_train.txt").read_text(encoding="utf-8").split())


def read_prompts(folder: Path = FOLDER, texts: Path = TEXTS) -> list[Prompt]:
    """All prompts with Russian speech in them. Raises `EarError` when the package is missing."""
    if not texts.is_file() or not folder.is_dir():
        raise EarError("Debian's packages asterisk-core-sounds-ru and asterisk-core-sounds-ru-wav are needed")
    prompts = []
    with gzip.open(texts, "rt", encoding="utf-8") as file:
        for line in file:
            name, colon, text = line.strip().partition(": ")
            path = folder / f"{name}.wav"
            plain = plain_text(text)
            if colon and not line.startswith(";") and plain and path.is_file():
                prompts.append(Prompt(name, path, plain))
    if not prompts:
        raise EarError(f"no recordings in {folder}; install Debian's package asterisk-core-sounds-ru-wav")
    return prompts


def plain_text(text: str) -> str:
    """Text without remarks, numbers written out; empty when something in it is not Russian."""
    text = re.sub(r"\[[^\]]*\]", "", text)
    if NOT_RUSSIAN.search(text):
        return ""
    spoken = re.sub(r"\d+", lambda match: f" {num2words.num2words(int(match.group()), lang='ru')} ", text).lower()
    plain = " ".join(re.findall("[а-яё]+|[.,!?]", spoken))
    return plain if re.search("[а-яё]", plain) else ""


def training_prompts(prompts: Sequence[Prompt]) -> list[Prompt]:
    """Those that may be trained on."""
    names = trained_names()
    return [prompt for prompt in prompts if prompt.name in names]


def held_out_prompts(prompts: Sequence[Prompt]) -> list[Prompt]:
    """Those that measure and are never trained on."""
    names = trained_names()
    return [prompt for prompt in prompts if prompt.name not in names]


def asterisk_utterances(accentor: Accentor) -> list[Utterance]:
    """The prompts to train on, as they go through a telephone (8 kHz)."""
    return [
        Utterance(prompt.path, chunks_of(re.findall("[а-яё+]+", accentor(prompt.text).lower())))
        for prompt in training_prompts(read_prompts())
    ]


def wide_utterances(accentor: Accentor) -> list[Utterance]:
    """The same at 16 kHz, those that are installed (asterisk-core-sounds-ru-g722)."""
    said = asterisk_utterances(accentor)
    wide = [replace(utterance, path=utterance.path.with_suffix(WIDE_SUFFIX)) for utterance in said]
    return [utterance for utterance in wide if utterance.path.is_file()]
