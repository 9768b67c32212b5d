"""Weighing what several ears heard (voice.md, Listening 8, 9 and 12)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from voiceduet.grammar.heard import HeardText
from voiceduet.grammar.intents import ClueIntent, StopIntent, TouchIntent, UndoIntent
from voiceduet.grammar.interpret import interpret
from voiceduet.grammar.language import Language, load_language
from voiceduet.grammar.meaning import Ambiguous, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords

pytestmark = pytest.mark.logic

BOARD = (
    *("ЯЙЦО", "СЫР", "ПЕСОК", "САЛАТ", "ВОДА", "ЛАМПА", "КОРОЛЬ", "НОЖНИЦЫ", "СОЛНЦЕ", "МЕД", "ПЛОД", "ПЛОТ", "БИНТ"),
    *("ВИНТ", "КИТ", "ШАПКА", "МОСТ", "РАКЕТА", "ЧАСЫ", "КОСА", "МЫШЬ", "ОБЛАКО", "ПУШКА", "ТИГР", "НЕБО"),
)
TABLE = TableWords(BOARD, ("Анна", "Борис"))


@pytest.fixture(scope="module")
def language() -> Language:
    return load_language("ru")


def limited(text: str, *confidences: float) -> HeardText:
    return HeardText(text, "limited", confidences or (1.0,) * len(text.split()))


def opened(*texts: str, step: float = 1.0) -> list[HeardText]:
    return [HeardText(text, "open", (), 200.0 - step * rank) for rank, text in enumerate(texts)]


def understand(language: Language, scope: ScopeName, heard: Sequence[HeardText]) -> Meaning:
    return interpret(language, heard, Scope(scope, TABLE))


def touched(meaning: Meaning) -> str:
    assert isinstance(meaning, Understood), meaning
    assert isinstance(meaning.best.intent, TouchIntent), meaning
    return BOARD[meaning.best.intent.index]


def test_ears_that_agree_are_sure(language: Language) -> None:
    heard = [limited("касаюсь слова сыр"), *opened("касаюсь слова сэр", "касаюсь слова сыр")]
    meaning = understand(language, ScopeName.GUESS, heard)
    assert touched(meaning) == "СЫР"
    assert isinstance(meaning, Understood)
    assert meaning.sure


def test_table_talk_is_silent_however_confident_the_limited_ear_is(language: Language) -> None:
    for limited_text, open_text in (
        ("касаюсь сыр", "наверное яйцо или сыр"),
        ("касаюсь сыр", "наверное все лестер"),
        ("трогаю лампу", "подожди дай подумать"),
        ("стоп", "столько всего на столе"),
        ("ответ песок", "интересно почему песок они берег"),
    ):
        meaning = understand(language, ScopeName.GUESS, [limited(limited_text), *opened(open_text)])
        assert isinstance(meaning, NotUnderstood), (limited_text, open_text, meaning)
        assert not meaning.addressed


def test_a_doubtful_word_is_asked_back(language: Language) -> None:
    heard = [limited("касаюсь слова сыр", 1.0, 1.0, 0.2), *opened("касаюсь слова сэр")]
    meaning = understand(language, ScopeName.GUESS, heard)
    assert touched(meaning) == "СЫР"
    assert isinstance(meaning, Understood)
    assert not meaning.sure


def test_the_same_doubt_does_not_stop_a_query(language: Language) -> None:
    heard = [limited("чей ход", 0.4, 0.2), *opened("чей от")]
    meaning = understand(language, ScopeName.GUESS, heard)
    assert isinstance(meaning, Understood)
    assert meaning.sure
    assert meaning.best.intent.name == "whose_turn"


def test_homophones_on_the_table_are_asked_even_at_full_confidence(language: Language) -> None:
    heard = [limited("касаюсь слова плод"), *opened("касаюсь слова плод")]
    meaning = understand(language, ScopeName.GUESS, heard)
    assert isinstance(meaning, Ambiguous)
    assert {BOARD[each.intent.index] for each in meaning.candidates if isinstance(each.intent, TouchIntent)} == {
        "ПЛОД",
        "ПЛОТ",
    }


def test_a_close_pair_is_asked(language: Language) -> None:
    for said in ("бинт", "винт"):
        meaning = understand(language, ScopeName.GUESS, [limited(f"трогаю {said}"), *opened(f"трогаю {said}")])
        assert isinstance(meaning, Ambiguous), meaning
        assert meaning.candidates[0].intent == TouchIntent(BOARD.index(said.upper()))


def test_a_close_pair_is_no_question_when_typed_or_named_by_place(language: Language) -> None:
    assert touched(understand(language, ScopeName.GUESS, [HeardText("касаюсь бинт", "typed")])) == "БИНТ"
    place = "ряд три карта три"
    assert touched(understand(language, ScopeName.GUESS, [limited(place), *opened("ряда три карта три")])) == "БИНТ"


def test_a_word_that_cannot_be_touched_any_more_is_no_rival(language: Language) -> None:
    heard = [limited("трогаю бинт"), *opened("трогаю бинт")]
    bint, vint = BOARD.index("БИНТ"), BOARD.index("ВИНТ")
    without_vint = Scope(ScopeName.GUESS, TABLE, frozenset(range(25)) - {vint})
    assert touched(interpret(language, heard, without_vint)) == "БИНТ"
    without_bint = Scope(ScopeName.GUESS, TABLE, frozenset(range(25)) - {bint})
    assert isinstance(interpret(language, heard, without_bint), Ambiguous)


def test_unknown_sounds_are_not_skipped(language: Language) -> None:
    for text in ("[unk] касаюсь сыр", "касаюсь [unk] сыр", "касаюсь сыр [unk]", "[unk]"):
        meaning = understand(language, ScopeName.GUESS, [limited(text), *opened("что то касаюсь сыр")])
        assert isinstance(meaning, NotUnderstood), text


def test_without_an_open_ear_confidence_decides(language: Language) -> None:
    sure = understand(language, ScopeName.GUESS, [limited("касаюсь сыр")])
    unsure = understand(language, ScopeName.GUESS, [limited("касаюсь сыр", 1.0, 0.2)])
    assert isinstance(sure, Understood)
    assert isinstance(unsure, Understood)
    assert sure.sure
    assert not unsure.sure


def test_a_clue_comes_from_the_hypothesis_that_parses(language: Language) -> None:
    texts = ("небесной едва", "небесное два", "небесной два", "небесный едва", "небесный два")
    meaning = understand(language, ScopeName.CLUE, [limited("[unk] два"), *opened(*texts)])
    assert isinstance(meaning, Understood | Ambiguous)
    best = meaning.best if isinstance(meaning, Understood) else meaning.candidates[0]
    assert isinstance(best.intent, ClueIntent)
    assert best.intent.number == 2
    assert best.intent.word in {"небесное", "небесный"}


def test_a_clue_heard_in_another_case_is_offered_in_its_dictionary_form(language: Language) -> None:
    meaning = understand(language, ScopeName.CLUE, [limited("[unk] четыре"), *opened("больнице четыре")])
    assert isinstance(meaning, Understood)
    assert meaning.best.intent == ClueIntent("больница", 4)


def test_clue_homophones_are_asked(language: Language) -> None:
    meaning = understand(language, ScopeName.CLUE, [limited("[unk] два"), *opened("род два")])
    assert isinstance(meaning, Ambiguous)
    assert {each.intent for each in meaning.candidates} == {ClueIntent("род", 2), ClueIntent("рот", 2)}


def test_a_spelled_clue_is_no_homophone(language: Language) -> None:
    text = "по буквам эр о дэ два"
    meaning = understand(language, ScopeName.CLUE, [limited("[unk]"), *opened(text)])
    assert isinstance(meaning, Understood)
    assert meaning.best.intent == ClueIntent("род", 2, spelled=True)


def test_two_likely_clue_words_are_asked(language: Language) -> None:
    meaning = understand(
        language, ScopeName.CLUE, [limited("[unk]"), *opened("металл четыре", "метан четыре", step=0.5)]
    )
    assert isinstance(meaning, Ambiguous)


def test_one_number_is_never_swapped_for_another(language: Language) -> None:
    meaning = understand(language, ScopeName.CLUE, [limited("[unk]"), *opened("завтрак два", "завтрак три", step=0.5)])
    assert isinstance(meaning, Ambiguous)
    assert {each.intent.number for each in meaning.candidates if isinstance(each.intent, ClueIntent)} == {2, 3}


def test_noise_makes_no_clue(language: Language) -> None:
    texts = ("это в в в", "стопа", "осадка", "эст", "шесть")
    meaning = understand(language, ScopeName.CLUE, [limited("справка ход", 0.3, 0.5), *opened(*texts, step=0.1)])
    assert not (isinstance(meaning, Understood) and meaning.sure)


def test_a_command_wins_over_a_bare_clue_word(language: Language) -> None:
    heard = [limited("отмена"), *opened("отмена", "отменно")]
    meaning = understand(language, ScopeName.CLUE, heard)
    assert isinstance(meaning, Understood)
    assert meaning.best.intent == UndoIntent()


def test_a_command_that_the_open_ear_denies_is_not_heard(language: Language) -> None:
    meaning = understand(language, ScopeName.CLUE, [limited("отмена"), *opened("завтрак три")])
    assert isinstance(meaning, Understood)
    assert meaning.best.intent == ClueIntent("завтрак", 3)


def test_addressed_but_not_understood(language: Language) -> None:
    meaning = understand(language, ScopeName.GUESS, [limited("касаюсь [unk]"), *opened("касаюсь водолаза")])
    assert isinstance(meaning, NotUnderstood)
    assert meaning.addressed
    assert meaning.heard == "касаюсь водолаза"


def test_nothing_heard_is_nothing(language: Language) -> None:
    assert understand(language, ScopeName.GUESS, []) == NotUnderstood("", addressed=False)


def test_costs_explain_themselves(language: Language) -> None:
    weights = language.costs.weights
    heard = [limited("стоп", 0.8), *opened("стоп")]
    meaning = understand(language, ScopeName.GUESS, heard)
    assert isinstance(meaning, Understood)
    assert meaning.best.intent == StopIntent()
    assert meaning.best.cost == pytest.approx(min(weights.confidence * 0.2, weights.open_only + weights.unconfirmed))


def test_a_clue_instead_of_an_answer_is_read_back(language: Language) -> None:
    heard = [limited("[unk] три"), *opened("москва три")]
    for scope in (ScopeName.CONFIRM, ScopeName.NUMBER, ScopeName.RULING):
        meaning = understand(language, scope, heard)
        assert isinstance(meaning, Understood), meaning
        assert meaning.best.intent == ClueIntent("москва", 3)
        assert not meaning.sure


def test_another_word_than_one_of_this_table_is_no_touch(language: Language) -> None:
    for said, limited_text in (("касаюсь клевер", "касаюсь король"), ("трогаю арбуз", "трогаю тигра")):
        meaning = understand(language, ScopeName.GUESS, [limited(limited_text), *opened(said)])
        assert not (isinstance(meaning, Understood) and meaning.sure), meaning


def test_a_rare_clue_that_only_the_open_ear_heard_is_asked_about_unless_announced(language: Language) -> None:
    for text, sure in (("завтрак три", True), ("подсказка противогаз один", True), ("противогаз один", False)):
        meaning = understand(language, ScopeName.CLUE, [limited("ряд один", 0.5, 0.5), *opened(text)])
        assert isinstance(meaning, Understood), text
        assert meaning.sure is sure, text


def test_a_clue_that_lies_behind_its_own_forms_is_sure(language: Language) -> None:
    forms = ("небесное два", "небесная два", "небесные два", "небесный два")
    meaning = understand(language, ScopeName.CLUE, opened(*forms, step=1.5))
    assert isinstance(meaning, Understood)
    assert meaning.best.intent == ClueIntent("небесный", 2)
    assert meaning.sure


@pytest.mark.parametrize(
    "texts",
    [
        ("раздавать три", "раз два три", "раздувать три"),
        ("рабство три", "рабства три", "раз два три"),
        ("раз два три", "рабство три", "рабства три"),
        ("раз для три", "раз два три"),
        ("раз два три", "развод три"),
        ("раз два три", "рост три", "радио три"),
        ("два три",),
        ("три три",),
    ],
)
def test_counting_aloud_never_becomes_a_clue_unasked(language: Language, texts: tuple[str, ...]) -> None:
    for first in ("[unk]", "раз два три"):
        for step in (0.1, 3.0):
            meaning = understand(language, ScopeName.CLUE, [limited(first), *opened(*texts, step=step)])
            assert not (isinstance(meaning, Understood) and meaning.sure), (first, step, meaning)


def test_what_both_ears_hear_as_counting_is_table_talk(language: Language) -> None:
    heard = [limited("раз два три"), *opened("раз два три", "рабство три", "раздавать три", step=0.1)]
    assert isinstance(understand(language, ScopeName.CLUE, heard), NotUnderstood)
    announced = [limited("раз два три"), *opened("раз два три", "подсказка рабство три", step=0.1)]
    assert not isinstance(understand(language, ScopeName.CLUE, announced), NotUnderstood)


def test_a_clue_that_begins_like_counting_is_a_clue(language: Language) -> None:
    for said in (
        *("завтрак три", "развитие два", "двор три", "ракета два", "глаз два", "нос два", "матрас два", "вата четыре"),
        *("роза два", "театр четыре", "семь два", "пять три"),
    ):
        meaning = understand(language, ScopeName.CLUE, [limited("[unk]"), *opened(said)])
        assert isinstance(meaning, Understood), said
        assert meaning.sure, said
    asked = understand(language, ScopeName.NUMBER, [limited("[unk]"), *opened("глаз два")])
    assert isinstance(asked, Understood)
    assert not asked.sure


def test_a_typed_clue_of_a_number_word_is_a_clue(language: Language) -> None:
    for typed, clue in (("раз: два", ClueIntent("раз", 2)), ("три: два", ClueIntent("три", 2))):
        meaning = understand(language, ScopeName.CLUE, [HeardText(typed, "typed")])
        assert isinstance(meaning, Understood), typed
        assert meaning.best.intent == clue


def test_a_given_name_is_less_likely_than_a_noun_that_sounds_like_it(language: Language) -> None:
    meaning = understand(language, ScopeName.CLUE, [limited("[unk]"), *opened("еда шесть", "ида шесть", step=0.05)])
    assert isinstance(meaning, Understood), meaning
    assert meaning.best.intent == ClueIntent("еда", 6)
    named = understand(language, ScopeName.CLUE, [limited("[unk]"), *opened("шерлок два")])
    assert isinstance(named, Understood), named


def test_words_that_differ_in_an_unstressed_ending_are_asked_about(language: Language) -> None:
    heard = [limited("[unk] четыре"), *opened("воскресение четыре", "воскресенье четыре")]
    meaning = understand(language, ScopeName.CLUE, heard)
    assert isinstance(meaning, Ambiguous), meaning
    assert {each.intent for each in meaning.candidates} >= {ClueIntent("воскресение", 4), ClueIntent("воскресенье", 4)}
    assert not meaning.alike, "read back, they can be told apart; nobody is made to spell them"
