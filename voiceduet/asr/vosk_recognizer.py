"""Vosk behind the `Recognizer` port. The only module that imports vosk."""

from __future__ import annotations

import heapq
import itertools
import json
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

from voiceduet.asr.errors import ModelError, RecognizerError
from voiceduet.asr.faults import FaultCode, fault
from voiceduet.asr.ports import (
    SAMPLE_RATE_HZ,
    UNKNOWN_WORD,
    AudioFrame,
    Ear,
    Hypothesis,
    PhraseSet,
    RecognizedWord,
)
from voiceduet.memory import give_back
from voiceduet.postponed import postponed

UNKNOWN_TOKENS = ("[unk]", "<UNK>", "<unk>")
"""How models spell the unknown word; the first that a model knows is used."""
OPEN_GRAMMAR = "[]"
"""Vosk's full vocabulary."""
OPEN_WORDS_PER_BESIDE = 80
"""Vosk weighs a phrase by how often the list has it. Each word beside an open slot weighs as much as so many open
words together; without that rare words swallow the number («небо два» becomes «неладно»)."""
RENEWED_AFTER_S = 15.0
"""After so much sound an engine without a limit, and after twice as much one of open words, makes place for a new one:
what it has composed of its graph it keeps, up to 25 MB each. A new one takes 0.01 s, of a long list 0.09 s."""
LOG_NOTHING = -3
"""The library writes past Python into the terminal; what it would say comes as our own errors."""

Handle: TypeAlias = Any
"""An object of the library, which has no types."""


@cache
def _library() -> Handle:
    """Vosk, loaded with the first model: a table that is typed at needs none, and nothing is ever fetched with it."""
    with postponed("requests", "urllib.request", "tqdm"):
        import vosk  # noqa: PLC0415
    return vosk


class VoskModel:
    """A loaded model. One may serve several recognisers, in several threads."""

    def __init__(self, handle: Handle, path: Path) -> None:
        self.path = path
        self._handle = handle
        self.unknown_token: str | None = next((token for token in UNKNOWN_TOKENS if self.knows(token)), None)
        """The model's own spelling of the unknown word; `None` when it has none and cannot reject."""

    @property
    def handle(self) -> Handle:
        """The library's own object."""
        return self._handle

    def knows(self, word: str) -> bool:
        """Whether a word, in the recogniser's spelling, is in the vocabulary; a missing one is never heard."""
        return bool(word) and self._handle.vosk_model_find_word(word) >= 0

    def unknown_words(self, words: Iterable[str]) -> tuple[str, ...]:
        """Those of the words that the model lacks, once each, in order. Phrases are looked at word by word."""
        singles = itertools.chain.from_iterable(phrase.split() for phrase in words)
        return tuple(word for word in dict.fromkeys(singles) if not self.knows(word))


def load_model(path: Path) -> VoskModel:
    """Load a model folder; nothing is ever downloaded.

    Raises `ModelError` when the folder is missing, incomplete or broken.
    """
    if not path.is_dir():
        raise ModelError(fault(FaultCode.NO_MODEL_FOLDER, path=path))
    lacking = _lacking_part(path)
    if lacking:
        raise ModelError(fault(FaultCode.MODEL_PART_MISSING, path=path, part=lacking))
    _library().SetLogLevel(LOG_NOTHING)
    try:
        handle = _library().Model(str(path))
    except Exception as error:
        raise ModelError(fault(FaultCode.MODEL_DAMAGED, path=path)) from error
    return VoskModel(handle, path)


def _lacking_part(path: Path) -> str | None:
    """Name of the first part that neither layout of a Vosk model has here."""
    graph = path / "graph" if (path / "graph").is_dir() else path
    parts: tuple[tuple[Path, ...], ...] = (
        (path / "am" / "final.mdl", path / "final.mdl"),
        (path / "conf" / "mfcc.conf", path / "mfcc.conf"),
        (graph / "HCLr.fst", graph / "HCLG.fst"),
        (graph / "words.txt", graph / "Gr.fst"),
    )
    for choices in parts:
        if not any(choice.is_file() and choice.stat().st_size for choice in choices):
            return str(choices[0].relative_to(path))
    return None


