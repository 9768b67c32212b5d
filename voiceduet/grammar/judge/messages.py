"""The judge's sentences, one per verdict and reason, from `judge_messages.toml` of each language."""

from __future__ import annotations

import string
import tomllib
from dataclasses import dataclass
from importlib import resources

from voiceduet.engine.errors import DuetError
from voiceduet.grammar.judge.analyst import Finding
from voiceduet.grammar.judge.verdict import Reason, Verdict

_SLOTS = frozenset({"clue", "card", "number"})
_NEEDS_CARD = frozenset({Reason.VISIBLE_WORD, Reason.WORD_FORM, Reason.COMPOUND_PART, Reason.CONTAINS_VISIBLE})


class JudgeDataError(DuetError):
    """A data file of the judge is wrong; the message names file and entry."""


@dataclass(frozen=True, slots=True)
class Messages:
    """Checked templates of one language."""

    templates: dict[tuple[Verdict, Reason, bool], str]
    """By verdict, reason, and whether a card is named."""

    def render(self, finding: Finding | None, clue: str, card: str | None, number: int | None) -> str:
        """One sentence about a finding; `None` for a legal clue."""
        if finding is None:
            template = self.templates[Verdict.LEGAL, Reason.NONE, False]
        else:
            named = (finding.verdict, finding.reason, card is not None)
            template = self.templates.get(named) or self.templates[finding.verdict, finding.reason, False]
        text = template.format(clue=clue, card=(card or "").upper(), number="" if number is None else number)
        return _capitalised(text)

    def ask_number(self, clue: str) -> str:
        """The question for a number that was not heard."""
        return self.templates[Verdict.DOUBTFUL, Reason.NONE, False].format(clue=clue, number="")


def _capitalised(sentence: str) -> str:
    """The sentence with its first letter large, also behind a quotation mark."""
    place = next((i for i, character in enumerate(sentence) if character.isalpha()), 0)
    return sentence[:place] + sentence[place : place + 1].upper() + sentence[place + 1 :]


def load_messages(language: str) -> Messages:
    """Read and check the sentences of a language.

    Raises:
        JudgeDataError: a sentence is missing, unknown, or has a slot that nothing fills.

    """
    source = resources.files(f"voiceduet.grammar.{language}").joinpath("judge_messages.toml")
    return read_messages(f"grammar/{language}/judge_messages.toml", source.read_text(encoding="utf-8"))


def read_messages(name: str, text: str) -> Messages:
    """Check the text of a sentence file; `name` stands in complaints. Raise `JudgeDataError`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise JudgeDataError(f"{name}: {error}") from error
    templates: dict[tuple[Verdict, Reason, bool], str] = {}
    for verdict_name, table in data.items():
        for reason_name, template in table.items():
            key = _key(name, verdict_name, reason_name)
            _check_slots(name, f"[{verdict_name}] {reason_name}", template, with_card=key[2])
            templates[key] = template
    _check_complete(name, templates)
    return Messages(templates)


def _key(name: str, verdict_name: str, reason_name: str) -> tuple[Verdict, Reason, bool]:
    base = reason_name.removesuffix("_card")
    try:
        verdict, reason = Verdict(verdict_name), Reason(base)
    except ValueError as error:
        raise JudgeDataError(f"{name}: [{verdict_name}] {reason_name}: no such verdict or reason") from error
    return verdict, reason, reason in _NEEDS_CARD or base != reason_name


def _check_slots(name: str, entry: str, template: str, *, with_card: bool) -> None:
    slots = {slot for _, slot, _, _ in string.Formatter().parse(template) if slot is not None}
    allowed = _SLOTS if with_card else _SLOTS - {"card"}
    if not slots <= allowed:
        raise JudgeDataError(f"{name}: {entry}: unknown slot {sorted(slots - allowed)}; allowed: {sorted(allowed)}")
    if with_card and "card" not in slots:
        raise JudgeDataError(f"{name}: {entry}: the sentence must name the {{card}}")


def _check_complete(name: str, templates: dict[tuple[Verdict, Reason, bool], str]) -> None:
    for verdict in (Verdict.ILLEGAL, Verdict.DOUBTFUL):
        for reason in Reason:
            if reason is Reason.NONE and verdict is Verdict.ILLEGAL:
                continue
            if (verdict, reason, reason in _NEEDS_CARD) not in templates:
                raise JudgeDataError(f"{name}: [{verdict}] {reason}: the sentence is missing")
    if (Verdict.LEGAL, Reason.NONE, False) not in templates:
        raise JudgeDataError(f"{name}: [legal] none: the sentence is missing")
