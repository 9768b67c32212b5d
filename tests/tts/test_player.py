"""Playing through programs of the system, here scripts that play nothing."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

from voiceduet.tts.faults import SpeechFault
from voiceduet.tts.player import CommandPlayer

pytestmark = pytest.mark.tool

PLAYS = (sys.executable, "-c", "import time; time.sleep(0.1)")
FAILS = (sys.executable, "-c", "import sys; sys.exit('audio open error: No such file or directory')")
HANGS = (sys.executable, "-c", "import time; time.sleep(60)")
ABSENT = ("voiceduet-no-such-player",)
SOUND = Path("phrase.wav")


class Begun:
    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


def play(player: CommandPlayer, length_s: float = 0.1, cut: threading.Event | None = None) -> tuple[float, int]:
    begun = Begun()
    return player.play(SOUND, length_s, begun, cut or threading.Event()), begun.times


def test_a_program_plays() -> None:
    audible_s, begun = play(CommandPlayer([ABSENT, PLAYS]))
    assert begun == 1
    assert 0.05 < audible_s <= 0.1


def test_the_next_program_is_tried_and_kept() -> None:
    player = CommandPlayer([FAILS, PLAYS])
    assert play(player)[1] == 1
    assert player.programs[0] == PLAYS


def test_no_program_at_all() -> None:
    with pytest.raises(SpeechFault, match=r"no program plays sound .*apt install alsa-utils"):
        play(CommandPlayer([ABSENT]))


def test_no_device() -> None:
    with pytest.raises(SpeechFault, match=r"no sound device works .*audio open error: No such file"):
        play(CommandPlayer([FAILS]))


def test_a_player_that_hangs_is_ended() -> None:
    begin = time.monotonic()
    with pytest.raises(SpeechFault, match="still busy after"):
        play(CommandPlayer([HANGS], grace_s=0.2))
    assert time.monotonic() - begin < 5


def test_cutting_ends_the_program_soon() -> None:
    cut = threading.Event()
    threading.Timer(0.2, cut.set).start()
    begin = time.monotonic()
    play(CommandPlayer([HANGS]), 30.0, cut)
    assert time.monotonic() - begin < 3
