"""Whisper as a second ear. The only module that imports faster-whisper, and only when a model is loaded."""

from __future__ import annotations

import importlib
import math
import os
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from voiceduet.asr.errors import ModelError
from voiceduet.asr.faults import Fault, FaultCode, fault
from voiceduet.asr.ports import SAMPLE_RATE_HZ
from voiceduet.asr.samples import Samples, copied, from_pcm, padded, repeated
from voiceduet.asr.second.ports import SecondEarFault
from voiceduet.postponed import postponed

PARTS: Final = ("model.bin", "config.json", "tokenizer.json")
"""Files of a model in CTranslate2's format that it cannot do without."""
LIBRARY = "faster_whisper"
WINDOW_S, SHORTEST_S, SILENCE_AFTER_S = 30.0, 2.0, 1.0
"""Whisper hears 30 seconds at once. A shorter window answers many times faster and is heard no worse as long as the
utterance ends well before it does; without silence after it the last word suffers."""
MOST_TOKENS = 20
"""Of the free text; table sentences are shorter."""
TOKENS_AT_ONCE = 6
"""So many are written before the text is looked at: what begins for the third time is not written to its end."""
STEP_SAMPLES = 320
"""Samples to one position of the encoder."""
NEARLY_NOTHING = 1e-38
"""The least probability of a token that has a logarithm."""
THREADS = 1
"""More are no faster with a model of this size, and several times slower where another program has one of the cores."""
SILENT_POSITIONS = 20
"""Positions of the encoder that stand for nothing said; more are slower and tell the same."""
AT_ONCE = 16
"""So many texts are weighed together; what they share is paid for once, what they are padded with for each."""
POSITIONS_AT_ONCE = 2_400
"""Positions of the encoder for all of them: each takes 60 kB while they are weighed. Three seconds are 150."""
NOT_KEPT: Final = {"ONEDNN_PRIMITIVE_CACHE_CAPACITY": "0"}
"""Environment of the library: oneDNN keeps what it prepared for each of the last 1,024 lengths of sound, 0.4 MB a
length, and hears no faster for it."""
SCRIPTS: Final = {"ru": "CYRILLIC", "en": "LATIN", "ko": "HANGUL"}
"""What a language is written in, as Unicode names its letters."""


def is_whisper(folder: Path) -> bool:
    """Whether a folder looks like a Whisper model."""
    return lacking_part(folder) is None


def lacking_part(folder: Path) -> Fault | None:
    """Which part a model folder lacks; `None` when all are there."""
    lacking = next((part for part in PARTS if not (folder / part).is_file()), None)
    return None if lacking is None else fault(FaultCode.WHISPER_PART_MISSING, path=folder, part=lacking)


def load_whisper(folder: Path, language: str) -> WhisperEar:
    """Load a model folder; nothing is ever downloaded. Raise `ModelError`: no library, no model, or it is damaged."""
    lacking = lacking_part(folder)
    if lacking:
        raise ModelError(lacking)
    try:
        library = _library()
    except ImportError as error:
        raise ModelError(fault(FaultCode.NO_WHISPER_LIBRARY)) from error
    try:
        handle = library.WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=THREADS)
    except Exception as error:
        raise ModelError(fault(FaultCode.WHISPER_DAMAGED, error, path=folder)) from error
    return WhisperEar(handle, language)


