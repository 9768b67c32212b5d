"""The speech engine in a process of its own. The one module that imports pyttsx3.

Started as `python -m voiceduet.tts.pyttsx3_worker`; one JSON object a line. Its first line is `{"ready": true}` or
`{"missing": why}`. Requests: `{"id", "do": "voices"}` and `{"id", "do": "render", "text", "path", "voice", "rate",
"volume"}`; replies: `{"id", "voices": [...]}`, `{"id", "done": true}` or `{"id", "fault": why}`. It ends with its
input.

pyttsx3 keeps one engine per process, must be used in one thread, swallows errors in callbacks and prints to the
standard output; so errors are collected here and the standard output is set apart from the replies.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

WAV_HEADER_BYTES = 44
DRIVER = None if sys.platform == "win32" else "espeak"
"""`None` is the system's own voice; the one of macOS writes no WAV files."""


def serve(requests: TextIO, replies: TextIO) -> None:
    """Answer requests until the input ends."""
    try:
        import pyttsx3  # noqa: PLC0415 - importing it already fails where espeak is missing

        engine: Any = pyttsx3.init(DRIVER)
    except Exception as error:  # noqa: BLE001 - drivers raise anything; the parent needs the reason
        _write(replies, {"missing": f"{type(error).__name__}: {error}"})
        return
    errors: list[str] = []
    engine.connect("error", lambda name=None, exception=None: errors.append(str(exception)))
    _write(replies, {"ready": True})
    for line in requests:
        request = json.loads(line)
        errors.clear()
        try:
            reply = _voices(engine) if request["do"] == "voices" else _render(engine, request, errors)
        except Exception as error:  # noqa: BLE001
            reply = {"fault": f"{type(error).__name__}: {error}"}
        _write(replies, {"id": request["id"], **reply})


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
    engine.save_to_file(request["text"], request["path"])
    engine.runAndWait()
    path = Path(request["path"])
    if errors:
        return {"fault": "; ".join(errors)}
    if not path.exists() or path.stat().st_size <= WAV_HEADER_BYTES:
        return {"fault": "the engine wrote no sound"}
    return {"done": True}


def _write(replies: TextIO, reply: dict[str, object]) -> None:
    replies.write(json.dumps(reply, ensure_ascii=False) + "\n")
    replies.flush()


def main() -> None:
    """Serve on the standard streams; everything else that is printed goes to the error stream."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    serve(sys.stdin, replies)


if __name__ == "__main__":
    main()
