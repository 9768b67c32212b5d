"""Typed lines in the place of speech."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from voiceduet.asr.ports import Ear, Endpoint, Hypothesis, Utterance


class TypedSource:
    """Lines as utterances; blank ones and those that begin with `#` are passed over."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines

    def utterances(self) -> Iterator[Utterance]:
        """Yield one utterance a line, with an empty scope: a typed line fits whatever scope is live."""
        for line in self._lines:
            text = line.strip()
            if text and not text.startswith("#"):
                yield typed_utterance(text)


def typed_utterance(text: str, scope: str = "", at_s: float = 0.0) -> Utterance:
    """A typed line as it travels: one exact hypothesis, no length."""
    return Utterance((Hypothesis(text, Ear.TYPED),), at_s, at_s, Endpoint.TYPED, scope)
