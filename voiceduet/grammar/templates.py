"""Sentence templates. The one module that imports hassil, whose template syntax the sentence files use.

`[optional]`, `(one|other)`, `<rule>` and `{slot}`: https://github.com/OHF-Voice/hassil. A template is expanded
into patterns, which are flat rows of words and slots; everything after this works on patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from voiceduet.postponed import parts_of

with parts_of("hassil"):
    from hassil.expression import Alternative, Expression, Group, ListReference, RuleReference, TextChunk
    from hassil.parse_expression import parse_sentence
    from hassil.parser import ParseError


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a pattern that is filled from a list, or by an open word."""

    name: str


Token: TypeAlias = str | Slot
"""A literal word, lower case, or a slot."""
Pattern: TypeAlias = tuple[Token, ...]


class TemplateError(ValueError):
    """A template that cannot be read: what is wrong with it."""


def expand_template(template: str, rules: Mapping[str, str]) -> tuple[Pattern, ...]:
    """Expand a template into all its patterns, in the order written, without repeats. Raise `TemplateError`.

    `rules` gives the template behind each `<rule>`.
    """
    patterns = dict.fromkeys(_flat(items) for items in _walk(_parse(template), rules, ()))
    if () in patterns:
        raise TemplateError(f"template {template!r} accepts the empty sentence")
    return tuple(patterns)


def _parse(template: str) -> Expression:
    try:
        return parse_sentence(template).expression
    except (ParseError, ValueError) as error:
        raise TemplateError(f"template {template!r} cannot be read: {error}") from error


def _walk(node: Expression, rules: Mapping[str, str], inside: tuple[str, ...]) -> Iterator[tuple[Token, ...]]:
    """Yield every way through an expression as text pieces and slots."""
    if isinstance(node, TextChunk):
        yield (node.original_text,)
    elif isinstance(node, ListReference):
        yield (Slot(node.list_name),)
    elif isinstance(node, RuleReference):
        if node.rule_name not in rules:
            raise TemplateError(f"rule <{node.rule_name}> is not defined")
        if node.rule_name in inside:
            raise TemplateError(f"rule <{node.rule_name}> contains itself")
        yield from _walk(_parse(rules[node.rule_name]), rules, (*inside, node.rule_name))
    elif isinstance(node, Alternative):
        for item in node.items:
            yield from _walk(item, rules, inside)
    elif isinstance(node, Group):
        for parts in product(*(tuple(_walk(item, rules, inside)) for item in node.items)):
            yield tuple(piece for part in parts for piece in part)
    else:
        raise TemplateError(f"{type(node).__name__} is not used in sentence files")


def _flat(items: tuple[Token, ...]) -> Pattern:
    """Join neighbouring text pieces and split them into words."""
    tokens: list[Token] = []
    text = ""
    for item in items:
        if isinstance(item, Slot):
            tokens.extend(text.casefold().split())
            tokens.append(item)
            text = ""
        else:
            text += item
    return (*tokens, *text.casefold().split())
