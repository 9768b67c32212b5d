"""An evening in real time at a real sound server: game after game, with table talk and noise between the sentences.

    python -m tools.loopback_evening --minutes 30

The table of `tools/loopback.py`: one silent loudspeaker, whose monitor is the microphone. The sentences of the demo are
said one by one, each when the referee has answered the one before; then «новая игра», and again. Each game must come
out as it does from the recording.

Prints one JSON object; exit code 1 when a move is missing or too many, 77 with one line when this machine cannot do it.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tools.loopback import DEMO, PROGRAMS, SKIPPED, CannotRunError, Evening, Referee, Room, program, timeline

FIXTURES = Path(__file__).parents[1] / "tests" / "audio_fixtures"
YES = FIXTURES / "ru-command-020.flac"
MOVES = ("clue", "touch", "turn_end")
LONGEST_BETWEEN_S = 4.0

Event = dict[str, Any]


def moves_of(events: list[Event]) -> list[str]:
    """What was played and not taken back, as short lines.

    A clue may be asked back; «отмена» then cancels the question instead of the clue, and the game is the same.
    """
    moves: list[str] = []
    for event in events:
        if event["event"] == "undo":
            moves.pop()
        elif event["event"] in MOVES:
            moves.append(f"{event['event']} {event.get('word', '')}".strip())
    return moves


def games_of(events: list[Event]) -> list[list[Event]]:
    """The events of each game."""
    begins = [number for number, event in enumerate(events) if event["event"] == "table"]
    return [events[begin:end] for begin, end in zip(begins, [*begins[1:], len(events)], strict=True)]


def wanted_moves(folder: Path) -> list[str]:
    """The game as it comes out of the recording."""
    options = ["--board", str(DEMO / "board.txt"), "--key", str(DEMO / "key.txt"), "--names", "Анна,Борис"]
    listening = ["--listen", str(DEMO / "demo.flac"), "--speak", "none", "--json"]
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "voiceduet", "play", *options, *listening, "--journal", str(folder / "recorded.jsonl")],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return moves_of([json.loads(line) for line in ran.stdout.splitlines()])


def memory_mb(referee: Referee) -> float:
    """Memory of the referee and its recogniser."""
    fields = [Path(f"/proc/{pid}/status").read_text("ascii") for pid in (referee.pid, referee.recogniser())]
    lines = [line for text in fields for line in text.splitlines() if line.startswith("VmRSS:")]
    return round(sum(int(line.split()[1]) for line in lines) / 1024, 1)


class LongEvening(Evening):
    """Many games at one table."""

    def __init__(self, room: Room, referee: Referee, rng: random.Random) -> None:
        super().__init__(room, referee)
        self._rng = rng
        self._between = [*FIXTURES.glob("ru-negative-*.flac"), *FIXTURES.glob("und-noise-*.flac")]
        self.played_between = 0
        self.memory_mb: list[float] = []
        self._new_game = room.folder / "new_game.wav"
        words = [program("espeak-ng"), "-v", "ru+m3", "-s", "150", "-w", str(self._new_game), "новая игра"]
        subprocess.run(words, check=True)  # noqa: S603

    def between(self) -> None:
        """Silence, talk or noise; none of it is for the referee."""
        time.sleep(self._rng.uniform(0.5, LONGEST_BETWEEN_S))
        if self._rng.random() < 0.5:
            self._room.play(self._rng.choice(self._between))
            self.played_between += 1
            time.sleep(1.2)
            self.be_quiet()

    def game(self) -> None:
        """Say all sentences of the demo."""
        for entry in timeline():
            self.between()
            if entry["kind"] == "negative":
                self._room.play(self.recording(entry["text"]))
                time.sleep(1.2)
            else:
                self.say(entry["text"], "say")
        self.memory_mb.append(memory_mb(self._referee))

    def begin_again(self) -> None:
        """Ask for a new game."""
        for path in (self._new_game, YES):
            since = len(self._referee.take())
            self._room.play(path)
            if self._referee.wait_for("say", since) is None:
                self.failures.append(f"nothing came of {path.name}")
            self.be_quiet()


def run(minutes: float, seed: int) -> dict[str, Any]:
    """Play until the time is over and the game under way has ended."""
    for name in PROGRAMS:
        program(name)
    with ExitStack() as stack:
        room = Room(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="loopback-"))))
        stack.callback(room.close)
        wanted = wanted_moves(room.folder)
        referee = Referee(room)
        try:
            table = LongEvening(room, referee, random.Random(seed))  # noqa: S311 - repeatable
            if referee.wait_for("say", 0) is None:
                raise CannotRunError("voiceduet does not start at this sound server")
            table.be_quiet()
            begun = time.monotonic()
            table.game()
            while time.monotonic() - begun < 60 * minutes:
                table.begin_again()
                table.game()
            took_s = time.monotonic() - begun
        finally:
            code = referee.end()
        games = [moves_of(game) for game in games_of(referee.take())]
    return {
        "minutes": round(took_s / 60, 1),
        "games": len(games),
        "games_that_came_out_differently": [game for game in games if game != wanted],
        "failures": table.failures,
        "sentences": table.spoken,
        "talk_and_noise_between": table.played_between,
        "faults": [event["text"] for event in referee.events if event["event"] == "fault"],
        "answer_after_the_recording_s": {
            "median": round(statistics.median(table.answer_s), 2),
            "longest": round(max(table.answer_s), 2),
        },
        "memory_mb": table.memory_mb,
        "exit_code": code,
    }


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        figures = run(options.minutes, options.seed)
    except CannotRunError as error:
        print(f"skipped: {error}")
        return SKIPPED
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    return 1 if figures["failures"] or figures["games_that_came_out_differently"] else 0


if __name__ == "__main__":
    sys.exit(main())
