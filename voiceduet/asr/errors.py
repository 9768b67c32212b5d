"""What can go wrong before anything is heard. Messages say what is wrong and how to mend it."""

from __future__ import annotations


class AsrError(Exception):
    """Base of all errors of listening; the message is fit to be shown to the user."""


class SourceError(AsrError):
    """A file or a microphone gives no usable sound."""


class ModelError(AsrError):
    """A speech model is missing, incomplete or cannot be loaded."""


class StoreError(AsrError):
    """A model could not be fetched, checked or unpacked."""


class RecognizerError(AsrError):
    """A recogniser was used against its contract, or has died."""


class LexiconError(AsrError):
    """A word cannot be given a sound, or a model cannot take more words."""
