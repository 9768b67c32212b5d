"""Touches and clues in two breaths, from what the ears write: what the second breath means after the first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.grammar.shown import shown
from voiceduet.asr.ports import UNKNOWN_WORD, Ear, Endpoint, Hypothesis, RecognizedWord, Utterance
from voiceduet.grammar.intents import ClueIntent, Intent, TouchIntent
from voiceduet.grammar.meaning import NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.table.hearing import TableHearing

pytestmark = pytest.mark.logic
WORDS = "арбуз башня винт слон окно рыба дракон якорь зеркало трава солнце груша театр"
BOARD = (*WORDS.split(), *(f"карта{'а' * number}" for number in range(12)))
HEARING = TableHearing("ru")


def heard(limited: str, opened: str, share: float = -0.5, after: Utterance | None = None) -> Utterance:
    words = tuple(RecognizedWord(word, 1.0, 0.0, 0.0) for word in limited.split())
    n_best = (
        Hypothesis(limited, Ear.LIMITED, words),
        Hypothesis(opened, Ear.OPEN, score=0.0),
        Hypothesis(limited, Ear.WEIGHED, score=share),
        Hypothesis(UNKNOWN_WORD, Ear.WEIGHED, score=-2.0),
    )
    return Utterance(n_best, 0.0, 1.0, Endpoint.SILENCE, "guess", sound=b"\1\1" * 100, settled=150, after=after)


def named(intent: Intent) -> str:
    if not isinstance(intent, TouchIntent):
        return intent.name
    return BOARD[intent.index] + (f" by {intent.toucher}" if intent.toucher else "")


@pytest.mark.parametrize(
    ("first", "second", "then"),
    [
        (("касаюсь", "касаюсь"), ("арбуз", "арбуз"), "act арбуз"),
        (("касаюсь", "касались"), ("арбуз", "арбуз"), "act арбуз"),
        (("открываю", "открывает"), ("башню", "башню"), "act башня"),
        (("касаюсь", "касаюсь"), ("стоп", "стоп"), "act stop"),
        (("касаюсь", "касаюсь"), ("касаюсь арбуз", "касаюсь арбуз"), "act арбуз"),
        (("касаюсь", "косая"), ("арбуз", "арбуз"), "silence"),
        (("трогаю", "другая"), ("арбуз", "арбуз"), "silence"),
        (("касаюсь", "касаюсь"), ("арбуз", "не арбуз"), "silence"),
        (("касаюсь", "касаюсь"), (UNKNOWN_WORD, "подожди не надо"), "silence"),
        (("касаюсь", "касаюсь"), (UNKNOWN_WORD, "эээ"), "silence"),
        (("касаюсь", "касаюсь"), (UNKNOWN_WORD, "огурец"), "repeat"),
    ],
)
def test_what_follows_a_beginning(first: tuple[str, str], second: tuple[str, str], then: str) -> None:
    meaning = HEARING.understand(
        heard(*second, after=heard(*first)), Scope(ScopeName.GUESS, TableWords(BOARD, ("Анна", "Борис")))
    )
    is_prompted = isinstance(meaning, NotUnderstood) and meaning.addressed
    assert ("repeat" if is_prompted else shown(meaning, named)) == then


@pytest.mark.parametrize(
    ("between", "then"),
    [("эээ", "act арбуз"), ("сейчас", "act арбуз"), ("не", "silence"), ("не надо", "silence"), ("нет", "silence")],
)
def test_what_is_said_in_the_pause(between: str, then: str) -> None:
    begun = heard("касаюсь", "касаюсь")
    limited = between if between == "нет" else UNKNOWN_WORD
    pause = replace(heard(limited, between), after=begun)
    last = replace(heard("арбуз", "арбуз"), after=begun, between=(pause,))
    assert shown(HEARING.understand(last, Scope(ScopeName.GUESS, TableWords(BOARD))), named) == then


def test_a_beginning_has_one_end() -> None:
    scope = Scope(ScopeName.GUESS, TableWords(BOARD))
    begun = heard("касаюсь", "касаюсь")
    first = heard("арбуз", "арбуз", after=begun)
    second = replace(heard("рыба", "рыба", after=begun), between=(first,))
    assert shown(HEARING.understand(first, scope), named) == "act арбуз"
    assert shown(HEARING.understand(second, scope), named) == "silence"


@pytest.mark.parametrize(
    ("instead", "then"), [("касались стол", "ask арбуз"), ("не касаюсь стол", "silence"), ("", "act арбуз")]
)
def test_what_may_have_been_said_in_place_of_the_beginning_counts(instead: str, then: str) -> None:
    begun = heard("касаюсь", "касаюсь")
    counter = (Hypothesis(instead, Ear.COUNTER, score=7.0),) if instead else ()
    begun = replace(begun, n_best=(*begun.n_best, *counter))
    meaning = HEARING.understand(heard("арбуз", "арбуз", after=begun), Scope(ScopeName.GUESS, TableWords(BOARD)))
    assert shown(meaning, named) == then


def test_who_touches_may_stand_in_the_first_breath() -> None:
    scope = Scope(ScopeName.SUDDEN_DEATH, TableWords(BOARD, ("Анна", "Борис")))
    begun = heard("борис касаюсь", "борис касаюсь")
    assert shown(HEARING.understand(heard("арбуз", "арбуз", after=begun), scope), named) == "act арбуз by b"


def test_the_earlier_of_two_beginnings_counts_where_the_later_was_none() -> None:
    begun = heard("ряд", "так", after=heard("касаюсь", "касаюсь"))
    meaning = HEARING.understand(heard("арбуз", "арбуз", after=begun), Scope(ScopeName.GUESS, TableWords(BOARD)))
    assert isinstance(meaning, Understood)
    assert meaning.best.heard == "касаюсь арбуз"


CLUE = Scope(ScopeName.CLUE, TableWords(BOARD))


def said(opened: str, after: Utterance | None = None, joined: str = "") -> Utterance:
    limited = "подсказку [unk]" if opened.startswith("подсказка") else UNKNOWN_WORD
    both = said(joined) if joined else None
    heard = Hypothesis(limited, Ear.LIMITED), Hypothesis(opened, Ear.OPEN, score=0.0)
    return Utterance(heard, 0.0, 1.0, Endpoint.SILENCE, "clue", after=after, joined=both)


def clue(intent: Intent) -> str:
    return f"{intent.word} {intent.number}" if isinstance(intent, ClueIntent) else intent.name


@pytest.mark.parametrize(
    ("first", "second", "joined", "then"),
    [
        ("подсказка море", "два", "подсказка море два", "act море 2"),
        ("подсказка море", "число два", "подсказка море число два", "act море 2"),
        ("подсказка", "море два", "подсказка море два", "act море 2"),
        ("подсказка море", "ну и дела", "", "act море None"),
        ("подсказка море", "подсказка небо два", "", "act небо 2"),
        ("море", "ну и дела", "", "silence"),
        ("дай подумать", "подсказка море два", "дай подумать подсказка море два", "act море 2"),
        ("дай подумать", "два", "дай подумать два", "ask None 2"),
    ],
)
def test_a_clue_and_its_number(first: str, second: str, joined: str, then: str) -> None:
    assert shown(HEARING.understand(said(second, said(first), joined), CLUE), clue) == then


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("касаюсь карты", "ask карта"),
        ("трогаю карту", "ask карта"),
        ("открываю карта", "act карта"),
        ("касаюсь слова карта", "act карта"),
        ("касаюсь башни", "act башня"),
    ],
)
def test_what_may_be_the_beginning_of_another_touch_is_asked_about(text: str, then: str) -> None:
    scope = Scope(ScopeName.GUESS, TableWords(BOARD, ("Анна", "Борис")))
    assert shown(HEARING.understand(heard(text, text), scope), named) == then


def test_a_typed_line_is_whole() -> None:
    typed = Utterance((Hypothesis("касаюсь карты", Ear.TYPED),), 0.0, 1.0, Endpoint.TYPED, "guess")
    assert shown(HEARING.understand(typed, Scope(ScopeName.GUESS, TableWords(BOARD))), named) == "act карта"
