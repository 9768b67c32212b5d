"""The process that the ear for spelled words lives in: requests as JSON lines from `SpellingEarProcess`."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from voiceduet.asr.errors import AsrError
from voiceduet.asr.spelling.ear import LetterEar, SpellingEar
from voiceduet.asr.spelling.letter_graph import SpelledWords
from voiceduet.workers import Message, worker_streams


def serve(requests: TextIO, reply: Callable[[Message], None], make: Callable[[SpelledWords], SpellingEar]) -> None:
    """Answer requests until the input ends; the first one names the words."""
    reply({"ready": True})
    ear: SpellingEar | None = None
    for line in requests:
        request = json.loads(line)
        try:
            if request["do"] == "words":
                ear = make(words_from(request))
                reply({"id": request["id"]})
            elif ear is not None:
                heard = ear.hear(base64.b64decode(str(request["pcm"])))
                reply({"id": request["id"], "heard": [[each.text, each.score] for each in heard]})
        except (AsrError, OSError) as error:
            reply({"id": request["id"], "fault": str(error)})


def words_from(request: Message) -> SpelledWords:
    """The words of a request."""
    words: dict[str, object] = request["spelled"]  # type: ignore[assignment]
    letters: dict[str, list[str]] = words.pop("letters")  # type: ignore[assignment]
    lists = {name: tuple(map(str, values)) for name, values in words.items()}  # type: ignore[call-overload]
    return SpelledWords({letter: tuple(forms) for letter, forms in letters.items()}, **lists)


def main() -> None:
    """Serve on the standard streams."""
    requests, reply = worker_streams()
    model, cache = Path(sys.argv[1]), Path(sys.argv[2])
    serve(requests, reply, lambda spelled: LetterEar(model, spelled, cache))


if __name__ == "__main__":
    main()
