"""The process that a second ear lives in: requests as JSON lines from `SecondEarProcess`, answers to it.

It gives way to the first ear and to all else. Texts to learn are looked into while nothing is asked.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from voiceduet.asr.errors import ModelError
from voiceduet.asr.second.ports import SecondEar
from voiceduet.asr.second.whisper import load_whisper
from voiceduet.memory import give_back, share_one_heap
from voiceduet.workers import Message, worker_streams

GIVES_WAY = 5
"""Lower priority, where the system has such figures."""
LEARNED_AT_ONCE = 4
"""So few texts, because a question has to wait for them."""


class Desk:
    """Does requests in their order, and what is to be learned in between."""

    def __init__(self, ear: SecondEar, reply: Callable[[Message], None]) -> None:
        self._ear = ear
        self._reply = reply
        self._to_learn: list[str] = []

    def serve(self, requests: queue.Queue[Message | None]) -> None:
        """Answer until `None` comes."""
        while True:
            try:
                request = requests.get(block=not self._to_learn)
            except queue.Empty:
                self._ear.learn(self._to_learn[:LEARNED_AT_ONCE])
                del self._to_learn[:LEARNED_AT_ONCE]
                continue
            if request is None:
                return
            self.do(request, is_stale=_is_sound(request) and any(map(_is_sound, tuple(requests.queue))))

    def do(self, request: Message, *, is_stale: bool = False) -> None:
        """Do one request; one to hear a sound is stale when there is a later one already."""
        number, texts = request.get("id"), _texts(request)
        match request["do"]:
            case "learn":
                self._to_learn += texts
            case "listen":
                sound = base64.b64decode(str(request["pcm"]))
                self._reply({"id": number, "text": "" if is_stale else self._ear.listen(sound)})
            case "presume":
                self._reply({"id": number, "scores": self._ear.presume(texts)})
            case _:
                self._reply({"id": number, "scores": self._ear.weigh(texts)})


def _is_sound(request: Message | None) -> bool:
    return request is not None and request["do"] == "listen"


def _texts(request: Message) -> list[str]:
    texts = request.get("texts")
    return [str(each) for each in texts] if isinstance(texts, list) else []


def serve(requests: TextIO, reply: Callable[[Message], None], folder: Path, language: str) -> None:
    """Answer requests until the input ends."""
    try:
        ear = load_whisper(folder, language)
    except ModelError as error:
        reply({"missing": str(error)})
        return
    give_back()
    reply({"ready": True})
    waiting: queue.Queue[Message | None] = queue.Queue()

    def read() -> None:
        for line in requests:
            waiting.put(json.loads(line))
        waiting.put(None)

    threading.Thread(target=read, daemon=True).start()
    Desk(ear, reply).serve(waiting)


def main() -> None:
    """Serve on the standard streams."""
    share_one_heap()
    requests, reply = worker_streams()
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(GIVES_WAY)
    serve(requests, reply, Path(sys.argv[1]), sys.argv[2])


if __name__ == "__main__":
    main()
