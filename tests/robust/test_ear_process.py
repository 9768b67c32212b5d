"""The recogniser in a process of its own: whatever kills it, the game goes on and nothing is lost."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ear_process import MOST_DROPPED, EarLimits, EarProcess, EarReport, EarTrouble, worker_command
from voiceduet.asr.ears import make_listener
from voiceduet.asr.errors import ModelError, RecognizerError
from voiceduet.asr.faults import Fault, FaultCode
from voiceduet.asr.listener import Listener, ListenEvent
from voiceduet.asr.ports import AudioFrame, Ear, PhraseSet, Utterance
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.vosk_recognizer import load_model

pytestmark = pytest.mark.hears

MODEL = DATA / "ru-table"
FIXTURES = Path(__file__).parents[1] / "audio_fixtures"
SPOKEN = ("ru-touch-005", "ru-touch-007", "ru-command-003")
PHRASES = PhraseSet("guess", ("касаюсь яйцо", "касаюсь сыр", "стоп", "повтори", "отмена", "да", "нет"))
SECOND_S = 3.0
"""So soon listening must go on, on a machine that has time."""
STARTS = 4.0
"""On one that has none: so many times what a process takes to start."""
SILENCE = bytes(960)
Heard = dict[str, list[dict[Ear, str]]]


def frames(name: str, silence_s: float = 1.0) -> list[AudioFrame]:
    """A recording and some silence behind it."""
    heard = list(FileSource(FIXTURES / f"{name}.flac").frames())
    end_s = heard[-1].start_s + heard[-1].duration_s
    behind = [AudioFrame(SILENCE, round(end_s + 0.03 * number, 3)) for number in range(round(silence_s / 0.03))]
    return [frame for frame in (*heard, *behind) if len(frame.samples) == len(SILENCE)]


def texts(events: Iterable[ListenEvent]) -> list[dict[Ear, str]]:
    """The best text of each ear, for each utterance. Scores vary a little: the library adds noise to the sound."""
    utterances = [event for event in events if isinstance(event, Utterance)]
    return [{each.ear: each.text for each in reversed(utterance.n_best)} for utterance in utterances]


def hear(listener: Listener, name: str) -> list[dict[Ear, str]]:
    listener.set_phrases(PHRASES)
    found = [event for frame in frames(name) for event in listener.feed(frame)]
    return texts((*found, *listener.finish()))


def pid_of(ears: EarProcess) -> int:
    assert ears.pid is not None
    return ears.pid


class Reports(list[EarTrouble]):
    """What was reported, in order."""

    faults: list[Fault]

    def __init__(self) -> None:
        super().__init__()
        self.faults = []

    def take(self, report: EarReport) -> None:
        self.append(report.trouble)
        self.faults.extend([report.fault] if report.fault else [])


@pytest.fixture
def troubles() -> Reports:
    return Reports()


@pytest.fixture
def ears(troubles: Reports) -> Iterator[EarProcess]:
    process = EarProcess(worker_command(MODEL), troubles.take, EarLimits(answer_s=15.0))
    yield process
    process.close()


@pytest.fixture(scope="module")
def undisturbed() -> Heard:
    """What the ears hear when nothing happens, in this process."""
    model = load_model(MODEL)
    return {name: hear(make_listener(model), name) for name in SPOKEN}


def test_it_hears_exactly_what_ears_in_this_process_hear(ears: EarProcess, undisturbed: Heard) -> None:
    assert all(any(undisturbed[name]) for name in SPOKEN)
    listener = make_listener(ears)
    assert hear(listener, SPOKEN[0]) == undisturbed[SPOKEN[0]]
    assert ears.restarts == 0


def test_it_knows_the_same_words(ears: EarProcess) -> None:
    words = ("завтрак", "абырвалг", "сыр абырвалг", "яйцо")
    assert ears.unknown_words(words) == load_model(MODEL).unknown_words(words) == ("абырвалг",)


def test_partial_texts_arrive(ears: EarProcess) -> None:
    ears.set_phrases(PHRASES)
    spoken = frames(SPOKEN[0])
    partials = [ears.accept(frame) for frame in spoken]
    end_s = time.monotonic() + 20.0
    while not any(partials) and time.monotonic() < end_s:
        time.sleep(0.05)
        partials.append(ears.accept(spoken[-1]))
    ears.finish()
    assert any(partials)


@pytest.fixture(scope="module")
def start_s() -> float:
    """What a process takes to start here and now."""
    begin = time.monotonic()
    EarProcess(worker_command(MODEL)).close()
    return time.monotonic() - begin


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV])
@pytest.mark.parametrize("spoken_frames", [0, 3, 15])
def test_a_death_before_or_in_an_utterance_loses_nothing(
    ears: EarProcess,
    troubles: Reports,
    undisturbed: Heard,
    start_s: float,
    how: signal.Signals,
    spoken_frames: int,
) -> None:
    listener = make_listener(ears)
    listener.set_phrases(PHRASES)
    heard: list[ListenEvent] = []
    in_utterance, slowest_s = 0, 0.0
    for frame in frames(SPOKEN[1]):
        if in_utterance == spoken_frames:
            os.kill(pid_of(ears), how)
            in_utterance += 1
        begin = time.monotonic()
        heard.extend(listener.feed(frame))
        slowest_s = max(slowest_s, time.monotonic() - begin)
        in_utterance += listener.is_in_utterance
    assert texts(heard) == undisturbed[SPOKEN[1]]
    assert (ears.restarts, troubles) == (1, [EarTrouble.RESTARTED])
    assert slowest_s < max(SECOND_S, STARTS * start_s)
    assert ears.unknown_words(("сыр",)) == ()


def test_a_process_that_hangs_is_replaced(troubles: Reports, undisturbed: Heard) -> None:
    ears = EarProcess(worker_command(MODEL), troubles.take, EarLimits(answer_s=2.0, behind=0.5))
    try:
        listener = make_listener(ears)
        listener.set_phrases(PHRASES)
        os.kill(pid_of(ears), signal.SIGSTOP)
        begin = time.monotonic()
        assert hear(listener, SPOKEN[0]) == undisturbed[SPOKEN[0]]
        assert time.monotonic() - begin < 15.0
        assert troubles[:1] == [EarTrouble.RESTARTED]
    finally:
        ears.close()


FRAGILE = """
import os, sys
from voiceduet.asr import ear_worker
hear = ear_worker.EarWorker._hear
def fragile(self, frame):
    if frame.start_s > {until}: os.abort()
    return hear(self, frame)
