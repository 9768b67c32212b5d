"""Loading and checking one language's wording file.

A template is a sentence with slots in braces: `{word}`; after a colon the form that the sentence needs: `{count:gen}`
is the numeral's genitive. A sentence that counts something is a table with one entry per plural category of the
language (CLDR: one, few, many, other) and, where wanted, `zero`; `by` names the counting
slot when the sentence has several numbers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from voiceduet.schema import Field, Model, ValidationError
from voiceduet.table import lang
from voiceduet.table.wording_catalog import SECTIONS, slots_of
from voiceduet.table.wording_forms import word_forms
from voiceduet.table.wording_numbers import PLURAL_CATEGORIES, Numerals
from voiceduet.table.wording_slots import Slot

SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""A slot and its form."""


class WordingError(ValueError):
    """A wording file that cannot be used; the message names file and entry."""


class Counted(Model):
    """A sentence that depends on a number."""

    by: str | None = None
    """The slot that counts; may be left out when there is only one number."""
    zero: str | None = None
    one: str | None = None
    few: str | None = None
    many: str | None = None
    other: str | None = None

    def forms(self) -> dict[str, str]:
        """The sentences by plural category."""
        return {k: v for k, v in self if k != "by" and isinstance(v, str)}


Template = str | Counted


class Lists(Model):
    """How several things are joined, and what players without names are called."""

    separator: str
    """Between the parts of an enumeration."""
    last_or: str
    """Before the last of several things to choose from."""
    first_player: str
    second_player: str
    sentence_case: bool = True
    """Whether sentences begin with a capital letter."""


class WordingFile(Model):
    """The file `wording.toml`."""

    common: Lists
    numerals: dict[str, Numerals]
    """Form -> numerals; `base` is used where a slot names no form."""
    lines: dict[str, Template]
    answers: dict[str, Template]
    questions: dict[str, Template]
    notices: dict[str, Template]
    refusals: dict[str, Template]
    help: dict[str, Template]
    colours: dict[str, Template]
    printed: dict[str, Template]
    setup: dict[str, Template] = Field(default_factory=dict)
    """This section and the next stand in `setup.toml` beside the file."""
    setup_help: dict[str, Template] = Field(default_factory=dict)

    def section(self, name: str) -> Mapping[str, Template]:
        """One of the sections of messages."""
        messages: Mapping[str, Template] = getattr(self, name)
        return messages


def check_wording(wording: WordingFile, language: str) -> list[str]:
    """Say everything that is wrong with a wording, one message an entry; an empty list means that it is complete."""
    faults = [] if "base" in wording.numerals else ["[numerals] needs the form 'base'"]
    for section, kinds in SECTIONS.items():
        wanted, given = {str(kind) for kind in kinds}, set(wording.section(section))
        faults += [f"[{section}] lacks {key!r}" for key in sorted(wanted - given)]
        faults += [f"[{section}] has {key!r}, which no message uses" for key in sorted(given - wanted)]
        for key in sorted(wanted & given):
            template = wording.section(section)[key]
            faults += [
                f"[{section}] {key}: {fault}" for fault in _check_template(template, section, key, wording, language)
            ]
    return faults


def _check_template(template: Template, section: str, key: str, wording: WordingFile, language: str) -> list[str]:
    slots = slots_of(section, key)
    numbers = [name for name, slot in slots.items() if slot is Slot.NUMBER]
    faults: list[str] = []
    texts = [template]
    if isinstance(template, Counted):
        texts = list(template.forms().values())
        categories = PLURAL_CATEGORIES[language]
        faults += [f"lacks the form {c!r}" for c in categories if getattr(template, c) is None]
        faults += [
            f"the form {c!r} is not used in {language}" for c in template.forms() if c not in {*categories, "zero"}
        ]
        if template.by is None and len(numbers) != 1:
            faults.append(f"'by' must name one of {numbers}")
        if template.by is not None and template.by not in numbers:
            faults.append(f"by = {template.by!r} is not one of the numbers {numbers}")
    for text in texts:
        faults += _check_text(str(text), slots, section, wording.numerals, word_forms(language))
    return faults


def _check_text(
    text: str, slots: Mapping[str, Slot], section: str, numerals: Mapping[str, Numerals], forms: frozenset[str]
) -> list[str]:
    faults = []
    for name, form in SLOT.findall(text):
        if name not in slots:
            faults.append(f"slot {{{name}}} is not given; it may use {sorted(slots) or 'no slot'}")
        elif slots[name] is Slot.NUMBER and form and form not in numerals:
            faults.append(f"{{{name}:{form}}}: there is no form {form!r} in [numerals]")
        elif slots[name] is not Slot.NUMBER and form and form not in forms:
            faults.append(f"{{{name}:{form}}}: words of this language have the forms {sorted(forms)}")
    plain = SLOT.sub("", text)
    if "{" in plain or "}" in plain:
        faults.append(f"a brace is left over in {text!r}; a slot is written {{name}} or {{name:form}}")
    if section != "printed" and any(c.isdigit() for c in plain):
        faults.append(f"digits in a spoken line: {text!r}; write numerals")
    if not text.strip():
        faults.append("is empty")
    return faults


def read_wording(path: Path, language: str) -> WordingFile:
    """Read and check a file and `setup.toml` beside it. Raise `WordingError` with every fault and its entry."""
    setting_up = path.with_name("setup.toml")
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        if setting_up.exists():
            content |= tomllib.loads(setting_up.read_text(encoding="utf-8"))
        wording = WordingFile.model_validate(content)
    except tomllib.TOMLDecodeError as error:
        raise WordingError(f"{path}: is not valid TOML: {error}") from error
    except ValidationError as error:
        details = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise WordingError(f"{path}: {details}") from error
    if faults := check_wording(wording, language):
        raise WordingError(f"{path}: " + "; ".join(faults))
    return wording


@lru_cache(maxsize=8)
def load_wording(language: str) -> WordingFile:
    """The wording of a language. Raise `WordingError` when there is none or it is faulty."""
    if language not in lang.languages():
        raise WordingError(
            f"there is no wording for language {language!r}; choose one of {', '.join(lang.languages())}"
        )
    return read_wording(lang.FOLDER / language / "wording.toml", language)
