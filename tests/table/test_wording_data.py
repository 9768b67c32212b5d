"""Wording files are complete, and a faulty one is refused by file and entry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from voiceduet.table import lang
from voiceduet.table.wording_catalog import SECTIONS, SLOTS
from voiceduet.table.wording_data import SLOT, Counted, WordingError, load_wording, read_wording
from voiceduet.table.wording_slots import Slot

pytestmark = pytest.mark.logic

RUSSIAN = (lang.FOLDER / "ru" / "wording.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", lang.languages())
def test_every_language_is_complete(language: str) -> None:
    load_wording(language)


@pytest.mark.parametrize("language", lang.languages())
def test_every_word_and_number_is_heard(language: str) -> None:
    """A word or number that a template leaves out would hide what the players asked for."""
    may_be_silent = {("questions", "missing_number"), ("questions", "missing_word"), ("lines", "two_left")}
    wording = load_wording(language)
    for section, kinds in SLOTS.items():
        for kind, slots in kinds.items():
            if (section, kind) in may_be_silent:
                continue
            template = wording.section(section)[kind]
            texts = template.forms() if isinstance(template, Counted) else {"": template}
            for form, text in texts.items():
                needed = {name for name, slot in slots.items() if slot is not Slot.NAME}
                missing = needed - {name for name, _ in SLOT.findall(text)}
                assert not missing or form in ("zero", "one"), f"{section}.{kind}.{form}"


def test_slots_belong_to_known_kinds() -> None:
    for section, kinds in SLOTS.items():
        assert set(kinds) <= set(SECTIONS[section]), section


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('turn_ended = "Ход окончен."\n', "", r"\[lines\] lacks 'turn_ended'"),
        ("[answers]\n", '[answers]\nweather = "Дождь."\n', r"\[answers\] has 'weather', which no message uses"),
        ("{word} — агент.", "{card} — агент.", r"agent_found: slot \{card\} is not given; it may use \['word'\]"),
        ("{total:gen}", "{total:dat}", r"\{total:dat\}: there is no form 'dat' in \[numerals\]"),
        (
            "{word} — убийца.",
            "{word:acc} — убийца.",
            r"assassin_hit: \{word:acc\}: words of this language have the forms \[\]",
        ),
        ("{word} — убийца.", "{word — убийца.", r"a brace is left over in '\{word — убийца\.'"),
        ("осталось два жетона", "осталось 2 жетона", r"two_left: digits in a spoken line"),
        ('few = "Осталось {count} жетона."\n', "", r"tokens_left: lacks the form 'few'"),
        ('by = "found"\n', 'by = "lost"\n', r"by = 'lost' is not one of the numbers \['found', 'total'\]"),
        ('by = "found"\n', "", r"'by' must name one of \['found', 'total'\]"),
        ('lost = "Вы проиграли."', 'lost = " "', r"\[lines\] lost: is empty"),
        ('"ноль", "один"', '"один"', r"numerals\.base\.to_nineteen: Tuple should have at least 20 items"),
        ("[lines]\n", "[lines\n", "is not valid TOML"),
        ('separator = ", "\n', "", r"common\.separator: Field required"),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in RUSSIAN
    path = tmp_path / "wording.toml"
    path.write_text(RUSSIAN.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(WordingError, match=message) as caught:
        read_wording(path, "ru")
    assert str(path) in str(caught.value)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(WordingError, match=r"there is no wording for language 'xx'; choose one of .*ru"):
        load_wording("xx")


@pytest.mark.parametrize("path", sorted((lang.FOLDER / "ru").glob("*.toml")), ids=lambda path: path.name)
def test_no_latin_letter_hides_in_a_russian_word(path: Path) -> None:
    for word in re.findall(r"\w+", path.read_text(encoding="utf-8")):
        assert not (re.search("[a-zA-Z]", word) and re.search("[а-яёА-ЯЁ]", word)), word
