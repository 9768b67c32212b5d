"""What `voiceduet doctor` finds out: everything that a game needs from this machine, each with the one thing to do."""

from __future__ import annotations

import platform
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from voiceduet import __version__, places
from voiceduet.asr.errors import AsrError
from voiceduet.asr.faults import Fault, FaultCode
from voiceduet.asr.second.weights import AUTO, INSTALL, INSTALL_LIBRARY, REINSTALL, choose_second_ear
from voiceduet.asr.sources.microphone import find_device, list_devices
from voiceduet.asr.store import ANY_LANGUAGE, ModelState, ModelStore
from voiceduet.table.config import load_settings
from voiceduet.table.errors import ConfigError
from voiceduet.table.messages import interface_language, told
from voiceduet.table.voice import table_pronunciation, voice_settings
from voiceduet.tts.engines import installed_engines
from voiceduet.tts.player import PROGRAMS
from voiceduet.tts.speakers import list_voices
from voiceduet.tts.synthesis import EngineName, SpeechFault

LIBRARIES = ("vosk", "sounddevice", "soundfile", "pyttsx3", "pymorphy3", "hassil", "pydantic", "rich")
_LITTLE_SPACE_BYTES = 50_000_000
_NO_SPACE_BYTES = 1_000_000


class Level(StrEnum):
    """How much a finding matters."""

    OK = "ok"
    DEGRADED = "degraded"
    """A game can be played without it, with typed lines or on the screen."""
    MISSING = "missing"
    """No game can be played."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    topic: str
    level: Level
    text: str
    remedy: str = ""
    """The one thing to do; empty when nothing has to be done."""


def examine(language: str, config: Path | None = None) -> Iterator[Finding]:
    """Look at everything that a game in this language needs; one finding after the other as they come."""
    yield _versions()
    checks: tuple[Callable[[], Finding], ...] = (
        lambda: _settings(language, config),
        _journals,
        _space,
        lambda: _model(language),
        lambda: _second_ear(config),
        lambda: _microphones(config),
        lambda: _voices(language, _chosen_engine(config)),
        lambda: _other_engines(language, _chosen_engine(config)),
        _player,
    )
    for check in checks:
        yield check()


def can_play(findings: list[Finding]) -> bool:
    """Whether a game can be played, even if by typed lines and on the screen only."""
    return all(finding.level is not Level.MISSING for finding in findings)


def _versions() -> Finding:
    versions = [f"{name} {_version(name)}" for name in LIBRARIES]
    text = f"voiceduet {__version__}, Python {platform.python_version()}, {platform.platform()}; {', '.join(versions)}"
    absent = [name for name in LIBRARIES if _version(name) == "-"]
    if absent:
        return Finding("versions", Level.MISSING, text, told("doctor.install", names=" ".join(absent)))
    return Finding("versions", Level.OK, text)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "-"


def _settings(language: str, config: Path | None) -> Finding:
    try:
        table_pronunciation(voice_settings(load_settings(config), language))
    except ConfigError as error:
        return Finding("settings", Level.MISSING, error.text(interface_language()), told("doctor.mend_settings"))
    path = config or places.config_dir()
    return Finding("settings", Level.OK, told("doctor.settings", path=path))


def _journals() -> Finding:
    folder = places.journal_dir()
    try:
        places.make_private_dir(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"?")
    except OSError as error:
        text = told("doctor.no_journals", path=folder, what=error.strerror or error)
        return Finding("journals", Level.MISSING, text, told("doctor.other_home", variable=places.HOME_VARIABLE))
    if sys.platform != "win32" and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        text = told("doctor.open_journals", path=folder)
        return Finding("journals", Level.DEGRADED, text, told("doctor.run", line=f"chmod 700 {folder}"))
    return Finding("journals", Level.OK, told("doctor.journals", path=folder))


def _space() -> Finding:
    folder = places.journal_dir()
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    text = told("doctor.space", megabytes=free // 1_000_000, path=folder)
    if free >= _LITTLE_SPACE_BYTES:
        return Finding("disk", Level.OK, text)
    return Finding("disk", Level.MISSING if free < _NO_SPACE_BYTES else Level.DEGRADED, text, told("doctor.free_space"))


def _model(language: str) -> Finding:
    try:
        store = ModelStore()
        found = store.find_model(language)
        faults = store.verify(found.name)
    except AsrError as error:
        return Finding(
            "ear", Level.DEGRADED, error.text(interface_language()), told("doctor.no_model", language=language)
        )
    others = sorted({it.language for it in store.list() if it.state is not ModelState.AVAILABLE} - {ANY_LANGUAGE})
    text = told("doctor.model", language=language, name=found.name, why=found.why, languages=", ".join(others))
    if faults:
        remedy = told("doctor.run", line=f"voiceduet models remove {found.name}; voiceduet models install {language}")
        return Finding("ear", Level.DEGRADED, f"{text}; {_listed(faults)}", remedy)
    return Finding("ear", Level.OK, text)


def _second_ear(config: Path | None) -> Finding:
    store = ModelStore()
    try:
        chosen = choose_second_ear(_wanted_second_ear(config), store.root)
        faults = store.verify(chosen.folder.name) if chosen.folder and chosen.folder.parent == store.root else ()
    except AsrError as error:
        remedy = told("doctor.second_fault", line=_second_ear_line(error.what))
        return Finding("second ear", Level.DEGRADED, error.text(interface_language()), remedy)
    if chosen.folder is None:
        text = told("doctor.second_none", why=chosen.why)
        if chosen.is_half_here:
            return Finding("second ear", Level.DEGRADED, text, told("doctor.run", line=_second_ear_line(chosen.why)))
        is_off = chosen.why.code is FaultCode.SECOND_EAR_OFF
        return Finding("second ear", Level.OK, text if is_off else told("doctor.second_addable", line=INSTALL))
    text = told("doctor.second", name=chosen.folder.name, why=chosen.why)
    if faults:
        remedy = told("doctor.run", line=REINSTALL)
        return Finding("second ear", Level.DEGRADED, f"{text}; {_listed(faults)}", remedy)
    return Finding("second ear", Level.OK, text)


def _second_ear_line(what: Fault | str) -> str:
    """What to run where the second ear cannot be had."""
    lines = {FaultCode.NO_WHISPER_LIBRARY: INSTALL_LIBRARY, FaultCode.WHISPER_PART_MISSING: REINSTALL}
    return lines.get(what.code, INSTALL) if isinstance(what, Fault) else INSTALL


def _listed(faults: Iterable[Fault]) -> str:
    return "; ".join(each.full(interface_language()) for each in faults)


def _wanted_second_ear(config: Path | None) -> str:
    try:
        return load_settings(config).listening.second_ear
    except ConfigError:
        return AUTO


def _microphones(config: Path | None) -> Finding:
    try:
        devices = list_devices()
        wanted = _wanted_microphone(config)
        if wanted and devices:
            find_device(wanted, devices)
    except AsrError as error:
        return Finding("microphone", Level.DEGRADED, error.text(interface_language()), told("doctor.no_microphone"))
    if not devices:
        return Finding("microphone", Level.DEGRADED, told("doctor.microphones_none"), told("doctor.no_microphone"))
    names = ", ".join(f"{it.number} {it.name}{' *' if it.is_default else ''}" for it in devices)
    return Finding("microphone", Level.OK, told("doctor.microphones", names=names))


def _wanted_microphone(config: Path | None) -> str | None:
    """Return the microphone that the settings name; broken settings are a finding of their own."""
    try:
        return load_settings(config).listening.microphone
    except ConfigError:
        return None


def _chosen_engine(config: Path | None) -> EngineName:
    """Return the speech engine of the settings; broken settings are a finding of their own."""
    try:
        return load_settings(config).speech.engine
    except ConfigError:
        return EngineName.PYTTSX3


def _voices(language: str, engine: EngineName) -> Finding:
    try:
        voices = list_voices(language, engine)
    except SpeechFault as error:
        return Finding("voice", Level.DEGRADED, error.text(interface_language()), told("doctor.no_engine"))
    if not voices:
        return Finding("voice", Level.DEGRADED, told("doctor.voices_none", language=language), told("doctor.no_engine"))
    return Finding("voice", Level.OK, told("doctor.voices", language=language, engine=engine, names=", ".join(voices)))


def _other_engines(language: str, chosen: EngineName) -> Finding:
    """The engines that could be chosen instead; none of them is needed."""
    installed = [engine for engine in installed_engines() if engine is not chosen]
    absent = [engine for engine in EngineName if engine is not chosen and engine not in installed]
    here = ", ".join(_engine_text(language, engine) for engine in installed)
    return Finding("other engines", Level.OK, told("doctor.engines", here=here or "-", absent=", ".join(absent) or "-"))


def _engine_text(language: str, engine: EngineName) -> str:
    try:
        names = ", ".join(list_voices(language, engine)) or "-"
    except SpeechFault as error:
        return told("doctor.engine_fault", engine=engine, why=error.text(interface_language()))
    return told("doctor.engine_voices", engine=engine, names=names)


def _player() -> Finding:
    programs = [program[0] for program in PROGRAMS.get(sys.platform, PROGRAMS["linux"])]
    found = [program for program in programs if shutil.which(program)]
    if found:
        return Finding("sound", Level.OK, told("doctor.player", name=found[0]))
    return Finding(
        "sound", Level.DEGRADED, told("doctor.player_none", names=", ".join(programs)), told("doctor.no_player")
    )
