"""Festival, with the recorded Russian voice of Debian's `festvox-ru`, through its program `festival --pipe`.

The program reads Scheme expressions; it stays, because loading a voice takes half a second and 500 MB. It runs in the
group of this worker and ends with it.
"""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess

from voiceduet.tts.serving import Absent, Phrase, main
from voiceduet.tts.synthesis import VoiceInfo

PROGRAM = "festival"

CODES = {"russian": "ru", "english": "en", "americanenglish": "en", "britishenglish": "en"}

SCRIPT = """
(define (voiceduet_languages name)
  (voice.select name)
  (cadr (assoc 'language (cadr (assoc name Voice_descriptions)))))
(define (voiceduet_say name text stretch volume path)
  (voice.select name)
  (Parameter.set 'Duration_Stretch stretch)
  (let ((said (utt.synth (eval (list 'Utterance 'Text text)))))
    (utt.wave.rescale said volume t)
    (utt.save.wave said path 'riff)))
"""
"""Recorded voices keep their own speed; others follow the stretch."""

LOUDEST = 0.9
"""Full volume; at 1 the loudest sample of a phrase would be the loudest that there is."""

_PAUSES = re.compile(r"\s*[—–:;()…·]+\s*")
_UNKNOWN = re.compile(r"[^\w\s'?!.,+-]")
_LONELY = re.compile(r"\s*(?:,\s*)*([?!.,])")


def readable(text: str) -> str:
    """The text without signs that the Russian voice cannot read: it refuses a whole phrase for one of them.

    The same goes for a sign that stands alone; what the ear takes for a pause becomes a comma.
    """
    text = _UNKNOWN.sub(" ", _PAUSES.sub(", ", text))
    return " ".join(_LONELY.sub(r"\1", text).strip(" ,").split())


def find_program() -> str | None:
    """The path of the program."""
    return shutil.which(PROGRAM)


class FestivalEngine:
    """One running program."""

    def __init__(self, wanted: str) -> None:
        """Start it. Raise `Absent`."""
        program = find_program()
        if program is None:
            raise Absent(f"no program {PROGRAM}")
        self._process = subprocess.Popen(  # noqa: S603 - the program found above
            [program, "--pipe"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        self._numbers = itertools.count(1)
        self._ask(SCRIPT)

    def voices(self) -> list[VoiceInfo]:
        """Every voice; loading them is how their language is found."""
        names = re.findall(r"\w+", self._ask("(print (voice.list))").partition("(")[2])
        return [VoiceInfo(name, name, (self._language(name),)) for name in names]

    def render(self, phrase: Phrase) -> None:
        """Write the file. Raise `RuntimeError` with what the program complained about."""
        stretch, volume = 1 / phrase.speed, phrase.volume * LOUDEST
        text, path = _quoted(readable(phrase.text)), _quoted(str(phrase.path))
        said = self._ask(f"(voiceduet_say '{phrase.voice} {text} {stretch:.3f} {volume:.3f} {path})")
        if not phrase.path.exists():
            raise RuntimeError((said.strip().splitlines() or ["no sound"])[-1])

    def _language(self, name: str) -> str:
        said = self._ask(f"(print (voiceduet_languages '{name}))").strip().strip('"').lower()
        return CODES.get(said, said)

    def _ask(self, expression: str) -> str:
        """Evaluate; return what was printed. A program that hangs is ended together with this worker."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("festival has no streams")
        mark = f"voiceduet-{next(self._numbers)}"
        stdin.write(f"{expression}\n(print {_quoted(mark)})\n(fflush nil)\n")
        stdin.flush()
        printed: list[str] = []
        for line in stdout:
            if mark in line:
                return "".join(printed)
            printed.append(line)
        raise RuntimeError("festival ended")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


if __name__ == "__main__":
    main(FestivalEngine)
