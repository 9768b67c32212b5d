"""Messages for the screen, in English or Russian. The texts are data: `messages.toml` beside this module."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from string import Formatter

INTERFACE_LANGUAGES = ("en", "ru")


def interface_language(environ: Mapping[str, str] | None = None) -> str:
    """Return "ru" when the locale of the environment is Russian, else "en"."""
    environ = os.environ if environ is None else environ
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "ru" if locale.lower().startswith("ru") else "en"


def told(key: str, /, **fields: object) -> str:
    """Return the message `key` ("topic.name") in the language of the environment, filled with `fields`."""
    return load_messages()[key][interface_language()].format(**fields)


@cache
def load_messages() -> dict[str, dict[str, str]]:
    """Read and check the texts: every key in every interface language, with the same fields. Raise `ValueError`."""
    source = resources.files("voiceduet.table").joinpath("messages.toml").read_text("utf-8")
    topics = tomllib.loads(source)
    return {
        f"{topic}.{name}": _checked(topic, name, texts) for topic in topics for name, texts in topics[topic].items()
    }


def _checked(topic: str, name: str, texts: object) -> dict[str, str]:
    where = f"messages.toml, {topic}.{name}"
    if not isinstance(texts, dict) or set(texts) != set(INTERFACE_LANGUAGES):
        raise ValueError(f"{where}: needs exactly the languages {', '.join(INTERFACE_LANGUAGES)}")
    fields = {language: _fields(text) for language, text in texts.items()}
    if fields["en"] != fields["ru"]:
        raise ValueError(f"{where}: the languages use different fields: {fields}")
    return dict(texts)


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}
