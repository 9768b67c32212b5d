"""The whole chain through a real sound server: recordings into the microphone, the referee's voice out of the speaker.

    python tools/loopback.py            (Debian: apt-get install pulseaudio libasound2-plugins pulseaudio-utils)

Starts a PulseAudio of its own with one silent loudspeaker, whose monitor is the microphone: the referee hears all that
is played, and itself, as loud as can be. On that table a piece of the demo is played, with what a living room adds:
players who talk while the referee speaks, a recogniser that is killed, a microphone that freezes, a loudspeaker that is
taken away while the referee speaks.

Prints one JSON object; exit code 1 when a move is missing or too many, 77 with one line when this machine cannot do it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import wave
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from voiceduet.asr.sources.file import FileSource

DEMO = Path(__file__).parents[1] / "voiceduet" / "table" / "demo"
SKIPPED = 77
PROGRAMS = ("pulseaudio", "pactl", "paplay", "aplay", "espeak-ng")
LIMIT_S = 60.0
SINK = "module-null-sink sink_name=table"


class CannotRunError(Exception):
    """Something is lacking on this machine."""


class Room:
    """A sound server with nothing but a silent loudspeaker and its monitor."""

    def __init__(self, folder: Path) -> None:
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        self.folder = folder
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": str(runtime), "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        self.environment["VOICEDUET_HOME"] = str(folder / "home")
        self.environment.pop("PULSE_SERVER", None)
        lines = ["module-native-protocol-unix", SINK, "module-always-sink"]
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        self._server = subprocess.Popen(  # noqa: S603
            [*command, *(f"--load={line}" for line in lines)],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(100):
            if self.control("info") is not None:
                return
            time.sleep(0.1)
        self.close()
        raise CannotRunError("PulseAudio does not start here")

    def control(self, *words: str) -> str | None:
        """Ask the server something; `None` when it does not do it."""
        ran = subprocess.run(  # noqa: S603
            [program("pactl"), *words], env=self.environment, capture_output=True, encoding="utf-8", check=False
        )
        return ran.stdout if ran.returncode == 0 else None

    def play(self, path: Path) -> None:
        """Play a file to its end."""
        subprocess.run([program("paplay"), "--device=table", str(path)], env=self.environment, check=True)  # noqa: S603

    def is_silent(self) -> bool:
        """Whether nobody plays anything."""
        return not (self.control("list", "short", "sink-inputs") or "").strip()

    def freeze(self) -> None:
        """From now on no sound comes or goes, and nothing tells."""
        self._server.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Go on."""
        self._server.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End the server."""
        self.thaw()
        self._server.terminate()
        self._server.wait()


class Referee:
    """voiceduet at that table."""

    def __init__(self, room: Room) -> None:
        options = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--names", "Анна,Борис"]
        sound = ["--listen", "mic", "--device", "pulse", "--speak", "pyttsx3", "--json"]
        self.journal = room.folder / "game.jsonl"
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "voiceduet", "play", *options, *sound, "--journal", str(self.journal)],
            env=room.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=(room.folder / "complaints").open("w"),
            encoding="utf-8",
        )
        self.events: list[dict[str, Any]] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def take(self) -> list[dict[str, Any]]:
        """Everything that happened so far."""
        while not self._lines.empty():
            self.events.append({**json.loads(self._lines.get()), "seen": time.monotonic()})
        return self.events

    def wait_for(self, name: str, since: int, **fields: object) -> dict[str, Any] | None:
        """The first such event after the first `since`; `None` when it does not come."""
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end and self._process.poll() is None:
            for event in self.take()[since:]:
                if event["event"] == name and fields.items() <= event.items():
                    return event
            time.sleep(0.02)
        return None

    def recogniser(self) -> int:
        """The process that listens for it."""
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        ids = [each for task in tasks for each in task.read_text("ascii").split()]
        return next(int(each) for each in ids if b"ear_worker" in Path(f"/proc/{each}/cmdline").read_bytes())

    def end(self) -> int:
        """Stop it as Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(20)
        self._process.kill()
        return self._process.wait()


