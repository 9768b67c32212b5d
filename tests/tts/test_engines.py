"""The engines beside the default.

RHVoice's program and Piper's library are stood in for by small fakes with the same interface; Festival is the real one
where it is installed.
"""

from __future__ import annotations

import json
import sys
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from voiceduet.tts import festival_worker
from voiceduet.tts.engines import ENGINES, Limits, installed_engines
from voiceduet.tts.faults import EngineMissing, SpeechFault
from voiceduet.tts.festival_worker import readable
from voiceduet.tts.speakers import list_voices
from voiceduet.tts.synthesis import EngineName, VoiceSettings
from voiceduet.tts.worker_synthesizer import WorkerSynthesizer

pytestmark = pytest.mark.tool

RHVOICE = """#!{python}
import json, pathlib, sys, time, wave
options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
text = sys.stdin.read()
pathlib.Path({log!r}).write_text(json.dumps([text, options]))
if "зависни" in text:
    time.sleep(60)
if "упади" in text:
    sys.stderr.write("Cannot open the input file\\n")
    sys.exit(255)
with wave.open(options["-o"], "wb") as sound:
    sound.setnchannels(1)
    sound.setsampwidth(2)
    sound.setframerate(24000)
    sound.writeframes(b"\\0\\x10" * (2400 * len(text)))
"""

PIPER = """
import pathlib, types
class SynthesisConfig:
    def __init__(self, length_scale=None, volume=1.0):
        self.length_scale, self.volume = length_scale, volume
class PiperVoice:
    @classmethod
    def load(cls, path):
        log = pathlib.Path(path).with_suffix(".loaded")
        log.write_text((log.read_text() if log.exists() else "") + "x")
        voice = cls()
        voice.config = types.SimpleNamespace(length_scale=1.0)
        return voice
    def synthesize_wav(self, text, file, syn_config):
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22050)
        file.writeframes(b"\\0\\x10" * int(2205 * len(text) * syn_config.length_scale))
"""


