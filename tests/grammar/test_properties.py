"""What must hold for any utterance."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiceduet.engine.words import fold
from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import load_language
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.grammar.phrases import phrases
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords

pytestmark = pytest.mark.logic

BOARD = """
    ЯЙЦО СЫР ПЕСОК САЛАТ ВОДА ЛАМПА КОРОЛЬ НОЖНИЦЫ СОЛНЦЕ МЕД ЕЖ САМОЛЕТ БИНТ ВИНТ КИТ ШАПКА МОСТ РАКЕТА ЧАСЫ КОСА
    МЫШЬ ОБЛАКО ПУШКА ТИГР НЕБО
"""
TABLE = TableWords(tuple(BOARD.split()), ("Анна", "Борис"))
RUSSIAN = load_language("ru")
SAID = sorted(
    {word for name in ScopeName for phrase in phrases(RUSSIAN, Scope(name, TABLE)) for word in phrase.split()}
)
WORDS = st.sampled_from([*SAID, "завтрак", "двадцать", "сто", "[unk]", "7", "э", "ну"])
TEXTS = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=7).map(" ".join))
HEARD = st.builds(
    HeardText,
    text=TEXTS,
    source=st.sampled_from(["limited", "open", "typed"]),
    confidences=st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=7).map(tuple),
    score=st.one_of(st.none(), st.floats(-500, 500)),
)


def typed(text: str, scope: ScopeName) -> Meaning:
    return interpret(RUSSIAN, [HeardText(text, "typed")], Scope(scope, TABLE))


def test_a_very_long_text_is_table_talk_at_once() -> None:
    for text in ("а" * 10_000, "касаюсь " * 2_000):
        started = perf_counter()
        assert typed(text, ScopeName.CLUE) == NotUnderstood(text, addressed=False)
        assert perf_counter() - started < 0.1


@given(st.lists(HEARD, max_size=6), st.sampled_from(ScopeName))
def test_anything_can_be_heard(heard: list[HeardText], scope: ScopeName) -> None:
    meaning = interpret(RUSSIAN, heard, Scope(scope, TABLE))
    match meaning:
        case Understood(best=best):
            assert best.cost >= 0
            assert best.heard in {each.text for each in heard}
        case Ambiguous(candidates=candidates):
            assert len(candidates) >= 2
            assert [each.cost for each in candidates] == sorted(each.cost for each in candidates)
            assert len({each.intent for each in candidates}) == len(candidates)
        case NotUnderstood():
            pass


@given(st.lists(st.sampled_from([word.lower() for word in TABLE.board]), min_size=1, max_size=5))
def test_board_words_alone_are_never_a_touch(words: list[str]) -> None:
    for scope in (ScopeName.GUESS, ScopeName.SUDDEN_DEATH):
        assert isinstance(typed(" ".join(words), scope), NotUnderstood)


@given(st.sampled_from(TABLE.board), st.sampled_from(ScopeName))
def test_a_touch_is_the_same_in_both_spellings(word: str, scope: ScopeName) -> None:
    spoken = RUSSIAN.forms.spelling(word)
    one, other = typed(f"касаюсь слова {spoken}", scope), typed(f"касаюсь слова {fold(spoken)}", scope)
    if isinstance(one, Understood):
        assert isinstance(other, Understood)
        assert one.best.intent == other.best.intent
    else:
        assert type(one) is type(other)


@given(
    st.lists(st.sampled_from(sorted(RUSSIAN.fillers)), max_size=3), st.sampled_from(["стоп", "касаюсь сыр", "чей ход"])
)
def test_fillers_at_the_edges_change_nothing(fillers: list[str], text: str) -> None:
    plain = typed(text, ScopeName.GUESS)
    assert isinstance(plain, Understood)
    for padded in (" ".join([*fillers, text]), " ".join([text, *fillers]), " ".join([*fillers, text, *fillers])):
        meaning = typed(padded, ScopeName.GUESS)
        assert isinstance(meaning, Understood), padded
        assert meaning.best.intent == plain.best.intent


@given(st.sampled_from(SAID), st.sampled_from(["подумаем", "холодильник", "[unk]"]))
def test_a_strange_word_at_an_edge_silences_a_command(word: str, strange: str) -> None:
    meaning = typed(f"{strange} {word}", ScopeName.GUESS)
    assert isinstance(meaning, NotUnderstood)
