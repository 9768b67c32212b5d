"""A set-up by voice on disk, so that a dictated board outlives an interruption. It holds no key: none is drawn yet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from voiceduet import places
from voiceduet.schema import TypeAdapter, ValidationError
from voiceduet.table.errors import JournalError
from voiceduet.table.messages import told, told_system
from voiceduet.table.privatefiles import write_private
from voiceduet.table.setup_dialogue.state import NO_WORDS, Moment

FORMAT = "voiceduet-setup-1"
_MOMENT = TypeAdapter(Moment)


@dataclass(frozen=True, slots=True)
class DraftFile:
    """One file a language, in the folder of the games; gone when the game begins."""

    language: str

    @property
    def path(self) -> Path:
        """Where it is."""
        return places.journal_dir() / f"setup-{self.language}.json"

    def keep(self, moment: Moment) -> None:
        """Write the set-up as it is now. Raise `JournalError`."""
        content = {"format": FORMAT, "moment": _MOMENT.dump_python(moment, mode="json")}
        try:
            write_private(self.path, json.dumps(content, ensure_ascii=False).encode())
        except OSError as error:
            raise JournalError(told("setup.draft", path=self.path, what=told_system(error))) from error

    def load(self) -> Moment | None:
        """The set-up that was broken off; `None` when there is none, or none that can be read."""
        try:
            content = json.loads(self.path.read_bytes())
            moment = _MOMENT.validate_python(content["moment"]) if content["format"] == FORMAT else None
        except (OSError, ValueError, KeyError, TypeError, ValidationError):
            return None
        return moment if moment is not None and len(moment.draft.words) == len(NO_WORDS) else None

    def discard(self) -> None:
        """Forget the set-up."""
        self.path.unlink(missing_ok=True)
