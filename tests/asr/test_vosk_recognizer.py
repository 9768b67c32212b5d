from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.asr.doubles import FIXTURES, pcm_frames, phrase_set
from voiceduet.asr import vosk_recognizer
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.errors import ModelError, RecognizerError
from voiceduet.asr.ports import SAMPLE_RATE_HZ, UNKNOWN_WORD, AudioFrame, Ear, Hypothesis, PhraseSet
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.vosk_recognizer import RENEWED_AFTER_S, Limit, VoskModel, VoskRecognizer, load_model

pytestmark = pytest.mark.hears
TABLE = ("касаюсь слова яйцо", "касаюсь слова сыр", "трогаю траву", "стоп", "заканчиваю ход", "чей ход")


@pytest.fixture(scope="module")
def model() -> VoskModel:
    return load_model(DATA / "ru-table")


def frames(name: str) -> list[AudioFrame]:
    return list(FileSource(FIXTURES / name).frames())


def hear(recognizer: VoskRecognizer, name: str) -> tuple[Hypothesis, ...]:
    for frame in frames(name):
        recognizer.accept(frame)
    return recognizer.finish()


def test_phrases_are_heard_with_words_times_and_confidences(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.PHRASES)
    recognizer.set_phrases(PhraseSet("guess", TABLE))
    (heard,) = hear(recognizer, "ru-command-007.flac")
    assert (heard.text, heard.ear) == ("заканчиваю ход", Ear.LIMITED)
    assert all(0.0 <= (word.confidence or -1) <= 1.0 for word in heard.words)
    assert 0.0 < heard.words[0].start_s < heard.words[0].end_s <= heard.words[1].start_s + 0.1


def test_word_times_are_stream_times(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.PHRASES)
    recognizer.set_phrases(PhraseSet("guess", TABLE))
    (first,) = hear(recognizer, "ru-command-007.flac")
    for frame in frames("ru-command-007.flac"):
        recognizer.accept(AudioFrame(frame.samples, frame.start_s + 100.0))
    (later,) = recognizer.finish()
    assert later.words[0].start_s == pytest.approx(first.words[0].start_s + 100.0, abs=0.05)


def test_what_is_in_no_phrase_comes_as_the_unknown_word(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.PHRASES)
    recognizer.set_phrases(PhraseSet("guess", TABLE))
    texts = {heard.text for heard in hear(recognizer, "ru-clue-043.flac")}
    assert texts <= {UNKNOWN_WORD, f"{UNKNOWN_WORD} {UNKNOWN_WORD}"}


def test_the_open_ear_gives_alternatives_with_scores_and_no_confidences(model: VoskModel) -> None:
    heard = hear(VoskRecognizer(model, Limit.NONE), "ru-clue-003.flac")
    assert heard[0].text == "морской два"
    assert all(each.score is not None and not each.words and each.ear is Ear.OPEN for each in heard)


def test_open_words_keep_the_number_after_the_clue(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.OPEN_WORDS)
    words = ("пароль", "парад", "порода", "паровоз", "огород", "неладно")
    recognizer.set_phrases(PhraseSet("clue", ("стоп",), open_words=words, beside_open=("один", "два", "три")))
    assert hear(recognizer, "ru-clue-045.flac")[0].text == "пароль два"


def test_without_open_words_that_ear_rests(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.OPEN_WORDS)
    recognizer.set_phrases(phrase_set("guess"))
    assert hear(recognizer, "ru-clue-045.flac") == ()


def test_phrases_in_the_middle_of_an_utterance_are_refused(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.PHRASES)
    recognizer.set_phrases(PhraseSet("guess", TABLE))
    recognizer.accept(frames("ru-command-007.flac")[0])
    with pytest.raises(RecognizerError, match="between utterances"):
        recognizer.set_phrases(phrase_set("clue"))
    recognizer.reset()
    recognizer.set_phrases(phrase_set("clue"))


def test_phrases_change_between_utterances_a_hundred_times(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.PHRASES)
    some = frames("ru-command-007.flac")[:20]
    for number in range(100):
        recognizer.set_phrases(PhraseSet("guess", TABLE[: 1 + number % len(TABLE)]))
        for frame in some:
            recognizer.accept(frame)
        (recognizer.finish if number % 2 else recognizer.reset)()


