"""The worker's side of a speech engine: what an adapter implements, and the loop that answers for it.

Each adapter is one module, started as `python -m voiceduet.tts.<name>_worker [VOICE]` (see `voiceduet.workers`).
Requests: `{"id", "do": "voices"}` and `{"id", "do": "render", "text", "path", "voice", "rate", "volume"}`; replies:
`{"id", "voices": [{"id", "name", "languages"}]}`, `{"id", "done": true}` or `{"id", "fault": why}`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol, TextIO

from voiceduet.tts.synthesis import VoiceInfo
from voiceduet.workers import Message, worker_streams

WAV_HEADER_BYTES = 44

PLAIN_RATE = 165
"""Words a minute that every engine speaks when nothing else is set; others speak faster or slower in proportion."""


class Absent(Exception):  # noqa: N818 - a fault of the outside world, not a programming error
    """The engine is not installed, or not usable; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is to be rendered."""

    text: str
    path: Path
    """The WAV file to write, mono, 16 bit."""
    voice: str
    """The engine's id of the voice."""
    rate: int
    """Words a minute."""
    volume: float
    """0–1."""

    @property
    def speed(self) -> float:
        """How much faster than plain; 1 is plain."""
        return self.rate / PLAIN_RATE


class Engine(Protocol):
    """A speech engine, in the worker's process. It may hang or die: the worker is watched."""

    def voices(self) -> list[VoiceInfo]:
        """Every installed voice."""

    def render(self, phrase: Phrase) -> None:
        """Write the file. May raise anything; the text of the error is what the players are told."""


def serve(make: Callable[[str], Engine], requests: TextIO, reply: Callable[[Message], None], wanted: str = "") -> None:
    """Make the engine for the wanted voice, greet, and answer requests until the input ends."""
    try:
        engine = make(wanted)
    except Absent as error:
        reply({"missing": str(error)})
        return
    except Exception as error:  # noqa: BLE001 - engines raise anything; the parent needs the reason
        reply({"missing": f"{type(error).__name__}: {error}"})
        return
    reply({"ready": True})
    for line in requests:
        request = json.loads(line)
        try:
            answer = _answer(engine, request)
        except Exception as error:  # noqa: BLE001
            answer = {"fault": f"{type(error).__name__}: {error}"}
        reply({"id": request["id"], **answer})


def _answer(engine: Engine, request: Message) -> Message:
    if request["do"] == "voices":
        return {"voices": [asdict(voice) for voice in engine.voices()]}
    path = Path(str(request["path"]))
    path.unlink(missing_ok=True)
    rate, volume = int(str(request["rate"])), float(str(request["volume"]))
    engine.render(Phrase(str(request["text"]), path, str(request["voice"]), rate, volume))
    if path.exists() and path.stat().st_size > WAV_HEADER_BYTES:
        return {"done": True}
    return {"fault": "the engine wrote no sound"}


def main(make: Callable[[str], Engine]) -> None:
    """Serve on the standard streams; the wanted voice is the first argument."""
    serve(make, *worker_streams(), sys.argv[1] if len(sys.argv) > 1 else "")
