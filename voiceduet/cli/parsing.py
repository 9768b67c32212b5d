"""Command lines: lazily loaded commands, and complaints of one line in the user's language."""

from __future__ import annotations

import argparse
import difflib
import importlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.util import find_spec
from typing import Any, NoReturn, Protocol, TypeAlias

from voiceduet import __version__
from voiceduet.table.errors import UserError
from voiceduet.table.messages import interface_language, told

COMMANDS = ("play", "resume", "check", "hear", "replay", "models", "doctor", "bench", "key", "cards", "missions")

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What `add_parser` of a command module gets."""


class CommandModule(Protocol):
    """What a module in this folder offers under the name of its command."""

    def add_parser(self, subparsers: Subparsers) -> object:
        """Add the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; return the exit code: 0 done, 1 the answer is "no", 2 wrong use."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser that raises `UserError` with one line instead of printing its usage and exiting.

    Options may stand before, between and behind the words of a command; a line with `--` is read strictly in order.
    """

    _is_mixing = False

    def parse_known_args(
        self,
        args: Iterable[str] | None = None,
        namespace: Any = None,  # noqa: ANN401 - the library's own type
    ) -> tuple[Any, list[str]]:
        """Read the options first and then what is left as words, wherever the options stand."""
        given = None if args is None else list(args)
        if self._is_mixing or self._subparsers is not None or "--" in (given or ()):
            return super().parse_known_args(given, namespace)
        self._is_mixing = True  # the library calls this method again: for the options, and for the words
        try:
            return super().parse_known_intermixed_args(given, namespace)
        finally:
            self._is_mixing = False

    def error(self, message: str) -> NoReturn:
        """Complain in the user's language, with where to read on."""
        raise UserError(told("cli.usage", problem=translate_complaint(message), prog=self.prog))


def translate_complaint(message: str) -> str:
    """Return a complaint of argparse in the language of the environment; one that is not known stays English."""
    if interface_language() == "ru":
        for pattern, russian in _complaints():
            if match := pattern.fullmatch(message):
                return russian.format(**match.groupdict())
    return message


@cache
def _complaints() -> list[tuple[re.Pattern[str], str]]:
    data = tomllib.loads(resources.files("voiceduet.cli").joinpath("usage.toml").read_text("utf-8"))
    return [(re.compile(entry["pattern"]), entry["ru"]) for entry in data["complaint"]]


def available_commands() -> tuple[str, ...]:
    """Return the commands of this installation, without importing them."""
    return tuple(name for name in COMMANDS if find_spec(f"voiceduet.cli.{name}") is not None)


def load_command(name: str) -> CommandModule:
    """Import the module of one command."""
    module: CommandModule = importlib.import_module(f"voiceduet.cli.{name}")
    return module


def parse(arguments: Sequence[str]) -> tuple[CommandModule, argparse.Namespace]:
    """Read a command line, importing only the module of its command. Raise `UserError`, or `SystemExit` after help."""
    commands = available_commands()
    chosen = arguments[0] if arguments else ""
    if not chosen:
        raise UserError(told("cli.no_command", commands="|".join(commands)))
    if chosen.startswith("-"):
        _main_parser(commands)[0].parse_args(arguments)
        raise UserError(told("cli.no_command", commands="|".join(commands)))
    if chosen not in commands:
        raise UserError(_unknown_command(chosen, commands))
    parser, choices = _main_parser((chosen,))
    args, extra = parser.parse_known_args(arguments)
    if extra:
        raise UserError(_unknown_argument(choices[chosen], extra[0]))
    return load_command(chosen), args


def _main_parser(commands: Sequence[str]) -> tuple[OneLineParser, Mapping[str, argparse.ArgumentParser]]:
    parser = OneLineParser(
        prog="voiceduet", description="An offline, hands-free referee for the word game Codenames: Duet."
    )
    parser.add_argument("--version", action="version", version=f"voiceduet {__version__}")
    subparsers: Subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=OneLineParser)
    for name in commands:
        load_command(name).add_parser(subparsers)
    for command in subparsers.choices.values():
        command.allow_abbrev = False
    return parser, subparsers.choices


def _unknown_command(word: str, commands: Sequence[str]) -> str:
    if near := difflib.get_close_matches(word, commands, 1):
        return told("cli.unknown_command_near", word=word, near=near[0])
    return told("cli.unknown_command", word=word, commands=", ".join(commands))


def _unknown_argument(parser: argparse.ArgumentParser, word: str) -> str:
    options = re.findall(r"--[\w-]+", parser.format_help())
    if near := difflib.get_close_matches(word.partition("=")[0], options, 1):
        return told("cli.unknown_argument_near", word=word, near=near[0])
    return told("cli.unknown_argument", word=word, prog=parser.prog)
