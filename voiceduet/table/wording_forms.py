"""Forms that a word or a name takes in a sentence, by language; a template names them after a colon: `{word:은}`."""

from __future__ import annotations

from collections.abc import Mapping

from voiceduet.grammar.ko import particles

_FORMS: Mapping[str, frozenset[str]] = {"ko": frozenset(particles.PAIRS)}


def word_forms(language: str) -> frozenset[str]:
    """The forms that templates of this language may ask for; Russian and English templates need none."""
    return _FORMS.get(language, frozenset())


def put_into_form(word: str, form: str) -> str:
    """The word in a form of `word_forms`; as it is when no form is asked for."""
    return particles.attach(word, form) if form else word
