"""The ears in a process of their own: the C library behind them can abort the process that it runs in.

Started as `python -m voiceduet.asr.ear_worker MODEL N_BEST` (see `voiceduet.workers`). Requests without an answer, by
`do`: `phrases` (the fields of a `PhraseSet`), `frame` (`pcm` in base64, `at` in seconds; a `{"partial": text}` may come
of it) and `reset`. Requests with an `id`: `finish`, answered by `{"id", "heard": [hypothesis, …]}`, and `unknown` with
`words`, answered by `{"id", "unknown": [word, …]}`. An error of the library ends the process; the other side starts a
new one.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from voiceduet.asr.ears import make_recognizers
from voiceduet.asr.errors import ModelError
from voiceduet.asr.faults import Fault
from voiceduet.asr.ports import AudioFrame, PhraseSet, Recognizer
from voiceduet.asr.vosk_recognizer import VoskModel, load_model
from voiceduet.memory import give_back, share_one_heap
from voiceduet.workers import Message, worker_streams


class EarWorker:
    """Answers requests about one stream."""

    def __init__(self, model: VoskModel, recognizers: tuple[Recognizer, ...]) -> None:
        self._model = model
        self._recognizers = recognizers

    def answer(self, request: dict[str, Any]) -> Message | None:
        """Do what is asked; return what there is to say."""
        match request["do"]:
            case "frame":
                return self._hear(AudioFrame(base64.b64decode(request["pcm"]), request["at"]))
            case "finish":
                heard = [asdict(hypothesis) for ear in self._recognizers for hypothesis in ear.finish()]
                return {"id": request["id"], "heard": heard}
            case "unknown":
                return {"id": request["id"], "unknown": self._model.unknown_words(request["words"])}
            case "phrases":
                self._limit(request)
            case "reset":
                for ear in self._recognizers:
                    ear.reset()
        return None

    def _hear(self, frame: AudioFrame) -> Message | None:
        partial, *_ = [ear.accept(frame) for ear in self._recognizers]
        return None if partial is None else {"partial": partial}

    def _limit(self, request: dict[str, Any]) -> None:
        lists = {name: tuple(request[name]) for name in ("phrases", "open_words", "beside_open", "open_frames")}
        counters = tuple((begin, other) for begin, other in request["counters"])
        phrases = PhraseSet(request["scope"], wants_open=request["wants_open"], counters=counters, **lists)
        for ear in self._recognizers:
            ear.set_phrases(phrases)


def serve(requests: TextIO, reply: Callable[[Message], None], folder: Path, n_best: int) -> None:
    """Answer requests until the input ends."""
    try:
        model = load_model(folder)
        worker = EarWorker(model, make_recognizers(model, n_best))
    except ModelError as error:
        reply({"missing": str(error), "fault": error.what.as_fields() if isinstance(error.what, Fault) else None})
        return
    reply({"ready": True})
    for line in requests:
        request = json.loads(line)
        answer = worker.answer(request)
        if answer is not None:
            reply(answer)
        if request["do"] in {"finish", "phrases"}:
            give_back()  # what an utterance or other phrases took, while nobody waits


def main() -> None:
    """Serve on the standard streams."""
    share_one_heap()
    requests, reply = worker_streams()
    serve(requests, reply, Path(sys.argv[1]), int(sys.argv[2]))


if __name__ == "__main__":
    main()
