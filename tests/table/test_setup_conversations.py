"""Whole set-ups, readable by a player; see `setup_transcripts.py` for the format.

Run `python -m tests.table.test_setup_conversations` to write what is said now into the files, then read the difference.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.setup_transcripts import SetupConversation, open_setup, play
from voiceduet.asr.sources.typed import typed_utterance
from voiceduet.engine.grid import Board, check_board
from voiceduet.grammar.setup.scopes import Stage
from voiceduet.table.setup import check_names
from voiceduet.table.setup_dialogue.state import BoardSource, Moment, SetupSignal
from voiceduet.table.setup_dialogue.step import scope_of
from voiceduet.table.setup_draft import DraftFile
from voiceduet.table.setup_hearing import SetupHearing
from voiceduet.table.wording_phrases import Phrases

pytestmark = pytest.mark.logic

FOLDER = Path(__file__).parent / "setup_conversations"
FILES = sorted(FOLDER.glob("*.txt"))
SAID = sorted({line[2:] for path in FILES for line in path.read_text("utf-8").splitlines() if line.startswith("> ")})
QUOTED = re.compile('«(.+?)»|"(.+?)"')
OFFERS = [
    (language, stage, quoted[0] or quoted[1])
    for language in ("ru", "en", "ko")
    for stage in Stage
    for quoted in QUOTED.findall(Phrases(language).say(stage))
]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_conversation(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert list(play(lines)) == lines


@pytest.mark.parametrize(("language", "stage", "said"), OFFERS, ids=str)
def test_every_offer_of_the_help_is_understood(language: str, stage: Stage, said: str) -> None:
    conversation = open_setup(f"table lang={language}")
    hearing = SetupHearing(language)
    scope = scope_of(conversation.table, conversation.state)
    heard = hearing.understand(typed_utterance(said), replace(scope, stage=stage))
    assert heard.intent is not None


@pytest.mark.parametrize("language", ["ru", "en", "ko"])
def test_every_stage_has_help(language: str) -> None:
    assert {stage for where, stage, _ in OFFERS if where == language} == set(Stage)


ANYTHING = st.one_of(
    st.sampled_from(SAID),
    st.text(max_size=60),
    st.lists(st.sampled_from(sorted({word for line in SAID for word in line.split()})), max_size=9).map(" ".join),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(ANYTHING, max_size=40))
def test_nothing_that_is_said_breaks_a_set_up_or_begins_a_bad_game(lines: list[str]) -> None:
    conversation = open_setup()
    for line in lines:
        taken = conversation.say(line)
        assert len(conversation.state.moment.draft.words) == 25
        if taken.signal is SetupSignal.BEGIN:
            _assert_playable(conversation)


def _assert_playable(conversation: SetupConversation) -> None:
    draft = conversation.state.moment.draft
    if draft.board is not BoardSource.DICTATED:
        return
    board = Board(draft.words)
    assert all(draft.words)
    assert check_board(draft.words) == ()
    check_names(draft.names, board)


def test_a_set_up_that_was_broken_off_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VOICEDUET_HOME", str(tmp_path))
    conversation = open_setup()
    for line in ("Анна и Борис", "Каир", "ключ на столе", "Анна", "диктую", "кот мост море лес луна"):
        conversation.say(line)
    keeper = DraftFile("ru")
    keeper.keep(conversation.state.moment)
    kept = keeper.load()
    assert kept == conversation.state.moment
    again = open_setup(broken_off=kept)
    assert again.opening.says[0].text == "Прошлая подготовка не закончена. Продолжить её?"
    taken = again.say("да")
    assert taken.says[0].text == "Ряд один: кот, мост, море, лес, луна. Верно?"
    fresh = open_setup(broken_off=kept).say("нет")
    assert fresh.state.moment.draft.words == Moment().draft.words
    keeper.discard()
    assert keeper.load() is None


def test_a_damaged_draft_is_no_draft(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VOICEDUET_HOME", str(tmp_path))
    keeper = DraftFile("ru")
    keeper.keep(Moment())
    whole = keeper.path.read_bytes()
    for damaged in (b"", b"{}", b"\xff", whole[:-3], whole.replace(b"names", b"nemas"), b"[1]", b'"x"'):
        keeper.path.write_bytes(damaged)
        assert keeper.load() is None


if __name__ == "__main__":
    for file in FILES:
        file.write_text("\n".join(play(file.read_text("utf-8").splitlines())) + "\n", "utf-8")
