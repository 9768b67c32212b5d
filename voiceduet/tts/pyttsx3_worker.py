"""The speech engine in a process of its own. The one module that imports pyttsx3.

Started as `python -m voiceduet.tts.pyttsx3_worker` (see `voiceduet.workers`). Requests: `{"id", "do": "voices"}` and
`{"id", "do": "render", "text", "path", "voice", "rate", "volume"}`; replies: `{"id", "voices": [...]}`,
`{"id", "done": true}` or `{"id", "fault": why}`.

pyttsx3 keeps one engine per process, must be used in one thread, swallows errors in callbacks and prints to the
standard output; so errors are collected here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from voiceduet.workers import Message, worker_streams

WAV_HEADER_BYTES = 44
TRIES = 3
"""One phrase in a thousand comes out empty on a busy machine: the engine's thread ends before it has begun."""
DRIVER = None if sys.platform == "win32" else "espeak"
"""`None` is the system's own voice; the one of macOS writes no WAV files."""


def serve(requests: TextIO, reply: Callable[[Message], None]) -> None:
    """Answer requests until the input ends."""
    try:
        import pyttsx3  # noqa: PLC0415 - importing it already fails where espeak is missing

        engine: Any = pyttsx3.init(DRIVER)
    except Exception as error:  # noqa: BLE001 - drivers raise anything; the parent needs the reason
        reply({"missing": f"{type(error).__name__}: {error}"})
        return
    errors: list[str] = []
    engine.connect("error", lambda name=None, exception=None: errors.append(str(exception)))
    reply({"ready": True})
    for line in requests:
        request = json.loads(line)
        errors.clear()
        try:
            answer = _voices(engine) if request["do"] == "voices" else _render(engine, request, errors)
        except Exception as error:  # noqa: BLE001
            answer = {"fault": f"{type(error).__name__}: {error}"}
        reply({"id": request["id"], **answer})


def _voices(engine: Any) -> dict[str, object]:  # noqa: ANN401 - pyttsx3 has no types
    return {
        "voices": [
            {"id": str(voice.id), "name": str(voice.name), "languages": [_code(code) for code in voice.languages or ()]}
            for voice in engine.getProperty("voices")
        ]
    }


def _code(language: str | bytes) -> str:
    """A language code without the priority byte that espeak puts before it."""
    text = language.decode("utf-8", "ignore") if isinstance(language, bytes) else str(language)
    return text.strip("\0\x02\x05\x07").replace("_", "-").lower()


def _render(engine: Any, request: dict[str, Any], errors: list[str]) -> dict[str, object]:  # noqa: ANN401
    for name in ("voice", "rate", "volume"):
        engine.setProperty(name, request[name])
    path = Path(request["path"])
    for _ in range(TRIES):
        path.unlink(missing_ok=True)
        engine.save_to_file(request["text"], str(path))
        engine.runAndWait()
        if errors:
            return {"fault": "; ".join(errors)}
        if path.exists() and path.stat().st_size > WAV_HEADER_BYTES:
            return {"done": True}
    return {"fault": "the engine wrote no sound"}


def main() -> None:
    """Serve on the standard streams."""
    serve(*worker_streams())


if __name__ == "__main__":
    main()