ear_worker.EarWorker._hear = fragile
ear_worker.main()
"""


def test_speech_that_kills_every_process_costs_one_utterance(troubles: Reports) -> None:
    command = (sys.executable, "-c", FRAGILE.format(until=0.6), str(MODEL), "10")
    ears = EarProcess(command, troubles.take)
    try:
        ears.set_phrases(PHRASES)
        for frame in frames(SPOKEN[0]):
            ears.accept(frame)
            time.sleep(0.002)
        assert ears.finish() == ()
        assert troubles == [EarTrouble.RESTARTED, EarTrouble.DROPPED]
        for frame in frames(SPOKEN[0])[:15]:
            ears.accept(frame)
        ears.finish()
        assert ears.restarts == 2
    finally:
        ears.close()


EARLY = EarLimits(answer_s=15.0, retry_s=0.2, retry_most_s=0.4)


def wait_for(trouble: EarTrouble, troubles: Reports) -> None:
    end_s = time.monotonic() + 20.0
    while trouble not in troubles:
        assert time.monotonic() < end_s, f"{trouble} was not told, only {troubles}"
        time.sleep(0.02)


def test_ears_without_their_model_are_deaf_until_it_is_back(
    tmp_path: Path, troubles: Reports, undisturbed: Heard
) -> None:
    model, away = tmp_path / "model", tmp_path / "away"
    shutil.copytree(MODEL, model)
    ears = EarProcess(worker_command(model), troubles.take, EARLY)
    try:
        listener = make_listener(ears)
        assert hear(listener, SPOKEN[0]) == undisturbed[SPOKEN[0]]
        model.rename(away)
        os.kill(pid_of(ears), signal.SIGKILL)
        assert hear(listener, SPOKEN[1]) == [{}]
        assert (ears.pid, ears.unknown_words(("абырвалг",))) == (None, ())
        assert hear(listener, SPOKEN[2]) == [{}]
        assert troubles == [EarTrouble.GONE]
        assert [fault.code for fault in troubles.faults] == [FaultCode.NO_MODEL_FOLDER]
        away.rename(model)
        wait_for(EarTrouble.BACK, troubles)
        assert hear(listener, SPOKEN[1]) == undisturbed[SPOKEN[1]]
        assert ears.unknown_words(("абырвалг",)) == ("абырвалг",)
    finally:
        ears.close()


def test_a_sentence_that_is_said_when_they_come_back_is_heard_from_its_beginning(
    tmp_path: Path, troubles: Reports, undisturbed: Heard
) -> None:
    model, away = tmp_path / "model", tmp_path / "away"
    shutil.copytree(MODEL, model)
    ears = EarProcess(worker_command(model), troubles.take, EARLY)
    try:
        listener = make_listener(ears)
        listener.set_phrases(PHRASES)
        model.rename(away)
        os.kill(pid_of(ears), signal.SIGKILL)
        heard: list[ListenEvent] = []
        in_utterance = 0
        for frame in frames(SPOKEN[1]):
            heard.extend(listener.feed(frame))
            in_utterance += listener.is_in_utterance
            time.sleep(0.01)
            if in_utterance > 15 and EarTrouble.GONE in troubles and away.exists():
                away.rename(model)
                wait_for(EarTrouble.BACK, troubles)
        assert texts(heard) == undisturbed[SPOKEN[1]]
    finally:
        ears.close()


def test_ears_that_drop_everything_are_as_good_as_deaf(troubles: Reports) -> None:
    command = (sys.executable, "-c", FRAGILE.format(until=0.0), str(MODEL), "10")
    ears = EarProcess(command, troubles.take, EarLimits(retry_most_s=60.0))
    try:
        for _ in range(MOST_DROPPED + 1):
            for frame in frames(SPOKEN[0])[:15]:
                ears.accept(frame)
            assert ears.finish() == ()
        assert troubles.count(EarTrouble.DROPPED) == MOST_DROPPED - 1
        assert troubles[-1] is EarTrouble.GONE
    finally:
        begin = time.monotonic()
        ears.close()
        assert time.monotonic() - begin < 2.0


def test_a_model_that_cannot_be_loaded_is_told_in_the_same_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="there is no such folder"):
        EarProcess(worker_command(tmp_path / "none"))


def test_the_contract_is_kept(ears: EarProcess) -> None:
    assert ears.finish() == ()
    ears.reset()
    ears.accept(frames(SPOKEN[0])[0])
    with pytest.raises(RecognizerError, match="only change between utterances"):
        ears.set_phrases(PHRASES)
    ears.reset()
    ears.set_phrases(PHRASES)
    ears.close()
    ears.close()
    with pytest.raises(RecognizerError, match="closed"):
        ears.accept(frames(SPOKEN[0])[0])


def test_the_process_ends_with_the_referee() -> None:
    code = (
        "import os, sys; from pathlib import Path; from voiceduet.asr.ear_process import *;"
        f"print(EarProcess(worker_command(Path({str(MODEL)!r}))).pid, flush=True); os.kill(os.getpid(), 9)"
    )
    ran = os.popen(f'"{sys.executable}" -c "{code}"').read()  # noqa: S605
    pid = int(ran)
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists():
            return
        time.sleep(0.05)
    pytest.fail("the recogniser's process outlives the game")
