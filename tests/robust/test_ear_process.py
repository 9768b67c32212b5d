"""The recogniser in a process of its own: whatever kills it, the game goes on and nothing is lost."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ear_process import EarLimits, EarProcess, EarTrouble, worker_command
from voiceduet.asr.ears import make_listener
from voiceduet.asr.errors import ModelError, RecognizerError
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
"""So soon listening must go on."""
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


@pytest.fixture
def troubles() -> list[EarTrouble]:
    return []


@pytest.fixture
def ears(troubles: list[EarTrouble]) -> Iterator[EarProcess]:
    process = EarProcess(worker_command(MODEL), troubles.append, EarLimits(answer_s=15.0))
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


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV])
@pytest.mark.parametrize("spoken_frames", [0, 3, 15])
def test_a_death_before_or_in_an_utterance_loses_nothing(
    ears: EarProcess,
    troubles: list[EarTrouble],
    undisturbed: Heard,
    how: signal.Signals,
    spoken_frames: int,
) -> None:
    listener = make_listener(ears)
    listener.set_phrases(PHRASES)
    heard: list[ListenEvent] = []
    in_utterance, slowest_s = 0, 0.0
    for frame in frames(SPOKEN[1]):
        if in_utterance == spoken_frames:
            os.kill(ears.pid, how)
            in_utterance += 1
        begin = time.monotonic()
        heard.extend(listener.feed(frame))
        slowest_s = max(slowest_s, time.monotonic() - begin)
        in_utterance += listener.is_in_utterance
    assert texts(heard) == undisturbed[SPOKEN[1]]
    assert (ears.restarts, troubles) == (1, [EarTrouble.RESTARTED])
    assert slowest_s < SECOND_S
    assert ears.unknown_words(("сыр",)) == ()


def test_a_process_that_hangs_is_replaced(troubles: list[EarTrouble], undisturbed: Heard) -> None:
    ears = EarProcess(worker_command(MODEL), troubles.append, EarLimits(answer_s=2.0, behind=0.5))
    try:
        listener = make_listener(ears)
        listener.set_phrases(PHRASES)
        os.kill(ears.pid, signal.SIGSTOP)
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


def test_speech_that_kills_every_process_costs_one_utterance(troubles: list[EarTrouble]) -> None:
    command = (sys.executable, "-c", FRAGILE.format(until=0.6), str(MODEL), "10")
    ears = EarProcess(command, troubles.append)
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


def test_a_process_that_cannot_come_back_is_an_error(tmp_path: Path) -> None:
    once = (
        f"import os, sys; os.mkdir({str(tmp_path / 'ran')!r}); from voiceduet.asr import ear_worker; ear_worker.main()"
    )
    ears = EarProcess((sys.executable, "-c", once, str(MODEL), "10"))
    os.kill(ears.pid, signal.SIGKILL)
    with pytest.raises(RecognizerError, match=r"cannot be started again .* voiceduet resume"):
        ears.unknown_words(("сыр",))
    ears.close()


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
