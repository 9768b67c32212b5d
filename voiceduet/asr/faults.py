"""What goes wrong with listening, as values: told in the language of the table, or of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from voiceduet.texts import FALLBACK, Texts, fill, load_texts

FILE = Path(__file__).parent / "faults.toml"


class FaultCode(StrEnum):
    """Kinds of faults and remarks; each has an entry in `faults.toml`."""

    NO_PORTAUDIO = "no_portaudio"
    NO_MICROPHONE = "no_microphone"
    NO_SUCH_MICROPHONE = "no_such_microphone"
    SEVERAL_MICROPHONES = "several_microphones"
    MICROPHONE_REFUSED = "microphone_refused"
    MICROPHONE_LOST = "microphone_lost"
    MICROPHONE_BACK = "microphone_back"
    MICROPHONE_OVERFLOW = "microphone_overflow"
    RECORDING_FOLDER = "recording_folder"
    RECORDING_MISSING = "recording_missing"
    RECORDING_EMPTY = "recording_empty"
    RECORDING_UNREADABLE = "recording_unreadable"
    RECORDING_SILENT = "recording_silent"
    RECORDING_DAMAGED = "recording_damaged"
    RECORDING_CUT = "recording_cut"
    CHANNELS_MIXED = "channels_mixed"
    RESAMPLED = "resampled"
    TELEPHONE = "telephone"
    NO_MODEL_FOLDER = "no_model_folder"
    MODEL_PART_MISSING = "model_part_missing"
    MODEL_DAMAGED = "model_damaged"
    GRAPH_DAMAGED = "graph_damaged"
    NO_MODEL_OF = "no_model_of"
    NO_SUCH_MODEL = "no_such_model"
    FOREIGN_MODEL = "foreign_model"
    NOT_LIMITED = "not_limited"
    EAR_FAILED = "ear_failed"
    INSTALLED_FOR_LANGUAGE = "installed_for_language"
    COMES_ALONG = "comes_along"
    HEARS_ANY = "hears_any"
    ASKED_BY_NAME = "asked_by_name"
    FOLDER_NAMED = "folder_named"
    SUMS_MISSING = "sums_missing"
    FILE_MISSING = "file_missing"
    FILE_CHANGED = "file_changed"
    SECOND_EAR_INSTALLED = "second_ear_installed"
    SECOND_EAR_OFF = "second_ear_off"
    NO_SECOND_EAR = "no_second_ear"
    NO_SUCH_SECOND_EAR = "no_such_second_ear"
    NO_WHISPER_LIBRARY = "no_whisper_library"
    WHISPER_PART_MISSING = "whisper_part_missing"
    WHISPER_DAMAGED = "whisper_damaged"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that does not work, or that the players should know."""

    code: FaultCode
    facts: Mapping[str, object]
    detail: str = ""
    """What a library or the system said about it, in whatever language; for logs and the command line."""

    def text(self, language: str) -> str:
        """One line: what is wrong and how to mend it; English where there is no text in the language."""
        return fill(fault_texts(), self.code, language, self.facts)

    def full(self, language: str) -> str:
        """The same with the detail behind it."""
        return f"{self.text(language)} ({self.detail})" if self.detail else self.text(language)

    def __str__(self) -> str:
        return self.full(FALLBACK)

    def as_fields(self) -> dict[str, object]:
        """As JSON values, to be read again with `read_fault`."""
        facts = {name: fact if isinstance(fact, int | float) else str(fact) for name, fact in self.facts.items()}
        return {"code": self.code.value, "facts": facts, "detail": self.detail}


def fault(code: FaultCode, /, detail: object = "", **facts: object) -> Fault:
    """A fault with the facts that its text needs."""
    return Fault(code, facts, str(detail))


def read_fault(fields: object) -> Fault | None:
    """A fault from its JSON values; `None` when they are none."""
    match fields:
        case {"code": str(code), "facts": dict(facts), "detail": str(detail)} if code in set(FaultCode):
            return Fault(FaultCode(code), facts, detail)
    return None


@lru_cache(maxsize=1)
def fault_texts() -> Texts:
    """Code -> language -> text with {fields}. Raise `ValueError` naming file and entry."""
    return load_texts(FILE, FaultCode)
