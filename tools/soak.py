"""A long evening in a short time: hours of speech, silence, noise and table talk at one table, and many tables at once.

    python -m tools.soak --hours 8 --games 40
    python -m tools.soak --hours 0.5 --games 3 --real-time
    python -m tools.soak --hours 5 --games 10 --second-ear whisper [--talk FOLDER]
    python -m tools.soak --tables 50

The sentences of the demo are played game after game, with stretches of silence, noise and table talk between them. Each
game must come out as the demo does: no sentence lost, no move too many. Memory, queue and answer time are watched. A
second ear may take as long as it likes, so that it is heard on a machine of any speed; it is only asked about some of
what is said. A folder of recordings (FLAC or WAV) adds to the talk.

Prints one JSON object; exit code 1 when something was lost, memory grows by more than 1 MB an hour or answers slow
down.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import queue
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from tools.soak_sounds import DEMO, Evening, Sounds, load_sounds
from voiceduet.asr.ear_process import EarProcess, worker_command
from voiceduet.asr.ears import make_listener
from voiceduet.asr.listener import Listener
from voiceduet.asr.ports import Hypothesis
from voiceduet.asr.second.process import SecondEarLimits, SecondEarProcess, second_ear_command
from voiceduet.asr.second.weights import choose_second_ear
from voiceduet.asr.store import ModelStore
from voiceduet.asr.vosk_recognizer import load_model
from voiceduet.engine.game import new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import parse_key
from voiceduet.engine.mission import parse_mission
from voiceduet.engine.setup import GameSetup
from voiceduet.grammar.judge.judge import load_judge
from voiceduet.grammar.scopes import TableWords
from voiceduet.table.dialogue.memory import Memory
from voiceduet.table.dialogue.state import Dialogue, Table
from voiceduet.table.dialogue.step import begin
from voiceduet.table.ears import Inbox, Message, RecordingEars
from voiceduet.table.eventlog import EventLog
from voiceduet.table.hearing import TableHearing
from voiceduet.table.journal import Journal
from voiceduet.table.loop import Devices, connect
from voiceduet.table.saved import Agreement, header_of
from voiceduet.table.session import Session
from voiceduet.table.terminal import ScreenTable, make_console
from voiceduet.table.wording import Wording
from voiceduet.tts.speakers import PrintSpeaker

WARM_UP = 0.2
"""Share of the games before memory and time are measured."""
MOST_GROWTH_MB_PER_HOUR = 1.0
MOST_SLOWER = 1.5


class CountingInbox(queue.Queue[Message]):
    """Remembers how long the queue was."""

    longest = 0

    def put(self, item: Message, block: bool = True, timeout: float | None = None) -> None:
        """As any queue."""
        super().put(item, block, timeout)
        self.longest = max(self.longest, self.qsize())


@dataclass
class Watch:
    """What was measured, game by game."""

    memory_mb: list[dict[str, float]] = field(default_factory=list)
    """Of each process, by its name."""
    hours: list[float] = field(default_factory=list)
    answer_s: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    longest_queue: int = 0
    second_ear_asked: int = 0


def resident_mb(pid: int) -> float:
    """Memory of a process; 0 where the system does not tell."""
    statm = Path(f"/proc/{pid}/statm")
    pages = int(statm.read_text("ascii").split()[1]) if statm.exists() else 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def lay() -> tuple[Table, Dialogue]:
    """The table of the demo."""
    board = parse_board((DEMO / "board.txt").read_text("utf-8"))
    setup = GameSetup(board, parse_key((DEMO / "key.txt").read_text("utf-8")), parse_mission("9-9"))
    names = ("Анна", "Борис")
    table = Table(TableWords(board.words, names), Wording("ru", names), load_judge("ru"))
    return table, Dialogue(new_game(setup), Memory())


class Place:
    """One table: what it is made of serves game after game."""

    def __init__(
        self, listener: Listener, hearing: TableHearing, folder: Path, events: tuple[TextIO, ...] = ()
    ) -> None:
        self._listener, self._hearing, self._folder, self._events = listener, hearing, folder, events
        self.inbox: Inbox = CountingInbox()
        self.answer_s: list[float] = []

    def play(self, source: Evening) -> list[str]:
        """Play one game; return its moves as they are in the record."""
        table, state = lay()
        ears = RecordingEars(self._listener, source)
        screen = ScreenTable(make_console(io.StringIO()), "ru", ("Анна", "Борис"))
        devices = Devices(ears, self._hearing, PrintSpeaker(), screen, EventLog(self._events, ears.now_s), self.inbox)
        connect(devices)
        path = self._folder / "game.jsonl"
        path.unlink(missing_ok=True)
        with Journal.create(path, header_of(state.game, Agreement(names=("Анна", "Борис")))) as journal:
            session = TimedSession(table, state, devices, journal)
            session.run(begin(table, state))
            self.answer_s += session.answer_s
        return [str(move) for move in session.state.game.moves]


class TimedEars(EarProcess):
    """Ears that note how long they take to close an utterance."""

    def __init__(self, command: Iterable[str]) -> None:
        super().__init__(command)
        self.answer_s: list[float] = []

    def finish(self) -> tuple[Hypothesis, ...]:
        """As ever, timed."""
        begin_s = time.perf_counter()
        heard = super().finish()
        self.answer_s.append(time.perf_counter() - begin_s)
        return heard


class AskedEar(SecondEarProcess):
    """A second ear that counts how often it is asked, and why it is asked no more."""

    def __init__(self, command: Iterable[str]) -> None:
        self.asked = 0
        self.faults: list[str] = []
        super().__init__(command, SecondEarLimits(start_s=120.0, answer_s=60.0), self.faults.append)
        self.wait()

    def foresee(self, sound: bytes) -> None:
        """Nothing: a recording does not wait in its pauses, so that nothing would be gained."""

    def listen(self, sound: bytes) -> str:
        """As ever, counted."""
        self.asked += 1
        return super().listen(sound)


class TimedSession(Session):
    """A session that notes how long a sentence takes from its end to the answer."""

    def __init__(self, *parts: Any) -> None:  # noqa: ANN401 - those of Session
        super().__init__(*parts)
        self.answer_s: list[float] = []

    def perform(self, taken: Any, cause: Any) -> None:  # noqa: ANN401 - those of Session
        """As ever, timed."""
        begin_s = time.perf_counter()
        super().perform(taken, cause)
        self.answer_s.append(time.perf_counter() - begin_s)


def watch_evening(options: argparse.Namespace, sounds: Sounds) -> Watch:
    """Play the games and measure."""
    rng, watch, games = random.Random(options.seed), Watch(), int(options.games)  # noqa: S311 - repeatable
    length_s = 3600 * options.hours / games
    chosen = choose_second_ear(options.second_ear, ModelStore().root)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
        ears = TimedEars(worker_command(ModelStore().find_model("ru").path))
        stack.callback(ears.close)
        second = None if chosen.folder is None else AskedEar(second_ear_command(chosen.folder, "ru"))
        if second is not None:
            stack.callback(second.close)
        events = () if options.events is None else (stack.enter_context(options.events.open("w", encoding="utf-8")),)
        place = Place(make_listener(ears), TableHearing("ru", second), folder, events)
        wanted = place.play(Evening(sounds, 0.0, 0.0, rng, False))
        if len(wanted) < 10:
            raise RuntimeError(f"the demo itself is not heard: {wanted}")
        begin_s = 0.0
        for number in range(games):
            place.answer_s.clear()
            ears.answer_s.clear()
            moves = place.play(Evening(sounds, length_s, begin_s, rng, options.real_time))
            begin_s += length_s + 60
            if moves != wanted:
                watch.wrong.append(f"game {number + 1}: {sorted(set(wanted) ^ set(moves))}")
            watch.hours.append((number + 1) * length_s / 3600)
            pids = {"table": os.getpid(), "ears": ears.pid, "second ear": None if second is None else second.pid}
            watch.memory_mb.append({name: resident_mb(pid) for name, pid in pids.items() if pid is not None})
            print(f"game {number + 1}: {watch.memory_mb[-1]}", file=sys.stderr, flush=True)
            watch.answer_s.append(statistics.median(place.answer_s) + statistics.median(ears.answer_s))
        watch.longest_queue = getattr(place.inbox, "longest", 0)
        if second is not None:
            watch.second_ear_asked = second.asked
            watch.wrong += second.faults
        if ears.restarts:
            watch.wrong.append(f"the recogniser was replaced {ears.restarts} times")
    return watch


def slope(xs: list[float], ys: list[float]) -> float:
    """Growth per unit, by least squares."""
    return statistics.linear_regression(xs, ys).slope if len(xs) > 1 else 0.0


def report_evening(watch: Watch) -> tuple[dict[str, Any], bool]:
    """Figures, and whether they are good."""
    first = round(WARM_UP * len(watch.hours))
    memory = {name: [each.get(name, 0.0) for each in watch.memory_mb] for name in watch.memory_mb[0]}
    memory["all"] = [sum(each.values()) for each in watch.memory_mb]
    growth = {name: slope(watch.hours[first:], each[first:]) for name, each in memory.items()}
    half = len(watch.answer_s) // 2 or 1
    slower = statistics.median(watch.answer_s[-half:]) / statistics.median(watch.answer_s[:half])
    good = not watch.wrong and growth["all"] < MOST_GROWTH_MB_PER_HOUR and slower < MOST_SLOWER
    return {
        "games": len(watch.hours),
        "hours": round(watch.hours[-1], 2),
        "games_that_came_out_differently": watch.wrong,
        "memory_mb": {name: [round(one, 1) for one in each] for name, each in memory.items()},
        "growth_mb_per_hour": {name: round(each, 2) for name, each in growth.items()},
        "answer_ms": [round(1000 * each) for each in watch.answer_s],
        "longest_queue": watch.longest_queue,
        "second_ear_asked": watch.second_ear_asked,
        "second_half_slower_by": round(slower, 2),
    }, good


def many_tables(count: int) -> tuple[dict[str, Any], bool]:
    """Play the demo at so many tables at once, in one process with one model."""
    sounds, model, hearing = load_sounds(), load_model(ModelStore().find_model("ru").path), TableHearing("ru")
    results: dict[int, str] = {}
    moves: dict[int, list[str]] = {}
    begun, before = time.monotonic(), resident_mb(os.getpid())

    def at_table(number: int) -> None:
        try:
            with tempfile.TemporaryDirectory(prefix="soak-") as folder:
                evening = Evening(sounds, 0.0, 0.0, random.Random(number), False)  # noqa: S311
                moves[number] = Place(make_listener(model), hearing, Path(folder)).play(evening)
        except Exception as error:  # noqa: BLE001 - what breaks first is what is asked
            results[number] = f"{type(error).__name__}: {error}"

    threads = [threading.Thread(target=at_table, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    peak = before
    while any(thread.is_alive() for thread in threads):
        peak = max(peak, resident_mb(os.getpid()))
        time.sleep(0.5)
    took = time.monotonic() - begun
    ways = [list(way) for way, _ in itertools.groupby(sorted(moves.values()))]
    audio_s = count * Evening(sounds, 0.0, 0.0, random.Random(0), False).length_s  # noqa: S311
    return {
        "tables": count,
        "failed": results,
        "different_games": len(ways),
        "seconds": round(took, 1),
        "times_real_time": round(audio_s / took, 1),
        "memory_mb_a_table": round((peak - before) / count, 1),
    }, not results and len(ways) == 1


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="hours of sound")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--real-time", action="store_true", help="as slow as life")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--second-ear", default="none", metavar="none|whisper|FOLDER")
    parser.add_argument("--talk", type=Path, metavar="FOLDER", help="more recordings of talk")
    parser.add_argument("--events", type=Path, metavar="FILE", help="every event of all games as a JSON line")
    parser.add_argument("--tables", type=int, help="instead: so many tables at once")
    options = parser.parse_args()
    if options.tables:
        figures, good = many_tables(options.tables)
    else:
        figures, good = report_evening(watch_evening(options, load_sounds(options.talk)))
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
