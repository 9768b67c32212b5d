from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from voiceduet.engine.events import Outcome
from voiceduet.engine.game import GameState, apply, new_game
from voiceduet.engine.grid import Board
from voiceduet.engine.key import Identity, KeyCard, draw_key
from voiceduet.engine.mission import Mission
from voiceduet.engine.moves import GiveClue, Move, Touch
from voiceduet.engine.observation import public_view
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.side import Side
from voiceduet.table.setup import LANGUAGES, load_board
from voiceduet.table.terminal import ScreenTable, load_labels, make_console
from voiceduet.table.wording import Wording

pytestmark = pytest.mark.logic

NAMES = ("Анна", "Борис")
KEY = draw_key(random.Random(3))
A, B = Side.A, Side.B


def place(on_a: Identity, on_b: Identity, nth: int = 0) -> int:
    return [n for n in range(25) if (KEY.a[n], KEY.b[n]) == (on_a, on_b)][nth]


AGENT = place(Identity.AGENT, Identity.BYSTANDER)
HALF = place(Identity.BYSTANDER, Identity.BYSTANDER)
CLOSED = place(Identity.BYSTANDER, Identity.BYSTANDER, 1)
PLAY: list[Move] = [
    GiveClue(A, "завтрак", 3),
    Touch(B, AGENT),
    Touch(B, HALF),
    GiveClue(B, "небо", 2),
    Touch(A, CLOSED),
    GiveClue(A, "море", 1),
    Touch(B, CLOSED),
]


def played(language: str = "ru", moves: list[Move] = PLAY, key: KeyCard = KEY) -> GameState:
    board = load_board("deck", language, random.Random(3))
    state = new_game(GameSetup(board, key, Mission(9, 5)))
    for move in moves:
        state = apply(state, move).state
    return state


class Paper:
    """A stream and the table printed on it."""

    def __init__(self, language: str = "ru", *, terminal: bool = False, width: int = 80) -> None:
        self.stream = io.StringIO()
        console = make_console(self.stream)
        if terminal:
            console = Console(
                file=self.stream, force_terminal=True, width=width, highlight=False, color_system="standard"
            )
        self.table = ScreenTable(console, language, NAMES, Wording("ru", NAMES).state_line)

    @property
    def text(self) -> str:
        return self.stream.getvalue()


def test_a_pipe_gets_plain_text_that_shows_what_both_may_know() -> None:
    paper = Paper()
    state = played()
    paper.table.show(public_view(state))
    assert "\x1b" not in paper.text
    words = state.setup.board.words
    rows = [line for line in paper.text.splitlines() if line.startswith("│")]
    assert all(any(f" {word} " in row for row in rows) for word in words)
    assert paper.text.count("✓ агент") == 1
    assert paper.text.count("→ Борис") == 1
    assert paper.text.count("× закрыто") == 1
    assert "Жетоны: ○ ○ ✓ ✓ ✓ ✓" in paper.text
    assert "агентов 1/15" in paper.text.splitlines()[-1]


def test_a_mark_stays_under_an_agent() -> None:
    index = place(Identity.BYSTANDER, Identity.AGENT)
    moves: list[Move] = [GiveClue(A, "раз", 1), Touch(B, index), GiveClue(B, "два", 1), Touch(A, index)]
    paper = Paper()
    paper.table.show(public_view(played(moves=moves)))
    assert "✓ агент" in paper.text
    assert "→ Борис" in paper.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_frame_is_straight_with_wide_characters(language: str, width: int) -> None:
    paper = Paper(language, terminal=True, width=width)
    paper.table.show(public_view(played(language)))
    frame = [line for line in _without_colours(paper.text).splitlines() if line.startswith(("│", "├", "╭", "╰"))]
    assert len({cell_len(line) for line in frame}) == 1
    assert cell_len(frame[0]) <= width


def _without_colours(text: str) -> str:
    return Text.from_ansi(text).plain


def test_long_words_and_control_characters_do_no_harm() -> None:
    words = list(load_board("deck", "ru", random.Random(3)).words)
    words[0], words[1], words[2] = "ЧЕЛОВЕКОНЕНАВИСТНИЧЕСТВО", "[bold]РОЗА[/bold]", "ЯД\x1b[2J"
    view = replace(public_view(played()), words=Board(tuple(words)).words)
    paper = Paper()
    paper.table.show(view)
    paper.table.heard("вот \x1b[2J \r\n [red]так[/red]")
    assert "\x1b" not in paper.text
    assert "ЧЕЛОВЕКОНЕНА" in paper.text
    assert "ВИСТНИЧЕСТВО" in paper.text
    assert "[bold]РОЗА[" in paper.text
    assert "» вот  [2J    [red]так[/red]" in paper.text


def test_two_games_that_differ_only_in_secrets_look_alike() -> None:
    """Rules 10: nothing on the screen depends on an untouched colour."""
    touched = {move.index for move in PLAY if isinstance(move, Touch)}
    others = [n for n in range(25) if n not in touched]
    moved = dict(zip(others, others[1:] + others[:1], strict=True))
    other_key = KeyCard(*(tuple(side[moved.get(n, n)] for n in range(25)) for side in (KEY.a, KEY.b)))
    assert other_key != KEY
    papers = Paper(), Paper()
    papers[0].table.show(public_view(played()))
    papers[1].table.show(public_view(played(key=other_key)))
    assert papers[0].text == papers[1].text


def test_the_key_is_shown_only_after_the_end() -> None:
    state = played()
    paper = Paper()
    with pytest.raises(ValueError, match="secret"):
        paper.table.reveal(public_view(state), KEY)
    assert paper.text == ""
    over = replace(public_view(state), outcome=Outcome.LOSS_ASSASSIN)
    paper.table.reveal(over, KEY)
    assert paper.text.count("a убийца") == paper.text.count("b убийца") == 3
    assert paper.text.count("a агент") == paper.text.count("b агент") == 9


def test_lines_on_paper() -> None:
    paper = Paper()
    long = "Геркулес — мирный житель. " * 8
    paper.table.heard("касаюсь геркулес")
    paper.table.said(long)
    paper.table.fault("нет голоса")
    paper.table.note("журнал: game.jsonl")
    paper.table.listening("каса")
    assert paper.text.splitlines() == [
        "» касаюсь геркулес",
        f"◆ {long}",
        "! нет голоса",
        "· журнал: game.jsonl",
    ]


def test_on_a_terminal_long_lines_hang_and_partial_texts_go_away() -> None:
    paper = Paper(terminal=True)
    paper.table.listening("каса " * 40)
    paper.table.listening("касаюсь гер")
    paper.table.said("Геркулес — мирный житель. " * 8)
    assert paper.text.count("\r\x1b[2K") == 2
    said = _without_colours(paper.text.rpartition("\x1b[2K")[2]).splitlines()
    assert said[0].startswith("◆ ")
    assert all(line.startswith("  ") and len(line) <= 80 for line in said[1:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_their_cells(language: str) -> None:
    labels = load_labels(language)
    for label in (labels.agent, labels.bystander, labels.assassin, labels.closed):
        assert cell_len(label) <= 10


def test_a_language_without_labels() -> None:
    with pytest.raises(ValueError, match=r"screen\.toml, \[fi\]"):
        load_labels("fi")
