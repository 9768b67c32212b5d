"""Kill the referee again and again in whole typed games, and look whether anything is lost.

    python tools/torture_kill.py --kills 1000

A game is first played undisturbed; then it is played again in many short lives. Each life is `voiceduet play` or
`voiceduet resume` and is ended by SIGKILL at a random moment. After each kill the journal must hold exactly the state
of the undisturbed game after the last spoken line, or after the line behind it. Between two lives the last line of the
journal is sometimes torn, changed or doubled, as a power cut or a bad disk does: then everything before that line must
be there, and the harmed file must stay as it was.

Prints one JSON object of figures; exit code 1 when anything was lost.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from voiceduet.cli.main import main as voiceduet
from voiceduet.engine.key import Identity, draw_key, format_key
from voiceduet.engine.side import Side
from voiceduet.table.dialogue.state import Dialogue
from voiceduet.table.journal import read_journal
from voiceduet.table.saved import restore

BOARD = Path(__file__).parents[1] / "voiceduet" / "table" / "demo" / "board.txt"
CLUES = ("погода", "деньги", "спорт", "школа", "праздник", "дорога", "зима", "кино", "книга", "песочный")
ASIDES = ("отмена", "повтори", "сколько жетонов осталось", "пауза", "продолжаем", "протест", "нет", "да", "другая")
HARMS = ("torn", "changed", "doubled")


@dataclass(frozen=True)
class Script:
    """A whole game: where it is laid, what is said, and what the table is after each line."""

    folder: Path
    lines: tuple[str, ...]
    states: tuple[Dialogue, ...]

    @property
    def laying(self) -> list[str]:
        """Options of `play`."""
        return ["--board", str(BOARD), "--key", str(self.folder / "key.txt"), "--names", "Анна,Борис"]


@dataclass
class Tally:
    """What came of it."""

    kills: int = 0
    games: int = 0
    ends: int = 0
    harmed: Counter[str] = field(default_factory=Counter)
    where: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    slowest_resume_s: float = 0.0


def write_script(folder: Path, rng: random.Random) -> Script:
    """Make up a game and play it undisturbed; lines that nobody answers are left out."""
    key = draw_key(rng)
    (folder / "key.txt").write_text(format_key(key), "utf-8")
    words = [word.lower() for word in BOARD.read_text("utf-8").split()]
    script = Script(folder, (), ())
    path = folder / "undisturbed.jsonl"
    said: tuple[str, ...] = ()
    agents = [key.of(side, index) is Identity.AGENT for side in Side for index in range(25)]
    answered = tuple(_made_up(words, agents, rng))
    while answered != said:
        said = answered
        path.unlink(missing_ok=True)
        Life(["play", *script.laying, "--journal", str(path)], said).until_end()
        contents = read_journal(path)
        answered = tuple(entry["text"] for entry in contents.entries if entry["input"] == "heard")
    states = (restore(contents.header, contents.entries[: number + 1]).state for number in range(len(contents.entries)))
    return replace(script, lines=said, states=tuple(states))


def _made_up(words: Sequence[str], agents: Sequence[bool], rng: random.Random) -> Iterator[str]:
    """Clues, touches that mostly hit, and everything else that is said at a table."""
    side = rng.randrange(2)
    for _ in range(12):
        yield f"{rng.choice(CLUES)} {rng.choice(('один', 'два', 'три'))}"
        for _ in range(rng.randint(1, 4)):
            hits = [index for index in range(25) if agents[25 * side + index]]
            yield f"касаюсь {words[rng.choice(hits) if rng.random() < 0.85 else rng.randrange(25)]}"
            if rng.random() < 0.3:
                yield rng.choice(ASIDES)
        yield "стоп"
        side = 1 - side


class Life:
    """One run of voiceduet with typed lines; forked, so that it does not take a second to begin."""

    def __init__(self, command: Sequence[str], lines: Sequence[str], *, fresh: bool = False) -> None:
        """`fresh` starts an interpreter of its own instead of a fork."""
        arguments = [*command, "--listen", "text", "--speak", "none", "--json"]
        typed = tempfile.TemporaryFile()  # noqa: SIM115 - the child reads it
        typed.write("".join(f"{line}\n" for line in lines).encode())
        typed.seek(0)
        self._out, write = os.pipe()
        self._process: subprocess.Popen[bytes] | None = None
        if fresh:
            program = [sys.executable, "-m", "voiceduet", *arguments]
            self._process = subprocess.Popen(program, stdin=typed, stdout=write, stderr=write)  # noqa: S603
            self.pid = self._process.pid
        else:
            self.pid = os.fork()
            if self.pid == 0:
                _become_voiceduet(arguments, typed.fileno(), write)
        os.close(write)
        typed.close()
        self.printed = b""

    def read(self, limit_s: float) -> bool:
        """Take what is printed within the limit; false at the end."""
        if not select.select([self._out], [], [], max(0.0, limit_s))[0]:
            return True
        piece = os.read(self._out, 1 << 16)
        self.printed += piece
        return bool(piece)

    def until_end(self) -> None:
        """Let it live; raise `RuntimeError` when it does not end well."""
        while self.read(60.0):
            pass
        code = self._wait()
        if code:
            raise RuntimeError(f"voiceduet ended with {code}: {self.printed[-400:].decode()}")

    def kill(self) -> int:
        """End it at once; what it printed before is read. Return how it ended: -9, or its exit code."""
        os.kill(self.pid, signal.SIGKILL)
        while self.read(10.0):
            pass
        return self._wait()

    def _wait(self) -> int:
        os.close(self._out)
        if self._process is not None:
            return self._process.wait()
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def events(self) -> list[dict[str, Any]]:
        """Whole events; one that was cut off is not counted as spoken."""
        lines = self.printed.decode("utf-8", "replace").split("\n")[:-1]
        return [json.loads(line) for line in lines if line.startswith("{")]


def _become_voiceduet(arguments: list[str], typed: int, write: int) -> None:
    code = 70
    try:
        for target, source in ((0, typed), (1, write), (2, write)):
            os.dup2(source, target)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
        code = voiceduet(arguments)
        sys.stdout.flush()
    except BaseException:  # noqa: BLE001 - the parent reads why
        traceback.print_exc()
    finally:
        os._exit(code)


class Torture:
    """One game, many lives."""

    def __init__(self, script: Script, rng: random.Random, tally: Tally, fresh: float, harm: float) -> None:
        self._script, self._rng, self._tally = script, rng, tally
        self._fresh, self._harm = fresh, harm
        self._journal = script.folder / "tortured.jsonl"
        self._heard = 0
        """Lines that the journal holds."""

    def run(self, most_kills: int) -> None:
        """Kill until the game is over, or often enough."""
        for _ in range(most_kills):
            if self._one_life():
                self._tally.ends += 1
                return

    def _one_life(self) -> bool:
        begun = self._journal.exists() and self._journal.stat().st_size > 0
        self._discard_stillborn(begun)
        command = ["resume", str(self._journal)] if begun else self._new_game()
        life = Life(command, self._script.lines[self._heard :], fresh=self._rng.random() < self._fresh)
        self._wait_for_the_moment(life)
        code = life.kill()
        events = life.events()
        self._tally.kills += code == -signal.SIGKILL
        for event in events:
            if event["event"] == "table":
                self._journal = Path(event["journal"])
        if code not in (0, -signal.SIGKILL):
            self._lose(f"ended with {code}: {life.printed[-300:].decode('utf-8', 'replace')}")
        elif self._journal.exists() and self._journal.stat().st_size:
            self._check(events)
            if code and self._rng.random() < self._harm:
                self._damage(self._rng.choice(HARMS))
        return code == 0

    def _new_game(self) -> list[str]:
        return ["play", *self._script.laying, "--journal", str(self._journal)]

    def _discard_stillborn(self, begun: bool) -> None:
        if not begun:
            self._journal.unlink(missing_ok=True)

    def _wait_for_the_moment(self, life: Life) -> None:
        """A random number of printed lines, and then a random moment more."""
        begin, lines = time.monotonic(), self._rng.choice((0, 1, 2, 3, 5, 8, 13))
        alive = True
        while alive and life.printed.count(b"\n") < lines:
            alive = life.read(30.0)
            if b'"event": "say"' in life.printed:
                self._tally.slowest_resume_s = max(self._tally.slowest_resume_s, time.monotonic() - begin)
                begin = float("inf")
        time.sleep(self._rng.choice((0.0, 0.0005, 0.004, 0.02)) * self._rng.random())

    def _check(self, events: list[dict[str, Any]]) -> None:
        contents = read_journal(self._journal)
        saved = restore(contents.header, contents.entries).state
        before, spoken, heard = self._heard, self._heard, self._heard
        for event in events:
            heard += event["event"] == "heard"
            spoken = heard if event["event"] == "say" else spoken
        self._heard = sum(entry["input"] == "heard" for entry in contents.entries)
        self._tally.where["after the line" if self._heard == spoken else "the next line was written"] += 1
        if contents.damage is not None:
            self._tally.where["torn by the kill"] += 1
        self._expect(saved)
        if not spoken <= self._heard <= max(spoken + 1, heard):
            self._lose(f"{before} lines were known, {spoken} answered, {self._heard} kept")

    def _expect(self, saved: Dialogue) -> None:
        wanted = self._script.states[self._heard]
        if saved.game != wanted.game or saved.memory.pending != wanted.memory.pending:
            self._lose(f"after {self._heard} lines the table is another one")

    def _damage(self, harm: str) -> None:
        """Harm the last line and go on once, to see that everything before it is there."""
        data = self._journal.read_bytes()
        begin = data.rstrip(b"\n").rfind(b"\n") + 1
        if begin == 0:
            return
        last = bytearray(data[begin:])
        position = self._rng.randrange(len(last) - 1)
        if harm == "changed":
            last[position] ^= 1 << self._rng.randrange(8)
        harmed = {"torn": data[: begin + position + 1], "changed": data[:begin] + last, "doubled": data + last}[harm]
        self._journal.write_bytes(harmed)
        original = self._journal
        life = Life(["resume", str(original)], [])
        life.until_end()
        told = [event["journal"] for event in life.events() if event["event"] == "table"]
        contents = read_journal(original)
        self._tally.harmed[harm] += 1
        if original.read_bytes() != harmed or contents.damage is None or told == [str(original)]:
            self._lose(f"a journal that was {harm} was changed, or not noticed")
        self._journal = Path(told[0])
        entries = read_journal(self._journal).entries
        self._heard = sum(entry["input"] == "heard" for entry in entries)
        self._expect(restore(contents.header, entries).state)
        lines = data.count(b"\n") - 1
        if len(contents.entries) != (lines if harm == "doubled" else lines - 1):
            self._lose(f"a {harm} last line took more than itself away")

    def _lose(self, what: str) -> None:
        self._tally.lost.append(f"{self._journal.name}: {what}")


def _warm_up(folder: Path) -> None:
    """Load the language data once, for all forks."""
    sys.stdin = io.StringIO("погода два\nкасаюсь яйцо\n")
    with contextlib.redirect_stdout(io.StringIO()):
        voiceduet(["play", "--listen", "text", "--speak", "none", "--journal", str(folder / "first.jsonl")])


def torture(kills: int, seed: int, fresh: float, harm: float) -> Tally:
    """Play and kill until so many kills are done."""
    rng = random.Random(seed)  # noqa: S311 - repeatable
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="torture-") as home:
        _warm_up(Path(home))
        while tally.kills < kills:
            tally.games += 1
            folder = Path(home) / f"game-{tally.games}"
            folder.mkdir()
            Torture(write_script(folder, rng), rng, tally, fresh, harm).run(kills - tally.kills)
    return tally


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", type=float, default=0.02, help="share of lives in an interpreter of their own")
    parser.add_argument("--harm", type=float, default=0.2, help="share of kills after which the last line is harmed")
    options = parser.parse_args()
    tally = torture(options.kills, options.seed, options.fresh, options.harm)
    figures = {**vars(tally), "harmed": dict(tally.harmed), "where": dict(tally.where)}
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    return 1 if tally.lost else 0


if __name__ == "__main__":
    sys.exit(main())
