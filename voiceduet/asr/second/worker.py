"""The process that a second ear lives in: requests as JSON lines from `SecondEarProcess`, answers to it."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from voiceduet.asr.errors import ModelError
from voiceduet.asr.second.ports import SecondEar
from voiceduet.asr.second.whisper import load_whisper
from voiceduet.workers import Message, worker_streams


def answer(ear: SecondEar, request: Message) -> Message:
    """Do one request."""
    match request["do"]:
        case "listen":
            return {"id": request["id"], "text": ear.listen(base64.b64decode(str(request["pcm"])))}
        case _:
            texts = request["texts"]
            return {"id": request["id"], "scores": ear.weigh([str(each) for each in texts])}  # type: ignore[attr-defined]


def serve(requests: TextIO, reply: Callable[[Message], None], folder: Path, language: str) -> None:
    """Answer requests until the input ends."""
    try:
        ear = load_whisper(folder, language)
    except ModelError as error:
        reply({"missing": str(error)})
        return
    reply({"ready": True})
    for line in requests:
        reply(answer(ear, json.loads(line)))


def main() -> None:
    """Serve on the standard streams."""
    requests, reply = worker_streams()
    serve(requests, reply, Path(sys.argv[1]), sys.argv[2])


if __name__ == "__main__":
    main()
