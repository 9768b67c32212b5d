"""The case files of every language, typed: the whole utterance must parse, and nothing else may."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.grammar.casefile import Sample, known_failures, samples, slots_of
from voiceduet.grammar.building import BUILDERS
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import LANGUAGES, Language, load_language
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope

pytestmark = pytest.mark.logic

SAMPLES = {language: tuple(samples(language)) for language in LANGUAGES}
ALL = [(language, sample) for language in LANGUAGES for sample in SAMPLES[language]]


def understand(language: Language, sample: Sample) -> Meaning:
    return interpret(language, [HeardText(sample.text, "typed")], Scope(sample.scope, sample.table))


def fault(sample: Sample, meaning: Meaning) -> str | None:
    """What is wrong with a meaning, `None` when it is as the case says."""
    case = sample.case
    if case.nothing:
        quiet = isinstance(meaning, NotUnderstood) and meaning.addressed == case.addressed
        return None if quiet else f"is {meaning}, not nothing with addressed={case.addressed}"
    if case.either is not None:
        if not isinstance(meaning, Ambiguous):
            return f"is {meaning}, not ambiguous"
        readings = [slots_of(candidate.intent, sample.table) for candidate in meaning.candidates]
        return None if sorted(map(str, readings)) == sorted(map(str, case.either)) else f"reads {readings}"
    if not isinstance(meaning, Understood):
        return f"is {meaning}"
    slots = slots_of(meaning.best.intent, sample.table)
    if slots != case.means:
        return f"means {slots}, not {case.means}"
    return None if meaning.sure is not case.unsure else f"sure={meaning.sure}"


@pytest.mark.parametrize(("language", "sample"), ALL, ids=[f"{each.file}-{each.name}" for _, each in ALL])
def test_sentence(language: str, sample: Sample) -> None:
    found = fault(sample, understand(load_language(language), sample))
    if sample.name in known_failures(language):
        assert found, f"{sample.file}: «{sample.text}» works; take it out of known_failures.yaml"
    else:
        assert found is None, f"{sample.file}: «{sample.text}» in {sample.scope} {found}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_stands_twice(language: str) -> None:
    counts = Counter((sample.table, sample.name) for sample in SAMPLES[language])
    twice = [name for (_, name), count in counts.items() if count > 1]
    assert not twice, f"these stand twice: {twice}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_case_says_one_thing(language: str) -> None:
    for sample in SAMPLES[language]:
        case = sample.case
        said = [case.means is not None, case.either is not None, case.nothing]
        assert sum(said) == 1, f"{sample.file}: {sample.text!r} needs one of means, either, nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_intent_has_sentences(language: str) -> None:
    meant = {str(sample.case.means["intent"]) for sample in SAMPLES[language] if sample.case.means}
    assert not set(BUILDERS) - meant, "these intents have no case"
    assert not meant - set(BUILDERS), "these are no intents"


@pytest.mark.parametrize("language", LANGUAGES)
def test_known_failures_are_sentences(language: str) -> None:
    assert known_failures(language) <= {sample.name for sample in SAMPLES[language]}
