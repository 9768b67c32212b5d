"""Errors that a person at the table can mend. Their text is one line: what is wrong and what to do."""

from __future__ import annotations

from voiceduet.table.messages import told_in


class UserError(Exception):
    """Wrong use or an unusable file; the text is ready to be shown (see `voiceduet.table.messages.told`)."""

    def text(self, language: str) -> str:
        """The text in a language, as far as there is one in it."""
        return told_in(language, self.args[0] if self.args else "")


class SetupFileError(UserError):
    """A board, key, mission or pair of names that cannot be played."""


class ConfigError(UserError):
    """A settings file or value that cannot be used."""


class JournalError(UserError):
    """A journal that cannot be written, read or locked."""

    def __init__(self, text: str, *, may_pass: bool = False) -> None:
        """With `may_pass` the file is sound and the next entry may be written again: a disk is full."""
        super().__init__(text)
        self.may_pass = may_pass
