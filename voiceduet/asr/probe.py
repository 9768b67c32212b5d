"""A check at start-up whether a model can really be limited to phrases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voiceduet.asr.catalogue import DATA
from voiceduet.asr.faults import Fault, FaultCode, fault
from voiceduet.asr.ports import UNKNOWN_WORD, Ear, PhraseSet, Recognizer, Vocabulary
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.vosk_recognizer import Limit, VoskModel, VoskRecognizer

PROBE_SOUND = DATA / "probe.flac"


def probe_limit(model: VoskModel, words: Iterable[str]) -> Fault | None:
    """Decode a recording of one spoken word under two phrase lists; return what is wrong, or `None`.

    `words` are any words of the language; two that the model knows are taken. Models with a fixed graph do not complain
    about a list, they just hear their full vocabulary.
    """
    return probe_ears(VoskRecognizer(model, Limit.PHRASES), model, model.path.name, words)


def probe_ears(ears: Recognizer, vocabulary: Vocabulary, name: str, words: Iterable[str]) -> Fault | None:
    """The same for ears that are open already, here or in a process of their own; `name` is that of the model."""
    offered = list(dict.fromkeys(words))
    lacking = set(vocabulary.unknown_words(offered))
    known = [word for word in offered if word not in lacking][:2]
    if len(known) < 2:
        return fault(FaultCode.FOREIGN_MODEL, name=name)
    return None if is_limited(ears, known) else fault(FaultCode.NOT_LIMITED, name=name)


def is_limited(recognizer: Recognizer, words: Sequence[str]) -> bool:
    """Whether a recogniser that is given one of the words at a time never hears any other; an open ear may."""
    for word in words:
        recognizer.set_phrases(PhraseSet("probe", (word,)))
        for frame in FileSource(PROBE_SOUND).frames():
            recognizer.accept(frame)
        limited = (hypothesis for hypothesis in recognizer.finish() if hypothesis.ear is Ear.LIMITED)
        heard = {part for hypothesis in limited for part in hypothesis.text.split()}
        if heard - {word, UNKNOWN_WORD}:
            return False
    return True
