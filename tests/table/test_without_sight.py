"""What a player knows who sees nothing: in full speech, what was last heard of a row is true (voice.md, Speaking 5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.transcripts import open_table
from voiceduet.engine.observation import public_view
from voiceduet.engine.state import Phase
from voiceduet.tts.ports import Announcement

pytestmark = pytest.mark.logic

FOLDER = Path(__file__).parent / "conversations"
FILES = sorted(FOLDER.glob("*.txt"))
DOC = Path(__file__).parents[2] / "docs" / "playing-without-sight.md"
GAME = FOLDER / "without_sight.txt"


class Listener:
    """Somebody who remembers how each row was last read."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}

    def hear(self, says: tuple[Announcement, ...], titles: list[str]) -> None:
        for said in says:
            for title in titles:
                if said.text.startswith(title):
                    self.rows[title] = said.text


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_what_was_last_heard_of_each_row_is_so(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    head = next((line for line in lines if line.startswith("table")), "table")
    conversation = open_table(f"{head} style=full")
    wording, listener = conversation.table.wording, Listener()

    def rows() -> list[str]:
        return [said.text for said in wording.rows(public_view(conversation.state.game))]

    titles = [text.split(":")[0].split(".")[0] for text in rows()]
    listener.hear(conversation.opening.says, titles)
    for line in lines:
        if line.startswith("> "):
            taken = conversation.say(line[2:])
            listener.hear(taken.says, titles)
            if conversation.state.game.phase is not Phase.OVER and taken.signal is None:
                assert list(listener.rows.values()) == rows(), line


def test_the_page_for_players_shows_the_game_as_it_goes() -> None:
    page = DOC.read_text("utf-8")
    opening = [f"< {said.text}" for said in open_table("table style=full").opening.says]
    game = [line for line in GAME.read_text("utf-8").splitlines() if line.startswith(("> ", "< "))]
    shown = [line.strip() for line in page.splitlines() if line.startswith(("    > ", "    < "))]
    assert shown == [*opening, *game]
