"""Messages for the screen. The texts are data: `messages.toml` beside this module.

The command line tells them in the language of the environment. What is met at a running table is there in every
language, and is told in the language of the table.
"""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from voiceduet.asr.faults import Fault
from voiceduet.texts import LANGUAGES, fields_of

INTERFACE_LANGUAGES = ("en", "ru")


def interface_language(environ: Mapping[str, str] | None = None) -> str:
    """Return "ru" when the locale of the environment is Russian, else "en"."""
    environ = os.environ if environ is None else environ
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "ru" if locale.lower().startswith("ru") else "en"


class Text(str):
    """A message in the language of the environment; it can be told in another one too."""

    __slots__ = ("_fields", "_key")

    _key: str
    _fields: Mapping[str, object]

    def __new__(cls, key: str, fields: Mapping[str, object]) -> Text:
        """Return the message `key` filled with `fields`, which may be texts themselves."""
        text = super().__new__(cls, _filled(key, interface_language(), fields))
        text._key, text._fields = key, fields
        return text

    def __reduce__(self) -> tuple[type[Text], tuple[str, Mapping[str, object]]]:
        return Text, (self._key, self._fields)

    def told_in(self, language: str) -> str:
        """The same in a language; English where there is no text in it."""
        return _filled(self._key, language, self._fields)


def told(key: str, /, **fields: object) -> Text:
    """Return the message `key` ("topic.name") in the language of the environment, filled with `fields`."""
    return Text(key, fields)


def told_in(language: str, what: object) -> str:
    """Return a message, or whatever else is to be told, in a language as far as there is a text in it."""
    match what:
        case Text():
            return what.told_in(language)
        case Fault():
            return what.text(language)
    return str(what)


def told_system(error: OSError) -> Text:
    """Return why the system refused something."""
    name = errno.errorcode.get(error.errno or 0, "").lower()
    key = f"system.{name}"
    return told(key) if key in load_messages() else told("system.other", number=name.upper() or error.errno or "?")


def _filled(key: str, language: str, fields: Mapping[str, object]) -> str:
    texts = load_messages()[key]
    values = {
        name: told_in(language, value) if isinstance(value, Text | Fault) else value for name, value in fields.items()
    }
    return texts.get(language, texts["en"]).format(**values)


@cache
def load_messages() -> dict[str, dict[str, str]]:
    """Read and check the texts: every key in English and Russian, all with the same fields. Raise `ValueError`."""
    source = resources.files("voiceduet.table").joinpath("messages.toml").read_text("utf-8")
    topics = tomllib.loads(source)
    return {
        f"{topic}.{name}": _checked(topic, name, texts) for topic in topics for name, texts in topics[topic].items()
    }


def _checked(topic: str, name: str, texts: object) -> dict[str, str]:
    where = f"messages.toml, {topic}.{name}"
    if not isinstance(texts, dict) or not set(INTERFACE_LANGUAGES) <= set(texts) <= set(LANGUAGES):
        raise ValueError(f"{where}: needs the languages {', '.join(INTERFACE_LANGUAGES)}")
    fields = {language: fields_of(text) for language, text in texts.items()}
    if any(each != fields["en"] for each in fields.values()):
        raise ValueError(f"{where}: the languages use different fields: {fields}")
    return dict(texts)
