"""Options stand where people put them: before, between and behind the words of a command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import zip_longest

import pytest

from voiceduet.cli.main import main
from voiceduet.cli.parsing import COMMANDS, OneLineParser, Subparsers, load_command, parse

pytestmark = pytest.mark.logic

LINES = [
    "play",
    "resume FILE",
    "check завтрак",
    "hear FILE FILE2 FILE3",
    "replay FILE FILE2",
    "models list",
    "models install ru",
    "models add-words дом кот",
    "models verify ru-table own",
    "models remove own",
    "doctor",
    "bench MANIFEST",
    "bench ear MANIFEST",
    "key FILE",
    "cards",
    "missions add Рим 9-5",
    "missions show Рим",
    "missions",
]
"""Every command, with all the words that it takes."""
HEADS = {"models": 2}
"""So many words name the command; others have one."""


def actions(words: Sequence[str]) -> list[argparse.Action]:
    """What a command takes: words and options."""
    top: Subparsers = OneLineParser().add_subparsers(parser_class=OneLineParser)
    load_command(words[0]).add_parser(top)
    parser = top.choices[words[0]]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            parser = action.choices[words[1]]
    return [action for action in parser._actions if action.dest != "help"]


def written(option: argparse.Action) -> list[str]:
    """An option with a value that it takes."""
    if option.nargs == 0:
        return [option.option_strings[0]]
    value = str(next(iter(option.choices))) if option.choices else "7"
    return [option.option_strings[0], value]


def options_of(words: Sequence[str]) -> list[list[str]]:
    """Each option of a command; first those that must be there."""
    offered = [action for action in actions(words) if action.option_strings]
    return [written(option) for option in sorted(offered, key=lambda option: not option.required)]


def needed(words: Sequence[str]) -> list[str]:
    """The options that must be there."""
    return [part for action in actions(words) if action.option_strings and action.required for part in written(action)]


def test_every_command_is_here() -> None:
    assert {line.split()[0] for line in LINES} == set(COMMANDS)


@pytest.mark.parametrize("line", LINES)
def test_an_option_may_stand_anywhere_among_the_words(line: str) -> None:
    words = line.split()
    head = HEADS.get(words[0], 1)
    for option in options_of(words):
        readings = [
            parse([*words[:place], *option, *words[place:], *needed(words)])[1] for place in range(head, len(words) + 1)
        ]
        assert all(reading == readings[0] for reading in readings), option


@pytest.mark.parametrize("line", [line for line in LINES if line != "cards"])  # its options exclude others
def test_every_gap_may_hold_an_option(line: str) -> None:
    words = line.split()
    head = HEADS.get(words[0], 1)
    gaps = zip_longest(options_of(words), words[head:])
    scattered = [part for option, word in gaps for part in (*(option or ()), *([word] if word else []))]
    in_front = [part for option in options_of(words) for part in option]
    assert parse([*words[:head], *scattered])[1] == parse([*words[:head], *in_front, *words[head:]])[1]


@pytest.mark.parametrize(
    "line",
    ["bench --json ear M", "bench ear --json M", "bench ear M --json", "bench --json M", "bench M --json"],
)
def test_the_manifest_is_found_wherever_the_option_stands(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert "M cannot be read as a manifest" in capsys.readouterr().err


def test_an_option_that_is_repeated_around_the_words_counts_each_time() -> None:
    _, args = parse(["bench", "--model", "one", "ear", "--model", "two", "M", "--model", "three"])
    assert args.model == ["one", "two", "three"]


@pytest.mark.parametrize("line", ["hear --json -- -x.wav --json", "hear -- -x.wav --json"])
def test_behind_two_dashes_all_is_words(line: str) -> None:
    _, args = parse(line.split())
    assert [str(path) for path in args.files] == ["-x.wav", "--json"]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("bench ear --json M N", "'N' is not understood"),
        ("bench nose --json M", "invalid choice: 'nose'"),
        ("hear a --jsno b", "did you mean --json?"),
        ("hear --json", "required: FILE"),
    ],
)
def test_what_is_wrong_is_still_told(line: str, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert wrong in capsys.readouterr().err
