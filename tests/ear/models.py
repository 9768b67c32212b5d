"""Small models for the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import vosk

from tools.ear.model_folder import unknown_cost, write_model
from tools.ear.utterances import phone_numbers
from voiceduet.asr.acoustic.kaldi_model import Nnet
from voiceduet.asr.pronunciation import Phones

RATE_HZ = 16_000
FLAT = np.full((len(phone_numbers()), len(phone_numbers())), 1 / len(phone_numbers()))


def make_model(folder: Path, nnet: Nnet, lexicon: Mapping[str, tuple[Phones, ...]]) -> Path:
    write_model(folder, nnet, lexicon, dict.fromkeys(lexicon, 3.0), unknown_cost(FLAT, 0.75))
    return folder


def hear(model: vosk.Model, pcm: bytes, words: list[str], alternatives: int = 0) -> dict[str, Any]:
    recognizer = vosk.KaldiRecognizer(model, RATE_HZ, json.dumps(words, ensure_ascii=False))
    recognizer.SetMaxAlternatives(alternatives)
    recognizer.AcceptWaveform(pcm)
    result: dict[str, Any] = json.loads(recognizer.FinalResult())
    return result
