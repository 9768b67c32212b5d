"""A whole set-up by voice and the first turn, really heard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from voiceduet.cli.main import main
from voiceduet.engine.side import Side
from voiceduet.table.journal import Journal, latest_journal
from voiceduet.table.saved import restore

pytestmark = pytest.mark.hears

RECORDING = Path(__file__).parent / "setup_recordings" / "ru-setup.flac"
HEARD = (
    "спина конфета шайба метро тюльпан глина балкон печь колос мотоцикл завод замок крыша лебедь капуста "
    "дирижёр соль пальто губка дворец автобус актёр кастрюля язык кирпич"
)


def test_a_recorded_set_up_is_heard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VOICEDUET_HOME", str(tmp_path))
    arguments = ["--setup", "voice", "--listen", str(RECORDING), "--speak", "none", "--json"]
    assert main(["play", *arguments]) == 0
    path = latest_journal()
    assert path is not None
    journal, contents = Journal.resume(path)
    journal.close()
    saved = restore(contents.header, contents.entries)
    setup = saved.state.game.setup
    assert setup.board.words == tuple(HEARD.upper().split())
    assert saved.agreement.names == ("Анна", "Борис")
    assert (setup.mission.tokens, setup.mission.mistakes, setup.key) == (9, 5, None)
    assert saved.state.game.moves[0].by is Side.A
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(event["word"], event["result"]) for event in events if event["event"] == "touch"] == [
        ("КОНФЕТА", "agent"),
        ("СОЛЬ", "bystander"),
    ]
