"""Whisper as a second ear. The only module that imports faster-whisper, and only when a model is loaded."""

from __future__ import annotations

import importlib
import math
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from voiceduet.asr.errors import ModelError
from voiceduet.asr.ports import SAMPLE_RATE_HZ
from voiceduet.asr.samples import Samples, copied, from_pcm, padded, repeated
from voiceduet.asr.second.ports import SecondEarFault

PARTS: Final = ("model.bin", "config.json", "tokenizer.json")
"""Files of a model in CTranslate2's format that it cannot do without."""
LIBRARY = "faster_whisper"
NO_LIBRARY = "faster-whisper is not installed; run: pip install voiceduet[whisper]"
NO_MODEL = "the folder {path} holds no usable Whisper model for faster-whisper: {what}"
WINDOW_S, SHORTEST_S, SILENCE_AFTER_S = 30.0, 2.0, 1.0
"""Whisper hears 30 seconds at once. A shorter window answers many times faster and is heard no worse as long as the
utterance ends well before it does; without silence after it the last word suffers."""
MOST_TOKENS = 40
"""Of the free text; table sentences are much shorter."""
STEP_SAMPLES = 320
"""Samples to one position of the encoder."""
NEARLY_NOTHING = 1e-38
"""The least probability of a token that has a logarithm."""
THREADS = 4
"""At most; more do not help a model of this size."""


def is_whisper(folder: Path) -> bool:
    """Whether a folder looks like a Whisper model."""
    return all((folder / part).is_file() for part in PARTS)


def load_whisper(folder: Path, language: str) -> WhisperEar:
    """Load a model folder; nothing is ever downloaded. Raise `ModelError`: no library, no model, or it is damaged."""
    lacking = next((part for part in PARTS if not (folder / part).is_file()), None)
    if lacking:
        raise ModelError(NO_MODEL.format(path=folder, what=f"{lacking} is missing"))
    try:
        library = importlib.import_module(LIBRARY)
    except ImportError as error:
        raise ModelError(NO_LIBRARY) from error
    threads = min(THREADS, os.cpu_count() or 1)
    try:
        handle = library.WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=threads)
    except Exception as error:
        raise ModelError(NO_MODEL.format(path=folder, what=f"a file in it is damaged ({error})")) from error
    return WhisperEar(handle, language)


class WhisperEar:
    """One loaded model that hears one language."""

    def __init__(self, handle: Any, language: str) -> None:  # noqa: ANN401 - the library comes without types
        """Raise `ModelError` when the model does not know the language."""
        self._handle = handle
        self._tokens = handle.hf_tokenizer
        start = [self._tokens.token_to_id(f"<|{name}|>") for name in ("startoftranscript", language, "transcribe")]
        if None in start:
            raise ModelError(f"this Whisper model knows no language {language!r}; take one that knows many languages")
        self._start = start
        self._digits = [token for text, token in self._tokens.get_vocab().items() if any(map(str.isdigit, text))]
        self._encoded: Samples | None = None

    def listen(self, sound: bytes) -> str:
        """Hear an utterance; return what it would write, numbers as words."""
        self._encoded = copied(self._handle.encode(self._features(sound)))
        prompt = [*self._start, self._tokens.token_to_id("<|notimestamps|>")]
        found = self._handle.model.generate(
            self._stored(self._encoded),
            [prompt],
            beam_size=1,
            sampling_temperature=0,
            max_length=MOST_TOKENS,
            suppress_tokens=[-1, *self._digits],
        )
        return once(plain(self._tokens.decode(found[0].sequences_ids[0])))

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each text is to be what `listen` heard last. Each is spelled as Whisper writes, as a sentence.

        The full stop tells a whole text from the beginning of a longer one.
        """
        if self._encoded is None:
            raise SecondEarFault("nothing was listened to yet")
        if not texts:
            return ()
        sentences = [f" {text[:1].upper()}{text[1:]}." for text in texts]
        tokens = [self._tokens.encode(sentence, add_special_tokens=False).ids for sentence in sentences]
        heard = repeated(self._encoded, len(texts))
        aligned = self._handle.model.align(
            self._stored(heard), self._start, tokens, num_frames=heard.shape[1], median_filter_width=1
        )
        return tuple(sum(math.log(max(p, NEARLY_NOTHING)) for p in each.text_token_probs) for each in aligned)

    def close(self) -> None:
        """Let go of what was heard."""
        self._encoded = None

    def _features(self, sound: bytes) -> Samples:
        samples = from_pcm(sound)[: int(WINDOW_S * SAMPLE_RATE_HZ)]
        length_s = min(WINDOW_S, max(SHORTEST_S, len(samples) / SAMPLE_RATE_HZ + SILENCE_AFTER_S))
        window = padded(samples, int(length_s * SAMPLE_RATE_HZ) // STEP_SAMPLES * STEP_SAMPLES)
        extractor = self._handle.feature_extractor
        features = extractor(window, padding=0)[..., : len(window) // extractor.hop_length]
        return copied(features)

    @staticmethod
    def _stored(array: Samples) -> Any:  # noqa: ANN401 - the library comes without types
        return importlib.import_module(f"{LIBRARY}.transcribe").get_ctranslate2_storage(array)


def plain(text: str) -> str:
    """A written text as bare words: lower case, no punctuation but inner hyphens and apostrophes."""
    return " ".join(re.findall(r"\w+(?:[-'’]\w+)*", text.lower()))


def once(text: str) -> str:
    """A text without its endless repetition, into which Whisper falls after short words («нос нос нос …»)."""
    words = text.split()
    for length in range(1, len(words) // 2 + 1):
        if words[:length] == words[length : 2 * length] and _repeats(words, length):
            return " ".join(words[:length])
    return text


def _repeats(words: Sequence[str], length: int) -> bool:
    """Whether the words are their first `length` over and over, the last round perhaps cut off within a word."""
    whole = all(word == words[place % length] for place, word in enumerate(words[:-1]))
    return whole and words[(len(words) - 1) % length].startswith(words[-1])
