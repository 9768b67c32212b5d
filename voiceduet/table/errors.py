"""Errors that a person at the table can mend. Their text is one line: what is wrong and what to do."""

from __future__ import annotations


class UserError(Exception):
    """Wrong use or an unusable file; the text is ready to be shown (see `voiceduet.table.messages.told`)."""


class SetupFileError(UserError):
    """A board, key, mission or pair of names that cannot be played."""


class ConfigError(UserError):
    """A settings file or value that cannot be used."""


class JournalError(UserError):
    """A journal that cannot be written, read or locked."""