class Limit(StrEnum):
    """What a recogniser may hear."""

    PHRASES = "phrases"
    """The phrases of the scope and the unknown word."""
    OPEN_WORDS = "open_words"
    """The words of an open slot and what stands beside it."""
    NONE = "none"
    """The model's whole vocabulary."""


_RENEWED_AFTER_BYTES = {
    limit: times * RENEWED_AFTER_S * 2 * SAMPLE_RATE_HZ
    for limit, times in ((Limit.NONE, 1), (Limit.OPEN_WORDS, 2), (Limit.PHRASES, inf))
}


class VoskRecognizer:
    """One ear over one stream.

    Limited to phrases it gives words with confidences and one hypothesis; otherwise several hypotheses with scores and
    no confidences and no partial texts, because Vosk gives one or the other, and partial texts are only read of the
    first ear. Vosk closes pieces at its own pauses; pieces are joined until `finish`.
    """

    def __init__(self, model: VoskModel, limit: Limit, n_best: int = 10) -> None:
        self._model = model
        self._limit = limit
        self._ear = Ear.LIMITED if limit is Limit.PHRASES else Ear.OPEN
        self._n_best = n_best
        self._engine: Handle = self._new_engine() if limit is Limit.NONE else None  # others get theirs with a list
        self._active = limit is Limit.NONE
        self._phrases: PhraseSet | None = None
        self._grammar = OPEN_GRAMMAR
        self._fed_bytes = 0
        self._utterance_offset_s: float | None = None
        self._pieces: list[tuple[Hypothesis, ...]] = []
        self._partial = ""

    def set_phrases(self, phrases: PhraseSet) -> None:
        """Change what may be heard; a limited ear without anything to hear rests. Without a limit nothing changes.

        Raises `RecognizerError` in the middle of an utterance: Vosk would abort the whole process.
        """
        if self._utterance_offset_s is not None:
            raise RecognizerError("phrases can only change between utterances: call finish() or reset() first")
        if self._limit is Limit.NONE or phrases == self._phrases:
            return
        self._phrases = phrases
        grammar = self._grammar_of(phrases)
        self._active = grammar != OPEN_GRAMMAR
        if self._active and grammar != self._grammar:
            # Vosk's SetGrammar never frees the list before: megabytes for an open slot. A new engine is as quick.
            self._engine = self._new_engine(grammar)
            self._fed_bytes = 0
            self._grammar = grammar

    def _renew(self) -> None:
        """Put a new engine in the place of one that has kept much; at the beginning of an utterance nobody waits."""
        if self._fed_bytes < _RENEWED_AFTER_BYTES[self._limit]:
            return
        self._engine = None
        self._engine = self._new_engine(*(() if self._limit is Limit.NONE else (self._grammar,)))
        self._fed_bytes = 0
        give_back()

    def _new_engine(self, *grammar: str) -> Handle:
        engine = _engine(self._model, *grammar)
        if self._limit is Limit.PHRASES:
            engine.SetWords(True)
        else:
            engine.SetMaxAlternatives(self._n_best)
        return engine

    def _grammar_of(self, phrases: PhraseSet) -> str:
        """The list as Vosk takes it. A phrase with a word that the model lacks is left out whole: half misleads."""
        if self._limit is Limit.PHRASES:
            known = [phrase for phrase in phrases.phrases if not self._model.unknown_words((phrase,))]
            unknown = (self._model.unknown_token,) if known and self._model.unknown_token else ()
            return _json((*known, *unknown))
        words = [word for word in phrases.open_words if self._model.knows(word)]
        beside = [word for word in phrases.beside_open if self._model.knows(word)]
        weight = max(1, len(words) // OPEN_WORDS_PER_BESIDE)
        return _json((*words, *beside * weight)) if words else OPEN_GRAMMAR

    def accept(self, frame: AudioFrame) -> str | None:
        """Take a frame; return the partial text when it changed, where the ear is limited to phrases."""
        if not self._active:
            return None
        if self._utterance_offset_s is None:
            self._renew()
            self._utterance_offset_s = frame.start_s - self._fed_bytes / 2 / SAMPLE_RATE_HZ
        self._fed_bytes += len(frame.samples)
        is_closed = self._engine.AcceptWaveform(frame.samples)
        if is_closed:
            self._keep(self._engine.Result())
        if self._limit is not Limit.PHRASES:
            return None  # the library writes its best text out for each: a tenth of its work, and nobody reads it
        if is_closed:
            partial = _best_text(self._pieces)
        else:
            tail = json.loads(self._engine.PartialResult()).get("partial", "")
            partial = f"{_best_text(self._pieces)} {self._plain(tail)}".strip()
        if partial == self._partial:
            return None
        self._partial = partial
        return partial

    def finish(self) -> tuple[Hypothesis, ...]:
        """Close the utterance and return its hypotheses, best first; empty when no word was heard."""
        if self._utterance_offset_s is None:
            return ()
        self._keep(self._engine.FinalResult())
        heard = _join(self._pieces, self._ear, self._n_best)
        self._forget()
        return heard

    def reset(self) -> None:
        """Drop what was heard so far."""
        if self._utterance_offset_s is not None:
            # Vosk's own Reset leaves the last quarter of a second in its pipeline, and it turns up in what comes next.
            self._engine.FinalResult()
        self._forget()

    def _forget(self) -> None:
        self._utterance_offset_s = None
        self._pieces = []
        self._partial = ""

    def _plain(self, text: str) -> str:
        token = self._model.unknown_token
        return text if token in {None, UNKNOWN_WORD} else text.replace(str(token), UNKNOWN_WORD)

    def _keep(self, result: str) -> None:
        piece = self._read_result(json.loads(result))
        if piece:
            self._pieces.append(piece)

    def _read_result(self, result: dict[str, Any]) -> tuple[Hypothesis, ...]:
        if "alternatives" in result:
            texts = [(self._plain(each["text"]).strip(), each["confidence"]) for each in result["alternatives"]]
            return tuple(Hypothesis(text, self._ear, score=score) for text, score in texts if text)
        text = self._plain(result.get("text", "")).strip()
        if not text:
            return ()
        return (Hypothesis(text, self._ear, tuple(self._read_word(word) for word in result.get("result", ()))),)

    def _read_word(self, word: dict[str, Any]) -> RecognizedWord:
        offset_s = self._utterance_offset_s or 0.0
        return RecognizedWord(
            self._plain(word["word"]), word.get("conf"), word["start"] + offset_s, word["end"] + offset_s
        )


def _engine(model: VoskModel, *grammar: str) -> Handle:
    try:
        return _library().KaldiRecognizer(model.handle, float(SAMPLE_RATE_HZ), *grammar)
    except Exception as error:
        raise ModelError(fault(FaultCode.GRAPH_DAMAGED, path=model.path)) from error


def _json(phrases: Iterable[str]) -> str:
    return json.dumps(list(phrases), ensure_ascii=False)


def _best_text(pieces: Sequence[tuple[Hypothesis, ...]]) -> str:
    return " ".join(piece[0].text for piece in pieces)


def _join(pieces: Sequence[tuple[Hypothesis, ...]], ear: Ear, n_best: int) -> tuple[Hypothesis, ...]:
    """The `n_best` best ways to join one hypothesis of each piece, by the sum of their scores."""
    if len(pieces) <= 1:
        return pieces[0] if pieces else ()
    heads = [piece[:3] for piece in pieces[:-1]] + [pieces[-1]]
    ways = (
        Hypothesis(
            " ".join(part.text for part in way),
            ear,
            tuple(word for part in way for word in part.words),
            _total(part.score for part in way),
        )
        for way in itertools.islice(itertools.product(*heads), 2000)
    )
    return tuple(heapq.nlargest(n_best, ways, key=lambda way: way.score or 0.0))


def _total(scores: Iterable[float | None]) -> float | None:
    given = [score for score in scores if score is not None]
    return sum(given) if given else None
