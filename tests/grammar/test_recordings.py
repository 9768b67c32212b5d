"""Real recordings, through real recognisers, understood: the whole way from sound to meaning."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.grammar.casefile import slots_of
from voiceduet.asr.catalogue import DATA
from voiceduet.asr.open_ear import OpenEar
from voiceduet.asr.ports import Ear, Hypothesis, PhraseSet, Recognizer
from voiceduet.asr.sources.file import FileSource
from voiceduet.asr.vosk_recognizer import Limit, VoskRecognizer, load_model
from voiceduet.grammar.heard import HeardText, Source
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import load_language
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.phrases import phrases
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords

pytestmark = pytest.mark.hears

FIXTURES = Path(__file__).parents[1] / "audio_fixtures"
ROWS = [json.loads(line) for line in (FIXTURES / "manifest.jsonl").read_text("utf-8").splitlines()]
BOARD = """
    СЫР ЛАМПА ЯКОРЬ МОЛОТОК КЛЮЧ ТРАВА ПИЛА ИГОЛКА СОЛНЦЕ ЗЕРКАЛО ГВОЗДЬ ТРУБА ЯЙЦО ПЕСОК БЕРЕГ ДРАКОН КОРАБЛЬ
    ПИРАМИДА СКРИПКА ОКНО ВУЛКАН МОСТ ЗЕБРА КОРОНА ШАХМАТЫ
"""
TABLE = TableWords(tuple(BOARD.split()), ("Анна", "Борис"))
SOURCES: dict[Ear, Source] = {Ear.LIMITED: "limited", Ear.OPEN: "open"}


@dataclass
class Ears:
    """The limited and the open ear over one model."""

    limited: Recognizer
    opened: Recognizer
    known: dict[tuple[Path, ScopeName], Meaning] = field(default_factory=dict)

    def hear(self, file: Path, scope: Scope) -> Meaning:
        if (file, scope.name) not in self.known:
            self.known[file, scope.name] = self._hear(file, scope)
        return self.known[file, scope.name]

    def _hear(self, file: Path, scope: Scope) -> Meaning:
        language = load_language("ru")
        clue = scope.name is ScopeName.CLUE
        heard: list[Hypothesis] = []
        for ear in (self.limited, self.opened):
            ear.set_phrases(
                PhraseSet(
                    scope.name,
                    phrases(language, scope),
                    wants_open=True,
                    open_words=language.open_words if clue else (),
                    beside_open=language.numbers.spoken if clue else (),
                )
            )
            for frame in FileSource(file).frames():
                ear.accept(frame)
            heard += ear.finish()
        return interpret(language, [as_heard(hypothesis) for hypothesis in heard], scope)


def as_heard(each: Hypothesis) -> HeardText:
    return HeardText(each.text, SOURCES[each.ear], tuple(word.confidence for word in each.words), each.score)


@pytest.fixture(scope="module")
def ears() -> Ears:
    model = load_model(DATA / "ru-table")
    limits = (Limit.PHRASES, Limit.NONE, Limit.OPEN_WORDS)
    limited, whole, slot = (VoskRecognizer(model, limit) for limit in limits)
    return Ears(limited, OpenEar(whole, slot))


def of_kind(*kinds: str, bare: bool = False) -> list[Any]:
    return [
        pytest.param(row, id=row["file"].removesuffix(".flac"))
        for row in ROWS
        if row["kind"] in kinds and bool((row["expect"] or {}).get("bare")) is bare
    ]


def candidates(meaning: Meaning) -> tuple[Candidate, ...]:
    match meaning:
        case Understood(best=best):
            return (best,)
        case Ambiguous(candidates=several):
            return several
        case NotUnderstood():
            return ()


@pytest.mark.parametrize("row", of_kind("touch", "command", "result"))
def test_touches_commands_and_colours_are_sure(ears: Ears, row: dict[str, Any]) -> None:
    meaning = ears.hear(FIXTURES / row["file"], Scope(ScopeName(row["scope"]), TABLE))
    assert isinstance(meaning, Understood), meaning
    assert slots_of(meaning.best.intent, TABLE) == row["expect"]
    assert meaning.sure


@pytest.mark.parametrize("row", of_kind("clue"))
def test_a_clue_is_understood_or_asked_about(ears: Ears, row: dict[str, Any]) -> None:
    meaning = ears.hear(FIXTURES / row["file"], Scope(ScopeName.CLUE, TABLE))
    assert row["expect"] in [slots_of(each.intent, TABLE) for each in candidates(meaning)], meaning


def test_most_clues_need_no_question(ears: Ears) -> None:
    rows = [row for row in ROWS if row["kind"] == "clue"]
    meanings = [ears.hear(FIXTURES / row["file"], Scope(ScopeName.CLUE, TABLE)) for row in rows]
    sure = sum(isinstance(meaning, Understood) and meaning.sure for meaning in meanings)
    assert sure >= 0.6 * len(rows)


@pytest.mark.parametrize("row", of_kind("clue noisy"))
def test_noise_makes_no_wrong_clue_sure(ears: Ears, row: dict[str, Any]) -> None:
    meaning = ears.hear(FIXTURES / row["file"], Scope(ScopeName.CLUE, TABLE))
    if isinstance(meaning, Understood) and meaning.sure:
        assert slots_of(meaning.best.intent, TABLE) == row["expect"]


@pytest.mark.parametrize("row", of_kind("touch", bare=True))
def test_a_board_word_alone_is_talk(ears: Ears, row: dict[str, Any]) -> None:
    meaning = ears.hear(FIXTURES / row["file"], Scope(ScopeName.GUESS, TABLE))
    assert isinstance(meaning, NotUnderstood), meaning
    assert not meaning.addressed


@pytest.mark.parametrize("scope", [ScopeName.GUESS, ScopeName.SUDDEN_DEATH, ScopeName.COLOUR])
@pytest.mark.parametrize("row", of_kind("negative", "human phrase", "silence", "noise"))
def test_talk_and_noise_are_silence(ears: Ears, row: dict[str, Any], scope: ScopeName) -> None:
    meaning = ears.hear(FIXTURES / row["file"], Scope(scope, TABLE))
    assert isinstance(meaning, NotUnderstood), meaning
    assert not meaning.addressed


@pytest.mark.parametrize("row", of_kind("negative", "human phrase", "silence", "noise"))
def test_talk_and_noise_give_no_clue(ears: Ears, row: dict[str, Any]) -> None:
    meaning = ears.hear(FIXTURES / row["file"], Scope(ScopeName.CLUE, TABLE))
    assert not (isinstance(meaning, Understood) and meaning.sure), meaning
