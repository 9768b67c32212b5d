"""What is said, case by case (voice.md, Speaking 1–3, 5)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.table.wording_tables import event, view
from voiceduet.engine.errors import Refusal
from voiceduet.engine.key import Identity
from voiceduet.engine.moves import DeclareComplete, GiveClue, Penalize, Stop, Touch
from voiceduet.engine.side import Side
from voiceduet.grammar.scopes import ScopeName
from voiceduet.table.wording import Notice, Question, Style, Wording
from voiceduet.tts.ports import Announcement, Priority

pytestmark = pytest.mark.logic

FILES = {"ru": "wording_cases.toml", "en": "wording_cases_en.toml", "ko": "wording_cases_ko.toml"}
NAMES = {"ru": ("Анна", "Борис"), "en": ("Anna", "Boris"), "ko": ("민준", "지수")}


def cases(kind: str) -> list[dict[str, Any]]:
    """The cases of one kind in every language, each with its language."""
    found: list[dict[str, Any]] = []
    for language, name in FILES.items():
        data = tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
        found += [{"language": language, **case} for case in data.get(kind, [])]
    return found


def wording(case: dict[str, Any] | None = None) -> Wording:
    case = case or {}
    language = case.get("language", "ru")
    first, second = case.get("names", NAMES[language])
    return Wording(language, (first, second), Style(case.get("style", "normal")))


def spoken(announcements: tuple[Announcement, ...]) -> list[str]:
    return [("" if said.interruptible else "!") + said.text for said in announcements]


def slots(case: dict[str, Any]) -> dict[str, Any]:
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in case.get("slots", {}).items()}
    return {k: Side(v) if v in ("a", "b") else v for k, v in given.items()}


@pytest.mark.parametrize("case", cases("case"), ids=lambda case: f"{case['language']} {case['name']}")
def test_after_a_move(case: dict[str, Any]) -> None:
    after = view(**case["after"])
    before = view(**(case["after"] | case.get("before", {})))
    said = wording(case).events([event(*facts) for facts in case["events"]], before, after)
    assert spoken(said) == case["said"]


@pytest.mark.parametrize("case", cases("answer"), ids=lambda case: f"{case['language']} {case['ask']} {case['view']}")
def test_answer(case: dict[str, Any]) -> None:
    said: tuple[Announcement, ...] = getattr(wording(case), case["ask"])(view(**case["view"]))
    assert spoken(said) == [case["said"]]
    assert all(a.priority is Priority.LOW for a in said)


@pytest.mark.parametrize("case", cases("question"), ids=lambda case: f"{case['language']} {case['kind']}")
def test_question(case: dict[str, Any]) -> None:
    said = wording(case).question(Question(case["kind"]), **slots(case))
    assert said == Announcement(case["said"], Priority.HIGH)


@pytest.mark.parametrize("case", cases("refusal"), ids=lambda case: case["reason"])
def test_refusal(case: dict[str, Any]) -> None:
    table = view(**case["view"]) if "view" in case else None
    said = wording(case).refusal(Refusal(case["reason"]), table, side=Side(case["side"]), word=case.get("word"))
    assert said.text == case["said"]


@pytest.mark.parametrize("reason", Refusal)
def test_every_refusal_can_be_said(reason: Refusal) -> None:
    assert wording().refusal(reason, side=Side.A, word="сыр").text


@pytest.mark.parametrize("scope", ScopeName)
def test_every_scope_has_help(scope: ScopeName) -> None:
    assert wording().help(scope)[0].text


def test_moves_are_named_when_taken_back() -> None:
    table = view(givers=["a"])
    moves = (GiveClue(Side.A, "небо", 2), Touch(Side.B, 3), Stop(Side.B), Penalize(Side.A), DeclareComplete(Side.B))
    said = [(wording().undo_question(m, table).text, wording().undone(m, table)[0].text) for m in moves]
    assert said == [
        ("Отменить подсказку небо, два?", "Отменено: подсказка небо, два. Подсказку даёт Анна."),
        ("Отменить касание слова сыр?", "Отменено: касание слова сыр. Подсказку даёт Анна."),
        ("Отменить конец хода?", "Отменено: конец хода. Подсказку даёт Анна."),
        ("Отменить штраф?", "Отменено: штраф. Подсказку даёт Анна."),
        (
            "Отменить сообщение, что Борис больше не даёт подсказок?",
            "Отменено: Борис снова даёт подсказки. Подсказку даёт Анна.",
        ),
    ]


def test_colours_and_read_back() -> None:
    said = wording()
    assert [said.colour(identity) for identity in Identity] == ["агент", "мирный житель", "убийца"]
    text = said.question(Question.CONFIRM_COLOUR, word="СЫР", colour=said.colour(Identity.BYSTANDER)).text
    assert text == "Сыр — мирный житель. Верно?"
    assert said.clue_readback("ЗАВТРАК", 3, Side.B).text == "Подсказка завтрак, три. Угадывает Анна."
    assert said.giver(Side.B).text == "Подсказку даёт Борис."


def test_score_agrees() -> None:
    said = [wording().score(n)[0].text for n in (21, 2, 11, 0, -1)]
    assert said == [
        "Счёт: двадцать одно очко.",
        "Счёт: два очка.",
        "Счёт: одиннадцать очков.",
        "Счёт: ноль очков.",
        "Счёт: минус одно очко.",
    ]


def test_beginning() -> None:
    table = view(givers=["a", "b"], first_clue=True)
    assert spoken(wording().welcome(table)) == [
        "Игра начинается. Ключ раздан: каждый видит только свою сторону. Осталось девять жетонов. "
        "Начинает Анна. Если не так, скажите: начинает Борис."
    ]
    full = spoken(wording({"style": "full"}).welcome(table))
    assert len(full) == 8
    assert full[6].startswith("Скажите подсказку и число")
    assert full[2] == "Ряд два: солнце, песок, лиса, ёж, самолёт."
    mission = view(tokens=5, mistakes=2, key_on_table=True)
    assert spoken(wording().welcome(mission)) == [
        "Игра начинается. Ключ на столе: после касания цвет называет тот, кто дал подсказку. "
        "Миссия: пять жетонов. В запасе две ошибки. Подсказку даёт Анна."
    ]


def test_resumed_game() -> None:
    table = view(tokens=4, found=6, guessers=["b"], clue=["a", "завтрак", 3])
    assert spoken(wording().resumed(table)) == [
        "Продолжаем сохранённую игру. Осталось четыре жетона. Найдено шесть агентов из пятнадцати. "
        "Подсказка завтрак, три. Угадывает Борис."
    ]


def test_printed_state_has_digits() -> None:
    table = view(tokens=4, mistakes=1, found=6, guessers=["b"], clue=["a", "завтрак", 3])
    line = wording().state_line(table)
    assert line == "жетонов 4 (для ошибок 1) · агентов 6/15 · подсказка завтрак 3 · угадывает Борис"
    lost = wording().state_line(view(phase="over", outcome="loss_assassin", found=2))
    assert lost == "жетонов 9 · агентов 2/15 · поражение"


def test_wrong_slots_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\[questions\] confirm_touch: takes the slots \['word'\], not \[\]"):
        wording().question(Question.CONFIRM_TOUCH)


def test_a_notice_may_say_what_is_next() -> None:
    assert wording().notice(Notice.GOING_ON, view()).text == "Продолжаем. Подсказку даёт Анна."
    assert wording({"style": "short"}).notice(Notice.GOING_ON, view()).text == "Продолжаем."


def test_yo_is_spoken_where_the_card_has_none() -> None:
    said = wording()
    words = [said.phrases.word(word) for word in ("ЕЖ", "САМОЛЕТ", "НЕБО", "МЁД", "ЛЕС")]
    assert words == ["ёж", "самолёт", "небо", "мёд", "лес"]
    assert said.question(Question.CONFIRM_TOUCH, word="ЕЖ").text == "Касание: ёж?"


def test_a_newer_answer_about_tokens_replaces_the_older_one() -> None:
    assert wording().tokens(view())[0].topic == "tokens"
