"""Printing: every word twice, the key turned as each side sees it, and one side's file knows nothing of the other."""

from __future__ import annotations

import random
import stat
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from voiceduet.engine.game import new_game
from voiceduet.engine.grid import parse_board
from voiceduet.engine.key import Identity, KeyCard, draw_key, parse_key
from voiceduet.engine.setup import GameSetup
from voiceduet.engine.side import Side
from voiceduet.table.card_texts import load_card_texts
from voiceduet.table.cards import CardsError, Drawn, Look, from_choice, from_journal, print_cards, save_choice
from voiceduet.table.cards_layout import CardJob, Flip, lay_out
from voiceduet.table.cards_pdf import FONTS, PrintError, draw
from voiceduet.table.cards_shapes import Box, Colour, Disc, Label, Line, Page, Paper
from voiceduet.table.journal import Journal
from voiceduet.table.saved import Agreement, header_of
from voiceduet.table.setup import LANGUAGES, board_from_text, key_from_text, load_deck
from voiceduet.table.terminal import load_labels

pytestmark = pytest.mark.logic

DEMO = Path(__file__).parents[2] / "voiceduet" / "table" / "demo"
BOARD = parse_board((DEMO / "board.txt").read_text("utf-8"))
KEY = parse_key((DEMO / "key.txt").read_text("utf-8"))
NAMES = ("Анна", "Борис")
DRAWN = Drawn(BOARD, KEY, NAMES, "ru")


def labels(page: Page) -> list[Label]:
    return [shape for shape in page.shapes if isinstance(shape, Label)]


def grid_of(page: Page, texts: tuple[str, ...]) -> list[str]:
    """Labels with one of these texts, row by row as they are read on the page."""
    found = [label for label in labels(page) if label.text in texts]
    return [label.text for label in sorted(found, key=lambda label: (round(label.y), label.x))]


def job(look: Look | None = None, drawn: Drawn = DRAWN) -> CardJob:
    return drawn.job(look or Look())


def test_the_first_sheet_is_for_both_and_empty_on_its_back() -> None:
    words, back, a, b = lay_out(job())
    assert Counter(label.text for label in labels(words) if label.text in BOARD.words) == dict.fromkeys(BOARD.words, 2)
    assert back == Page()
    assert any("Сторона a: Анна" in label.text for label in labels(a))
    assert any("Сторона b: Борис" in label.text for label in labels(b))


def test_each_word_stands_upside_down_for_the_player_opposite() -> None:
    sheet = lay_out(job())[0]
    for word in BOARD.words:
        assert sorted(label.turned for label in labels(sheet) if label.text == word) == [False, True]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("width", [60, 110, 180])
def test_everything_is_on_the_paper(paper: Paper, width: float) -> None:
    for page in lay_out(job(Look(paper=paper, card_width=width))):
        for shape in page.shapes:
            if isinstance(shape, Box):
                assert 3 <= shape.x <= shape.x + shape.width <= paper.size_mm[0] - 3
                assert 3 <= shape.y <= shape.y + shape.height <= paper.size_mm[1] - 3
            else:
                assert 3 <= shape.x <= paper.size_mm[0] - 3
                assert 3 <= shape.y <= paper.size_mm[1] - 3


