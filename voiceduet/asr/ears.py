"""The ears of a table, put together from a model folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from voiceduet.asr.acoustic.ear import WeighingEar
from voiceduet.asr.acoustic.model import AcousticFiles, can_weigh
from voiceduet.asr.activity import WebrtcSpeechDetector
from voiceduet.asr.ear_process import EarProcess
from voiceduet.asr.endpointing import Endpointer, EndpointSettings
from voiceduet.asr.gate import GateSettings, MicGate
from voiceduet.asr.later_ear import LaterEar
from voiceduet.asr.listener import Listener
from voiceduet.asr.open_ear import OpenEar
from voiceduet.asr.ports import Recognizer
from voiceduet.asr.second.only_ear import OnlyEar
from voiceduet.asr.vosk_recognizer import Limit, VoskModel, VoskRecognizer, load_model


@dataclass(frozen=True, slots=True)
class ListenSettings:
    """What can be set about listening."""

    endpoint: EndpointSettings = field(default_factory=EndpointSettings)
    gate: GateSettings = field(default_factory=GateSettings)
    aggressiveness: int = 3
    """0–3: how readily sound is taken for noise."""
    floor_db: float = -65.0
    """Sound below this level (dBFS) is never speech."""
    n_best: int = 10


def make_recognizers(model: VoskModel, n_best: int = 10) -> tuple[Recognizer, ...]:
    """A limited and an open ear over one model, and one that weighs where the model is of that kind.

    The open ear always runs: where the two disagree, what was said was none of the phrases. Raises `ModelError`.
    """
    limited = VoskRecognizer(model, Limit.PHRASES)
    whole = VoskRecognizer(model, Limit.NONE, n_best)
    slot = VoskRecognizer(model, Limit.OPEN_WORDS, n_best)
    if not can_weigh(model.path):
        return (limited, OpenEar(whole, slot, n_best))
    files = AcousticFiles.read(model.path)
    return (limited, OpenEar(whole, slot, n_best), LaterEar(lambda: WeighingEar(files.prepared())))


def make_listener(ears: VoskModel | Path | EarProcess | OnlyEar, settings: ListenSettings | None = None) -> Listener:
    """A listener with all ears over a model, here or in a process of their own.

    Call its `set_phrases` before the first frame. Raises `ModelError`.
    """
    settings = settings or ListenSettings()
    if isinstance(ears, EarProcess | OnlyEar):
        recognizers: tuple[Recognizer, ...] = (ears,)
    else:
        recognizers = make_recognizers(load_model(ears) if isinstance(ears, Path) else ears, settings.n_best)
    return Listener(
        recognizers,
        Endpointer(settings.endpoint),
        WebrtcSpeechDetector(settings.aggressiveness, settings.floor_db),
        MicGate(settings.gate),
    )
