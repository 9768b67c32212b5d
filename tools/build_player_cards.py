"""Write the card of commands into `docs/players-<language>.md`, from the sentences that the referee understands.

Run `python tools/build_player_cards.py` after the sentences have changed; a test compares.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from voiceduet.grammar.language import LANGUAGES, Language, load_language
from voiceduet.grammar.scopes import TableWords
from voiceduet.grammar.tables import table_for
from voiceduet.grammar.templates import Slot

DOCS = Path(__file__).parent.parent / "docs"
TITLES = Path(__file__).with_name("player_cards.toml")
CARD = re.compile("(<!-- card -->\n).*?(<!-- end -->)", re.DOTALL)
SAID = 2
"""Sentences a row; colours are all said."""
NAMES = {"ru": ("Анна", "Борис"), "en": ("Anna", "Ben"), "ko": ("지수", "민호")}


def page_of(language: str) -> Path:
    """The players' page of a language."""
    return DOCS / f"players-{language}.md"


def sentences(language: Language, intent: str) -> tuple[str, ...]:
    """What the limited ear is offered for an intent, slots filled with their first value."""
    readers = table_for(language, TableWords(("",) * 25, NAMES[language.code])).readers
    said = (
        " ".join(readers[token.name].spoken[0] if isinstance(token, Slot) else token for token in pattern)
        for entry in language.entries
        if entry.ear and entry.sentence.intent == intent
        for pattern in entry.patterns
    )
    return tuple(dict.fromkeys(said))


def card(code: str) -> Iterator[str]:
    """The lines of the card."""
    titles = tomllib.loads(TITLES.read_text("utf-8"))[code]
    yield titles.pop("heading")
    yield "|---|---|"
    language = load_language(code)
    for intent, title in titles.items():
        said = sentences(language, intent)
        most = len(said) if intent == "result" else SAID
        yield f"| {title} | {' · '.join(f'`{text}`' for text in said[:most])} |"


def with_card(code: str, page: str) -> str:
    """The page with its card as it is now."""
    return CARD.sub(lambda match: match[1] + "\n".join(card(code)) + "\n" + match[2], page)


def main() -> None:
    """Write all pages."""
    for code in LANGUAGES:
        path = page_of(code)
        path.write_text(with_card(code, path.read_text("utf-8")), encoding="utf-8")
        print(f"card written to {path.name}")


if __name__ == "__main__":
    main()