@pytest.fixture
def rhvoice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the fake program and two voices in place; return the file in which it notes how it was called."""
    program, log = tmp_path / "RHVoice-test", tmp_path / "called.json"
    program.write_text(RHVOICE.format(python=sys.executable, log=str(log)), "utf-8")
    program.chmod(0o755)
    for name, language in (("Anna", "Russian"), ("Slt", "English")):
        folder = tmp_path / "data" / "voices" / name.lower()
        folder.mkdir(parents=True)
        (folder / "voice.info").write_text(f"name={name}\nlanguage={language}\nformat=4\n", "utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("RHVOICEDATAPATH", str(tmp_path / "data"))
    return log


@pytest.fixture
def piper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the fake library in place; return the folder of voices, which is empty."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "piper.py").write_text(PIPER, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "library"))
    monkeypatch.setenv("VOICEDUET_HOME", str(tmp_path))
    (tmp_path / "voices").mkdir()
    return tmp_path / "voices"


def lay_voice(path: Path, settings: dict[str, object]) -> Path:
    path.write_bytes(b"onnx")
    path.with_name(f"{path.name}.json").write_text(json.dumps(settings), "utf-8")
    return path


def render(settings: VoiceSettings, text: str, path: Path, limits: Limits | None = None) -> float:
    synthesizer = WorkerSynthesizer(settings, limits=limits)
    try:
        return synthesizer.render(text, path)
    finally:
        synthesizer.close()


def test_rhvoice_gets_voice_speed_and_volume(rhvoice: Path, tmp_path: Path) -> None:
    assert EngineName.RHVOICE in installed_engines()
    assert list_voices("ru", EngineName.RHVOICE) == ("Anna",)
    settings = VoiceSettings("ru", rate=330, volume=0.8, engine=EngineName.RHVOICE)
    assert render(settings, "Яйцо — агент.", tmp_path / "phrase.wav") == pytest.approx(1.3, abs=0.01)
    text, options = json.loads(rhvoice.read_text("utf-8"))
    assert text == "Яйцо — агент."
    assert options == {"-p": "Anna", "-r": "200", "-v": "80", "-o": str(tmp_path / "phrase.wav")}


@pytest.mark.parametrize(
    ("text", "reason"), [("упади", "Cannot open the input file"), ("зависни", r"no answer within 0\.9 s")]
)
def test_rhvoice_that_fails_or_hangs_is_given_up(rhvoice: Path, tmp_path: Path, text: str, reason: str) -> None:
    settings = VoiceSettings("ru", engine=EngineName.RHVOICE)
    with pytest.raises(SpeechFault, match=f"failed twice: .*{reason}"):
        render(settings, text, tmp_path / "phrase.wav", Limits(phrase_s=0.9, letter_s=0.0))
    assert rhvoice.exists()


@pytest.mark.usefixtures("rhvoice")
def test_an_engine_without_a_voice_of_the_language(tmp_path: Path) -> None:
    with pytest.raises(EngineMissing, match="no voice of rhvoice speaks 'ko'; `voiceduet doctor`"):
        render(VoiceSettings("ko", engine=EngineName.RHVOICE), "달걀", tmp_path / "phrase.wav")


def test_piper_loads_the_voice_of_the_language_once(piper: Path, tmp_path: Path) -> None:
    lay_voice(piper / "amy.onnx", {"language": {"code": "en_US", "family": "en"}})
    irina = lay_voice(piper / "irina.onnx", {"espeak": {"voice": "ru"}})
    synthesizer = WorkerSynthesizer(VoiceSettings("ru", rate=330, engine=EngineName.PIPER))
    lengths = [synthesizer.render(text, tmp_path / "phrase.wav") for text in ("Сыр.", "Яйцо.")]
    synthesizer.close()
    assert lengths == [pytest.approx(0.2, abs=0.01), pytest.approx(0.25, abs=0.01)]
    assert irina.with_suffix(".loaded").read_text() == "x"


@pytest.mark.usefixtures("piper")
def test_piper_takes_a_voice_by_its_path(tmp_path: Path) -> None:
    model = lay_voice(tmp_path / "denis.onnx", {"language": {"family": "ru"}})
    settings = VoiceSettings("ru", voice=str(model), engine=EngineName.PIPER)
    assert render(settings, "Сыр.", tmp_path / "phrase.wav") == pytest.approx(0.4, abs=0.01)


def test_piper_without_a_voice_says_where_it_looked(piper: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineMissing, match=rf"no voice \*\.onnx in {piper}\).*piper-tts and a voice"):
        render(VoiceSettings("ru", engine=EngineName.PIPER), "Сыр.", tmp_path / "phrase.wav")


def test_piper_names_the_settings_that_tell_no_language(piper: Path, tmp_path: Path) -> None:
    lay_voice(piper / "irina.onnx", {"audio": {}})
    with pytest.raises(EngineMissing, match=r"irina\.onnx\.json: tells no language"):
        render(VoiceSettings("ru", engine=EngineName.PIPER), "Сыр.", tmp_path / "phrase.wav")


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        (EngineName.RHVOICE, "RHVoice is not here .*install rhvoice"),
        (EngineName.FESTIVAL, "Festival is not here .*apt install festival festvox-ru"),
    ],
)
def test_an_engine_that_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: EngineName, message: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert engine not in installed_engines()
    with pytest.raises(EngineMissing, match=message):
        render(VoiceSettings("ru", engine=engine), "Сыр.", tmp_path / "phrase.wav")


def test_every_engine_is_known() -> None:
    assert set(ENGINES) == set(EngineName)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Яйцо — агент. Четыре из пятнадцати.", "Яйцо, агент. Четыре из пятнадцати."),
        ("Ряд один: яйцо — агент, сыр.", "Ряд один, яйцо, агент, сыр."),
        ("Скажите «ряд три карта два», или «стоп».", "Скажите ряд три карта два, или стоп."),
        ("— Да?!", "Да?!"),
    ],
)
def test_festival_gets_only_signs_that_it_can_read(text: str, read: str) -> None:
    assert readable(text) == read


@pytest.fixture(scope="module")
def festival() -> Iterator[WorkerSynthesizer]:
    if festival_worker.find_program() is None or not list_voices("ru", EngineName.FESTIVAL):
        pytest.skip("festival with festvox-ru is not installed")
    synthesizer = WorkerSynthesizer(VoiceSettings("ru", engine=EngineName.FESTIVAL))
    yield synthesizer
    synthesizer.close()


@pytest.mark.parametrize("text", ["Яйцо — агент. Четыре из пятнадцати.", 'Имя "Анна" \\ легко спутать.', "Ёж."])
def test_real_festival_is_audible(festival: WorkerSynthesizer, tmp_path: Path, text: str) -> None:
    assert festival.render(text, tmp_path / "phrase.wav") > 0.3
    with wave.open(str(tmp_path / "phrase.wav"), "rb") as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 16_000)
    assert festival.restarts == 0
