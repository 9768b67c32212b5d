"""What weighed clues do to a meaning: cases/framed.toml, and the frames of each language."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.grammar.shown import shown
from voiceduet.asr.ports import OPEN_PLACE, Ear, Endpoint, Hypothesis, RecognizedWord, Utterance
from voiceduet.grammar.framed import believe_clue
from voiceduet.grammar.heard import Share
from voiceduet.grammar.intents import ClueIntent, Intent
from voiceduet.grammar.language import LANGUAGES, load_language
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.schema import SentencesFile
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.grammar.second import read_phrase
from voiceduet.table.hearing import TableHearing

pytestmark = pytest.mark.logic
CASES = tomllib.loads((Path(__file__).parent / "cases" / "framed.toml").read_text(encoding="utf-8"))["case"]
WORDS = "арбуз бинт винт стол окно рыба дракон якорь зеркало трава солнце груша театр"
SCOPE = Scope(ScopeName.CLUE, TableWords((*WORDS.split(), *(f"карта{'а' * number}" for number in range(12)))))
RU = load_language("ru")
HEARING = TableHearing("ru")


def utterance(case: dict[str, Any]) -> Utterance:
    limited = case.get("limited", "")
    words = tuple(RecognizedWord(word, 1.0, 0.0, 0.0) for word in limited.split())
    heard = [Hypothesis(limited, Ear.LIMITED, words)] if limited else []
    scores = case.get("scores", [0.0] * len(case["open"]))
    heard += [Hypothesis(text, Ear.OPEN, score=score) for text, score in zip(case["open"], scores, strict=True)]
    lag = case.get("lag")
    heard += [Hypothesis(text, Ear.FRAMED, score=share, lag=lag) for text, share in case["framed"].items()]
    return Utterance(tuple(heard), 0.0, 1.0, Endpoint.SILENCE, "clue")


def named(intent: Intent) -> str:
    return f"{intent.word} {intent.number}" if isinstance(intent, ClueIntent) else intent.name


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_framed(case: dict[str, Any]) -> None:
    assert shown(HEARING.understand(utterance(case), SCOPE), named) == case["then"]


TEXTS = ["радуга два", "берег два", "рыбалка три", "подсказка радуга два", "ряд два", "чепуха"]
framed = st.lists(st.builds(Share, st.sampled_from(TEXTS), st.floats(-20.0, 0.0)), max_size=6)
meanings = st.one_of(
    st.builds(Understood, st.just(Candidate(ClueIntent("радуга", 2), 0.2, "радуга два")), st.booleans()),
    st.just(Ambiguous((Candidate(ClueIntent("берег", 2), 0.2, ""), Candidate(ClueIntent("радуга", 2), 0.3, "")))),
    st.just(NotUnderstood("радуга", addressed=False)),
)


@given(meanings, framed)
def test_only_what_the_other_ears_heard_is_done(first: Meaning, weighed: list[Share]) -> None:
    weighed = sorted(weighed, key=lambda each: -each.share)
    meaning = believe_clue(RU, first, [], weighed, SCOPE)
    if isinstance(meaning, Understood) and meaning.sure:
        heard = (
            first.candidates if isinstance(first, Ambiguous) else [first.best] if isinstance(first, Understood) else []
        )
        assert meaning.best in heard
    if isinstance(first, NotUnderstood):
        assert meaning == first


@pytest.mark.parametrize("code", LANGUAGES)
def test_frames_are_clues_of_the_language(code: str) -> None:
    language = load_language(code)
    for frame in language.clue_frames:
        for number in language.numbers.spoken:
            text = frame.replace("{clue}", language.open_words[0]).replace("{number}", number)
            found = read_phrase(language, text, SCOPE)
            assert isinstance(found, ClueIntent), text
            assert found.word == language.open_words[0], text


def test_frames_are_offered_while_a_clue_is_awaited() -> None:
    frames = HEARING.phrases(SCOPE).open_frames
    assert f"{OPEN_PLACE} три" in frames
    assert f"подсказка {OPEN_PLACE} три" in frames
    assert HEARING.phrases(Scope(ScopeName.GUESS, SCOPE.table)).open_frames == ()


@pytest.mark.parametrize("frame", ["{clue}", "{number} {number} {clue}", "подсказка"])
def test_a_frame_without_its_slots_is_refused(frame: str) -> None:
    with pytest.raises(ValueError, match="must stand in it once each"):
        SentencesFile.model_validate(
            {
                "language": "ru",
                "fillers": [],
                "address": [],
                "markers": [],
                "chatter": [],
                "clue_frames": [frame],
                "who": {"a": ["а"], "b": ["б"]},
                "who_genitive": {"a": ["а"], "b": ["б"]},
                "sentences": [{"intent": "stop", "scopes": ["guess"], "say": ["стоп"]}],
            }
        )
