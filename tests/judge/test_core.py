"""The judge around the language analysts: cleaning, sentences, table decisions, relaxed rules, order of findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiceduet.engine.errors import DuetError
from voiceduet.grammar.judge import text
from voiceduet.grammar.judge.analyst import Analyst, Finding
from voiceduet.grammar.judge.decisions import Decisions, DecisionsError, TableRule
from voiceduet.grammar.judge.judge import ClueJudge, UnknownLanguageError, load_judge
from voiceduet.grammar.judge.later import LaterAnalyst
from voiceduet.grammar.judge.messages import JudgeDataError, load_messages, read_messages
from voiceduet.grammar.judge.verdict import ClueQuestion, Reason, Relaxation, Verdict
from voiceduet.grammar.ru.analyst import load_analyst

pytestmark = pytest.mark.logic

CASES = Path(__file__).parent / "cases"
ALLOWED = (Verdict.LEGAL, Reason.NONE)


def rows(name: str) -> list[list[str]]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def ask(clue: str, *board: str, number: int | None = 2, relaxed: tuple[Relaxation, ...] = ()) -> tuple[Verdict, Reason]:
    ruling = load_judge("ru").check(ClueQuestion(clue, number, board, frozenset(relaxed)))
    return ruling.verdict, ruling.reason


@pytest.mark.parametrize(("raw", "normal"), rows("normalise.tsv"))
def test_normalise(raw: str, normal: str) -> None:
    assert load_analyst().normalise(raw) == normal


def test_decomposed_letters_are_composed() -> None:
    assert text.fold("йод Ёж 강") == "йод ёж 강"


def test_lookalikes_only_change_mixed_words() -> None:
    assert text.to_cyrillic("ceно cat") == "сено cat"
    assert text.to_latin("саt кот") == "cat кот"


@pytest.mark.parametrize(("board", "clue", "number", "sentence"), rows("sentences_ru.tsv"))
def test_sentences(board: str, clue: str, number: str, sentence: str) -> None:
    assert load_judge("ru").check(ClueQuestion(clue, int(number), (board,))).message == sentence


@pytest.mark.parametrize("language", ["ru", "en", "ko"])
def test_every_language_has_every_sentence(language: str) -> None:
    messages = load_messages(language)
    for (verdict, reason, named), template in messages.templates.items():
        finding = None if verdict is Verdict.LEGAL else Finding(verdict, reason, "card" if named else None)
        said = messages.render(finding, "clue", finding.against if finding else None, 3)
        assert "{" not in said, template
        assert not named or "CARD" in said


def test_doubts_about_letters_and_numbers_name_no_card() -> None:
    for language in ("ru", "en", "ko"):
        messages = load_messages(language)
        for reason in (Reason.LETTERS_ONLY, Reason.NUMBER_AS_CLUE):
            said = messages.render(Finding(Verdict.DOUBTFUL, reason, "card"), "clue", "card", 8)
            assert "CARD" not in said


@pytest.mark.parametrize(
    ("toml", "complaint"),
    [
        ('[illegal]\nword_fork = "x"', "word_fork"),
        ('[illegal]\nword_form = "{clue}"', "must name the {card}"),
        ('[illegal]\nmulti_word = "{card}"', "unknown slot"),
        ('[legal]\nnone = "ok"', "is missing"),
        ("[legal", "judge_messages.toml"),
    ],
)
def test_wrong_sentences_are_refused(toml: str, complaint: str) -> None:
    with pytest.raises(JudgeDataError, match=complaint):
        read_messages("judge_messages.toml", toml)


def test_unknown_language_lists_those_there_are() -> None:
    with pytest.raises(UnknownLanguageError, match="ru, en, ko"):
        load_judge("eo")


def test_a_decision_of_the_table_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "words" / "decisions.txt"
    judge = load_judge("ru", path)
    question = ClueQuestion("хохотельня", 2, ("цирк",))
    assert judge.check(question).verdict is Verdict.ILLEGAL
    judge.remember("Хохотельня", allowed=True)
    assert judge.check(question).verdict is Verdict.LEGAL
    assert load_judge("ru", path).check(question).verdict is Verdict.LEGAL
    judge.remember("завтрак", allowed=False)
    assert load_judge("ru", path).check(ClueQuestion("завтрак", 2, ("яйцо",))).verdict is Verdict.ILLEGAL


def test_a_decision_does_not_free_a_form_of_a_visible_word(tmp_path: Path) -> None:
    judge = load_judge("ru", tmp_path / "decisions.txt")
    judge.remember("светлый", allowed=True)
    assert judge.check(ClueQuestion("светлый", 2, ("свет",))).verdict is Verdict.ILLEGAL


def test_decisions_can_be_edited_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "decisions.txt"
    path.write_text("# ours\n\nru\tкринж\tallowed\nru\tКринж\tforbidden\n", encoding="utf-8")
    assert Decisions(path).find("ru", "кринж") is TableRule.FORBIDDEN


@pytest.mark.parametrize("line", ["ru кринж allowed", "ru\tкринж\tmaybe", "кринж\tallowed"])
def test_a_wrong_decision_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "decisions.txt"
    path.write_text(f"# ours\n{line}\n", encoding="utf-8")
    with pytest.raises(DecisionsError, match="line 2"):
        Decisions(path)
    with pytest.raises(DuetError):
        load_judge("ru", path)


def test_relaxed_rules() -> None:
    assert ask("железная дорога", "вокзал") == (Verdict.ILLEGAL, Reason.MULTI_WORD)
    assert ask("железная дорога", "вокзал", relaxed=(Relaxation.MULTI_WORD,)) == ALLOWED
    assert ask("железная дорога", "дорога", relaxed=(Relaxation.MULTI_WORD,))[0] is Verdict.ILLEGAL
    assert ask("Гарри Поттер", "очки", relaxed=(Relaxation.MULTI_WORD,)) == ALLOWED
    assert ask("премьер-министр", "закон", relaxed=(Relaxation.HYPHENS,)) == ALLOWED
    assert ask("США", "Голливуд")[0] is Verdict.DOUBTFUL
    assert ask("США", "Голливуд", relaxed=(Relaxation.ABBREVIATIONS,)) == ALLOWED
    assert ask("рот", "род") == ALLOWED
    assert ask("рот", "род", relaxed=(Relaxation.HOMOPHONES,)) == (Verdict.ILLEGAL, Reason.VISIBLE_WORD)


def test_the_gravest_finding_is_named() -> None:
    assert ask("светлый", "водопад", "свет", number=12) == (Verdict.ILLEGAL, Reason.WORD_FORM)
    assert ask("водка", "вода", number=12) == (Verdict.ILLEGAL, Reason.NUMBER_AS_CLUE)


def test_the_number() -> None:
    assert ask("завтрак", "яйцо", number=None) == ALLOWED
    assert ask("завтрак", "яйцо", number=0) == ALLOWED
    assert ask("завтрак", "яйцо", number=10) == (Verdict.ILLEGAL, Reason.NUMBER_AS_CLUE)
    assert ask("море", "осьминог", number=8) == (Verdict.DOUBTFUL, Reason.NUMBER_AS_CLUE)
    assert ask("двадцать", "яйцо", number=2) == (Verdict.DOUBTFUL, Reason.NUMBER_AS_CLUE)
    assert ask("восемь", "яйцо", number=3) == ALLOWED


def test_words_that_are_not_visible_forbid_nothing() -> None:
    assert ask("московский", "Кремль") == ALLOWED


def test_an_empty_clue_is_no_word() -> None:
    assert ask("…", "кот") == (Verdict.ILLEGAL, Reason.NOT_A_WORD)


def test_the_card_is_spelled_as_in_the_question() -> None:
    ruling = load_judge("ru").check(ClueQuestion("ледоход", 2, ("Ключ", "ЛЁД")))
    assert ruling.against == "ЛЁД"


def test_a_language_is_loaded_once() -> None:
    first, second = load_judge("ru"), load_judge("ru")
    assert isinstance(first, ClueJudge)
    assert first.analyst is second.analyst


def test_a_high_number_is_a_count_where_the_whole_table_is_known() -> None:
    judge = load_judge("ru")
    assert judge.check(ClueQuestion("погода", 9, ("яйцо", "сыр"))).verdict is Verdict.LEGAL
    assert judge.check(ClueQuestion("море", 8, ("яйцо", "осьминог"))).verdict is Verdict.DOUBTFUL
    assert judge.check(ClueQuestion("погода", 9, ("яйцо",), whole_table=False)).verdict is Verdict.DOUBTFUL
    assert judge.check(ClueQuestion("погода", 10, ("яйцо", "сыр"))).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("language", "clue", "card", "answer"),
    [
        ("ru", "нью йорк", "замок", (Verdict.DOUBTFUL, Reason.HYPHENATED)),
        ("ru", "плащ палатка", "плащ", (Verdict.ILLEGAL, Reason.CONTAINS_VISIBLE)),
        ("ru", "белый медведь", "медведь", (Verdict.ILLEGAL, Reason.CONTAINS_VISIBLE)),
        ("ru", "с татуя", "статуя", (Verdict.ILLEGAL, Reason.VISIBLE_WORD)),
        ("ru", "красная площадь", "замок", (Verdict.ILLEGAL, Reason.MULTI_WORD)),
        ("en", "x ray", "castle", (Verdict.DOUBTFUL, Reason.HYPHENATED)),
        ("en", "a dog", "castle", (Verdict.ILLEGAL, Reason.MULTI_WORD)),
        ("ko", "곰 인형", "곰", (Verdict.ILLEGAL, Reason.CONTAINS_VISIBLE)),
        ("ko", "겨울 방학", "성", (Verdict.ILLEGAL, Reason.MULTI_WORD)),
    ],
)
def test_several_words_as_a_recogniser_prints_them(
    language: str, clue: str, card: str, answer: tuple[Verdict, Reason]
) -> None:
    ruling = load_judge(language).check(ClueQuestion(clue, 2, (card,)))
    assert (ruling.verdict, ruling.reason) == answer
    assert all(part in ruling.message.casefold() for part in clue.split())


def test_a_clue_beyond_all_words_is_refused_without_work() -> None:
    ruling = load_judge("ru").check(ClueQuestion("а" * 100_000, 2, ("лес",)))
    assert ruling.verdict is Verdict.ILLEGAL
    assert len(ruling.message) < 120


def test_a_judge_that_is_loaded_in_the_background_rules_alike() -> None:
    question = ClueQuestion("ледоход", 2, ("ЛЁД", "СЫР"))
    assert load_judge("ru", later=True).check(question) == load_judge("ru").check(question)


def test_what_goes_wrong_in_the_background_is_raised_when_it_is_asked() -> None:
    def fail() -> Analyst:
        raise JudgeDataError("broken")

    with pytest.raises(JudgeDataError, match="broken"):
        LaterAnalyst("ru", fail).normalise("слово")