def _library() -> Any:  # noqa: ANN401 - the library comes without types
    """Load it without what it would decode films and fetch models with. Raise `ImportError`."""
    for name, value in NOT_KEPT.items():
        os.environ.setdefault(name, value)
    with postponed("av", "huggingface_hub"):
        return importlib.import_module(LIBRARY)


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
        self._suppressed = [-1, *_tokens_of_other_scripts(self._tokens, SCRIPTS.get(language))]
        self._heard: bytes | None = None
        self._freely = ""
        self._encoded: Samples | None = None
        self._silence: Samples | None = None
        self._presumed: dict[str, float] = {}

    def foresee(self, sound: bytes) -> None:
        """Hear an utterance that may be over."""
        self.listen(sound)

    def listen(self, sound: bytes) -> str:
        """Hear an utterance; return what it would write, numbers as words. The same sound again costs nothing."""
        if sound != self._heard or self._encoded is None:
            self._encoded = copied(self._handle.encode(self._features(sound)))
            self._freely = self._written(self._encoded)
            self._heard = sound
        return self._freely

    def _written(self, encoded: Samples) -> str:
        """What it would write: a few tokens at a time, until it ends or falls into an endless repetition."""
        written: list[int] = []
        while True:
            most = min(MOST_TOKENS, len(written) + TOKENS_AT_ONCE)
            written = self._continued(encoded, written, most)
            text = plain(self._tokens.decode(written))
            is_whole = len(written) < most or most == MOST_TOKENS
            if is_whole or len(text.split()) > 2 * len(once(text).split()):
                return once(text)

    def _continued(self, encoded: Samples, written: Sequence[int], most: int) -> list[int]:
        """What is written and the likeliest tokens after it, so many in all; fewer at the end of the text."""
        found = self._handle.model.generate(
            self._stored(encoded),
            [[*self._start, self._tokens.token_to_id("<|notimestamps|>"), *written]],
            beam_size=1,
            sampling_temperature=0,
            max_length=2 * most,  # of prompt and text, half of it for the text
            suppress_blank=not written,
            suppress_tokens=self._suppressed,
        )
        return list(found[0].sequences_ids[0])

    def weigh(self, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each text is to be what `listen` heard last. Each is spelled as Whisper writes, as a sentence.

        The full stop tells a whole text from the beginning of a longer one.
        """
        if self._encoded is None:
            raise SecondEarFault("nothing was listened to yet")
        return self._scores(self._encoded, texts)

    def presume(self, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each text is where nothing is said; remembered."""
        new = [text for text in dict.fromkeys(texts) if text not in self._presumed]
        if new and self._silence is None:
            nothing = copied(self._handle.encode(self._features(b"")))
            self._silence = copied(nothing[:, :SILENT_POSITIONS])
        if new and self._silence is not None:
            self._presumed.update(zip(new, self._scores(self._silence, new), strict=True))
        return tuple(self._presumed[text] for text in texts)

    def learn(self, texts: Sequence[str]) -> None:
        """Presume texts that will be asked for."""
        self.presume(texts)

    def _scores(self, encoded: Samples, texts: Sequence[str]) -> tuple[float, ...]:
        """Natural logarithms of the probabilities of texts; those of one length together."""
        sentences = (f" {text[:1].upper()}{text[1:]}." for text in texts)
        tokens = [self._tokens.encode(sentence, add_special_tokens=False).ids for sentence in sentences]
        order = sorted(range(len(texts)), key=lambda place: len(tokens[place]))
        scores = [0.0] * len(texts)
        at_once = max(1, min(AT_ONCE, POSITIONS_AT_ONCE // encoded.shape[1]))
        for begin in range(0, len(order), at_once):
            places = order[begin : begin + at_once]
            heard = repeated(encoded, len(places))
            aligned = self._handle.model.align(
                self._stored(heard),
                self._start,
                [tokens[place] for place in places],
                num_frames=heard.shape[1],
                median_filter_width=1,
            )
            for place, each in zip(places, aligned, strict=True):
                scores[place] = sum(math.log(max(p, NEARLY_NOTHING)) for p in each.text_token_probs)
        return tuple(scores)

    def close(self) -> None:
        """Let go of what was heard."""
        self._encoded = self._heard = None

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


def _tokens_of_other_scripts(tokens: Any, script: str | None) -> Iterator[int]:  # noqa: ANN401 - without types
    """Tokens that have no place in a text of a language: digits, because numbers are wanted as words, other letters."""
    for token in range(tokens.get_vocab_size()):
        text = tokens.decode([token])
        if any(map(str.isdigit, text)) or (script and any(_is_foreign(each, script) for each in text)):
            yield token


def _is_foreign(letter: str, script: str) -> bool:
    return letter.isalpha() and not unicodedata.name(letter, script).startswith(script)


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
