"""What can go wrong before anything is heard. Messages say what is wrong and how to mend it."""

from __future__ import annotations

from voiceduet.asr.faults import Fault


class AsrError(Exception):
    """Base of all errors of listening; the message is fit to be shown to the user."""

    def __init__(self, what: Fault | str) -> None:
        """What is wrong: a fault that can be told in every language, or an English sentence."""
        super().__init__(what)
        self.what = what

    @property
    def detail(self) -> str:
        """What a library or the system said about it."""
        return self.what.detail if isinstance(self.what, Fault) else ""

    def text(self, language: str) -> str:
        """The message in a language, with what library or system said; English where there is no other."""
        return self.what.full(language) if isinstance(self.what, Fault) else self.what


class SourceError(AsrError):
    """A file or a microphone gives no usable sound."""


class ModelError(AsrError):
    """A speech model is missing, incomplete or cannot be loaded."""


class StoreError(AsrError):
    """A model could not be fetched, checked or unpacked."""


class RecognizerError(AsrError):
    """A recogniser was used against its contract."""


class LexiconError(AsrError):
    """A word cannot be given a sound, or a model cannot take more words."""
