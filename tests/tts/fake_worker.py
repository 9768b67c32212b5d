"""A speech process that misbehaves on purpose: `fake_worker.py MODE FOLDER`. It counts its starts in the folder.

It speaks the protocol of `voiceduet.tts.pyttsx3_worker`. Modes: good, missing, silent_start, no_voice, garbage, fault,
at_once, which says that it is done without having done anything, twice, which answers everything twice, and hang_once,
die_once, hang, die, which hang or die on the phrase, the first time or always.
"""

from __future__ import annotations

import json
import sys
import time
import wave
from pathlib import Path
from typing import Any

RATE_HZ = 16_000


def write_tone(path: str, letters: int) -> None:
    with wave.open(path, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE_HZ)
        sound.writeframes(b"\0\1" * (letters * RATE_HZ // 10))


def say(reply: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def misbehave(mode: str, starts: int) -> None:
    if mode == "hang" or (mode == "hang_once" and starts == 1):
        time.sleep(60)
    if mode == "die" or (mode == "die_once" and starts == 1):
        sys.exit(1)
    if mode == "garbage":
        sys.stdout.write("Audio saved to phrase.wav\n")
        sys.stdout.flush()


def main() -> None:
    mode, folder = sys.argv[1], Path(sys.argv[2])
    (folder / f"start-{time.time_ns()}").touch()
    starts = len(list(folder.glob("start-*")))
    if mode == "silent_start":
        time.sleep(60)
    if mode == "missing":
        say({"missing": "OSError: libespeak.so.1: cannot open shared object file"})
        return
    say({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "voices":
            languages = ["fr"] if mode == "no_voice" else ["ru"]
            say({"id": request["id"], "voices": [{"id": "test/one", "name": "One", "languages": languages}]})
            continue
        misbehave(mode, starts)
        if mode == "fault":
            say({"id": request["id"], "fault": "ValueError: no such voice"})
            continue
        if mode != "at_once":
            write_tone(request["path"], len(request["text"]))
        say({"id": request["id"], "done": True})
        if mode == "twice":
            say({"id": request["id"], "done": True})


if __name__ == "__main__":
    main()
