"""The ears of a table, put together from a model folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from voiceduet.asr.activity import WebrtcSpeechDetector
from voiceduet.asr.endpointing import Endpointer, EndpointSettings
from voiceduet.asr.gate import GateSettings, MicGate
from voiceduet.asr.listener import Listener
from voiceduet.asr.open_ear import OpenEar
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


def make_listener(model: VoskModel | Path, settings: ListenSettings | None = None) -> Listener:
    """A listener with a limited and an open ear over one model; call its `set_phrases` before the first frame.

    The open ear always runs: where the two disagree, what was said was none of the phrases. Raises `ModelError`.
    """
    settings = settings or ListenSettings()
    loaded = load_model(model) if isinstance(model, Path) else model
    limited = VoskRecognizer(loaded, Limit.PHRASES)
    whole = VoskRecognizer(loaded, Limit.NONE, settings.n_best)
    slot = VoskRecognizer(loaded, Limit.OPEN_WORDS, settings.n_best)
    return Listener(
        (limited, OpenEar(whole, slot, settings.n_best)),
        Endpointer(settings.endpoint),
        WebrtcSpeechDetector(settings.aggressiveness, settings.floor_db),
        MicGate(settings.gate),
    )
