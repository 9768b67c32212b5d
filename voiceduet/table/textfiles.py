"""Reading the small text files that people write by hand, with a clear word when one cannot be used."""

from __future__ import annotations

from pathlib import Path

from voiceduet.table.errors import UserError
from voiceduet.table.messages import told

_LARGEST_BYTES = 1_000_000
_OLDER_ENCODINGS = (("cp1251", "А", "я"), ("koi8-r", "А", "я"), ("cp866", "А", "я"), ("cp949", "가", "힣"))
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: Path, failure: type[UserError], largest_bytes: int = _LARGEST_BYTES) -> str:
    """Return the text of a UTF-8 file of limited size. Raise `failure` with what is wrong and how to mend it."""
    try:
        if path.is_dir():
            raise failure(told("file.is_folder", path=path))
        if path.exists() and not path.is_file():
            raise failure(told("file.not_a_file", path=path))
        with path.open("rb") as file:
            data = file.read(largest_bytes + 1)
    except FileNotFoundError as error:
        raise failure(told("file.not_found", path=path)) from error
    except PermissionError as error:
        raise failure(told("file.no_permission", path=path)) from error
    except (OSError, ValueError) as error:
        raise failure(told("file.system", path=path, what=getattr(error, "strerror", None) or error)) from error
    if len(data) > largest_bytes:
        raise failure(told("file.too_large", path=path))
    return _decoded(path, data, failure)


def _decoded(path: Path, data: bytes, failure: type[UserError]) -> str:
    if data.startswith(_BYTE_ORDER_MARKS):
        raise failure(told("file.wrong_encoding", path=path, encoding="utf-16"))
    if b"\0" in data:
        raise failure(told("file.binary", path=path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        encoding = _likely_encoding(data)
        if encoding is None:
            raise failure(told("file.binary", path=path)) from error
        raise failure(told("file.wrong_encoding", path=path, encoding=encoding)) from error


def _likely_encoding(data: bytes) -> str | None:
    """Return the older encoding whose reading has the most letters of its own language, `None` when none has many."""
    best, most = None, len(data) / 3
    for encoding, first, last in _OLDER_ENCODINGS:
        text = data.decode(encoding, errors="replace")
        letters = sum(_weight(letter) for letter in text if first <= letter <= last)
        if letters > most:
            best, most = encoding, letters
    return best


def _weight(letter: str) -> float:
    """Common letters tell the Russian encodings apart; a Korean syllable takes two bytes."""
    if letter >= "가":
        return 2
    return 1.5 if letter.lower() in "оеаитнсрвл" else 0.5
