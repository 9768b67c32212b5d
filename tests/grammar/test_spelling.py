"""Which words heard letters make, and what the ear for letters may hear."""

from __future__ import annotations

import pytest

from voiceduet.grammar.heard import HeardText, Source
from voiceduet.grammar.intents import ClueIntent, SpellingAct, SpellingIntent
from voiceduet.grammar.language import LANGUAGES, Language, load_language
from voiceduet.grammar.meaning import Ambiguous, Candidate, Meaning, NotUnderstood, Understood
from voiceduet.grammar.scopes import Scope, ScopeName, TableWords
from voiceduet.grammar.spelling import (
    acts_on_letters,
    is_spelled,
    letter_names,
    likeliest_words,
    read_spelled,
    spelling_phrases,
)

pytestmark = pytest.mark.logic
TABLE = TableWords(tuple(f"СЛОВО{n}" for n in range(25)), ("Анна", "Борис"))
CLUE, SPELLING, GUESS = (Scope(name, TABLE) for name in (ScopeName.CLUE, ScopeName.SPELLING, ScopeName.GUESS))


@pytest.fixture(scope="module")
def russian() -> Language:
    return load_language("ru")


def heard(*texts: str, source: Source = "spelled", step: float = 1.0) -> list[HeardText]:
    return [HeardText(text, source, score=-step * place) for place, text in enumerate(texts)]


def words_of(meaning: Meaning) -> list[str | None]:
    match meaning:
        case Understood(best=Candidate(intent=ClueIntent(word=word))):
            return [word]
        case Ambiguous(candidates=candidates):
            return [each.intent.word for each in candidates if isinstance(each.intent, ClueIntent)]
        case _:
            return []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_ear_for_letters_is_offered_words_openings_and_commands(code: str) -> None:
    offered = spelling_phrases(load_language(code), ["Ёлочка"])
    assert len(offered.words) > 10_000
    assert offered.openings
    assert offered.closings
    assert all(set(word) <= offered.letters.keys() for word in offered.words)


def test_russian_openings_closings_and_commands(russian: Language) -> None:
    offered = spelling_phrases(russian, ["Ёлочка"])
    assert set(offered.openings) == {"по буквам", "подсказка по буквам"}
    assert {"два", "число два", "на два"} <= set(offered.closings)
    assert {"готово", "назад", "сначала", "отмена"} <= set(offered.phrases)
    assert "ёлочка" in offered.words


@pytest.mark.parametrize(
    ("texts", "source", "scope", "spelled"),
    [
        (["по буквам ка"], "open", CLUE, True),
        (["по буквам"], "limited", CLUE, True),
        (["завтрак три"], "open", CLUE, False),
        (["по буквам ка"], "open", GUESS, False),
        (["[unk]"], "limited", SPELLING, True),
        (["по буквам ка о тэ"], "typed", CLUE, False),
    ],
)
def test_what_is_worth_the_ear_for_letters(
    russian: Language, texts: list[str], source: Source, scope: Scope, spelled: bool
) -> None:
    assert is_spelled(russian, heard(*texts, source=source), scope) is spelled


def test_a_spelled_word_is_never_sure(russian: Language) -> None:
    meaning = read_spelled(russian, heard("по буквам ка о тэ"), CLUE)
    assert isinstance(meaning, Understood)
    assert meaning.best.intent == ClueIntent("кот", None, None, spelled=True)
    assert not meaning.sure


def test_other_readings_are_kept_in_their_order(russian: Language) -> None:
    meaning = read_spelled(russian, heard("по буквам ка о тэ два", "по буквам ка о дэ два"), CLUE)
    assert words_of(meaning) == ["кот", "код"]


def test_alphabets_of_one_word_are_one_reading(russian: Language) -> None:
    meaning = read_spelled(russian, heard("по буквам ка о тэ", "по буквам константин о тэ"), CLUE)
    assert words_of(meaning) == ["кот"]


def test_what_is_far_behind_is_left_out(russian: Language) -> None:
    meaning = read_spelled(russian, heard("по буквам ка о тэ", "по буквам ка о дэ", step=8.0), CLUE)
    assert words_of(meaning) == ["кот"]


@pytest.mark.parametrize("text", ["[unk]", "по буквам [unk]", ""])
def test_speech_that_is_no_spelling(russian: Language, text: str) -> None:
    assert isinstance(read_spelled(russian, heard(text), SPELLING), NotUnderstood)


def test_letters_while_a_word_is_being_spelled(russian: Language) -> None:
    meaning = read_spelled(russian, heard("бэ", "вэ", "готово"), SPELLING)
    assert isinstance(meaning, Ambiguous)
    assert [each.intent for each in meaning.candidates] == [
        SpellingIntent(SpellingAct.LETTERS, "б"),
        SpellingIntent(SpellingAct.LETTERS, "в"),
        SpellingIntent(SpellingAct.DONE),
    ]
    assert acts_on_letters(meaning)


def test_letters_one_by_one_make_the_likeliest_word(russian: Language) -> None:
    letters = [("г", "в"), ("у",), ("э", "л"), ("к",), ("а",), ("м", "н")]
    assert likeliest_words(russian, letters)[0] == "вулкан"
    assert "вулкан" not in likeliest_words(russian, letters, ["вулкан"])


def test_a_word_that_nobody_knows_stays_as_it_was_spelled(russian: Language) -> None:
    assert likeliest_words(russian, [("щ",), ("ы",), ("ь",)])[0] == "щыь"
    assert likeliest_words(russian, [("щыь",)]) == ("щыь",)
    assert likeliest_words(russian, [("кот", "код")], ["кот"]) == ("код",)
    assert likeliest_words(russian, [("кот",)], ["кот"]) == ("кот",)


@pytest.mark.parametrize(
    ("code", "word", "names"),
    [("ru", "Мышь", "эм, ы, ша, мягкий знак"), ("en", "cow", "c, o, w"), ("ko", "물", "미음, 우, 리을")],
)
def test_how_a_word_is_spelled_aloud(code: str, word: str, names: str) -> None:
    assert letter_names(load_language(code), word) == names


def test_letters_that_were_lost_or_misheard_are_found_by_the_others(russian: Language) -> None:
    assert likeliest_words(russian, [("о",), ("г",), ("р",), ("а",), ("т", "д"), ("т",), ("ь",)])[0] == "оградить"
    assert "зебра" in likeliest_words(russian, [("з",), ("е",), ("п", "д"), ("р",), ("а",)])
    assert likeliest_words(russian, [("з", "с"), ("е",), ("б", "в"), ("р",), ("а",)])[0] == "зебра"
    assert "сургут" in likeliest_words(russian, [("с", "эс"), ("р", "эр"), ("г",), ("о",), ("т",)])