def test_phrases_with_a_word_that_the_model_lacks_are_left_out_whole(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.PHRASES)
    recognizer.set_phrases(PhraseSet("guess", ("заканчиваю абырвалгус", "чей ход")))
    assert UNKNOWN_WORD in hear(recognizer, "ru-command-007.flac")[0].text


def test_vocabulary(model: VoskModel) -> None:
    assert model.unknown_token == UNKNOWN_WORD
    assert model.knows("ёж")
    assert not model.knows("")
    assert model.unknown_words(("касаюсь слова куздра", "куздра", "кит")) == ("куздра",)


def test_one_model_serves_recognisers_in_two_threads(model: VoskModel) -> None:
    heard: dict[str, str] = {}

    def work(name: str) -> None:
        heard[name] = hear(VoskRecognizer(model, Limit.NONE), name)[0].text

    threads = [threading.Thread(target=work, args=(name,)) for name in ("ru-clue-003.flac", "ru-clue-043.flac")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == {"ru-clue-003.flac": "морской два", "ru-clue-043.flac": "процент один"}


def test_a_missing_folder_is_named_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nowhere.*models install"):
        load_model(tmp_path / "nowhere")


@pytest.mark.parametrize("part", ["am/final.mdl", "conf/mfcc.conf", "graph/words.txt"])
def test_a_missing_part_is_named(tmp_path: Path, part: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(DATA / "ru-table", folder)
    (folder / part).unlink()
    if part == "graph/words.txt":
        (folder / "graph/Gr.fst").unlink()
    with pytest.raises(ModelError, match=part):
        load_model(folder)


def test_a_damaged_model_is_an_error_and_no_crash(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(DATA / "ru-table", folder)
    (folder / "am/final.mdl").write_bytes(b"no model")
    with pytest.raises(ModelError, match="damaged"):
        load_model(folder)


def test_pauses_inside_an_utterance_are_joined(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.NONE)
    sound = b"".join(frame.samples for name in ("ru-clue-003.flac", "ru-clue-043.flac") for frame in frames(name))
    for frame in pcm_frames(sound):
        recognizer.accept(frame)
    best, *others = recognizer.finish()
    assert best.text == "морской два процент один"
    assert all(other.score <= best.score for other in others if other.score is not None and best.score is not None)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a process is read from /proc")
def test_long_lists_of_words_leave_no_memory_behind(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model, Limit.OPEN_WORDS)
    words = tuple(entry.split()[0] for entry in (DATA / "ru-table/graph/words.txt").read_text("utf-8").splitlines())
    lists = [PhraseSet("clue", (), open_words=words[first:20_000], beside_open=("один",)) for first in range(10, 22)]

    def resident_mb() -> float:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    for phrases in lists[:2]:
        recognizer.set_phrases(phrases)
    before_mb = resident_mb()
    for phrases in lists[2:]:
        recognizer.set_phrases(phrases)
    assert resident_mb() - before_mb < 8.0


@pytest.mark.parametrize("limit", [Limit.NONE, Limit.OPEN_WORDS])
def test_what_is_heard_stays_the_same_when_the_engine_is_renewed(
    model: VoskModel, limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A minute of sound: engines are renewed once to three times."""
    made = Mock(wraps=vosk_recognizer._engine)
    monkeypatch.setattr(vosk_recognizer, "_engine", made)
    recognizer = VoskRecognizer(model, limit)
    words = ("пароль", "парад", "порода", "паровоз", "огород", "неладно")
    recognizer.set_phrases(PhraseSet("clue", ("стоп",), open_words=words, beside_open=("один", "два", "три")))
    length_s = sum(len(frame.samples) for frame in frames("ru-clue-045.flac")) / 2 / SAMPLE_RATE_HZ
    times = round(4 * RENEWED_AFTER_S / length_s)
    assert len({hear(recognizer, "ru-clue-045.flac")[0].text for _ in range(times)}) == 1
    assert 2 <= made.call_count <= 4
