"""Settings: defaults, then the settings file, then the options of the command line; the later one wins."""

from __future__ import annotations

import difflib
import json
import os
import re
import tempfile
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from voiceduet import places
from voiceduet.engine.mission import Mission
from voiceduet.engine.setup import Edition
from voiceduet.grammar.judge.verdict import Relaxation
from voiceduet.schema import Field, FieldInfo, Model, ValidationError, field_validator
from voiceduet.table.dialogue.state import IllegalClueWay
from voiceduet.table.errors import ConfigError, UserError
from voiceduet.table.messages import told
from voiceduet.table.setup import load_mission, parse_names
from voiceduet.table.textfiles import read_text
from voiceduet.table.wording import Style
from voiceduet.tts.synthesis import EngineName

FILE_NAME = "voiceduet.toml"
Language: TypeAlias = Literal["ru", "en", "ko"]


class TouchStyle(StrEnum):
    """How a touch is said (voice.md, Listening 1)."""

    ANNOUNCED = "announced"
    BARE = "bare"


class GameSettings(Model):
    """What is played."""

    language: Language = "ru"
    edition: Edition | None = None
    """Whose rulebook decides where they disagree; that of the language when not given."""
    mission: str = "9-9"
    """Tokens and mistakes, or a mission's name."""
    names: str = ""
    """Two names with a comma between, side a first."""
    free_order: bool = False
    """The same side may give twice in a row (rules 4.1)."""

    @property
    def chosen_edition(self) -> Edition:
        """The edition given, or that of the language."""
        return Edition(self.language) if self.edition is None else self.edition

    @property
    def chosen_mission(self) -> Mission:
        """The mission as a value."""
        return load_mission(self.mission)

    @property
    def chosen_names(self) -> tuple[str, str]:
        """The names of side a and side b, empty when not given."""
        return parse_names(self.names)

    @field_validator("mission")
    @classmethod
    def _mission_is_known(cls, text: str) -> str:
        return _kept(text, load_mission)

    @field_validator("names")
    @classmethod
    def _names_are_usable(cls, text: str) -> str:
        return _kept(text, parse_names)


class ClueSettings(Model):
    """How clues are judged."""

    illegal: IllegalClueWay = IllegalClueWay.ASK
    """What happens when a clue is found illegal (rules 7)."""
    relaxed: frozenset[Relaxation] = frozenset()
    """Rules that this table loosens (rules 9.1)."""


class ListeningSettings(Model):
    """How the referee listens."""

    touch: TouchStyle = TouchStyle.ANNOUNCED
    end_silence_s: Annotated[float, Field(ge=0.2, le=3.0)] = 0.5
    """Silence that ends an utterance, in seconds."""
    push_to_talk: bool = False
    """Listen only between two presses of Enter."""
    microphone: str | None = None
    """Name, or part of the name, of the input device; the system's default when not given."""
    second_ear: str = "auto"
    """What confirms or vetoes acts: "auto" (the second ear if it is installed), "none", "whisper", or a folder."""


class SpeechSettings(Model):
    """How the referee speaks."""

    style: Style = Style.NORMAL
    engine: EngineName = EngineName.PYTTSX3
    voice: str | None = None
    """Name of a voice of the engine, for Piper also a model file; one of the language when not given."""
    rate: Annotated[int, Field(ge=80, le=450)] = 165
    """Words a minute."""
    volume: Annotated[float, Field(ge=0.0, le=1.0)] = 1.0
    speaker: str | None = None
    """Name, or part of the name, of the output device; the system's default when not given."""


class Settings(Model):
    """All settings of a table."""

    game: GameSettings = GameSettings()
    clues: ClueSettings = ClueSettings()
    listening: ListeningSettings = ListeningSettings()
    speech: SpeechSettings = SpeechSettings()


def default_config_path() -> Path:
    """Where the settings file is looked for when none is named."""
    return places.config_dir() / FILE_NAME


def load_settings(path: Path | None = None) -> Settings:
    """Read a settings file; without `path` the usual one, which may be missing. Raise `ConfigError`."""
    if path is None:
        path = default_config_path()
        if not path.exists():
            return Settings()
    try:
        content = tomllib.loads(read_text(path, ConfigError))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_syntax_message(path, error)) from error
    return _validated(content, str(path))


