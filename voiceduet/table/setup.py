"""Board, key, mission and names of a game, from files and options. Every message says how to mend what is wrong."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from voiceduet.engine.errors import SetupError
from voiceduet.engine.grid import SIZE, Board, check_board
from voiceduet.engine.key import (
    AGENTS,
    PAIR_COUNTS,
    SIDE_COUNTS,
    WORDS,
    Identity,
    KeyCard,
    KeyFinding,
    check_key,
    draw_key,
)
from voiceduet.engine.mission import Mission, parse_mission
from voiceduet.engine.words import clean, fold
from voiceduet.table.errors import SetupFileError
from voiceduet.table.messages import told
from voiceduet.table.textfiles import read_text

DECK = "deck"
DRAW = "draw"
TABLE = "table"
LANGUAGES = ("ru", "en", "ko")
_LONGEST_WORD = 40
_LONGEST_NAME = 24


def _always(word: str) -> bool:
    return True


def load_board(source: str, language: str, rng: random.Random, may_draw: Callable[[str], bool] = _always) -> Board:
    """Return the board of a FILE (25 words, one a line), or for "deck" 25 words drawn from the shipped deck.

    `may_draw` can keep words out of the draw, for example those that the recogniser lacks. Raise `SetupFileError`.
    """
    if source == DECK:
        return draw_board(load_deck(language), rng, may_draw)
    path = Path(source)
    return board_from_text(read_text(path, SetupFileError), source)


def board_from_text(text: str, source: str) -> Board:
    """Read 25 words, one a line, blank lines and # comments skipped; `source` names them in messages."""
    lines = [(number, clean(line.partition("#")[0])) for number, line in enumerate(text.splitlines(), start=1)]
    found = [(number, word) for number, word in lines if word]
    if not found:
        raise SetupFileError(told("setup.board_empty", source=source))
    seen: dict[str, int] = {}
    for number, word in found:
        if len(word) > _LONGEST_WORD or not any(letter.isalpha() for letter in word):
            raise SetupFileError(told("setup.board_word", source=source, line=number, word=word[:_LONGEST_WORD]))
        first = seen.setdefault(fold(word), number)
        if first != number:
            raise SetupFileError(told("setup.board_twice", source=source, word=word, first=first, second=number))
    if len(found) != SIZE:
        key = "setup.board_few" if len(found) < SIZE else "setup.board_many"
        raise SetupFileError(told(key, source=source, count=len(found), off=abs(SIZE - len(found))))
    return Board(tuple(word for _, word in found))


def board_warnings(board: Board) -> tuple[str, ...]:
    """Return what looks like a typing slip on a board that can be played, for the screen."""
    return tuple(
        told(f"setup.{finding.code}", word=board.words[finding.index], number=finding.index + 1)
        for finding in check_board(board.words)
    )


def load_deck(language: str) -> tuple[str, ...]:
    """Return the words of the shipped deck. Raise `SetupFileError` for a language without one."""
    if language not in LANGUAGES:
        raise SetupFileError(told("setup.no_deck", language=language, languages=", ".join(LANGUAGES)))
    text = resources.files("voiceduet.table").joinpath(f"decks/{language}.txt").read_text("utf-8")
    return tuple(word for line in text.splitlines() if (word := clean(line.partition("#")[0])))


def draw_board(deck: Sequence[str], rng: random.Random, may_draw: Callable[[str], bool] = _always) -> Board:
    """Draw 25 words of which no two differ in one letter only. Raise `SetupFileError` when too few can be drawn."""
    chosen: list[str] = []
    for word in rng.sample(deck, len(deck)):
        if len(chosen) == SIZE:
            break
        if may_draw(word) and not any(_one_letter_apart(fold(word), fold(other)) for other in chosen):
            chosen.append(word)
    if len(chosen) < SIZE:
        raise SetupFileError(told("setup.deck_small", count=len(chosen)))
    return Board(tuple(chosen))


