"""Piper, neural voices from model files. The one module that imports piper.

A voice is a file `NAME.onnx` with its settings `NAME.onnx.json` beside it. The models lie in the folder of voices, or
one is named by its path. They are loaded once, so that a phrase costs its own time only.
"""

from __future__ import annotations

import json
import os
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from voiceduet import places
from voiceduet.tts.serving import Absent, Phrase, main
from voiceduet.tts.synthesis import VoiceInfo

SUFFIX = ".onnx"


class PiperEngine:
    """Loads the voice that is used and keeps it."""

    def __init__(self, wanted: str) -> None:
        """Find the library and a model. Raise `Absent`."""
        # The library's inference engine complains on the error stream about processors that it does not know.
        os.environ.setdefault("ORT_LOGGING_LEVEL", "4")
        try:
            import piper  # noqa: PLC0415 - it is optional, and takes a second
        except ImportError as error:
            raise Absent(f"{error}: pip install piper-tts") from error
        self._piper: Any = piper
        self._wanted = wanted
        self._loaded: dict[str, Any] = {}
        if not self.voices():
            raise Absent(f"no voice *{SUFFIX} in {places.voices_dir()}")

    def voices(self) -> list[VoiceInfo]:
        """Every model that is found; one that was named by its path comes first."""
        return list(_voices(self._wanted))

    def render(self, phrase: Phrase) -> None:
        """Write the file. May raise anything."""
        voice = self._loaded.get(phrase.voice)
        if voice is None:
            voice = self._loaded[phrase.voice] = self._piper.PiperVoice.load(phrase.voice)
        manner = self._piper.SynthesisConfig(
            length_scale=voice.config.length_scale / phrase.speed, volume=phrase.volume
        )
        with wave.open(str(phrase.path), "wb") as file:
            voice.synthesize_wav(phrase.text, file, syn_config=manner)


def find_models(wanted: str = "") -> list[Path]:
    """The model files: the one that was named, then those in the folder of voices."""
    named = [Path(wanted).expanduser()] if wanted.endswith(SUFFIX) else []
    return [path for path in (*named, *sorted(places.voices_dir().glob(f"*{SUFFIX}"))) if path.is_file()]


def _voices(wanted: str) -> Iterator[VoiceInfo]:
    for path in find_models(wanted):
        is_wanted = str(path) == str(Path(wanted).expanduser())
        yield VoiceInfo(str(path), wanted if is_wanted else path.stem, (_language(path),))


def _language(model: Path) -> str:
    """The ISO code from the settings of a voice, as `ru`; raise `ValueError` naming the file that lacks it."""
    settings = model.with_name(f"{model.name}.json")
    try:
        content = json.loads(settings.read_text("utf-8"))
        language = content.get("language", {}).get("family") or content["espeak"]["voice"]
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise ValueError(f"{settings}: tells no language ({error})") from error
    return str(language).split("-")[0].lower()


if __name__ == "__main__":
    main(PiperEngine)