def test_the_sides_are_turned_against_each_other() -> None:
    a, b = lay_out(job())[2:]
    assert grid_of(a, BOARD.words) == list(BOARD.words)
    assert grid_of(b, BOARD.words) == list(reversed(BOARD.words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_side_shows_its_own_identities(language: str) -> None:
    names = load_labels(language)
    texts = tuple(map(names.of, Identity))
    a, b = lay_out(job(drawn=Drawn(None, KEY, NAMES, language)))[2:]
    assert grid_of(a, texts) == [names.of(each) for each in KEY.a]
    assert grid_of(b, texts) == [names.of(each) for each in reversed(KEY.b)]


def test_no_identity_is_told_by_its_colour_alone() -> None:
    page = lay_out(job())[2]
    discs = [shape for shape in page.shapes if isinstance(shape, Disc)]
    crosses = [shape for shape in page.shapes if isinstance(shape, Line) and shape.y != shape.to_y]
    assert (len(discs), len(crosses)) == (2 * 9, 2 * 3)
    fills = {shape.fill for shape in page.shapes if isinstance(shape, Box) and shape.fill}
    greys = sorted(0.3 * fill.red + 0.59 * fill.green + 0.11 * fill.blue for fill in fills)
    assert len(greys) == 3
    assert min(b - a for a, b in pairwise(greys)) > 0.25, "too alike on a black and white printer"


def test_front_and_back_meet() -> None:
    """The card's outline is in the middle of the page, so that it lies under itself on either flip."""
    for page in lay_out(job())[2:]:
        frame = next(shape for shape in page.shapes if isinstance(shape, Box))
        assert frame.x + frame.width / 2 == Paper.A4.size_mm[0] / 2
        assert frame.y + frame.height / 2 == Paper.A4.size_mm[1] / 2


def test_a_short_edge_flip_turns_the_second_side() -> None:
    assert [page.turned for page in lay_out(job(Look(flip=Flip.SHORT)))] == [False, False, False, True]
    assert not any(page.turned for page in lay_out(job(Look(flip=Flip.LONG))))
    assert not any(page.turned for page in lay_out(job(Look((Side.B,), flip=Flip.SHORT))))


def test_one_sides_file_knows_nothing_of_the_other(tmp_path: Path) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        key = draw_key(rng)
        for side in Side:
            other = KeyCard(key.a, shuffled(rng, key.a, key.b)) if side is Side.A else None
            other = other or KeyCard(shuffled(rng, key.b, key.a), key.b)
            files = []
            for number, each in enumerate((key, other)):
                out = tmp_path / f"{seed}-{side}-{number}.pdf"
                print_cards(Drawn(BOARD, each, NAMES, "ru"), Look((side,)), out)
                files.append(out.read_bytes())
            assert key != other
            assert files[0] == files[1]


def shuffled(rng: random.Random, own: tuple[Identity, ...], opposite: tuple[Identity, ...]) -> tuple[Identity, ...]:
    """The opposite side with its identities exchanged among the words that are alike on the own one."""
    mixed = list(opposite)
    for identity in Identity:
        places = [index for index, each in enumerate(own) if each is identity]
        for place, index in zip(places, rng.sample(places, len(places)), strict=True):
            mixed[place] = opposite[index]
    return tuple(mixed)


def test_the_file_is_private_and_is_not_replaced_unasked(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    assert print_cards(DRAWN, Look(), out) == 4
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert out.read_bytes().startswith(b"%PDF-")
    assert [path.name for path in tmp_path.iterdir()] == ["cards.pdf"]
    with pytest.raises(CardsError, match="--force"):
        print_cards(DRAWN, Look(), out)
    print_cards(DRAWN, Look(), out, replace=True)


def test_every_font_is_embedded(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    print_cards(DRAWN, Look(), out)
    data = out.read_bytes()
    assert data.count(b"/FontFile2") == data.count(b"/BaseFont") > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_decks_can_be_printed(language: str) -> None:
    texts = load_card_texts(language)
    words = [*load_deck(language), texts.duplex_long, texts.one_side, texts.words_only, texts.key_title]
    page = Page(tuple(Label(100, 100, word, 10, 100, Colour(0, 0, 0)) for word in words))
    assert draw([page], Paper.A4, Flip.LONG, "")


def test_alphabets_may_be_mixed_and_a_letter_without_font_is_named(tmp_path: Path) -> None:
    board = Drawn(parse_board("\n".join([*BOARD.words[:23], "ЧАЙ 한강", "Öl"])), KEY, NAMES, "ru")
    assert print_cards(board, Look(), tmp_path / "mixed.pdf") == 4
    board = Drawn(parse_board("\n".join([*BOARD.words[:24], "茶"])), KEY, NAMES, "ru")
    with pytest.raises(PrintError, match="'茶'"):
        print_cards(board, Look(), tmp_path / "tea.pdf")
    assert not (tmp_path / "tea.pdf").exists()


def test_another_font_can_be_named(tmp_path: Path) -> None:
    own = Path(sys.modules["voiceduet.table.cards_pdf"].__file__ or "").with_name("fonts") / f"{FONTS[1]}.ttf"
    print_cards(DRAWN, Look(font=own), tmp_path / "cards.pdf")
    with pytest.raises(PrintError, match="TrueType"):
        print_cards(DRAWN, Look(font=DEMO / "board.txt"), tmp_path / "other.pdf")


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "voiceduet.table.cards_pdf")
    monkeypatch.setitem(sys.modules, "reportlab", None)
    for name in [name for name in sys.modules if name.startswith("reportlab.")]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(CardsError, match=r"pip install 'voiceduet\[print\]'"):
        print_cards(DRAWN, Look(), tmp_path / "cards.pdf")


def test_a_running_game_is_printed_from_its_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Journal.create(path, header_of(new_game(GameSetup(BOARD, KEY)), Agreement(names=NAMES))):
        assert from_journal(path) == DRAWN


def test_with_the_key_on_the_table_only_words_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Journal.create(path, header_of(new_game(GameSetup(BOARD, None)), Agreement(names=NAMES))).close()
    drawn = from_journal(path)
    assert drawn.key is None
    assert len(lay_out(job(drawn=drawn))) == 1


def test_a_key_alone_has_a_cover() -> None:
    cover, back, a, _ = lay_out(job(drawn=Drawn(None, KEY, NAMES, "ru")))
    assert labels(cover)[0].text == "Ключ на двух сторонах"
    assert back == Page()
    assert grid_of(a, BOARD.words) == []


def test_what_was_drawn_can_be_played(tmp_path: Path) -> None:
    drawn = from_choice("deck", "draw", "ru", "", random.Random(4))
    board, key = tmp_path / "board.txt", tmp_path / "key.txt"
    save_choice(drawn, board, key)
    assert board_from_text(board.read_text("utf-8"), "") == drawn.board
    assert key_from_text(key.read_text("utf-8"), "") == drawn.key
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    with pytest.raises(CardsError, match="already exists"):
        save_choice(drawn, board, None)


@pytest.mark.parametrize("width", [0, 59, 181, float("nan")])
def test_a_card_has_a_sensible_width(width: float) -> None:
    with pytest.raises(CardsError, match="60 to 180"):
        job(Look(card_width=width))