def _one_letter_apart(one: str, other: str) -> bool:
    """Whether one letter changed, added or left out makes the words equal."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    start = next((n for n, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    return long[start + 1 :] == short[start + (len(long) == len(short)) :]


def load_key(source: str, rng: random.Random) -> KeyCard | None:
    """Return a key "draw"n now or read from a FILE; `None` for the real card on the "table" (rules 11)."""
    if source == TABLE:
        return None
    if source == DRAW:
        return draw_key(rng)
    return key_from_text(read_text(Path(source), SetupFileError), source)


def key_from_text(text: str, source: str) -> KeyCard:
    """Read two lines of 25 letters G, B, A; `source` names them in messages. Raise `SetupFileError`."""
    lines = [
        (number, letters)
        for number, line in enumerate(text.splitlines(), start=1)
        if (letters := "".join(line.partition("#")[0].split()).upper())
    ]
    if len(lines) != 2:
        raise SetupFileError(told("setup.key_lines", source=source, count=len(lines)))
    for number, letters in lines:
        for letter in letters:
            if letter not in set(Identity):
                raise SetupFileError(told("setup.key_letter", source=source, line=number, letter=letter))
    a, b = (tuple(map(Identity, letters)) for _, letters in lines)
    findings = check_key(a, b)
    if findings:
        said = "; ".join(_finding_text(finding, a, b) for finding in findings)
        raise SetupFileError(told("setup.key_counts", source=source, findings=said))
    return KeyCard(a, b)


def _finding_text(finding: KeyFinding, a: Sequence[Identity], b: Sequence[Identity]) -> str:
    kind, _, where = finding.code.rpartition("_")
    side = a if where == "a" else b
    pairs = Counter(zip(a, b, strict=False))
    match kind:
        case "length":
            return told("setup.key_length", side=where, got=len(side), wanted=WORDS)
        case "pair":
            on_a, on_b = map(Identity, where)
            return told("setup.key_pair", pair=where, got=pairs[on_a, on_b], wanted=PAIR_COUNTS[on_a, on_b])
        case "agents" | "bystanders" | "assassins" if where in ("a", "b"):
            identity = Identity[kind.removesuffix("s").upper()]
            return told(f"setup.key_{kind}", side=where, got=side.count(identity), wanted=SIDE_COUNTS[identity])
        case "agents_in":
            got = sum(count for pair, count in pairs.items() if Identity.AGENT in pair)
            return told("setup.key_in_all", got=got, wanted=AGENTS)
        case "turned":
            return told("setup.key_turned")
    return finding.message


def load_mission(text: str) -> Mission:
    """Read "9-5", "9" or a mission's name («Каир»). Raise `SetupFileError`."""
    tokens, mistakes = _missions().get(fold(text), (None, None))
    if tokens is not None and mistakes is None:
        raise SetupFileError(told("setup.mission_open", name=text, tokens=tokens))
    if tokens is not None and mistakes is not None:
        return Mission(tokens, mistakes)
    try:
        return parse_mission(text)
    except SetupError as error:
        raise SetupFileError(told(f"setup.{error.reason}", text=text)) from error


@cache
def _missions() -> dict[str, tuple[int, int | None]]:
    data = tomllib.loads(resources.files("voiceduet.table").joinpath("missions.toml").read_text("utf-8"))
    return {fold(name): (each["tokens"], each.get("mistakes")) for each in data["mission"] for name in each["names"]}


def parse_names(text: str) -> tuple[str, str]:
    """Read "Анна,Борис": the name of side a, then of side b. An empty text gives no names. Raise `SetupFileError`."""
    if not text.strip():
        return "", ""
    names = [clean(name) for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise SetupFileError(told("setup.names_two", text=text))
    for name in names:
        if not is_name(name):
            raise SetupFileError(told("setup.names_letters", name=name[:_LONGEST_NAME]))
    if fold(names[0]) == fold(names[1]):
        raise SetupFileError(told("setup.names_same", name=names[0]))
    return names[0], names[1]


def is_name(name: str) -> bool:
    """Whether a player can be called so: letters, and no more than fit beside the board."""
    return len(name) <= _LONGEST_NAME and all(letter.isalpha() or letter in " -'" for letter in name)


def check_names(names: tuple[str, str], board: Board) -> None:
    """Raise `SetupFileError` when a name is also a word on the board: nobody could tell which was meant."""
    for name in names:
        if name and board.index_of(name) is not None:
            raise SetupFileError(told("setup.names_on_board", name=name))
