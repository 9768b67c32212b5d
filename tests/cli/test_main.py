from __future__ import annotations

import argparse
import os
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from voiceduet.cli import main as entry
from voiceduet.cli import parsing
from voiceduet.engine.errors import SetupError
from voiceduet.table.errors import UserError

pytestmark = pytest.mark.logic

Fails = Callable[[argparse.Namespace], int]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Fails], None]:
    """Install a command `check` with the behaviour given."""

    def install(run: Fails) -> None:
        module = types.ModuleType("voiceduet.cli.check")

        def add_parser(subparsers: parsing.Subparsers) -> None:
            parser = subparsers.add_parser("check")
            parser.add_argument("clue")
            parser.add_argument("--lang", choices=("ru", "en"))
            parser.add_argument("--jobs", type=int)

        vars(module).update(add_parser=add_parser, run=run)
        monkeypatch.setitem(sys.modules, "voiceduet.cli.check", module)
        monkeypatch.setattr(parsing, "available_commands", lambda: ("check", "play"))

    return install


def raising(error: BaseException) -> Fails:
    def run(args: argparse.Namespace) -> int:
        raise error

    return run


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("voiceduet: ")
    assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err
    return printed.err


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_command_decides_the_exit_code(command: Callable[[Fails], None], code: int) -> None:
    command(lambda args: code)
    assert entry.main(["check", "завтрак"]) == code


@pytest.mark.parametrize(
    "error",
    [
        UserError("the board has\n24 words"),
        SetupError("board_size", "24 words"),
        FileNotFoundError(2, "No such file", "board.txt"),
    ],
)
def test_a_users_mistake_is_one_line(
    command: Callable[[Fails], None], capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    command(raising(error))
    assert entry.main(["check", "x"]) == 2
    complaint(capsys)


def test_an_unexpected_error_is_reported_in_a_private_file(
    command: Callable[[Fails], None], capsys: pytest.CaptureFixture[str], own_home: Path
) -> None:
    command(raising(ZeroDivisionError("division by zero")))
    assert entry.main(["check", "x"]) == 70
    said = complaint(capsys)
    (report,) = (own_home / "reports").iterdir()
    assert str(report) in said
    assert "Traceback" in report.read_text("utf-8")
    assert report.stat().st_mode & 0o777 == 0o600


def test_debugging_shows_the_traceback(
    command: Callable[[Fails], None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command(raising(ZeroDivisionError()))
    monkeypatch.setenv("VOICEDUET_DEBUG", "1")
    assert entry.main(["check", "x"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_interruption_is_quiet(command: Callable[[Fails], None], capsys: pytest.CaptureFixture[str]) -> None:
    command(raising(KeyboardInterrupt()))
    assert entry.main(["check", "x"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("line", "english", "russian"),
    [
        ([], "say what to do", "скажите, что делать"),
        (["chek"], "did you mean: voiceduet check?", "вы имели в виду: voiceduet check?"),
        (["sing"], "the commands are check, play", "есть команды: check, play"),
        (["check"], "required: clue; see voiceduet check --help", "не хватает: clue; смотрите voiceduet check --help"),
        (["check", "x", "--lnag", "ru"], "did you mean --lang?", "вы имели в виду --lang?"),
        (["check", "x", "--zzz"], "'--zzz' is not understood", "«--zzz» здесь не понимается"),
        (["check", "x", "--la", "ru"], "did you mean --lang?", "вы имели в виду --lang?"),
        (["check", "x", "--lang", "fi"], "invalid choice: 'fi'", "--lang: значения 'fi' нет"),
        (["check", "x", "--lang"], "expected one argument", "после --lang нужно значение"),
        (["check", "x", "--jobs", "many"], "invalid int value", "--jobs: нужно целое число, а не 'many'"),
    ],
)
def test_wrong_use_says_how_to_mend_it(
    command: Callable[[Fails], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: list[str],
    english: str,
    russian: str,
) -> None:
    command(lambda args: 0)
    assert entry.main(line) == 2
    assert english in complaint(capsys)
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert entry.main(line) == 2
    assert russian in complaint(capsys)


def test_help_ends_well(command: Callable[[Fails], None], capsys: pytest.CaptureFixture[str]) -> None:
    command(lambda args: 0)
    assert entry.main(["check", "--help"]) == 0
    assert "--lang" in capsys.readouterr().out


def test_a_closed_pipe_is_quiet_and_output_is_utf8_in_any_locale() -> None:
    """A reader that goes away early, and a locale without Cyrillic, are both everyday."""
    program = (
        "import sys, types\n"
        "from voiceduet.cli import main, parsing\n"
        "module = types.ModuleType('voiceduet.cli.check')\n"
        "module.add_parser = lambda sub: sub.add_parser('check')\n"
        "module.run = lambda args: [print('\\u0451\\u0436') for _ in range(100_000)] and 0\n"
        "sys.modules['voiceduet.cli.check'] = module\n"
        "parsing.available_commands = lambda: ('check',)\n"
        "sys.exit(main.main(['check']))\n"
    )
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        encoding="utf-8",
    )
    assert child.stdout is not None
    assert child.stderr is not None
    assert child.stdout.readline() == "ёж\n"
    child.stdout.close()
    assert child.stderr.read() == ""
    assert child.wait(timeout=20) == 141
