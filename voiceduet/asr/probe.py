"""A check at start-up whether a model can really be limited to phrases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.ports import UNKNOWN_WORD, PhraseSet, Recognizer
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.vosk_recognizer import Limit, VoskModel, VoskRecognizer

PROBE_SOUND = DATA / "probe.flac"
NOT_LIMITED = (
    "the model {name} ignores the limit to phrases (its graph is fixed), so board words are heard worse and more table "
    "talk is taken for moves; use another: voiceduet models list"
)


def probe_limit(model: VoskModel, words: Iterable[str]) -> str | None:
    """Decode a recording of one spoken word under two phrase lists; return what is wrong, or `None`.

    `words` are any words of the language; two that the model knows are taken. Models with a fixed graph do not complain
    about a list, they just hear their full vocabulary.
    """
    known = [word for word in words if model.knows(word)][:2]
    if len(known) < 2:
        return f"the model {model.path.name} knows none of the words asked for; is it a model of this language?"
    recognizer = VoskRecognizer(model, Limit.PHRASES)
    if is_limited(recognizer, known):
        return None
    return NOT_LIMITED.format(name=model.path.name)


def is_limited(recognizer: Recognizer, words: Sequence[str]) -> bool:
    """Whether a recogniser that is given one of the words at a time never hears any other."""
    for word in words:
        recognizer.set_phrases(PhraseSet("probe", (word,)))
        for frame in FileSource(PROBE_SOUND).frames():
            recognizer.accept(frame)
        heard = {part for hypothesis in recognizer.finish() for part in hypothesis.text.split()}
        if heard - {word, UNKNOWN_WORD}:
            return False
    return True