def with_options(settings: Settings, options: Mapping[str, object]) -> Settings:
    """Let options win: "game.language" to a value, or to `None` when it was not given. Raise `ConfigError`."""
    content: dict[str, dict[str, Any]] = settings.model_dump()
    for name, value in options.items():
        if value is not None:
            section, _, entry = name.partition(".")
            content[section][entry] = value
    return _validated(content, told("config.options"))


def save_settings(settings: Settings, path: Path | None = None) -> Path:
    """Write what differs from the defaults, in one step, readable by the owner only. Raise `ConfigError`."""
    path = default_config_path() if path is None else path
    try:
        places.make_private_dir(path.parent)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(format_settings(settings))
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError as error:
        raise ConfigError(told("config.not_written", path=path, what=error.strerror or error)) from error
    return path


def format_settings(settings: Settings) -> str:
    """Write the settings that differ from the defaults as TOML that `load_settings` reads."""
    lines = []
    for section, entries in settings.model_dump(mode="json", exclude_defaults=True).items():
        lines.append(f"[{section}]")
        # JSON's strings, numbers, booleans and flat lists are TOML too; None never differs from a default.
        for name, value in entries.items():
            written = json.dumps(sorted(value) if isinstance(value, list) else value, ensure_ascii=False)
            lines.append(f"{name} = {written}".replace("\x7f", "\\u007f"))
        lines.append("")
    return "\n".join(lines)


def _kept(text: str, check: Any) -> str:  # noqa: ANN401 - any check that raises
    try:
        check(text)
    except UserError as error:
        raise ValueError(str(error)) from error
    return text


def _validated(content: Mapping[str, Any], source: str) -> Settings:
    try:
        return Settings.model_validate(content)
    except ValidationError as error:
        faults = "; ".join(_fault(each) for each in error.errors())
        raise ConfigError(told("config.faults", source=source, faults=faults)) from error


def _fault(error: Any) -> str:  # noqa: ANN401 - pydantic's ErrorDetails
    entry = [str(part) for part in error["loc"] if isinstance(part, str)]
    name = ".".join(entry[:2])
    if error["type"] == "extra_forbidden":
        known = _entries(entry[:-1])
        near = difflib.get_close_matches(entry[-1], known, 1, cutoff=0.5)
        if near:
            return told("config.unknown_near", entry=name, near=".".join([*entry[:-1], near[0]]))
        return told("config.unknown", entry=name, known=", ".join(known))
    if error["type"] == "value_error":
        return f"{name}: {error['ctx']['error']}"
    return told("config.value", entry=name, value=_shown(error["input"]), allowed=_allowed(entry))


def _entries(section: list[str]) -> list[str]:
    model: type[Model] = _SECTIONS[section[0]] if section else Settings
    return list(model.model_fields)


_SECTIONS: dict[str, type[Model]] = {
    "game": GameSettings,
    "clues": ClueSettings,
    "listening": ListeningSettings,
    "speech": SpeechSettings,
}


def _allowed(entry: list[str]) -> str:
    """Say what values an entry may have, from its type."""
    if len(entry) < 2:
        return told("config.a_section")
    field = _SECTIONS[entry[0]].model_fields[entry[1]]
    limits = _limits(field)
    if limits:
        return told("config.a_number", lowest=limits[0], highest=limits[1])
    return _type_text(field.annotation)


def _limits(field: FieldInfo) -> tuple[object, object] | None:
    lowest = [each.ge for each in field.metadata if hasattr(each, "ge")]
    highest = [each.le for each in field.metadata if hasattr(each, "le")]
    return (lowest[0], highest[0]) if lowest and highest else None


def _type_text(kind: Any) -> str:  # noqa: ANN401 - a type or a typing form
    if get_origin(kind) in (Union, UnionType):
        return _type_text(get_args(kind)[0])
    if get_origin(kind) is Literal:
        return ", ".join(map(str, get_args(kind)))
    if get_origin(kind) is frozenset:
        return told("config.a_list", choices=_type_text(get_args(kind)[0]))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ", ".join(kind)
    return "true, false" if kind is bool else told("config.a_text")


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:60]


def _syntax_message(path: Path, error: tomllib.TOMLDecodeError) -> str:
    where = re.search(r"line (\d+)", str(error))
    return told("config.syntax", path=path, line=where[1] if where else "?", what=str(error))
