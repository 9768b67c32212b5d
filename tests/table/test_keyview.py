"""Rules 10, 11: each player sees their own side of a drawn key, turned as they see the table, and nothing else."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from voiceduet.engine.game import GameState, apply, new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import Identity, KeyCard, draw_key
from voiceduet.engine.moves import GiveClue, Touch
from voiceduet.engine.observation import side_view
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.side import Side
from voiceduet.table.card_texts import load_card_texts
from voiceduet.table.errors import JournalError
from voiceduet.table.journal import Journal
from voiceduet.table.keyview import KeyViewError, Seat, open_seat, plain_page, rows_seen_by, show_privately
from voiceduet.table.saved import Agreement, header_of
from voiceduet.table.setup import LANGUAGES
from voiceduet.table.terminal import ScreenTable

pytestmark = pytest.mark.logic

BOARD = parse_board((Path(__file__).parents[2] / "voiceduet/table/demo/board.txt").read_text("utf-8"))
NAMES = ("Анна", "Борис")
KEY = draw_key(random.Random(5))
ENTER = "\n"


def game(key: KeyCard | None = KEY) -> GameState:
    return new_game(GameSetup(BOARD, key))


def seat(state: GameState, side: Side = Side.A, language: str = "ru") -> Seat:
    return Seat(side_view(state, side), NAMES, language)


def on_terminal(seat: Seat, lines: list[str], *, height: int = 24) -> str:
    stream = io.StringIO()
    console = Console(
        file=stream, force_terminal=True, width=80, height=height, color_system="standard", legacy_windows=False
    )
    waiting = iter(lines)
    show_privately(seat, lambda: next(waiting, ""), ScreenTable(console, seat.language, seat.names))
    return stream.getvalue()


def saved(tmp_path: Path, state: GameState, names: tuple[str, str] = NAMES) -> Path:
    path = tmp_path / "game.jsonl"
    Journal.create(path, header_of(state, Agreement(names=names))).close()
    return path


def test_side_b_sits_opposite() -> None:
    assert [index for row in rows_seen_by(Side.A) for index in row] == list(range(25))
    assert [index for row in rows_seen_by(Side.B) for index in row] == list(range(24, -1, -1))


@pytest.mark.parametrize("side", Side)
def test_every_word_has_its_identity_in_words(side: Side) -> None:
    page = plain_page(seat(game(), side))
    for index, word in enumerate(BOARD.words):
        row, card = index // 5 + 1, index % 5 + 1
        identity = {Identity.AGENT: "агент", Identity.BYSTANDER: "мирный", Identity.ASSASSIN: "убийца"}
        assert f"Ряд {row}, карта {card}: {word} — {identity[KEY.of(side, index)]}\n" in page
    assert "\x1b" not in page


def test_side_b_reads_its_own_first_word_first() -> None:
    places = [line for line in plain_page(seat(game(), Side.B)).splitlines() if line.startswith("Ряд ")]
    assert places[0].startswith("Ряд 5, карта 5")
    assert places[-1].startswith("Ряд 1, карта 1")


def test_a_covered_word_is_told_and_no_longer_sought() -> None:
    agent = min(KEY.agents_of(Side.A))
    state = apply(apply(game(), GiveClue(Side.A, "завтрак", 1)).state, Touch(Side.B, agent)).state
    page = plain_page(seat(state))
    assert f"{BOARD.words[agent]} — агент, уже накрыто агентом" in page
    assert BOARD.words[agent] not in page.splitlines()[1]


def test_the_page_is_covered_first_and_wiped_last() -> None:
    shown = on_terminal(seat(game(), Side.B), [ENTER, ENTER])
    cover, page, after = shown.split("\x1b[3J")[1:]
    assert "Борис, здесь появится" in cover
    assert "Анна, отвернитесь" in cover
    assert not any(word in cover for word in BOARD.words)
    assert all(word in page for word in BOARD.words)
    for sign in ("● агент", "– мирный", "✖ убийца"):
        assert sign in page
    assert "\x1b[2J" in page
    assert after == "\x1b[?1049l"
    assert shown.startswith("\x1b[?1049h")


def test_without_enter_nothing_is_shown() -> None:
    shown = on_terminal(seat(game()), [])
    assert not any(word in shown for word in BOARD.words)
    assert shown.endswith("\x1b[3J\x1b[?1049l")


def test_an_interruption_wipes_the_page() -> None:
    stream = io.StringIO()
    table = ScreenTable(Console(file=stream, force_terminal=True, width=80, legacy_windows=False), "ru", NAMES)
    lines = iter([ENTER])

    def interrupted() -> str:
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    with pytest.raises(KeyboardInterrupt):
        show_privately(seat(game()), interrupted, table)
    assert stream.getvalue().endswith("\x1b[2J\x1b[H\x1b[3J\x1b[?1049l")


@pytest.mark.parametrize("height", [16, 20, 24])
def test_the_page_fits_the_terminal(height: int) -> None:
    page = on_terminal(seat(game()), [ENTER, ENTER], height=height).split("\x1b[3J")[2]
    assert page.count("\n") < height


def test_a_terminal_that_cannot_be_wiped_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(KeyViewError, match="--plain"):
        on_terminal(seat(game()), [ENTER, ENTER])


swaps = st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)), max_size=30)


def differing_only_opposite(key: KeyCard, side: Side, swaps: list[tuple[int, int]]) -> KeyCard:
    """The key with words exchanged on the other side where this side shows the same."""
    own, other = key.side(side), list(key.side(side.other))
    for one, two in swaps:
        if own[one] is own[two]:
            other[one], other[two] = other[two], other[one]
    return KeyCard(own, tuple(other)) if side is Side.A else KeyCard(tuple(other), own)


@given(st.integers(0, 10_000), st.sampled_from(Side), swaps, st.sampled_from(LANGUAGES), st.integers(0, 24))
def test_no_byte_depends_on_the_other_side(
    seed: int, side: Side, swaps: list[tuple[int, int]], language: str, touched: int
) -> None:
    key = draw_key(random.Random(seed))
    changed = differing_only_opposite(key, side, swaps)
    pages = []
    for each in (key, changed):
        # A touch on this side's clue tells both players what this side shows, and nothing of the other one.
        state = apply(game(each), GiveClue(side, "завтрак", 2)).state
        state = apply(state, Touch(side.other, touched)).state
        sitting = seat(state, side, language)
        pages.append((plain_page(sitting), on_terminal(sitting, [ENTER, ENTER])))
    assert pages[0] == pages[1]


def test_a_running_game_is_read_beside_its_referee(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Journal.create(path, header_of(game(), Agreement(names=NAMES))):
        found = open_seat(Side.B, path)
    assert found.view.own_key == KEY.b
    assert (found.name, found.other_name) == ("Борис", "Анна")


def test_players_without_names_are_first_and_second(tmp_path: Path) -> None:
    found = open_seat(Side.A, saved(tmp_path, game(), ("", "")))
    assert (found.name, found.other_name) == ("первый", "второй")


def test_the_key_on_the_table_is_looked_at_there(tmp_path: Path) -> None:
    with pytest.raises(KeyViewError, match="stands on the table"):
        open_seat(Side.A, saved(tmp_path, game(None)))
    with pytest.raises(KeyViewError):
        plain_page(seat(game(None)))


def test_without_any_game_it_says_how_to_start_one() -> None:
    with pytest.raises(JournalError, match="voiceduet play"):
        open_seat(Side.A)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_there_in_every_language(language: str) -> None:
    assert load_card_texts(language)


def test_a_missing_language_is_named() -> None:
    with pytest.raises(ValueError, match=r"\[xx\]"):
        load_card_texts("xx")