class Evening:
    """What happens at the table, and whether the referee keeps up."""

    def __init__(self, room: Room, referee: Referee) -> None:
        self._room, self._referee = room, referee
        self._cuts = {entry["text"]: (entry["start"], entry["end"]) for entry in timeline()}
        self.failures: list[str] = []
        self.answer_s: list[float] = []
        self.spoken = 0

    def recording(self, text: str) -> Path:
        """A sentence of the demo as a file."""
        begin_s, end_s = self._cuts[text]
        path = self._room.folder / "sentence.wav"
        frames = FileSource(DEMO / "demo.flac").frames()
        pcm = b"".join(frame.samples for frame in frames if begin_s - 0.2 <= frame.start_s < end_s + 0.1)
        with wave.open(str(path), "wb") as sound:
            sound.setparams((1, 2, 16_000, 0, "NONE", ""))
            sound.writeframes(pcm)
        return path

    def be_quiet(self) -> None:
        """Wait until the referee has said everything, and a moment more."""
        quiet, end = 0, time.monotonic() + LIMIT_S
        while quiet < 12 and time.monotonic() < end:
            quiet = quiet + 1 if self._room.is_silent() else 0
            time.sleep(0.1)

    def say(self, text: str, name: str, **fields: object) -> None:
        """Say a sentence; the event must come."""
        since = len(self._referee.take())
        self._room.play(self.recording(text))
        ended = time.monotonic()
        self.spoken += 1
        event = self._referee.wait_for(name, since, **fields)
        if event is None:
            self.failures.append(f"nothing came of {text!r}")
            return
        answer = self._referee.wait_for("say", since)
        self.answer_s.append((answer or event)["seen"] - ended)
        self.be_quiet()

    def talk_over(self, text: str, over: str) -> None:
        """Say a sentence and, while the referee answers, another one that must not be heard."""
        since = len(self._referee.take())
        self._room.play(self.recording(text))
        self.spoken += 1
        if self._referee.wait_for("say", since) is None:
            self.failures.append(f"nothing came of {text!r}")
        time.sleep(0.7)
        self._room.play(self.recording(over))
        self.be_quiet()

    def expect_fault(self, act: Callable[[], object]) -> None:
        """Do something to the devices; it must be told."""
        since = len(self._referee.take())
        act()
        if self._referee.wait_for("fault", since) is None:
            self.failures.append(f"{getattr(act, '__name__', 'a fault')} was not told")


def program(name: str) -> str:
    """Path of a program. Raise `CannotRunError`."""
    path = shutil.which(name)
    if path is None:
        raise CannotRunError(f"this machine has no {name}")
    return path


def timeline() -> list[dict[str, Any]]:
    """What is said in the demo, and when."""
    events: list[dict[str, Any]] = json.loads((DEMO / "demo.timeline.json").read_text("utf-8"))["events"]
    return events


def begin(room: Room, referee: Referee) -> Evening:
    """Play a few sentences; one is said while the referee speaks."""
    table = Evening(room, referee)
    if referee.wait_for("say", 0) is None:
        raise CannotRunError("voiceduet does not start at this sound server (is libasound2-plugins installed?)")
    table.be_quiet()
    table.say("завтрак три", "clue", word="завтрак")
    table.say("касаюсь слова яйцо", "touch", word="ЯЙЦО")
    table.talk_over("трогаю геркулес", over="небесный два")
    return table


def go_on(room: Room, referee: Referee, table: Evening) -> None:
    """Let everything go wrong that can."""
    os.kill(referee.recogniser(), signal.SIGABRT)
    table.say("небо два", "clue", word="небо")

    table.expect_fault(room.freeze)
    room.thaw()
    time.sleep(5.0)
    table.be_quiet()
    table.say("касаюсь солнце", "touch", word="СОЛНЦЕ")
    since = len(referee.take())
    room.play(table.recording("стоп"))
    table.spoken += 1
    referee.wait_for("say", since)
    room.control("unload-module", "module-null-sink")
    time.sleep(3.0)
    room.control("load-module", *SINK.split())
    room.control("set-default-source", "table.monitor")
    time.sleep(6.0)
    table.be_quiet()
    table.say("морской два", "clue", word="морской")


QUICK = ["clue завтрак", "touch ЯЙЦО", "touch ГЕРКУЛЕС", "turn_end"]
WHOLE = [*QUICK, "clue небо", "touch СОЛНЦЕ", "turn_end", "clue морской"]


def verdict(referee: Referee, table: Evening, wanted: list[str]) -> dict[str, Any]:
    """What came of the evening."""
    events = referee.take()
    names = ("clue", "touch", "turn_end")
    moves = [f"{event['event']} {event.get('word', '')}".strip() for event in events if event["event"] in names]
    if moves != wanted:
        table.failures.append(f"the moves were {moves}")
    heard = [event["text"] for event in events if event["event"] == "heard" and event["outcome"] != "not_understood"]
    if len(heard) != table.spoken:
        table.failures.append(f"{table.spoken} sentences were said to the referee, and it heard {heard}")
    return {
        "failures": table.failures,
        "sentences": table.spoken,
        "heard": heard,
        "said": sum(event["event"] == "say" for event in events),
        "faults": [event["text"] for event in events if event["event"] == "fault"],
        "answer_after_the_recording_s": [round(each, 2) for each in table.answer_s],
    }


@contextmanager
def _room() -> Iterator[Room]:
    for name in PROGRAMS:
        program(name)
    with ExitStack() as stack:
        room = Room(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="loopback-"))))
        stack.callback(room.close)
        yield room


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="only the first sentences, nothing goes wrong")
    options = parser.parse_args()
    try:
        with _room() as room:
            referee = Referee(room)
            try:
                table = begin(room, referee)
                if not options.quick:
                    go_on(room, referee, table)
            finally:
                code = referee.end()
            figures = {**verdict(referee, table, QUICK if options.quick else WHOLE), "exit_code": code}
    except CannotRunError as error:
        print(f"skipped: {error}")
        return SKIPPED
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    return 1 if figures["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
