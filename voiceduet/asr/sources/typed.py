"""Typed lines in the place of speech."""

from __future__ import annotations

from voiceduet.asr.ports import Ear, Endpoint, Hypothesis, Utterance


def typed_utterance(text: str, scope: str = "", at_s: float = 0.0) -> Utterance:
    """A typed line as it travels: one exact hypothesis, no length."""
    return Utterance((Hypothesis(text, Ear.TYPED),), at_s, at_s, Endpoint.TYPED, scope)
