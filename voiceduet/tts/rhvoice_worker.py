"""RHVoice, natural Russian and English voices, through its program `RHVoice-test`.

The program reads a text from its input and writes a WAV file. It cannot list its voices; they are folders with a
`voice.info`: lines like `name=Anna` and `language=Russian`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from voiceduet.tts.serving import Absent, Phrase, main
from voiceduet.tts.synthesis import VoiceInfo

PROGRAMS = ("RHVoice-test", "rhvoice.test")
"""Its names: as distributions build it, and in the snap package."""

DATA_VARIABLE = "RHVOICEDATAPATH"
"""RHVoice's own variable for the folder of its data."""

DATA_FOLDERS = (
    "/usr/share/RHVoice",
    "/usr/local/share/RHVoice",
    "/snap/rhvoice/current/share/RHVoice",
    "/var/snap/rhvoice/common",
)

CODES = {"russian": "ru", "english": "en"}
"""Languages of voices that a table can be played in."""


def find_program() -> str | None:
    """The path of the program."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class RHVoiceEngine:
    """One run of the program a phrase; it starts in about a tenth of a second."""

    def __init__(self, wanted: str) -> None:
        """Find the program. Raise `Absent`."""
        program = find_program()
        if program is None:
            raise Absent(f"no program {PROGRAMS[0]}")
        self._program = program

    def voices(self) -> list[VoiceInfo]:
        """Every voice whose folder is found, sorted by name."""
        return sorted(_voices(), key=lambda voice: voice.name)

    def render(self, phrase: Phrase) -> None:
        """Run the program on the phrase. Raise `RuntimeError` with what it complained about."""
        options = ["-p", phrase.voice, "-r", f"{phrase.speed:.0%}"[:-1], "-v", f"{phrase.volume:.0%}"[:-1]]
        ran = subprocess.run(  # noqa: S603 - the program found above
            [self._program, *options, "-o", str(phrase.path)],
            input=phrase.text,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if ran.returncode:
            raise RuntimeError((ran.stderr.strip().splitlines() or [f"exit code {ran.returncode}"])[-1])


def _voices() -> Iterator[VoiceInfo]:
    folders = [os.environ[DATA_VARIABLE]] if os.environ.get(DATA_VARIABLE) else DATA_FOLDERS
    for info in (path for folder in folders for path in Path(folder).glob("voices/*/voice.info")):
        pairs = (line.partition("=") for line in info.read_text("utf-8", "replace").splitlines())
        entries = {key.strip(): value.strip() for key, _, value in pairs}
        language = entries.get("language", "").lower()
        name = entries.get("name", info.parent.name)
        yield VoiceInfo(name, name, (CODES.get(language, language),))


if __name__ == "__main__":
    main(RHVoiceEngine)
